import SubdialExpressions

/// The values with which the expressions of a request are evaluated.
package struct RequestScope {
    /// The values of names.
    let scope: DictionaryScope
    /// The values of secrets.
    let secrets: [String: String]

    /// Evaluates an expression as a text; empty without an expression.
    func text(_ expression: KindExpression?, step: KindError.Step = .source) throws(KindError) -> String {
        try expression?.value(in: scope, step: step).text ?? ""
    }

    /// Evaluates an expression as a number; 0 without an expression.
    func number(_ expression: KindExpression?) throws(KindError) -> Double {
        try expression?.value(in: scope, step: .source).number ?? 0
    }

    /// The value of a part.
    ///
    /// - Parameter place: Its position in `kind.yaml`.
    func value(of input: KindInput, at place: String) throws(KindError) -> (value: String, isSecret: Bool) {
        switch input {
        case .expression(let expression): return (try text(expression), false)
        case .secret(let name):
            guard let secret = secrets[name] else {
                throw KindError(.source, at: place, "the secret '\(name)' has no value; give one under 'with' in the configuration")
            }
            return (secret, true)
        }
    }
}

extension KindTransport {
    /// The request with the values of an instance.
    package func resolved(
        _ values: KindValues, in entry: [String: Value] = [:], timeZones: TimeZones = TimeZones()
    ) throws(KindError) -> Request {
        var scope = DictionaryScope(entry.merging(values.open) { first, _ in first })
        scope.timeZones = timeZones
        return try request(in: RequestScope(scope: scope, secrets: values.secrets))
    }
}

extension String {
    /// The text with secrets replaced by dots.
    package func striking(_ secrets: some Sequence<String>) -> String {
        var text = self
        for secret in secrets.sorted(by: { $0.count > $1.count }) where !secret.isEmpty {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "•••")
        }
        return text
    }
}

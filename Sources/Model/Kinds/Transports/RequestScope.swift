import FoundationEssentials
import SubdialBasics
import SubdialExpressions

/// The values with which the expressions of a request are evaluated.
package struct RequestScope {
    /// The values of names.
    let scope: DictionaryScope
    /// The values of secrets.
    let secrets: [String: String]
    /// The names whose values are not known yet: an expression that uses one of them stays as written.
    var pending: Set<String> = []

    /// Evaluates an expression as a text; empty without an expression.
    func text(_ expression: KindExpression?, step: KindError.Step = .source) throws(KindError) -> String {
        try expression.map { (expression) throws(KindError) in try value(expression, step: step) }?.text ?? ""
    }

    /// Evaluates an expression as a number; 0 without an expression.
    func number(_ expression: KindExpression?) throws(KindError) -> Double {
        try expression?.value(in: scope, step: .source).number ?? 0
    }

    /// Evaluates an expression; a single expression keeps the type of its value.
    func value(_ expression: KindExpression, step: KindError.Step = .source) throws(KindError) -> Value {
        guard pending.isDisjoint(with: expression.names) else { return .string(expression.source) }
        return try expression.value(in: scope, step: step)
    }

    /// True if a value of the piece is not known yet.
    func isPending(_ piece: RequestText.Piece) -> Bool {
        if case .value(let expression) = piece { !pending.isDisjoint(with: expression.variables.map(\.name)) } else { false }
    }

    /// Evaluates a piece of a text as a text.
    func text(_ piece: RequestText.Piece, at place: String) throws(KindError) -> String {
        switch piece {
        case .literal(let text): return text
        case .secret(let name): return try secret(name, at: place)
        case .value(let expression):
            guard !isPending(piece) else { return "{{ \(expression.source.trimmed()) }}" }
            do {
                return try expression.evaluate(in: scope).text
            } catch {
                throw KindError(.source, at: place, error.reason)
            }
        }
    }

    /// The value of a part.
    ///
    /// - Parameter place: Its position in `kind.yaml`.
    func value(of input: KindInput, at place: String) throws(KindError) -> RequestValue {
        switch input {
        case .expression(let expression): return RequestValue(value: try value(expression))
        case .text(let text):
            var result = RequestValue(value: .missing, isSecret: true)
            var joined = ""
            for piece in text.pieces {
                let value = try self.text(piece, at: place)
                if case .secret = piece, value.isEmpty { result.isLeftOut = true }
                joined += value
            }
            result.value = .string(joined)
            return result
        }
    }

    private func secret(_ name: String, at place: String) throws(KindError) -> String {
        guard let secret = secrets[name] else {
            throw KindError(.source, at: place, "the secret '\(name)' has no value; give one under 'with' in the configuration")
        }
        return secret
    }
}

/// The value of a part of a request.
struct RequestValue {
    /// The value; a text if there is a secret in it.
    var value: Value
    /// True if there is a secret in it.
    var isSecret = false
    /// True if an optional secret in it has no value, so that the part is left out.
    var isLeftOut = false

    /// The value as a text.
    var text: String { value.text }
}

extension KindTransport {
    /// The request of an action with the values of an instance and of an entry.
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

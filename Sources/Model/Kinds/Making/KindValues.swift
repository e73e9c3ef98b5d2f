import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// The values of a kind's parameters.
package struct KindValues: Sendable, Hashable {
    /// The values available to expressions.
    package let open: [String: Value]
    /// The values that are used only in requests.
    package let secrets: [String: String]

    /// Checks the user's values and adds the kind's defaults.
    ///
    /// - Throws: The first parameter that is missing, unknown or invalid.
    package init(_ given: [String: Value], secrets givenSecrets: [String: String] = [:], of kind: Kind) throws(KindError) {
        let names = kind.parameters.map(\.name)
        for name in given.keys.sorted() + givenSecrets.keys.sorted() where !names.contains(name) {
            let hint = Suggestion.hint(for: name, among: names)
            throw KindError(
                .parameters, at: name,
                "'\(kind.name)' has no parameter of this name"
                    + (hint.isEmpty && !names.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
        }
        var open: [String: Value] = [:]
        var secrets: [String: String] = [:]
        for parameter in kind.parameters {
            if parameter.isSecret {
                if let secret = givenSecrets[parameter.name] { secrets[parameter.name] = secret }
                if let value = given[parameter.name], value != .missing { secrets[parameter.name] = value.text }
                // An optional secret.
                if secrets[parameter.name] == nil, parameter.standard != nil { secrets[parameter.name] = "" }
                continue
            }
            guard let value = given[parameter.name] ?? parameter.standard else {
                throw parameter.missing
            }
            open[parameter.name] = try Self.value(value, of: parameter)
        }
        self.open = open
        self.secrets = secrets
    }

    /// Checks that the parameters have the values that the requests of the kind need; documents that are there already need none.
    ///
    /// - Throws: The first parameter that lacks one.
    package func checkRequests(of kind: Kind) throws(KindError) {
        let all = DictionaryScope(open.merging(secrets.mapValues(Value.string)) { first, _ in first })
        for parameter in kind.parameters where all.values[parameter.name]?.text.isEmpty ?? true {
            if try parameter.required?.value(in: all, step: .parameters).isTrue == true { throw parameter.missing }
        }
    }

    private static func value(_ given: Value, of parameter: KindParameter) throws(KindError) -> Value {
        let value: Value
        do {
            value = try FieldConversion(.lenient).value(given, as: parameter.type, at: parameter.name)
        } catch {
            throw KindError(.parameters, at: error.path, error.reason, value: given.text)
        }
        if let number = value.number {
            if let minimum = parameter.minimum, number < minimum {
                throw KindError(.parameters, at: parameter.name, "it takes \(Value.double(minimum).text) or more", value: value.text)
            }
            if let maximum = parameter.maximum, number > maximum {
                throw KindError(.parameters, at: parameter.name, "it takes \(Value.double(maximum).text) or less", value: value.text)
            }
        }
        if let pattern = parameter.pattern, !value.text.matches(pattern) {
            throw KindError(.parameters, at: parameter.name, "it takes a text of the form '\(pattern)'", value: value.text)
        }
        return value
    }

    /// A text that identifies the instance by its values.
    package var identity: String {
        let told = open.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
        // Other secrets make another instance; only a hash of them is part of the text.
        let hidden = secrets.sorted { $0.key < $1.key }.map { item in
            "\(item.key)=#\(item.value.stableHash)"
        }
        return (told + hidden).joined(separator: "\u{1}")
    }
}

extension KindParameter {
    /// The error of a parameter without a value, with an example.
    fileprivate var missing: KindError {
        let example = sample.map { ", like 'with: { \(name): \($0.text) }'" } ?? ""
        return KindError(.parameters, at: name, "it has no value; give one under 'with' in the configuration\(example)")
    }
}

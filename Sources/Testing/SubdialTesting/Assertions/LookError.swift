import SubdialWidgets

/// The error of a look that a strategy was given.
struct LookError: Error, Sendable, CustomStringConvertible {
    let description: String

    /// The error of a function of `SnapshotStrategy` with an invalid argument.
    init(_ function: String, takes expected: String, not given: String) {
        description = "\(function) takes \(expected), not \(given)"
    }

    /// The error of a value that an axis does not have.
    init(_ axis: LookAxis, _ value: LookValue) {
        let given =
            switch value {
            case .text(let text): "'\(text)'"
            case .number(let number): "\(number)"
            case .flag(let flag): "\(flag)"
            case .panel: "these options"
            }
        self.init("\(axis.method ?? axis.name)(_:)", takes: axis.form.expected ?? "another value", not: given)
    }

    /// The error of a function with its reason.
    init(_ function: String, _ reason: String) { description = "\(function): \(reason)" }
}

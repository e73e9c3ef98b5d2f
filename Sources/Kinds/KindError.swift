/// The reason why data could not be turned into entries: the step, the position and the value.
public struct KindError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The steps from a request to an entry.
    public enum Step: String, Hashable, Sendable, Codable {
        case parameters, source, document, accept, data, timeline, fields, action
    }

    /// The step that failed.
    public var step: Step
    /// The position in `kind.yaml` or in the document: `fields.temperature`.
    public var place: String
    /// The problem and its remedy.
    public var reason: String
    /// The beginning of the offending value; empty if there is none.
    public var value: String
    /// True if the source was unreachable, as opposed to sending an invalid response.
    public var isUnreachable: Bool

    /// True if a command may not be run until the user trusts it.
    public var isUntrusted = false

    /// True if a pushing source has not sent anything yet.
    public private(set) var isWaiting = false

    /// The error of a pushing source that has not sent anything yet.
    public static func waiting(_ reason: String) -> KindError {
        var error = KindError(.source, reason)
        error.isWaiting = true
        return error
    }

    /// Makes an error.
    public init(_ step: Step, at place: String = "", _ reason: String, value: String = "", isUnreachable: Bool = false) {
        self.step = step
        self.place = place
        self.reason = reason
        self.value = Self.excerpt(value)
        self.isUnreachable = isUnreachable
    }

    /// The error with secrets replaced by dots.
    public func striking(_ secrets: some Collection<String>) -> KindError {
        guard !secrets.isEmpty else { return self }
        var error = self
        error.reason = reason.striking(secrets)
        error.value = value.striking(secrets)
        return error
    }

    /// The step, position, reason and value, on one line.
    public var description: String {
        let head =
            place.isEmpty || place == step.rawValue ? step.rawValue : place.hasPrefix(step.rawValue) ? place : "\(step.rawValue), \(place)"
        return "\(head): \(reason)" + (value.isEmpty ? "" : "; there is \(value)")
    }

    /// The beginning of a text on one line.
    static func excerpt(_ text: String) -> String {
        let line = text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 120 ? line.prefix(120) + "…" : line
    }
}

/// The problems of an unusable kind file.
public struct KindFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    public var file: String
    /// The problems with their positions, one line each.
    public var problems: [String]

    /// All problems, one line each.
    public var description: String { problems.joined(separator: "\n") }
}

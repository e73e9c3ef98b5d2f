/// Why data could not become entries: the step, the place, and the value that stands there.
public struct KindError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The steps from a request to an entry.
    public enum Step: String, Hashable, Sendable, Codable {
        case parameters, source, document, accept, data, timeline, fields, action
    }

    /// The step that failed.
    public var step: Step
    /// The place in `kind.yaml` or in the document: `fields.temperature`.
    public var place: String
    /// The problem, and what to do about it.
    public var reason: String
    /// The beginning of the value that stands there; empty where there is none.
    public var value: String
    /// True where the source could not be reached, rather than having answered something wrong.
    public var isUnreachable: Bool

    /// True where a command may not be run before its user has said so.
    public var isUntrusted = false

    /// True where a source that tells by itself has not told anything yet.
    public private(set) var isWaiting = false

    /// A source that tells by itself, and has not yet.
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

    /// The error with dots in place of secrets.
    public func striking(_ secrets: some Collection<String>) -> KindError {
        guard !secrets.isEmpty else { return self }
        var error = self
        error.reason = reason.striking(secrets)
        error.value = value.striking(secrets)
        return error
    }

    /// Step, place, reason and value, on one line.
    public var description: String {
        let head =
            place.isEmpty || place == step.rawValue ? step.rawValue : place.hasPrefix(step.rawValue) ? place : "\(step.rawValue), \(place)"
        return "\(head): \(reason)" + (value.isEmpty ? "" : "; there is \(value)")
    }

    /// The first of a text on one line.
    static func excerpt(_ text: String) -> String {
        let line = text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 120 ? line.prefix(120) + "…" : line
    }
}

/// A kind whose file cannot be used: all that is wrong with it.
public struct KindFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    public var file: String
    /// The problems, a line each, with their places.
    public var problems: [String]

    /// All problems, a line each.
    public var description: String { problems.joined(separator: "\n") }
}

import SubdialBasics

/// The reason why data could not be turned into entries: the step, the position and the value.
package struct KindError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The steps from a request to an entry.
    package enum Step: String, Hashable, Sendable, Codable {
        case parameters, source, document, accept, data, timeline, fields, action
    }

    /// The step that failed.
    package var step: Step
    /// The position in `kind.yaml` or in the document: `fields.temperature`.
    package var place: String
    /// The problem and its remedy.
    package private(set) var reason: String
    /// The beginning of the offending value; empty if there is none.
    package var value: String
    /// True if the source was unreachable, as opposed to sending an invalid response.
    package var isUnreachable: Bool

    /// True if a command may not be run until the user trusts it.
    package var isUntrusted = false

    /// True if a pushing source has not sent anything yet.
    package private(set) var isWaiting = false

    /// The error of a pushing source that has not sent anything yet.
    package static func waiting(_ reason: String) -> KindError {
        var error = KindError(.source, reason)
        error.isWaiting = true
        return error
    }

    /// Makes an error.
    package init(_ step: Step, at place: String = "", _ reason: String, value: String = "", isUnreachable: Bool = false) {
        self.step = step
        self.place = place
        self.reason = reason
        self.value = Self.excerpt(value)
        self.isUnreachable = isUnreachable
    }

    /// The error with secrets replaced by dots.
    package func striking(_ secrets: some Collection<String>) -> KindError {
        guard !secrets.isEmpty else { return self }
        var error = self
        error.reason = reason.striking(secrets)
        error.value = value.striking(secrets)
        return error
    }

    /// The step, position, reason and value, on one line.
    package var description: String {
        let head =
            place.isEmpty || place == step.rawValue ? step.rawValue : place.hasPrefix(step.rawValue) ? place : "\(step.rawValue), \(place)"
        return "\(head): \(reason)" + (value.isEmpty ? "" : "; there is \(value)")
    }

    /// The beginning of a text on one line.
    private static func excerpt(_ text: String) -> String {
        let line = String(text.prefix(400)).cleaned().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 120 ? line.prefix(120) + "…" : line
    }
}

/// The problems of an unusable kind file.
package struct KindFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    package var file: String
    /// The problems with their positions, one line each.
    package var problems: [String]

    /// All problems, one line each.
    package var description: String { problems.joined(separator: "\n") }
}

extension KindFileError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .badData }
}

extension KindError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch step {
        case .parameters: .wrongUsage
        case .source where isUnreachable, .action where isUnreachable: .unavailable
        case .source, .document, .accept, .data, .timeline, .fields, .action: .badData
        }
    }
}

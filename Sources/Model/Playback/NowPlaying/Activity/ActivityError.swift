import SubdialBasics
import SubdialDocuments
import SubdialTimeline

/// An error of a live activity.
public enum ActivityError: Error, Hashable, Sendable {
    /// Attributes and state exceed ``ActivityPayload/limit`` bytes.
    ///
    /// `largest` is the path of the largest text, and `largestBytes` is its size.
    case payloadTooLarge(bytes: Int, largest: String, largestBytes: Int)
    /// The JSON value at `path` is invalid.
    case wrong(path: String, reason: String)
    /// The text is not JSON.
    case notJSON(JSONError)

    /// Converts an error of the fields that activities share with entries.
    init(_ error: EntryError) {
        switch error {
        case .notJSON(let error): self = .notJSON(error)
        case .wrong(let path, let reason): self = .wrong(path: path, reason: reason)
        }
    }
}

extension ActivityError: CustomStringConvertible {
    /// The problem, its location and its solution, on one line without a full stop.
    public var description: String {
        switch self {
        case .payloadTooLarge(let bytes, let largest, let largestBytes):
            "the activity's attributes and state take \(bytes) bytes, \(bytes - ActivityPayload.limit) more than the "
                + "\(ActivityPayload.limit) there are; shorten \(largest), which takes \(largestBytes)"
        case .wrong(let path, let reason): "\(path): \(reason)"
        case .notJSON(let error): error.description
        }
    }
}

extension ActivityError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .badData }
}

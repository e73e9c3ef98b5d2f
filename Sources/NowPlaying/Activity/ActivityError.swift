import JSON
import Timeline

/// A live activity that cannot be shown, or not be read.
public enum ActivityError: Error, Hashable, Sendable {
    /// Attributes and state are larger than ``ActivityPayload/limit`` bytes.
    ///
    /// `largest` is the path of the text that takes the most of it, and `largestBytes` what that text takes.
    case payloadTooLarge(bytes: Int, largest: String, largestBytes: Int)
    /// It is JSON, but what stands at `path` is not what belongs there.
    case wrong(path: String, reason: String)
    /// It is not JSON.
    case notJSON(JSONError)

    /// The same fault, found by the fields that activities share with entries.
    init(_ error: EntryError) {
        switch error {
        case .notJSON(let error): self = .notJSON(error)
        case .wrong(let path, let reason): self = .wrong(path: path, reason: reason)
        }
    }
}

extension ActivityError: CustomStringConvertible {
    /// What is wrong, where, and what to do about it, on one line without a full stop.
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

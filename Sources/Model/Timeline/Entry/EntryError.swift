import SubdialBasics
import SubdialDocuments

/// An error in an entry file.
public enum EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not JSON.
    case notJSON(JSONError)
    /// The value at `path` is invalid.
    case wrong(path: String, reason: String)

    /// The location and the reason.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .wrong(let path, let reason): "\(path): \(reason)"
        }
    }
}

extension EntryError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .badData }
}

import JSON

/// An entry file that cannot be used.
public enum EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not JSON.
    case notJSON(JSONError)
    /// It is JSON, but what stands at `path` is not what belongs there.
    case wrong(path: String, reason: String)

    /// Where in the file it is, and what is wrong there.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .wrong(let path, let reason): "\(path): \(reason)"
        }
    }
}

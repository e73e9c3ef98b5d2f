import SubdialBasics
import SubdialSystem

/// The error of a queue on disk; what waited in it is still on disk.
package enum QueueError: ExitCoded, Hashable, Sendable {
    /// The maximum is pending; the reason says how much that is.
    case full(path: String, reason: String)
    /// Another process or thread changes the queue for too long.
    case busy(path: String)
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is damaged, or a newer release has written it; `aside` is its new path if it was renamed.
    case damaged(path: String, reason: String, aside: String?)
    /// The file cannot be written; it is unchanged.
    case unwritable(WriteError)

    /// The problem, its place and the remedy, in one line.
    package var description: String {
        switch self {
        case .full(let path, let reason): "\(path): \(reason)"
        case .busy(let path): "\(path): another process changes it"
        case .unreadable(let path, let reason): "\(path): it cannot be read: \(reason)"
        case .damaged(let path, let reason, nil): "\(path): \(reason); the next addition puts the file aside"
        case .damaged(let path, let reason, let aside?):
            "\(path): \(reason); the file is \(aside) from now on, and a new one begins: try again"
        case .unwritable(let error): error.description
        }
    }

    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .full, .busy: .refused
        case .unreadable, .damaged: .badData
        case .unwritable: .cannotWrite
        }
    }
}

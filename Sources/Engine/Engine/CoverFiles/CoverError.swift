import SubdialDrawing
import SubdialSystem

/// The error of a cover that cannot be shown.
enum CoverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source's picture cannot be decoded.
    case picture(ImageError)
    /// The system cannot create a thread.
    case noThread
    /// The requester was cancelled.
    case cancelled

    var description: String {
        switch self {
        case .picture(let error): "\(error)"
        case .noThread: "the system gives no thread for work with pictures; end other programs, or raise the limit of tasks"
        case .cancelled: "the cover is not wanted any longer"
        }
    }
}

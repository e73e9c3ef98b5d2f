import Drawing
import Files

/// Why a cover cannot be shown.
enum CoverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source's picture cannot be decoded.
    case picture(ImageError)
    /// The system gives no thread to work on.
    case noThread
    /// Who asked for it has gone.
    case cancelled

    var description: String {
        switch self {
        case .picture(let error): "\(error)"
        case .noThread: "the system gives no thread for work with pictures; end other programs, or raise the limit of tasks"
        case .cancelled: "the cover is not wanted any longer"
        }
    }
}

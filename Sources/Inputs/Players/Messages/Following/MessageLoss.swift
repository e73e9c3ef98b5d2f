import Glibc
import SubdialPlayback
import SubdialSystem

/// The reason why there is no input.
enum MessageLoss: Error, Hashable, Sendable {
    /// A system error; `code` is its `errno`.
    case system(code: Int32)
    /// The path is neither a regular file nor a FIFO.
    case wrongKind(String)
    /// The process has no standard input.
    case closedInput

    /// The reason why a file with this mode is unsuitable; nil for a regular file or a FIFO.
    init?(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG, S_IFIFO: return nil
        case S_IFDIR: self = .wrongKind("a directory")
        case S_IFCHR, S_IFBLK: self = .wrongKind("a device")
        case S_IFSOCK: self = .wrongKind("a socket")
        default: self = .wrongKind("no regular file")
        }
    }

    /// The error for clients of the source at `address`.
    func error(at address: MessageFileAddress) -> SourceError {
        switch self {
        case .system(let code) where code == EISDIR:
            Self.wrongKind("a directory").error(at: address)
        case .system(let code):
            .unreachable(address: address.text, reason: SystemError(code: code).description)
        case .wrongKind(let kind):
            .badAddress(
                address.text,
                reason: "it is \(kind); give a regular file, a FIFO as mkfifo makes it, or file:- for standard input")
        case .closedInput:
            .badAddress(address.text, reason: "this process has no standard input; pipe the messages into it, or give file:/PATH")
        }
    }
}

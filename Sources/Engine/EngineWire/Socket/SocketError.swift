import Glibc
import SubdialSystem

/// The error of the engine's socket or its folder.
package enum SocketError: Error, Equatable, Sendable {
    /// The environment specifies no folder for the socket.
    case noFolder
    /// The folder is not for the user alone, or cannot be created.
    case folder(PrivateFolderError)
    /// A process listens at the path, but accepts no connections, and its queue is full.
    case notAccepted(path: String)
    /// A system call for `path` failed.
    case failed(call: String, path: String, code: Int32)
}

extension SocketError: CustomStringConvertible {
    /// The problem, its place and the remedy.
    package var description: String {
        switch self {
        case .noFolder:
            "there is no folder for the engine's socket; set XDG_RUNTIME_DIR to a folder of yours, or HOME"
        case .folder(let error):
            "\(error)"
        case .notAccepted(let path):
            "\(path): the engine accepts no connections; run 'subdial engine stop'"
        case .failed(let call, let path, let code) where code == EMFILE || code == ENFILE:
            "\(path): \(call) failed (\(SystemError(code: code))); raise the limit on open files with 'ulimit -n'"
        case .failed(let call, let path, let code):
            "\(path): \(call) failed (\(SystemError(code: code)))"
        }
    }
}

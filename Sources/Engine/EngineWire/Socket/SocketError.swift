import Glibc
import SubdialSystem

/// The error of the engine's socket or its folder.
package enum SocketError: Error, Equatable, Sendable {
    /// The environment specifies no folder for the socket.
    case noFolder
    /// The folder does not exist and cannot be created.
    case cannotCreate(folder: String, code: Int32)
    /// The path is not a folder, or is a link.
    case notAFolder(String)
    /// The folder belongs to another user.
    case wrongOwner(folder: String, owner: UInt32)
    /// Other users have access to the folder.
    case wrongMode(folder: String, mode: UInt32)
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
        case .cannotCreate(let folder, let code):
            "\(folder): cannot be made (\(SystemError(code: code))); set XDG_RUNTIME_DIR to a folder of yours"
        case .notAFolder(let folder):
            "\(folder): not a folder, or a link to one; remove it"
        case .wrongOwner(let folder, let owner):
            "\(folder): belongs to user \(owner); have it removed, or set XDG_RUNTIME_DIR to a folder of yours"
        case .wrongMode(let folder, let mode):
            "\(folder): others may enter it (mode \(String(mode, radix: 8))); run 'chmod 700 \(folder)'"
        case .notAccepted(let path):
            "\(path): the engine accepts no connections; run 'subdial engine stop'"
        case .failed(let call, let path, let code) where code == EMFILE || code == ENFILE:
            "\(path): \(call) failed (\(SystemError(code: code))); raise the limit on open files with 'ulimit -n'"
        case .failed(let call, let path, let code):
            "\(path): \(call) failed (\(SystemError(code: code)))"
        }
    }
}

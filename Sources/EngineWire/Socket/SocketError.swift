import Glibc

/// Why the place where fronts and engine meet cannot be used.
public enum SocketError: Error, Equatable, Sendable {
    /// The environment names no folder that the socket could be in.
    case noFolder
    /// The folder is not there and cannot be made.
    case cannotCreate(folder: String, code: Int32)
    /// The folder is something else, or a link.
    case notAFolder(String)
    /// The folder belongs to another user.
    case wrongOwner(folder: String, owner: UInt32)
    /// Others than the user may look into the folder.
    case wrongMode(folder: String, mode: UInt32)
    /// Somebody listens at the path, and has accepted nobody for so long that the kernel lets no more connect.
    case notAccepted(path: String)
    /// A call about `path` failed.
    case failed(call: String, path: String, code: Int32)
}

extension SocketError: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .noFolder:
            "there is no folder for the engine's socket; set XDG_RUNTIME_DIR to a folder of yours, or HOME"
        case .cannotCreate(let folder, let code):
            "\(folder): cannot be made (\(Self.text(code))); set XDG_RUNTIME_DIR to a folder of yours"
        case .notAFolder(let folder):
            "\(folder): not a folder, or a link to one; remove it"
        case .wrongOwner(let folder, let owner):
            "\(folder): belongs to user \(owner); have it removed, or set XDG_RUNTIME_DIR to a folder of yours"
        case .wrongMode(let folder, let mode):
            "\(folder): others may enter it (mode \(String(mode, radix: 8))); run 'chmod 700 \(folder)'"
        case .notAccepted(let path):
            "\(path): nobody is accepted any more; run 'subdial engine stop'"
        case .failed(let call, let path, let code) where code == EMFILE || code == ENFILE:
            "\(path): \(call) failed (\(Self.text(code))); raise the limit on open files with 'ulimit -n'"
        case .failed(let call, let path, let code):
            "\(path): \(call) failed (\(Self.text(code)))"
        }
    }

    private static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}

import Glibc

/// Why the place where fronts and engine meet cannot be used.
public enum SocketError: Error, Equatable, Sendable {
    /// The socket's path has more than `limit` bytes.
    case pathTooLong(path: String, limit: Int)
    /// The folder is not there and cannot be made.
    case cannotCreate(folder: String, code: Int32)
    /// The folder is something else, or a link.
    case notAFolder(String)
    /// The folder belongs to another user.
    case wrongOwner(folder: String, owner: UInt32)
    /// Others than the user may look into the folder.
    case wrongMode(folder: String, mode: UInt32)
    /// A call about `path` failed.
    case failed(call: String, path: String, code: Int32)
}

extension SocketError: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .pathTooLong(let path, let limit):
            "\(path): longer than the \(limit) bytes of a socket's path; set XDG_RUNTIME_DIR to a shorter one"
        case .cannotCreate(let folder, let code):
            "\(folder): cannot be made (\(Self.text(code))); set XDG_RUNTIME_DIR to a folder of yours, or unset it"
        case .notAFolder(let folder):
            "\(folder): not a folder, or a link to one; remove it"
        case .wrongOwner(let folder, let owner):
            "\(folder): belongs to user \(owner); set XDG_RUNTIME_DIR to a folder of yours, or unset it"
        case .wrongMode(let folder, let mode):
            "\(folder): others may enter it (mode \(String(mode, radix: 8))); run 'chmod 700 \(folder)'"
        case .failed(let call, let path, let code):
            "\(path): \(call) failed (\(Self.text(code)))"
        }
    }

    private static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}

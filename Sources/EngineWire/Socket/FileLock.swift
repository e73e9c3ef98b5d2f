import Glibc

/// A lock on a file; it goes with its owner, or with the process.
public struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Takes the lock, nil where somebody else has it.
    ///
    /// - Throws: ``SocketError/failed(call:path:code:)`` where the file cannot be opened.
    public static func take(_ path: String) throws(SocketError) -> FileLock? {
        let raw = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard raw >= 0 else { throw .failed(call: "open", path: path, code: errno) }
        let file = Descriptor(raw)
        guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .failed(call: "flock", path: path, code: errno) }
            return nil
        }
        return FileLock(file: file)
    }

    private init(file: consuming Descriptor) {
        self.file = file
    }
}

import Glibc
import OperatingSystem

/// An exclusive lock on a file; it is released with its owner, or with the process.
public struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Takes the lock; nil if another owner holds it.
    ///
    /// - Throws: ``SocketError/failed(call:path:code:)`` if the file cannot be opened.
    public static func take(_ path: String) throws(SocketError) -> FileLock? {
        let raw = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard raw >= 0 else { throw .failed(call: "open", path: path, code: errno) }
        let file = Descriptor(raw)
        guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .failed(call: "flock", path: path, code: errno) }
            return nil
        }
        // `flock` does not report the holder. An additional record lock does, and unlike a process id in the file it is never out of date.
        var record = writeRecord
        _ = fcntl(raw, F_SETLK, &record)
        return FileLock(file: file)
    }

    /// The id of the process that holds the lock; nil if it is free, or this process holds it.
    public static func holder(of path: String) -> Int32? {
        let raw = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard raw >= 0 else { return nil }
        let file = Descriptor(raw)
        var record = writeRecord
        guard fcntl(file.raw, F_GETLK, &record) == 0, record.l_type != Int16(F_UNLCK), record.l_pid > 0 else { return nil }
        return record.l_pid
    }

    private static var writeRecord: flock {
        var record = flock()
        record.l_type = Int16(F_WRLCK)
        record.l_whence = Int16(SEEK_SET)
        return record
    }

    private init(file: consuming Descriptor) {
        self.file = file
    }
}

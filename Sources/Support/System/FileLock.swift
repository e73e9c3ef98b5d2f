import Glibc

/// An exclusive lock on a file; it is released with its owner, or with the process.
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Acquires the lock; nil if another owner holds it.
    ///
    /// The file is created if it does not exist, for its owner only.
    ///
    /// - Parameter isBlocking: True to block the thread until the lock is free; the system cannot end such a wait.
    /// - Throws: ``LockError`` if the file cannot be opened.
    package static func acquire(_ path: String, isBlocking: Bool = false) throws(LockError) -> FileLock? {
        let raw = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard raw >= 0 else { throw .failed(call: "open", path: path, code: errno) }
        let file = Descriptor(raw)
        var status = stat()
        // Others could hold the lock of a file that they can open.
        if fstat(raw, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == geteuid() { _ = fchmod(raw, 0o600) }
        while flock(raw, isBlocking ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if isBlocking, errno == EINTR { continue }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .failed(call: "flock", path: path, code: errno) }
            return nil
        }
        // `flock` does not report the holder. An additional record lock does, and unlike a process id in the file it is never out of date.
        var record = writeRecord
        _ = fcntl(raw, F_SETLK, &record)
        return FileLock(file: file)
    }

    /// Waits for the lock, and blocks the thread meanwhile; nil if another owner still holds it after `seconds`.
    package static func acquire(_ path: String, waiting seconds: Int) throws(LockError) -> FileLock? {
        for _ in 0..<(seconds * 100) {
            if let lock = try acquire(path) { return lock }
            usleep(10_000)
        }
        return nil
    }

    /// The id of the process that holds the lock; nil if it is free, or this process holds it.
    package static func holder(of path: String) -> Int32? {
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

/// The error of a lock's file that cannot be opened or locked.
package enum LockError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call for the file at `path` failed.
    case failed(call: String, path: String, code: Int32)
    /// The private folder of the file cannot be used.
    case folder(PrivateFolderError)

    /// The problem, its place and the remedy.
    package var description: String {
        switch self {
        case .failed(let call, let path, let code):
            let remedy = code == EMFILE || code == ENFILE ? "; raise the limit on open files with 'ulimit -n'" : ""
            return "\(path): \(call) failed (\(SystemError(code: code)))\(remedy)"
        case .folder(let error): return "\(error)"
        }
    }
}

/// A file lock with shared ownership; it is released with its last owner.
package final class SharedFileLock: Sendable {
    private let lock: FileLock

    /// Acquires the lock; nil if another process, or another part of this one, holds it.
    ///
    /// - Parameter isBlocking: True to block the thread until the lock is free; the result is never nil then.
    package init?(_ file: PrivateFile, isBlocking: Bool = false) throws(LockError) {
        guard let lock = try file.lock(isBlocking: isBlocking) else { return nil }
        self.lock = lock
    }

    /// Waits for the lock, and blocks the thread meanwhile; nil if another owner still holds it after `seconds`.
    package init?(_ file: PrivateFile, waiting seconds: Int) throws(LockError) {
        guard let lock = try file.lock(waiting: seconds) else { return nil }
        self.lock = lock
    }
}

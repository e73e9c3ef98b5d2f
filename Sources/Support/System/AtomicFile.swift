import Glibc
import Synchronization

/// The error of a failed write.
package struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    package let path: String
    /// The reason, with the system's message if there is one.
    package let reason: String

    /// Makes an error.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The file and the reason, on one line.
    package var description: String { "cannot write \(path): \(reason)" }
}

/// Atomic writes: files are written beside their final path and renamed to it.
///
/// What it creates is public, as far as the umask allows: pictures, documents, references. All else is a ``PrivateFile``.
package enum AtomicFile {
    private static let counter = Atomic<Int>(0)

    /// Writes `bytes` to `path`, and creates its folder.
    ///
    /// A file with the same contents is not touched, and one that is replaced keeps its permissions. A device or a FIFO is written to in
    /// place, since replacing it would affect all of its other users.
    ///
    /// - Parameters:
    ///   - isDurable: True to return only after `fsync`, so that the file survives a power failure.
    ///   - followsLinks: True to write to the file that a symbolic link leads to; otherwise the link is replaced.
    /// - Returns: True if the file has changed.
    /// - Throws: `WriteError` with the system's reason; the previous file is unchanged then.
    @discardableResult
    package static func write(
        _ bytes: [UInt8], to path: String, isDurable: Bool = false, followsLinks: Bool = true
    ) throws(WriteError) -> Bool {
        try write(bytes, to: path, isPrivate: false, isDurable: isDurable, followsLinks: followsLinks)
    }

    /// Writes a public or a private file; a private one becomes readable for its owner alone.
    static func write(
        _ bytes: [UInt8], to written: String, isPrivate: Bool, isDurable: Bool, followsLinks: Bool
    ) throws(WriteError) -> Bool {
        let path = followsLinks ? followed(written) : written
        switch kind(of: path, followsLinks: followsLinks) {
        case S_IFREG?, S_IFLNK?, nil: break
        case S_IFDIR?: throw WriteError(path: path, reason: "it is a folder")
        default:
            try writeInPlace(bytes, to: path)
            return true
        }
        let rights = rights(to: path, followsLinks: followsLinks)
        // A private file that others can read is written again.
        if !isPrivate || rights.map({ $0 & 0o077 == 0 }) ?? false, contains(path, bytes, followsLinks: followsLinks) { return false }
        let (folder, name) = try place(of: path, isPrivate: isPrivate)
        let temporary = try temporaryFile(
            of: bytes, beside: path, folder, name, rights: isPrivate ? 0o600 : rights, isDurable: isDurable)
        guard rename(temporary, path) == 0 else {
            let reason = SystemError.last.description
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        if isDurable { synchronize(folder) }
        return true
    }

    /// Creates a file that only its owner may read if none exists: if several processes try at the same time, one succeeds.
    ///
    /// - Parameter isDurable: True to return only after `fsync`, so that the file survives a power failure.
    /// - Returns: False if the path already exists; it is unchanged then.
    /// - Throws: `WriteError` with the system's reason.
    static func createPrivately(_ bytes: [UInt8], at path: String, isDurable: Bool) throws(WriteError) -> Bool {
        let (folder, name) = try place(of: path, isPrivate: true)
        let temporary = try temporaryFile(of: bytes, beside: path, folder, name, rights: 0o600, isDurable: isDurable)
        defer { unlink(temporary) }
        guard link(temporary, path) != 0 else {
            if isDurable { synchronize(folder) }
            return true
        }
        switch errno {
        case EEXIST: return false
        case EPERM, ENOTSUP, EMLINK, ENOSYS: return try createInPlace(bytes, at: path, isDurable: isDurable)
        default: throw WriteError(path: path, reason: SystemError.last.description)
        }
    }

    /// Creates a file on a file system without hard links, where the file exists before it is complete.
    private static func createInPlace(_ bytes: [UInt8], at path: String, isDurable: Bool) throws(WriteError) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw WriteError(path: path, reason: SystemError.last.description)
        }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor), !isDurable || fsync(descriptor) == 0 else {
            let reason = SystemError.last.description
            unlink(path)
            throw WriteError(path: path, reason: reason)
        }
        return true
    }

    /// Writes a temporary file beside the path and returns its path.
    ///
    /// - Parameter rights: The permissions of the file; nil for those of a new file.
    private static func temporaryFile(
        of bytes: [UInt8], beside path: String, _ folder: String, _ name: String, rights: mode_t?, isDurable: Bool
    ) throws(WriteError) -> String {
        var temporary = ""
        var descriptor: Int32 = -1
        // A killed process may have left its file, and in a container the next process has the same id.
        for _ in 0..<1000 {
            let number = counter.add(1, ordering: .relaxed).newValue
            temporary = "\(folder)/.\(shortened(name)).\(getpid()).\(number).new"
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights.map { $0 & 0o600 } ?? 0o644)
            if descriptor >= 0 || errno != EEXIST { break }
        }
        guard descriptor >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        // Not every file system has permissions to set.
        if let rights, rights != 0o600 { _ = fchmod(descriptor, rights) }
        guard writeAll(bytes, to: descriptor), !isDurable || fsync(descriptor) == 0 else {
            let reason = SystemError.last.description
            close(descriptor)
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        guard close(descriptor) == 0 else {
            let reason = SystemError.last.description
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        return temporary
    }

    /// A name that leaves room for more: file systems permit 255 bytes.
    private static func shortened(_ name: String) -> String {
        name.utf8.count > 200 ? String(decoding: name.utf8.prefix(200), as: UTF8.self) : name
    }

    /// The name of the file that a temporary file was to become, or its start if it is long; nil if `name` is not that of a temporary file.
    ///
    /// A killed process leaves its temporary file.
    package static func name(ofTemporary name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 5, parts[0].isEmpty, parts.last == "new", parts.suffix(3).dropLast().allSatisfy({ Int($0) != nil }) else {
            return nil
        }
        return parts[1..<(parts.count - 3)].joined(separator: ".")
    }

    /// Synchronizes a folder; not every file system supports this, and the file is complete either way.
    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Checks that a file can be written at `path`, and creates its folder; an existing file is not touched.
    ///
    /// It creates and removes a file beside the path, because the folder's permissions are not the only possible obstacle.
    ///
    /// - Throws: `WriteError` with the system's reason.
    package static func tryOut(_ path: String) throws(WriteError) {
        let (folder, name) = try place(of: path, isPrivate: false)
        if kind(of: path) == S_IFDIR { throw WriteError(path: path, reason: "it is a folder; name a file in it") }
        let probe = "\(folder)/.\(shortened(name)).\(getpid()).try"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        close(descriptor)
        unlink(probe)
    }

    /// Writes to a file that is not regular, such as `/dev/stdout` or a FIFO with a reader.
    private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(WriteError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw WriteError(path: path, reason: errno == ENXIO ? "nobody reads it" : SystemError.last.description)
        }
        // Only opening must not block for a reader.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        guard writeAll(bytes, to: descriptor) else {
            let reason = SystemError.last.description
            close(descriptor)
            throw WriteError(path: path, reason: reason)
        }
        guard close(descriptor) == 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
    }

    /// Writes all bytes; returns false with `errno` on failure.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// The target of a symbolic link; the path itself if it is not a link, or a broken one.
    private static func followed(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        let target = String(cString: resolved)
        // The target of a descriptor may have no path: `/proc/self/fd/1` must be opened as such.
        return target.hasPrefix("/") && kind(of: target) != nil ? target : path
    }

    /// True if the file has exactly this contents; a file of another size is not read.
    private static func contains(_ path: String, _ bytes: [UInt8], followsLinks: Bool) -> Bool {
        guard FileVersion(path: path, followsLinks: followsLinks)?.size == bytes.count else { return false }
        guard let held = try? InputFile.bytes(at: path, limit: bytes.count, accepting: .regular), held.count == bytes.count else {
            return false
        }
        return held.withUnsafeBytes { held in
            bytes.withUnsafeBytes { bytes in
                guard let one = held.baseAddress, let other = bytes.baseAddress else { return true }
                return memcmp(one, other, held.count) == 0
            }
        }
    }

    /// The permissions of the regular file at `path`; nil if this user has none there.
    private static func rights(to path: String, followsLinks: Bool) -> mode_t? {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return nil }
        return status.st_mode & 0o777
    }

    /// The type of the file at `path`, from `st_mode`; nil if it does not exist.
    private static func kind(of path: String, followsLinks: Bool = true) -> mode_t? {
        var status = stat()
        return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Gives a complete file its final path, on the disk.
    ///
    /// - Parameters:
    ///   - draft: The complete file, in the same folder.
    ///   - path: The final path; a file there is replaced.
    ///   - model: The file whose permissions it gets.
    /// - Throws: `WriteError` with the system's reason; the draft remains then.
    package static func complete(_ draft: String, as path: String, permissionsOf model: String) throws(WriteError) {
        let raw = open(draft, O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        let descriptor = Descriptor(raw)
        var status = stat()
        guard stat(model, &status) == 0, fchmod(descriptor.raw, status.st_mode & 0o777) == 0, fsync(descriptor.raw) == 0,
            rename(draft, path) == 0
        else { throw WriteError(path: path, reason: SystemError.last.description) }
    }
}

// Inside `AtomicFile` the name `write` is its own.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, buffer, count) }

extension AtomicFile {
    /// Creates the folder and its parents, as far as the umask allows for everybody; a private one is a ``PrivateFolder``.
    package static func makeFolder(_ path: String) throws(WriteError) {
        guard hasMade(path, 0o777) else { throw WriteError(path: path, reason: "its folder cannot be made") }
    }

    /// Creates the folder of a file; returns it with the file's name.
    ///
    /// - Parameter isPrivate: True for a private file: what does not exist yet is for its owner alone.
    private static func place(of path: String, isPrivate: Bool) throws(WriteError) -> (folder: String, name: String) {
        let parts = parts(of: path)
        guard hasMade(parts.folder, isPrivate ? 0o700 : 0o777) else { throw WriteError(path: path, reason: "its folder cannot be made") }
        return parts
    }

    private static func hasMade(_ path: String, _ mode: mode_t) -> Bool {
        if mkdir(path, mode) == 0 { return true }
        if errno == ENOENT {
            let folder = parts(of: path).folder
            guard folder != path, hasMade(folder, mode) else { return false }
            if mkdir(path, mode) == 0 { return true }
        }
        // Another process may have created it meanwhile, and on a file system that cannot be written to it may exist.
        return kind(of: path) == S_IFDIR
    }

    /// The folder and the last component of a path.
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let last = path.lastIndex(where: { $0 != "/" }) else { return (path.isEmpty ? "." : "/", "") }
        let name = path[...last]
        guard let slash = name.lastIndex(of: "/") else { return (".", String(name)) }
        let folder = name[..<slash]
        let end = folder.lastIndex { $0 != "/" }
        return (end.map { String(folder[...$0]) } ?? "/", String(name[name.index(after: slash)...]))
    }
}

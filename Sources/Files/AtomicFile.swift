import FoundationEssentials
import Glibc
import Synchronization

/// A file that could not be written.
public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that was to be written.
    public let path: String
    /// Why it could not be, in the system's words where it has any.
    public let reason: String

    /// Makes an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The file and the reason, on one line.
    public var description: String { "cannot write \(path): \(reason)" }
}

/// Files that are whole at every moment: written beside their place and renamed onto it.
public enum AtomicFile {
    private static let counter = Atomic<Int>(0)

    /// Writes `bytes` to `path`, making its folder.
    ///
    /// A file that holds them already is left alone. A link is followed. A device or a FIFO is written to where it stands, for a file in
    /// its place would take it from everybody else.
    ///
    /// - Parameters:
    ///   - isPrivate: True for a file that only its owner may read.
    ///   - isDurable: True to return only once the disk holds the file: it outlives a power cut.
    /// - Returns: True where the file is another one now.
    /// - Throws: `WriteError` with the system's reason; what stood at `path` stands there still.
    @discardableResult
    public static func write(
        _ bytes: [UInt8], to written: String, isPrivate: Bool = false, isDurable: Bool = false
    ) throws(WriteError) -> Bool {
        let path = followed(written)
        switch kind(of: path) {
        case S_IFREG?, nil: break
        case S_IFDIR?: throw WriteError(path: path, reason: "it is a folder")
        default:
            try writeInPlace(bytes, to: path)
            return true
        }
        if holds(path, bytes) { return false }
        let (folder, name) = try place(of: path)
        let temporary = try temporaryFile(of: bytes, beside: path, folder, name, isPrivate: isPrivate, isDurable: isDurable)
        guard rename(temporary, path) == 0 else {
            let reason = systemReason()
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        if isDurable { synchronize(folder) }
        return true
    }

    /// Makes a file of `bytes` where nothing stands yet: of several programs that do so at once one succeeds.
    ///
    /// - Parameters:
    ///   - isPrivate: True for a file that only its owner may read.
    ///   - isDurable: True to return only once the disk holds the file: it outlives a power cut.
    /// - Returns: False where something stands there already; it is left as it is.
    /// - Throws: `WriteError` with the system's reason.
    public static func create(
        _ bytes: [UInt8], at path: String, isPrivate: Bool = false, isDurable: Bool = false
    ) throws(WriteError) -> Bool {
        let (folder, name) = try place(of: path)
        let temporary = try temporaryFile(of: bytes, beside: path, folder, name, isPrivate: isPrivate, isDurable: isDurable)
        defer { unlink(temporary) }
        guard link(temporary, path) != 0 else {
            if isDurable { synchronize(folder) }
            return true
        }
        switch errno {
        case EEXIST: return false
        case EPERM, ENOTSUP, EMLINK, ENOSYS: return try createInPlace(bytes, at: path, isPrivate: isPrivate, isDurable: isDurable)
        default: throw WriteError(path: path, reason: systemReason())
        }
    }

    /// Makes a file on a file system that has no links: it is there before it is whole.
    private static func createInPlace(_ bytes: [UInt8], at path: String, isPrivate: Bool, isDurable: Bool) throws(WriteError) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw WriteError(path: path, reason: systemReason())
        }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor), !isDurable || fsync(descriptor) == 0 else {
            let reason = systemReason()
            unlink(path)
            throw WriteError(path: path, reason: reason)
        }
        return true
    }

    /// Writes a file beside its place, and returns its path.
    private static func temporaryFile(
        of bytes: [UInt8], beside path: String, _ folder: String, _ name: String, isPrivate: Bool, isDurable: Bool
    ) throws(WriteError) -> String {
        var temporary = ""
        var descriptor: Int32 = -1
        // One that was killed may have left a file, and in a container the next has the same number.
        for _ in 0..<1000 {
            let number = counter.add(1, ordering: .relaxed).newValue
            temporary = "\(folder)/.\(name).\(getpid()).\(number).new"
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
            if descriptor >= 0 || errno != EEXIST { break }
        }
        guard descriptor >= 0 else { throw WriteError(path: path, reason: systemReason()) }
        guard writeAll(bytes, to: descriptor), !isDurable || fsync(descriptor) == 0 else {
            let reason = systemReason()
            close(descriptor)
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        guard close(descriptor) == 0 else {
            let reason = systemReason()
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        return temporary
    }

    /// Has the disk hold a folder's names; not every file system can, and the file is whole either way.
    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// Tries whether a file can be written at `path` now, making its folder; what stands there is left as it is.
    ///
    /// A file is made beside the place and removed: what a folder's permissions say is not all that can be in the way.
    ///
    /// - Throws: `WriteError` with the system's reason.
    public static func tryOut(_ path: String) throws(WriteError) {
        let (folder, name) = try place(of: path)
        if kind(of: path) == S_IFDIR { throw WriteError(path: path, reason: "it is a folder; name a file in it") }
        let probe = "\(folder)/.\(name).\(getpid()).try"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw WriteError(path: path, reason: systemReason()) }
        close(descriptor)
        unlink(probe)
    }

    /// The folder of a file, which is made, and the file's name in it.
    private static func place(of path: String) throws(WriteError) -> (folder: String, name: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        do {
            try makeFolder(folder)
        } catch {
            throw WriteError(path: path, reason: error.reason)
        }
        return (folder, url.lastPathComponent)
    }

    /// Writes to what is no regular file, such as `/dev/stdout` or a FIFO that somebody reads.
    private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(WriteError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw WriteError(path: path, reason: errno == ENXIO ? "nobody reads it" : systemReason())
        }
        // Only the opening must not wait for a reader.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        guard writeAll(bytes, to: descriptor) else {
            let reason = systemReason()
            close(descriptor)
            throw WriteError(path: path, reason: reason)
        }
        guard close(descriptor) == 0 else { throw WriteError(path: path, reason: systemReason()) }
    }

    /// Writes all of the bytes; false with `errno` where the system takes no more.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// The path that a link leads to; the path itself where it is no link, or leads nowhere.
    private static func followed(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        let target = String(cString: resolved)
        // What a descriptor leads to need not have a path: `/proc/self/fd/1` is opened as such.
        return target.hasPrefix("/") && kind(of: target) != nil ? target : path
    }

    /// True where the file has exactly these bytes; a file of another length is not read.
    private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) == bytes.count, let existing = FileManager.default.contents(atPath: path),
            existing.count == bytes.count
        else { return false }
        return existing.withUnsafeBytes { one in
            bytes.withUnsafeBytes { other in
                guard let start = one.baseAddress, let second = other.baseAddress else { return true }
                return memcmp(start, second, one.count) == 0
            }
        }
    }

    /// The type of the file at `path` behind all links, as `st_mode` has it; nil where there is none.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Makes the folder and those above it.
    public static func makeFolder(_ path: String) throws(WriteError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw WriteError(path: path, reason: "its folder cannot be made")
        }
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}

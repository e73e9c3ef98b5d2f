import FoundationEssentials
import Glibc
import Synchronization

/// A file that could not be written.
public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that was to be written.
    public let path: String
    /// Why it could not be, in the system's words where it has any.
    public let reason: String

    /// The file and the reason, on one line.
    public var description: String { "cannot write \(path): \(reason)" }
}

/// Files that are whole at every moment: written beside their place and renamed onto it.
public enum AtomicFile {
    private static let counter = Atomic<Int>(0)

    /// Writes `bytes` to `path`, making its folder.
    ///
    /// A file that holds them already is left alone.
    ///
    /// - Returns: Whether the file is another one now.
    /// - Throws: `WriteError` with the system's reason; what stood at `path` stands there still.
    @discardableResult
    public static func write(_ bytes: [UInt8], to path: String) throws(WriteError) -> Bool {
        if let existing = FileManager.default.contents(atPath: path), existing.elementsEqual(bytes) { return false }
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        do {
            try makeFolder(folder)
        } catch {
            throw WriteError(path: path, reason: error.reason)
        }
        let number = counter.add(1, ordering: .relaxed).newValue
        let temporary = "\(folder)/.\(url.lastPathComponent).\(getpid()).\(number).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw WriteError(path: path, reason: systemReason()) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = systemReason()
                close(descriptor)
                unlink(temporary)
                throw WriteError(path: path, reason: reason)
            }
            offset += count
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let reason = systemReason()
            unlink(temporary)
            throw WriteError(path: path, reason: reason)
        }
        return true
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

import Glibc
import Logging
import SubdialEngineWire
import SubdialSystem

/// A marker file next to a file that an engine reads, locked while the engine runs.
///
/// Its bytes record the ends of earlier engines that read the same file.
final class ReadingMarker {
    /// A number that distinguishes this marker from others of the same file.
    var number = 0
    private let path: String
    private let markerPath: String
    private let file: Descriptor
    private let content: [UInt8]
    private let slot: Int?

    /// The maximum size of a marker, in bytes.
    private static let maximumLength = 64

    /// Creates or opens a locked marker; nil if another running engine holds it, or it cannot be created.
    init?(of path: String) {
        let markerPath = "\(path).reading"
        let raw = open(markerPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0o600)
        guard raw >= 0 else { return nil }
        let file = Descriptor(raw)
        var info = stat()
        // The previous holder may have removed it meanwhile.
        guard flock(raw, LOCK_EX | LOCK_NB) == 0, fstat(raw, &info) == 0, info.st_nlink > 0, info.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var buffer = [UInt8](repeating: 0, count: Self.maximumLength)
        let count = pread(raw, &buffer, buffer.count, 0)
        content = Array(buffer.prefix(max(0, count)))
        self.path = path
        self.markerPath = markerPath
        slot = CrashNote.watch(raw)
        self.file = file
    }

    deinit {
        if let slot { CrashNote.unwatch(slot) }
    }

    /// True if an engine that read the file has crashed.
    var hasCrashed: Bool { content.contains(CrashNote.mark) }

    /// The number of engines that ended while they read the file.
    var tries: Int { content.count }

    /// Appends a byte.
    func note(_ byte: UInt8) {
        var byte = byte
        _ = write(file.raw, &byte, 1)
    }

    /// Removes the marker, because the file is valid.
    func remove() {
        unlink(markerPath)
    }

    /// Renames the file, so that it is not read again, and removes the marker.
    func setAside(logger: Logger) {
        let aside = "\(path).bad"
        if rename(path, aside) == 0 {
            logger.error("an engine ended while it read \(path); the file is \(aside) from now on")
        } else {
            logger.error("an engine ended while it read \(path), which cannot be renamed (\(SystemError.last)); remove it")
        }
        remove()
    }
}

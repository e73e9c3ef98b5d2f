import EngineWire
import Glibc
import Logging

/// A file that stands beside one that an engine reads, locked for as long as the engine lives.
///
/// Its bytes tell what became of earlier engines that read the same file.
final class ReadingMarker {
    /// Tells this marker from another of the same file.
    var number = 0
    private let path: String
    private let markerPath: String
    private let file: Descriptor
    private let content: [UInt8]
    private let slot: Int?

    /// The most that is ever written into one, in bytes.
    private static let maximumLength = 64

    /// A locked marker; nil where another engine that lives has it, or there can be none.
    init?(of path: String) {
        let markerPath = "\(path).reading"
        let raw = open(markerPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0o600)
        guard raw >= 0 else { return nil }
        let file = Descriptor(raw)
        var info = stat()
        // Whoever had it may have removed it meanwhile.
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

    /// Whether an engine that read the file has crashed.
    var hasCrashed: Bool { content.contains(CrashNote.mark) }

    /// How many engines have ended while they read the file.
    var tries: Int { content.count }

    /// Adds a byte.
    func note(_ byte: UInt8) {
        var byte = byte
        _ = write(file.raw, &byte, 1)
    }

    /// Removes the marker: the file is sound.
    func remove() {
        unlink(markerPath)
    }

    /// Renames the file, so that nobody reads it again, and removes the marker.
    func setAside(logger: Logger) {
        let aside = "\(path).bad"
        if rename(path, aside) == 0 {
            logger.error("an engine ended while it read \(path); the file is \(aside) from now on")
        } else {
            logger.error("an engine ended while it read \(path), which cannot be renamed (\(String(cString: strerror(errno)))); remove it")
        }
        remove()
    }
}

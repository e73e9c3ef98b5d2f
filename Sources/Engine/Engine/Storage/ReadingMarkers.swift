import Glibc
import Logging
import SubdialConcurrency
import SubdialEngineWire
import SubdialSystem
import Synchronization

/// Prevents a state file that has ended one engine from ending the next.
///
/// While an engine reads a file, and until the content has been shown, a marker file exists next to it. The engine holds a lock on the
/// marker, so an unlocked marker belongs to an engine that ended meanwhile. If that engine crashed, the marker contains a crash mark, and
/// the file is renamed. If it was killed, the reason is unknown, and the file is read again; after two such ends it is renamed too.
package final class ReadingMarkers: Sendable {
    /// The markers of this process; there are none until ``begin()``, because a process that draws once and ends needs none.
    package static let shared = ReadingMarkers()

    /// The time for which a file counts as being read: long enough to show its content.
    private static let showingTime = Duration.seconds(3)
    /// The maximum number of ends without a crash while the same file was read.
    private static let tries = 2
    private static let tried = UInt8(ascii: "?")

    private struct State {
        var isOn = false
        var markers: [String: ReadingMarker] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())
    private let timers = TaskSet()

    init() {}

    /// Starts to mark files.
    package func start() {
        state.withLock { $0.isOn = true }
    }

    /// Removes all markers, because the process ends gracefully.
    package func end() {
        timers.cancel()
        state.withLock { state in
            state.isOn = false
            for marker in state.markers.values { marker.remove() }
            state.markers = [:]
        }
    }

    /// Reads a file under a marker; a file that has ended engines before is first renamed.
    ///
    /// - Parameter isShown: True if the content is about to be shown; the marker then stays for ``showingTime``.
    func reading<Content>(_ path: String, isShown: Bool, logger: Logger, _ read: () -> Content) -> Content {
        let number = mark(path, logger)
        let content = read()
        guard let number else { return content }
        if isShown {
            timers.add(after: Self.showingTime) { [weak self] in self?.unmark(path, number) }
        } else {
            unmark(path, number)
        }
        return content
    }

    /// Removes the marker of a file that is about to be replaced, because its old content is no longer a risk.
    func forget(_ path: String) {
        state.withLock { $0.markers.removeValue(forKey: path)?.remove() }
    }

    /// The number of a new marker; nil if there is one already, or none is made.
    private func mark(_ path: String, _ logger: Logger) -> Int? {
        state.withLock { state in
            guard state.isOn, state.markers[path] == nil, access(path, F_OK) == 0, let marker = ReadingMarker(of: path) else { return nil }
            guard !marker.hasCrashed, marker.tries < Self.tries else {
                marker.setAside(logger: logger)
                return nil
            }
            marker.write(Self.tried)
            state.nextNumber += 1
            marker.number = state.nextNumber
            state.markers[path] = marker
            return marker.number
        }
    }

    private func unmark(_ path: String, _ number: Int) {
        state.withLock { state in
            guard state.markers[path]?.number == number else { return }
            state.markers.removeValue(forKey: path)?.remove()
        }
    }
}

/// A marker file next to a file that an engine reads, locked while the engine runs.
///
/// Its bytes record the ends of earlier engines that read the same file.
final class ReadingMarker {
    /// A number that distinguishes this marker from others of the same file.
    fileprivate var number = 0
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
    fileprivate var hasCrashed: Bool { content.contains(CrashNote.mark) }

    /// The number of engines that ended while they read the file.
    fileprivate var tries: Int { content.count }

    /// Appends a byte.
    func write(_ byte: UInt8) {
        var byte = byte
        _ = Glibc.write(file.raw, &byte, 1)
    }

    /// Removes the marker, because the file is valid.
    fileprivate func remove() {
        unlink(markerPath)
    }

    /// Renames the file, so that it is not read again, and removes the marker.
    fileprivate func setAside(logger: Logger) {
        let aside = "\(path).bad"
        if rename(path, aside) == 0 {
            logger.error("an engine ended while it read \(path); the file is \(aside) from now on")
        } else {
            logger.error("an engine ended while it read \(path), which cannot be renamed (\(SystemError.last)); remove it")
        }
        remove()
    }
}

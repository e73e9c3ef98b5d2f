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
        var markers: [PrivateFile: ReadingMarker] = [:]
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
    func reading<Content>(_ file: PrivateFile, isShown: Bool, logger: Logger, _ read: () -> Content) -> Content {
        let number = mark(file, logger)
        let content = read()
        guard let number else { return content }
        if isShown {
            timers.add(after: Self.showingTime) { [weak self] in self?.unmark(file, number) }
        } else {
            unmark(file, number)
        }
        return content
    }

    /// Removes the marker of a file that is about to be replaced, because its old content is no longer a risk.
    func forget(_ file: PrivateFile) {
        state.withLock { $0.markers.removeValue(forKey: file)?.remove() }
    }

    /// The number of a new marker; nil if there is one already, or none is made.
    private func mark(_ file: PrivateFile, _ logger: Logger) -> Int? {
        state.withLock { state in
            guard state.isOn, state.markers[file] == nil, access(file.path, F_OK) == 0, let marker = ReadingMarker(of: file) else {
                return nil
            }
            guard !marker.hasCrashed, marker.tries < Self.tries else {
                marker.setAside(logger: logger)
                return nil
            }
            marker.write(Self.tried)
            state.nextNumber += 1
            marker.number = state.nextNumber
            state.markers[file] = marker
            return marker.number
        }
    }

    private func unmark(_ file: PrivateFile, _ number: Int) {
        state.withLock { state in
            guard state.markers[file]?.number == number else { return }
            state.markers.removeValue(forKey: file)?.remove()
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
    private let marker: Descriptor
    private let content: [UInt8]
    private let slot: Int?

    /// The maximum size of a marker, in bytes.
    private static let maximumLength = 64

    /// Creates or opens a locked marker; nil if another running engine holds it, or it cannot be created.
    init?(of file: PrivateFile) {
        let markerFile = file.appending(".reading")
        guard let marker = try? markerFile.open(O_RDWR | O_CREAT | O_APPEND) else { return nil }
        var info = stat()
        // The previous holder may have removed it meanwhile.
        guard flock(marker.raw, LOCK_EX | LOCK_NB) == 0, fstat(marker.raw, &info) == 0, info.st_nlink > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: Self.maximumLength)
        let count = pread(marker.raw, &buffer, buffer.count, 0)
        content = Array(buffer.prefix(max(0, count)))
        path = file.path
        markerPath = markerFile.path
        slot = CrashNote.watch(marker.raw)
        self.marker = marker
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
        _ = Glibc.write(marker.raw, &byte, 1)
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

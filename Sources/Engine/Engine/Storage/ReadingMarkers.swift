import Glibc
import Logging
import SubdialConcurrency
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
    static let showingTime = Duration.seconds(3)
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
    package func begin() {
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
            marker.note(Self.tried)
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

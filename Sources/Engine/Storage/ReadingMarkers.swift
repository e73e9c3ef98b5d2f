import Glibc
import Logging
import Synchronization

/// Keeps a state file that has ended one engine from ending the next.
///
/// While an engine reads a file, and until what it holds has been shown, a marker stands beside it. The engine has it locked, so that a
/// marker which nobody has locked is that of an engine which ended in between. One that crashed has said so in it: then the file is set
/// aside. Of one that was killed it is not known why it ended, and the file has another try; after two such ends it is set aside too.
public final class ReadingMarkers: Sendable {
    /// Those of this process, of which there are none until ``begin()``: what is drawn once, and ends, endangers nobody.
    public static let shared = ReadingMarkers()

    /// How long a file counts as being read: long enough to show what it holds.
    static let showingTime = Duration.seconds(3)
    /// How many engines may end without a crash while they read the same file.
    private static let tries = 2
    private static let tried = UInt8(ascii: "?")

    private struct State {
        var isOn = false
        var markers: [String: ReadingMarker] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    init() {}

    /// From now on marks what is read.
    public func begin() {
        state.withLock { $0.isOn = true }
    }

    /// Takes all marks back: the process ends in good order.
    public func end() {
        state.withLock { state in
            state.isOn = false
            for marker in state.markers.values { marker.remove() }
            state.markers = [:]
        }
    }

    /// Reads a file under a mark; what has ended engines before is set aside first.
    ///
    /// - Parameter isShown: Whether what is read is about to be shown, for which the mark stays for ``showingTime``.
    func reading<Content>(_ path: String, isShown: Bool, logger: Logger, _ read: () -> Content) -> Content {
        let number = mark(path, logger)
        let content = read()
        guard let number else { return content }
        if isShown {
            Task { [weak self] in
                try? await Task.sleep(for: Self.showingTime)
                self?.unmark(path, number)
            }
        } else {
            unmark(path, number)
        }
        return content
    }

    /// Takes the mark of a file back since the file is another now: what becomes of the engine is not the old one's doing.
    func forget(_ path: String) {
        state.withLock { $0.markers.removeValue(forKey: path)?.remove() }
    }

    /// The number of a new mark; nil where there is one already, or none is made.
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

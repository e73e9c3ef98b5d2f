import Synchronization

/// The time in which a feed shows one cover, from the moment at which it is told of it until the next one or the feed's end.
///
/// All work for a cover carries its turn: what is late finds that the turn is over, and changes nothing.
final class CoverTurn: Sendable {
    private struct State {
        var isOver = false
        var hasPicture = false
    }

    private let state = Mutex(State())

    /// Whether the cover is still the one to show.
    var isOn: Bool { state.withLock { !$0.isOver } }

    /// Whether the cover is still the one to show, and its picture has not been found yet.
    var isEmpty: Bool { state.withLock { !$0.isOver && !$0.hasPicture } }

    /// Notes whether the picture of this turn is known.
    func note(hasPicture: Bool) {
        state.withLock { $0.hasPicture = hasPicture }
    }

    /// Does something that must not happen after the turn; `body` must not come back here.
    func whileOn(_ body: () -> Void) {
        state.withLock { if !$0.isOver { body() } }
    }

    /// Does something that must not happen once the picture is there, either.
    func whileEmpty(_ body: () -> Void) {
        state.withLock { if !$0.isOver, !$0.hasPicture { body() } }
    }

    /// Ends the turn; what ``whileOn(_:)`` does is done by then.
    func end() {
        state.withLock { $0.isOver = true }
    }
}

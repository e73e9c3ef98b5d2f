import Synchronization

/// The period in which a feed shows one cover, until the next cover or the feed's end.
///
/// All work for a cover refers to its turn: late work finds that the turn has ended, and changes nothing.
final class CoverTurn: Sendable {
    private struct State {
        var isOver = false
        var hasPicture = false
    }

    private let state = Mutex(State())

    /// True if the cover is still the current one.
    var isOn: Bool { state.withLock { !$0.isOver } }

    /// True if the cover is still the current one, and its picture has not been found yet.
    var isEmpty: Bool { state.withLock { !$0.isOver && !$0.hasPicture } }

    /// Records if the picture of this turn is available.
    func note(hasPicture: Bool) {
        state.withLock { $0.hasPicture = hasPicture }
    }

    /// Calls `body` unless the turn has ended; `body` must not call methods of the turn.
    func whileOn(_ body: () -> Void) {
        state.withLock { if !$0.isOver { body() } }
    }

    /// Calls `body` unless the turn has ended or its picture is available.
    func whileEmpty(_ body: () -> Void) {
        state.withLock { if !$0.isOver, !$0.hasPicture { body() } }
    }

    /// Ends the turn, after any running ``whileOn(_:)``.
    func end() {
        state.withLock { $0.isOver = true }
    }
}

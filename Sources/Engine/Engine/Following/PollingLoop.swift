import SubdialBasics
import SubdialConcurrency
import Synchronization

/// The loop that polls a source for its subscribers, and for a time after the last access.
///
/// It wakes at the time that its last turn has returned, or when ``wake(asking:)`` is called.
final class PollingLoop: Sendable {
    private struct State {
        var lastAccess = ContinuousClock.now
        var hadSubscribers = false
        /// True if the next turn is asked to read the source.
        var isAsked = false
    }

    /// The time after the last access for which the loop runs.
    private let lingering: Duration
    private let state = Mutex(State())
    private let wakeUps = Listeners<Void>()

    /// Makes a loop that does not run.
    init(lingering: Duration) { self.lingering = lingering }

    /// Records an access.
    func recordAccess() { state.withLock { $0.lastAccess = .now } }

    /// Starts a turn now, or after the running one.
    ///
    /// - Parameter asking: True to ask for a reading. The next turn is asked even if other calls follow before it.
    func wake(asking: Bool = false) {
        if asking { state.withLock { $0.isAsked = true } }
        wakeUps.send(())
    }

    /// Runs turns until the task is cancelled, or there were neither subscribers nor accesses for the time of lingering.
    ///
    /// - Parameters:
    ///   - asking: True if the first turn is asked to read the source.
    ///   - hasSubscribers: Returns true while there are subscribers; call ``wake(asking:)`` when one has left.
    ///   - turn: Reads the source if it is asked to, or its time has come. It returns the time of the next turn, or nil.
    func run(
        asking: Bool = false, isolation: isolated (any Actor)? = #isolation, while hasSubscribers: () -> Bool,
        turn: (_ isAsked: Bool) async -> SteadyDate?
    ) async {
        state.withLock { $0.isAsked = asking }
        let alarm = Alarm { [wakeUps] in wakeUps.send(()) }
        var wakes = wakeUps.stream().makeAsyncIterator()
        while !Task.isCancelled, pauseTime(hasSubscribers()) != nil {
            let next = await turn(removeQuery())
            guard let rest = pauseTime(hasSubscribers()) else { return }
            let end = rest.isFinite ? SteadyDate.now + rest : nil
            alarm.set([next, end].compactMap { $0 }.min())
            await wakes.next(isolation: isolation)
        }
    }

    private func removeQuery() -> Bool {
        state.withLock { state in
            defer { state.isAsked = false }
            return state.isAsked
        }
    }

    /// The seconds until the loop ends, infinite while there are subscribers; nil if it ends now.
    private func pauseTime(_ hasSubscribers: Bool) -> Double? {
        state.withLock { state in
            // The end of the last subscriber is an access too.
            if hasSubscribers || state.hadSubscribers { state.lastAccess = .now }
            state.hadSubscribers = hasSubscribers
            guard !hasSubscribers else { return .infinity }
            let rest = lingering - (.now - state.lastAccess)
            return rest > .zero ? rest / .seconds(1) : nil
        }
    }
}

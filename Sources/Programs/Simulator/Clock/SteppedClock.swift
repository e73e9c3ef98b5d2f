import Synchronization

/// A clock that advances only on request, for tests that control the time.
package final class SteppedClock: Clock, Sendable {
    /// An instant of a stepped clock.
    package struct Instant: InstantProtocol {
        /// The time since the clock was created.
        package let offset: Duration

        /// The instant that is later by `duration`.
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The duration from this instant to the other.
        package func duration(to other: Instant) -> Duration { other.offset - offset }

        /// True if the left instant is earlier.
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())

    /// Makes a clock at zero.
    package init() {}

    /// The current time.
    package var now: Instant { state.withLock { $0.now } }

    /// The resolution: zero.
    package var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on this clock.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the time and wakes the tasks whose deadline has passed.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock has been advanced to the deadline.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        // Removes the mark of a cancellation that came after the wake-up.
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}

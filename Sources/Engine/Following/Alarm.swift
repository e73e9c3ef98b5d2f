import Clocks
import FoundationEssentials
import Synchronization

/// Calls a closure at a date that may be changed, with a single task, however often it is set.
///
/// Postponing the date does not restart the task, because a restart would be one more wake-up: the task wakes at the earlier date and sleeps again.
final class Alarm: Sendable {
    /// The minimum sleep in seconds, because the clocks are not read at the same moment.
    private static let shortest = 0.001

    private struct State {
        /// The date of the next call; nil for never.
        var due: Date?
        /// The date at which the sleeping task wakes; nil if no task sleeps.
        var wakes: Date?
        var task: Task<Void, Never>?
        /// The number of the sleeping task, which distinguishes it from earlier ones.
        var number = 0
    }

    private let state = Mutex(State())
    private let ring: @Sendable () -> Void

    init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

    deinit { stop() }

    /// Sets the date of the next call on the steady time line, in place of any earlier date; nil for never.
    func set(_ date: Date?) {
        state.withLock { state in
            state.due = date
            guard let date, state.wakes.map({ date < $0 }) ?? true else { return }
            state.wakes = date
            state.number += 1
            state.task?.cancel()
            state.task = Task { [weak self, number = state.number] in
                var wakes: Date? = date
                while let next = wakes {
                    let seconds = max(Self.shortest, next.timeIntervalSince(.steady))
                    guard (try? await Task.sleep(for: .seconds(seconds))) != nil, let self else { return }
                    wakes = self.woke(number)
                }
            }
        }
    }

    /// Cancels the next call.
    func stop() {
        state.withLock { state in
            state.task?.cancel()
            state = State(number: state.number + 1)
        }
    }

    /// Calls the closure if the date has come, and returns the date at which the task must wake again.
    private func woke(_ number: Int) -> Date? {
        let (rings, next) = state.withLock { state -> (Bool, Date?) in
            guard state.number == number else { return (false, nil) }
            let isDue = state.due.map { $0 <= .steady } ?? false
            if isDue { state.due = nil }
            state.wakes = state.due
            return (isDue, state.due)
        }
        if rings { ring() }
        return next
    }
}

import Clocks
import FoundationEssentials
import Synchronization

/// Rings at one moment, which may be changed: one task sleeps for it, however often it is.
///
/// Where the moment is put off, the task sleeps on: to wake it would be the wake-up that is to be spared.
final class Alarm: Sendable {
    /// The least seconds of sleep: clocks are not read at the same moment.
    private static let shortest = 0.001

    private struct State {
        /// When it is to ring; nil for never.
        var due: Date?
        /// When the sleeping task wakes; nil where none sleeps.
        var wakes: Date?
        var task: Task<Void, Never>?
        /// Tells the sleeping task from those before it.
        var number = 0
    }

    private let state = Mutex(State())
    private let ring: @Sendable () -> Void

    init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

    deinit { stop() }

    /// Has it ring at `date` on the steady time line, and at no other time; nil for never.
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

    /// Rings no more.
    func stop() {
        state.withLock { state in
            state.task?.cancel()
            state = State(number: state.number + 1)
        }
    }

    /// Rings where it is time to, and tells when the task is to wake again.
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

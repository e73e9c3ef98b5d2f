import FoundationEssentials
import SubdialConcurrency
import Synchronization

/// Calls a closure at a date that may be changed.
final class Alarm: Sendable {
    private let number: Int

    /// Creates an alarm without a date.
    ///
    /// - Parameter ring: It is called on the thread of ``TaskPool``, and must not block.
    init(_ ring: @escaping @Sendable () -> Void) { number = TaskPool.shared.addAlarm(ring) }

    deinit { TaskPool.shared.remove(number) }

    /// Sets the date of the next call on the steady time line, in place of any earlier date; nil for never.
    func set(_ date: Date?) {
        let due = date.map { date -> ContinuousClock.Instant in
            // Rather late than early: a line that is not due yet would need another wake-up.
            let rest = date.timeIntervalSince(.steady) + 1e-6
            return .now + .seconds(rest)
        }
        TaskPool.shared.set(number, due)
    }
}

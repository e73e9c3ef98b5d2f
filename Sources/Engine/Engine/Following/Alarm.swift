import SubdialBasics
import SubdialConcurrency
import Synchronization

/// Calls a closure at a time that may be changed.
final class Alarm: Sendable {
    private let number: Int

    /// Creates an alarm without a time.
    ///
    /// - Parameter ring: It is called on the thread of ``TaskPool``, and must not block.
    init(_ ring: @escaping @Sendable () -> Void) { number = TaskPool.shared.addAlarm(ring) }

    deinit { TaskPool.shared.remove(number) }

    /// Sets the time of the next call, in place of any earlier time; nil for never.
    func set(_ time: SteadyDate?) {
        // Rather late than early: a line that is not due yet would need another wake-up.
        let due = time.map { ContinuousClock.now + .seconds($0 - .now + 1e-6) }
        TaskPool.shared.set(number, due)
    }
}

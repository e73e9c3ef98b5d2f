import Glibc
import SubdialSystem
import Synchronization

/// Waits for descriptors, with a deadline and with cancellation.
struct MPDWaiting: Sendable {
    /// Wakes the thread so that it evaluates `isInterrupted` again.
    let wakeUp: WakeUp
    let isInterrupted: @Sendable () -> Bool

    /// Waits until the descriptor is ready or closed.
    ///
    /// - Parameters:
    ///   - events: The events to wait for, as in `pollfd.events`.
    ///   - deadline: nil to wait without a time limit.
    ///   - awaited: The name, in an error message, of the data that did not arrive.
    func wait(
        for descriptor: Int32, _ events: Int32, until deadline: ContinuousClock.Instant?, awaiting awaited: String
    ) throws(MPDError) {
        while true {
            if isInterrupted() { throw .cancelled }
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&descriptors, 2, deadline.map { Self.milliseconds(until: $0) } ?? -1)
            if descriptors[1].revents != 0 { wakeUp.drain() }
            if isInterrupted() { throw .cancelled }
            if count > 0, descriptors[0].revents != 0 { return }
            if let deadline, .now >= deadline { throw .timedOut(awaiting: awaited) }
            guard count >= 0 || errno == EINTR || errno == EAGAIN else { throw .closed(SystemError.last.description) }
        }
    }

    /// Rounded up, so that the thread does not spin just before the deadline.
    static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(clamping: min(seconds, 1 << 20) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

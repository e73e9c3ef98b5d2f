import Glibc
import SubdialCGlibc
import SubdialConcurrency
import SubdialSystem
import Synchronization

/// Reports changes of the wall clock (timerfd).
///
/// All watchers share one descriptor and one blocked thread; both are created for the first watcher.
final class ClockWatch: Sendable {
    /// The shared watch of this process.
    static let shared = ClockWatch()

    private let hasStarted = Mutex(false)
    private let watchers = Listeners<Void>()

    /// An element each time that the wall clock is set; none if the system does not report it.
    func changes() -> AsyncStream<Void> {
        // A stream that exists before the thread misses no change.
        defer { hasStarted.withLock { start(&$0) } }
        return watchers.stream()
    }

    private func start(_ hasStarted: inout Bool) {
        guard !hasStarted else { return }
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(O_CLOEXEC))
        guard descriptor >= 0 else { return }
        guard WorkThread.detach({ self.run(descriptor) }) else {
            close(descriptor)
            return
        }
        hasStarted = true
    }

    /// Blocks until the clock is set, which cancels a timer that never expires.
    private func run(_ descriptor: Int32) {
        // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET
        let flags: Int32 = 1 | 2
        while true {
            var never = itimerspec()
            // A hundred years from now.
            never.it_value.tv_sec = time(nil) + 3_155_760_000
            guard timerfd_settime(descriptor, flags, &never, nil) == 0 || errno == ECANCELED else { break }
            var count: UInt64 = 0
            let size = read(descriptor, &count, 8)
            guard size < 0 else { continue }
            if errno == EINTR { continue }
            guard errno == ECANCELED else { break }
            watchers.send(())
        }
        close(descriptor)
        hasStarted.withLock { $0 = false }
    }
}

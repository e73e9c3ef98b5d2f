import FoundationEssentials

extension Date {
    /// The first reading of both clocks in this process.
    private static let origin = (wall: Date.now, instant: ContinuousClock.now)

    /// The current time on a monotonic time line, which advances in real time, also during suspend.
    ///
    /// It starts at the wall-clock time of its first use in the process, and follows the monotonic clock (`CLOCK_BOOTTIME`), so that
    /// setting the wall clock does not change it. Use it for everything that is ordered or measured within a process. Its dates are not
    /// valid in other processes or for display: see ``wallOffset``.
    package static var steady: Date {
        origin.wall.addingTimeInterval((ContinuousClock.now - origin.instant) / .seconds(1))
    }

    /// The seconds by which the wall clock is ahead of ``steady``: 0 until the wall clock is set by half a second or more.
    ///
    /// A smaller offset is within the error of reading two clocks one after the other, and not visible on a displayed clock.
    package static var wallOffset: Double {
        let offset = Date.now.timeIntervalSince(.steady)
        return abs(offset) < 0.5 ? 0 : (offset * 1000).rounded() / 1000
    }
}

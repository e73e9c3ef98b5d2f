import FoundationEssentials

extension Date {
    /// The process's first moment on both clocks.
    private static let origin = (wall: Date.now, instant: ContinuousClock.now)

    /// The present on a time line that only runs forward, at the pace of real time and through suspends.
    ///
    /// It begins at the wall clock's time of this process's first look, and goes on by the monotonic clock (`CLOCK_BOOTTIME`): it does not
    /// follow when somebody sets the wall clock. Whatever is ordered or measured within a process is dated by it. Its dates mean nothing
    /// to another process, or to a person: see ``wallOffset``.
    public static var steady: Date {
        origin.wall.addingTimeInterval((ContinuousClock.now - origin.instant) / .seconds(1))
    }

    /// Seconds that the wall clock is ahead of ``steady``: 0 until somebody sets the wall clock by half a second or more.
    ///
    /// Less is within what two looks at two clocks differ by, and no reader of a clock sees it.
    public static var wallOffset: Double {
        let offset = Date.now.timeIntervalSince(.steady)
        return abs(offset) < 0.5 ? 0 : (offset * 1000).rounded() / 1000
    }
}

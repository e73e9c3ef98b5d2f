import Glibc

/// A moment on the clock by which sd-bus counts.
struct MonotonicTime: Comparable {
    var microseconds: UInt64

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(microseconds: UInt64(max(0, time.tv_sec)) * 1_000_000 + UInt64(max(0, time.tv_nsec)) / 1000)
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.microseconds < right.microseconds }

    static func + (left: MonotonicTime, right: Duration) -> MonotonicTime {
        let (sum, overflows) = left.microseconds.addingReportingOverflow(right.microseconds)
        return MonotonicTime(microseconds: overflows ? .max : sum)
    }

    /// Milliseconds from now until then, not too few, as `poll` wants them.
    var millisecondsLeft: Int32 {
        let now = Self.now.microseconds
        return microseconds <= now ? 0 : Int32(clamping: (microseconds - now + 999) / 1000)
    }
}

extension Duration {
    /// Whole microseconds, 0 or more.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) &* 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }
}

import Glibc

/// A time on `CLOCK_MONOTONIC`, which sd-bus uses for its timeouts.
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

    /// The milliseconds from now until this time, rounded up, as a timeout for `poll`.
    var millisecondsLeft: Int32 {
        let now = Self.now.microseconds
        return microseconds <= now ? 0 : Int32(clamping: (microseconds - now + 999) / 1000)
    }
}

extension Duration {
    /// The duration in whole microseconds; 0 if it is negative.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) &* 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }
}

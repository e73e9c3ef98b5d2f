import Glibc

/// Milliseconds on the monotonic clock.
package enum Moment {
    /// The clock's present reading.
    package static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Sleeps.
    package static func pause(milliseconds: Int) {
        _ = poll(nil, 0, Int32(clamping: milliseconds))
    }

    /// Polls a condition every 10 ms; false if it does not hold within `milliseconds`.
    package static func wait(atMost milliseconds: Int, until condition: () -> Bool) -> Bool {
        let deadline = now + milliseconds
        while !condition() {
            guard now < deadline else { return false }
            pause(milliseconds: 10)
        }
        return true
    }
}

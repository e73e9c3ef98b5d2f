import Glibc

/// Milliseconds on a clock that only goes forward.
public enum Moment {
    /// The clock's present reading.
    public static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Does nothing for a while.
    public static func pause(milliseconds: Int) {
        _ = poll(nil, 0, Int32(clamping: milliseconds))
    }

    /// Looks again and again until a condition holds; false where it does not within `milliseconds`.
    public static func wait(atMost milliseconds: Int, until condition: () -> Bool) -> Bool {
        let deadline = now + milliseconds
        while !condition() {
            guard now < deadline else { return false }
            pause(milliseconds: 10)
        }
        return true
    }
}

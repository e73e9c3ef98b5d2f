import Glibc

/// Tells that the machine has slept: the clock that counts during suspend has gained on the one that does not.
package struct SleepMeter: Sendable {
    /// The least number of seconds that count as a sleep: both clocks are read one after the other.
    private static let least = 1.0

    private var offset = SleepMeter.currentOffset

    /// Starts to measure.
    package init() {}

    /// True if the machine has slept since the last call.
    package mutating func hasSlept() -> Bool {
        let current = Self.currentOffset
        defer { offset = current }
        return current - offset >= Self.least
    }

    /// The seconds of suspend since boot.
    private static var currentOffset: Double { seconds(CLOCK_BOOTTIME) - seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

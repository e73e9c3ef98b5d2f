import FoundationEssentials

/// A simultaneous reading of the machine's clocks.
package struct ClockReading: Hashable, Sendable {
    /// The wall clock.
    package var wall: Date
    /// The seconds since the machine was booted, including suspend (`CLOCK_BOOTTIME`).
    fileprivate var uptime: Double
    /// The boot id; empty if the system does not provide one.
    fileprivate var boot: String

    /// Makes a reading.
    package init(wall: Date, uptime: Double, boot: String) {
        self.wall = wall
        self.uptime = uptime
        self.boot = boot
    }
}

/// The time line of a match: the monotonic clock while the machine runs, the wall clock across a reboot.
///
/// Setting the wall clock does not change the match's minute.
package struct MatchClock: Hashable, Sendable, Codable {
    /// A time on the time line.
    private var anchor: Date
    /// The machine's uptime at that time.
    private var uptime: Double
    private var boot: String
    /// The seconds by which the wall clock was ahead of the time line when they were last compared.
    private var lastShift: Double

    /// Makes a time line that starts at the wall-clock time.
    package init(_ reading: ClockReading) {
        (anchor, uptime, boot, lastShift) = (reading.wall, reading.uptime, reading.boot, 0)
    }

    /// The current time on the time line.
    package func now(_ reading: ClockReading) -> Date {
        guard isSameBoot(reading) else { return max(anchor, reading.wall.addingTimeInterval(-lastShift)) }
        return anchor.addingTimeInterval(reading.uptime - uptime)
    }

    /// The seconds by which the wall clock is ahead of the time line.
    package func shift(_ reading: ClockReading) -> Double {
        let shift = reading.wall.timeIntervalSince(now(reading))
        // Two clocks that are read one after the other differ by this much.
        return abs(shift - lastShift) < 0.05 ? lastShift : shift
    }

    /// Moves the anchor to the current time.
    package mutating func renew(_ reading: ClockReading) {
        let (now, shift) = (now(reading), shift(reading))
        (anchor, uptime, boot, lastShift) = (now, reading.uptime, reading.boot, shift)
    }

    private func isSameBoot(_ reading: ClockReading) -> Bool {
        !boot.isEmpty && reading.boot == boot
    }
}

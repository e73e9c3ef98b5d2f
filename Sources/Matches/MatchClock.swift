import FoundationEssentials

/// A reading of the machine's clocks at one moment.
public struct ClockReading: Hashable, Sendable {
    /// The wall clock.
    public var wall: Date
    /// Seconds since the machine was started, those of its sleep among them (`CLOCK_BOOTTIME`).
    public var uptime: Double
    /// The identity of this run of the machine; empty where the system does not tell.
    public var boot: String

    /// Makes a reading.
    public init(wall: Date, uptime: Double, boot: String) {
        self.wall = wall
        self.uptime = uptime
        self.boot = boot
    }
}

/// The time line of a match: the monotonic clock while the machine runs, the wall clock across a restart.
///
/// Setting the wall clock does not change a match's minute.
public struct MatchClock: Hashable, Sendable, Codable {
    /// A moment on the time line.
    private var anchor: Date
    /// The machine's uptime at that moment.
    private var uptime: Double
    private var boot: String
    /// Seconds that the wall clock was ahead of the time line at the last look.
    private var lastShift: Double

    /// Makes a time line that begins with the wall clock's date.
    public init(_ reading: ClockReading) {
        (anchor, uptime, boot, lastShift) = (reading.wall, reading.uptime, reading.boot, 0)
    }

    /// The present on the time line.
    public func now(_ reading: ClockReading) -> Date {
        guard isSameBoot(reading) else { return max(anchor, reading.wall.addingTimeInterval(-lastShift)) }
        return anchor.addingTimeInterval(reading.uptime - uptime)
    }

    /// Seconds that the wall clock is ahead of the time line.
    public func shift(_ reading: ClockReading) -> Double {
        let shift = reading.wall.timeIntervalSince(now(reading))
        // Two looks at two clocks differ by that much.
        return abs(shift - lastShift) < 0.05 ? lastShift : shift
    }

    /// Moves the anchor to the present.
    public mutating func renew(_ reading: ClockReading) {
        let (now, shift) = (now(reading), shift(reading))
        (anchor, uptime, boot, lastShift) = (now, reading.uptime, reading.boot, shift)
    }

    private func isSameBoot(_ reading: ClockReading) -> Bool {
        !boot.isEmpty && reading.boot == boot
    }
}

import FoundationEssentials

/// A time of the steady clock, which advances in real time, also during suspend, and which nobody can set.
///
/// Everything that is ordered or measured within a process has such a time. It means nothing in other processes, in files, or for display:
/// there are dates of the wall clock, and a ``ClockPair`` converts one to the other.
public struct SteadyDate: Hashable, Comparable, Sendable {
    /// The seconds since the clock's origin, which differs between processes.
    public var seconds: Double

    /// The time `seconds` after the clock's origin.
    public init(seconds: Double) { self.seconds = seconds }

    /// A time before any other that is in use.
    public static let distantPast = SteadyDate(seconds: -1e12)

    /// True if `left` is earlier.
    public static func < (left: SteadyDate, right: SteadyDate) -> Bool { left.seconds < right.seconds }
    /// The time some seconds after `date`.
    public static func + (date: SteadyDate, seconds: Double) -> SteadyDate { SteadyDate(seconds: date.seconds + seconds) }
    /// The seconds from `right` to `left`.
    public static func - (left: SteadyDate, right: SteadyDate) -> Double { left.seconds - right.seconds }
}

/// The steady clock and the wall clock at the same moment.
public struct ClockPair: Hashable, Sendable {
    /// The steady clock.
    public var steady: SteadyDate
    /// The wall clock.
    public var wall: Date

    /// Creates the reading of both clocks.
    public init(steady: SteadyDate, wall: Date) {
        self.steady = steady
        self.wall = wall
    }

    /// The date that the wall clock shows at a steady time, if it is not set in between.
    public func date(_ time: SteadyDate) -> Date { wall.addingTimeInterval(time - steady) }

    /// True if the wall clock was not set between the two readings.
    public func isSameWallClock(as other: ClockPair) -> Bool { abs(date(other.steady).timeIntervalSince(other.wall)) < 0.1 }

    /// The steady time at which the wall clock shows a date, if it is not set in between.
    public func time(_ date: Date) -> SteadyDate { steady + date.timeIntervalSince(wall) }
}

import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// The movement of a peak meter: it rises at once, and falls slowly.
///
/// The fall is that of a type I peak programme meter (IEC 60268-10): 20 dB in 1.7 s. The highest level of late is held for 1.5 s and falls at
/// the same speed from then on.
public struct MeterBallistics: Hashable, Sendable {
    /// The level in dB that counts as silence.
    public static let floor = -60.0
    /// Decibels by which a level falls in a second.
    public static let fall = 20 / 1.7
    /// Seconds for which a peak is held.
    public static let hold = 1.5

    /// The level that the meter shows, in dB: ``floor`` to 0, and above 0 where the signal is clipped.
    public private(set) var level = Self.floor
    /// The peak that the meter holds, in dB; never below the level.
    public private(set) var peak = Self.floor
    /// The time of the last measurement, in seconds.
    private var time: Double?
    /// The time from which the peak falls, in seconds.
    private var peakFalls = 0.0

    /// Makes a meter that shows silence.
    public init() {}

    /// Takes a measurement.
    ///
    /// - Parameters:
    ///   - decibels: The level; anything that is no number counts as silence, and more than 60 dB as 60.
    ///   - now: Seconds on any steady clock; a time before the last one counts as the last one.
    public mutating func take(_ decibels: Double, at now: Double) {
        let heard = decibels.isNaN ? Self.floor : min(max(Self.floor, decibels), 60)
        let before = time ?? now
        let now = max(now, before)
        time = now
        level = max(heard, level - Self.fall * (now - before), Self.floor)
        if heard >= peak {
            (peak, peakFalls) = (heard, now + Self.hold)
        } else if now > peakFalls {
            peak = max(peak - Self.fall * (now - max(before, peakFalls)), level)
        }
    }

    /// True while the meter shows nothing at all, and nothing will move until something is heard.
    public var isSilent: Bool { level <= Self.floor && peak <= Self.floor }

    /// The decibels of a linear amplitude, 1 for full scale: 20 log10.
    public static func decibels(amplitude: Double) -> Double {
        guard amplitude > 0 else { return -.infinity }
        return 20 * log10(amplitude)
    }
}

import FoundationEssentials
import Glibc

/// The ballistics of a peak meter: it rises immediately and falls slowly.
///
/// The fall is that of a type I peak programme meter (IEC 60268-10): 20 dB in 1.7 s. The peak is held for 1.5 s and then falls at the same
/// rate.
package struct MeterBallistics: Hashable, Sendable {
    /// The level of silence, in dB.
    package static let floor = -60.0
    /// The fall of the level, in dB per second.
    package static let fall = 20 / 1.7
    /// The seconds for which a peak is held.
    package static let hold = 1.5

    /// The displayed level in dB: ``floor`` to 0, and above 0 if the signal is clipped.
    package private(set) var level = Self.floor
    /// The displayed peak in dB; never below the level.
    package private(set) var peak = Self.floor
    /// The time of the last measurement, in seconds.
    private var time: Double?
    /// The time from which the peak falls, in seconds.
    private var peakFalls = 0.0

    /// Makes a meter that shows silence.
    package init() {}

    /// Adds a measurement.
    ///
    /// - Parameters:
    ///   - decibels: The level; NaN is treated as silence, and more than 60 dB as 60.
    ///   - now: The seconds on any steady clock; a time before the last one is treated as the last one.
    package mutating func update(_ decibels: Double, at now: Double) {
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

    /// True while the meter shows silence and does not move without a measurement.
    package var isSilent: Bool { level <= Self.floor && peak <= Self.floor }

    /// The level in dB of a linear amplitude, 1 for full scale: 20 log10.
    package static func decibels(amplitude: Double) -> Double {
        guard amplitude > 0 else { return -.infinity }
        return 20 * log10(amplitude)
    }
}

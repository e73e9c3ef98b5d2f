/// The level meters of a mixer's channels.
package struct MixerMeters: Hashable, Sendable {
    /// The resolution of the displayed levels in dB; smaller changes are not shown.
    private static let step = 0.5

    private var meters: [String: MeterBallistics] = [:]
    /// When channels were last measured.
    private var heard: [String: Double] = [:]
    /// The seconds between two measurements of a channel.
    private let interval: Double

    /// Makes meters that show silence.
    ///
    /// - Parameter interval: The seconds between two measurements of a channel that is not silent.
    package init(interval: Double) { self.interval = interval }

    /// Adds measurements; the meters of channels without one for two intervals fall.
    ///
    /// - Parameters:
    ///   - peaks: The highest amplitudes since the last call by channel id, 1 for full scale.
    ///   - now: The seconds on any steady clock.
    package mutating func take(_ peaks: [String: Double], at now: Double) {
        for (id, amplitude) in peaks {
            heard[id] = now
            meters[id, default: MeterBallistics()].take(MeterBallistics.decibels(amplitude: amplitude), at: now)
        }
        for (id, time) in heard where now - time >= 2 * interval {
            meters[id]?.take(-.infinity, at: now)
            if meters[id]?.isSilent == true { (meters[id], heard[id]) = (nil, nil) }
        }
    }

    /// True while all meters show silence.
    package var isSilent: Bool { meters.isEmpty }

    /// The mixer with the current levels of the channels that are measured.
    package func levels(of mixer: Mixer) -> Mixer {
        var mixer = mixer
        for index in mixer.channels.indices where mixer.channels[index].level != nil {
            let meter = meters[mixer.channels[index].id] ?? MeterBallistics()
            mixer.channels[index].level = Self.rounded(meter.level)
            mixer.channels[index].peak = Self.rounded(meter.peak)
        }
        return mixer
    }

    private static func rounded(_ decibels: Double) -> Double { (decibels / step).rounded() * step }
}

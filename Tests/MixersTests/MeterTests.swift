import Testing

@testable import SubdialMixers

/// Tests of levels with an immediate rise and a slow fall.
@Suite struct MeterTests {
    /// Measurements in dB with their times, and the resulting level and peak.
    @Test(
        arguments: [
            ([], -60, -60), ([(0, -6)], -6, -6), ([(0, -6), (0.1, -20)], -6 - 2 / 1.7, -6), ([(0, -6), (1.7, -60)], -26, -6 - 4 / 1.7),
            ([(0, -6), (1.5, -60)], -6 - 30 / 1.7, -6), ([(0, -6), (60, -60)], -60, -60), ([(0, -6), (1, -3)], -3, -3),
            ([(0, -6), (1.7, -.infinity), (1.7, -.infinity)], -26, -6 - 4 / 1.7), ([(0, .nan)], -60, -60), ([(0, .infinity)], 60, 60),
            // A clock that goes back counts as standing still.
            ([(5, -6), (3, -60), (5, -60)], -6, -6),
        ] as [([(Double, Double)], Double, Double)])
    func ballistics(_ measurements: [(at: Double, decibels: Double)], _ level: Double, _ peak: Double) {
        var meter = MeterBallistics()
        for measurement in measurements { meter.update(measurement.decibels, at: measurement.at) }
        #expect((meter.level * 1e6).rounded() == (level * 1e6).rounded())
        #expect((meter.peak * 1e6).rounded() == (peak * 1e6).rounded())
        #expect(meter.isSilent == (level == -60 && peak == -60))
    }

    /// The speed of the fall does not depend on the rate of measurements.
    @Test(arguments: [1, 2, 15, 60]) func theRateDoesNotMatter(_ rate: Int) {
        var meter = MeterBallistics()
        meter.update(0, at: 0)
        for step in 1...(3 * rate) { meter.update(-.infinity, at: Double(step) / Double(rate)) }
        #expect((meter.level * 1e6).rounded() == (-60 / 1.7 * 1e6).rounded())
        #expect(meter.peak <= -30 / 1.7 + MeterBallistics.fall / Double(rate) && meter.peak >= -30 / 1.7 - 1e-9)
    }

    @Test func onlyMeasuredChannelsHaveLevels() {
        func channel(_ id: String, _ level: Double?) -> MixerChannel {
            MixerChannel(id: id, kind: .output, name: id, volume: 1, isMuted: false, isActive: true, level: level, peak: level)
        }
        let mixer = Mixer(channels: [channel("output:a", -60), channel("output:b", nil)], server: "test")
        var meters = MixerMeters(interval: 0.1)
        #expect(meters.isSilent && meters.levels(of: mixer) == mixer)
        meters.update(["output:a": 0.5, "output:b": 1], at: 0)
        #expect(meters.levels(of: mixer).channels.map(\.level) == [-6, nil])
        #expect(meters.levels(of: mixer).channels.map(\.peak) == [-6, nil])
        // The next measurement may be slightly late.
        meters.update([:], at: 0.15)
        #expect(meters.levels(of: mixer).channels.map(\.level) == [-6, nil])
        meters.update([:], at: 0.2)
        #expect(meters.levels(of: mixer).channels.map(\.level) == [-8.5, nil])
        meters.update([:], at: 60)
        #expect(meters.isSilent && meters.levels(of: mixer) == mixer)
    }
}

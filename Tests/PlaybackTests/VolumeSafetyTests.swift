import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

/// Tests that a room never gets loud by mistake.
@Suite struct VolumeSafetyTests {
    static let percent = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
    static let ten = VolumeScale(minimum: 0, maximum: 10, step: 1, unit: .number)
    static let decibels = VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)

    private func target(_ change: VolumeChange, _ scale: VolumeScale, from start: Double, isClick: Bool = false) -> Double? {
        scale.target(of: [VolumeTurn(change, isClick: isClick)], from: start)
    }

    /// Numbers that were meant for another scale.
    @Test(
        arguments: [
            (.to(VolumeAmount(0)), decibels, "full volume"), (.to(VolumeAmount(50)), decibels, "−64 dB to 0 dB"),
            (.to(VolumeAmount(0.5)), decibels, "not in its range"), (.to(VolumeAmount(5000)), decibels, "not in its range"),
            (.to(VolumeAmount(30)), decibels, "'=-32'"), (.exactly(VolumeAmount(50)), decibels, "not in its range"),
            (.exactly(VolumeAmount(-70, .db)), decibels, "−64 dB to 0 dB"),
            (.to(VolumeAmount(120, .percent)), decibels, "not in its range"),
            (.to(VolumeAmount(0.5)), percent, "write 50%"), (.to(VolumeAmount(101)), percent, "0 to 100"),
            (.exactly(VolumeAmount(-5)), percent, "not in its range"), (.to(VolumeAmount(-20, .db)), percent, "decibels"),
            (.by(VolumeAmount(3, .db)), percent, "decibels"),
        ] as [(VolumeChange, VolumeScale, String)])
    func aNumberForAnotherScaleIsRefused(_ change: VolumeChange, _ scale: VolumeScale, _ reason: String) throws {
        for isClick in [false, true] {
            let refusal = try #require(VolumeTurn(change, isClick: isClick).refusal(on: scale))
            #expect(refusal.contains(reason), "\(refusal)")
        }
        let middle = (scale.minimum + scale.maximum) / 2
        #expect(target(change, scale, from: middle) == middle)
    }

    @Test(
        arguments: [
            (.to(VolumeAmount(0, .percent)), decibels, -64), (.to(VolumeAmount(50, .percent)), decibels, -32),
            (.exactly(VolumeAmount(0)), decibels, 0), (.exactly(VolumeAmount(0, .db)), decibels, 0),
            (.to(VolumeAmount(-20)), decibels, -20), (.exactly(VolumeAmount(-20)), decibels, -20), (.to(VolumeAmount(0)), percent, 0),
            (.to(VolumeAmount(1)), percent, 1), (.to(VolumeAmount(100)), percent, 100), (.exactly(VolumeAmount(0.6)), percent, 1),
        ] as [(VolumeChange, VolumeScale, Double)])
    func aPlaceInTheRangeIsReached(_ change: VolumeChange, _ scale: VolumeScale, _ expected: Double) {
        #expect(VolumeTurn(change).refusal(on: scale) == nil)
        #expect(target(change, scale, from: scale.minimum + 1) == expected)
    }

    @Test(
        arguments: [
            (.by(VolumeAmount(50)), decibels, -40, -37), (.by(VolumeAmount(50)), percent, 30, 35), (.by(VolumeAmount(4)), percent, 30, 34),
            (.by(VolumeAmount(-50)), percent, 60, 10), (.by(VolumeAmount(50, .percent)), decibels, -40, -37),
            // A zone whose own step exceeds the maximum rise.
            (.up, ten, 3, 4), (.by(VolumeAmount(4)), ten, 3, 4),
        ] as [(VolumeChange, VolumeScale, Double, Double)])
    func aStepUpwardIsBounded(_ change: VolumeChange, _ scale: VolumeScale, _ start: Double, _ expected: Double) {
        #expect(target(change, scale, from: start) == expected)
        let turn = VolumeTurn(change)
        guard case .by(let amount) = change, amount.number > 0, expected - start < amount.distance(on: scale) ?? 0 else {
            return #expect(turn.bound(on: scale, from: start) == nil)
        }
        #expect(turn.bound(on: scale, from: start) == .rise)
    }

    @Test func aWheelIsBoundedHoweverFarItIsTurned() {
        let turns = Array(repeating: VolumeTurn(.by(VolumeAmount(5)), isClick: true), count: 50)
        #expect(Self.percent.target(of: turns, from: 20) == 35)
        #expect(Self.decibels.target(of: Array(repeating: VolumeTurn(.up), count: 500), from: -50) == -41)
        // Down and up again ends at the start.
        let back =
            Array(repeating: VolumeTurn(.by(VolumeAmount(-5))), count: 3) + Array(repeating: VolumeTurn(.by(VolumeAmount(5))), count: 3)
        #expect(Self.percent.target(of: back, from: 60) == 60)
    }

    @Test func aClickThatSetsAPlaceGoesOneStepUpward() {
        #expect(target(.to(VolumeAmount(80, .percent)), Self.percent, from: 20, isClick: true) == 25)
        #expect(VolumeTurn(.to(VolumeAmount(80)), isClick: true).bound(on: Self.percent, from: 20) == .rise)
        #expect(target(.exactly(VolumeAmount(80, .percent)), Self.percent, from: 20, isClick: true) == 80)
        #expect(target(.to(VolumeAmount(80, .percent)), Self.percent, from: 20) == 80)
        #expect(target(.to(VolumeAmount(10, .percent)), Self.percent, from: 60, isClick: true) == 10)
    }

    /// The volume may already be above the limit: players amplify, and a limit may have been set later.
    @Test func whatIsLouderThanItMayBeIsNotLoweredByAStepUpward() {
        let amplified = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)
        for change in [VolumeChange.up, .by(VolumeAmount(5))] {
            #expect(target(change, amplified, from: 130) == 130)
            let turn = VolumeTurn(change, rules: VolumeRules(limits: [VolumeAmount(50, .percent)]))
            #expect(Self.percent.target(of: [turn], from: 80) == 80)
        }
        #expect(target(.by(VolumeAmount(-5)), amplified, from: 130) == 125)
    }

    /// A value outside its range shows that one of both is wrong: any number could be full volume.
    @Test(
        arguments: [
            (percent, -32, "−32, which is not in its range, 0 to 100"), (percent, 130, "130, which is not in its range, 0 to 100"),
            (decibels, 40, "40.0 dB, which is not in its range, −64 dB to 0 dB"), (ten, -1, "−1, which is not in its range, 0 to 10"),
        ] as [(VolumeScale, Double, String)])
    func aValueOutsideItsRangeIsNotChanged(_ scale: VolumeScale, _ value: Double, _ reason: String) throws {
        let changes: [VolumeChange] = [
            .up, .down, .by(VolumeAmount(1)), .by(VolumeAmount(-1)), .to(VolumeAmount(50, .percent)), .exactly(VolumeAmount(1)),
        ]
        for change in changes { #expect(target(change, scale, from: value) == nil, "\(change)") }
        for change in [Change.to(scale.minimum), .by(1), .by(-1)] { #expect(scale.target(of: change, from: value) == nil) }
        var reading = Reading(zone: ZoneID("z"), stamp: Stamp(.distantPast, .poll))
        (reading.volumeScale, reading.volumeValue) = (.some(scale), value)
        #expect(try #require(reading.volumeRefusal).contains(reason))
    }

    /// For any value, range, unit, step and rule: a step goes in its own direction or not at all, and no further than requested or than one of
    /// the zone's own steps.
    @Test func aStepNeverGoesTheOtherWayAndNeverFurther() {
        var moved = 0
        let ranges: [(Double, Double)] = [
            (0, 100), (-64, 0), (-80, 10), (0.5, 99.5), (-79.7, 0.3), (0, 1), (0, 42), (1, 98), (-12, -3), (0, 1e9),
        ]
        let values = [
            -1e9, -120, -80, -64.2, -35, -23.4, -0.4, -0.0, 0, 0.2, 0.3, 0.6, 1, 3, 33.3, 49.75, 50, 99.4, 99.5, 100, 100.3, 150, 1e9,
        ]
        for (minimum, maximum) in ranges {
            for step in [0.001, 0.1, 0.25, 0.5, 1, 2.5, 5, 30] {
                for (unit, boost) in [(VolumeScale.Unit.number, nil), (.db, nil), (.number, maximum * 2)] {
                    let scale = VolumeScale(minimum: minimum, maximum: maximum, step: step, unit: unit, boost: boost)
                    for start in values + [minimum, maximum, (minimum + maximum) / 2] {
                        for size in [step, step / 3, 0.7, 1, 2.5, 7] {
                            for limit in [[], [VolumeAmount(50, .percent)]] {
                                for sign in [1.0, -1] {
                                    let rules = VolumeRules(limits: limit, step: VolumeAmount(size))
                                    for change in [sign > 0 ? VolumeChange.up : .down, .by(VolumeAmount(sign * size))] {
                                        let turn = VolumeTurn(change, rules: rules)
                                        guard let target = scale.target(of: [turn], from: start) else { continue }  // lint: skips
                                        let way = (target - start.withoutFloatNoise) * sign
                                        guard way >= 0, way <= max(size, step) + 1e-4 else {
                                            Issue.record("\(change) from \(start) on \(scale) became \(target)")
                                            return
                                        }
                                        moved += way > 0 ? 1 : 0
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        #expect(moved > 10_000)
    }

    /// The user's own limits replace the standard ones.
    @Test func theBoundIsConfigured() {
        let rules = VolumeRules(rises: [VolumeAmount(20, .percent)])
        #expect(Self.percent.target(of: [VolumeTurn(.by(VolumeAmount(50)), rules: rules)], from: 30) == 50)
        let step = VolumeRules(step: VolumeAmount(10))
        #expect(Self.percent.target(of: [VolumeTurn(.up, rules: step)], from: 30) == 40)
    }
}

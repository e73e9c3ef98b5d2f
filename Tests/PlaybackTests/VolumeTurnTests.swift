import SubdialBasics
import SubdialPlayback
import Testing

@Suite struct VolumeTurnTests {
    private static let percent = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
    private static let coarse = VolumeScale(minimum: 0, maximum: 100, step: 2.5, unit: .number)
    private static let decibels = VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)

    @Test(arguments: [
        ("40", VolumeAmount(40)), ("-5", VolumeAmount(-5)), ("+5", VolumeAmount(5)), ("60%", VolumeAmount(60, .percent)),
        ("60 %", VolumeAmount(60, .percent)), ("-20 dB", VolumeAmount(-20, .db)), ("−20.5dB", VolumeAmount(-20.5, .db)),
        ("loud", nil), ("", nil), ("%", nil), ("nan", nil), ("inf", nil), ("0x10", nil), ("1e9", nil), ("5 %%", nil),
    ])
    func anAmountIsRead(_ text: String, _ expected: VolumeAmount?) {
        #expect(VolumeAmount(text) == expected)
    }

    @Test(
        arguments: [
            (percent, 30, [VolumeChange.by(VolumeAmount(5))], 35),
            (percent, 30, [.by(VolumeAmount(1)), .by(VolumeAmount(1)), .by(VolumeAmount(-4))], 28),
            (percent, 30, [.to(VolumeAmount(50)), .by(VolumeAmount(2))], 52),
            (percent, 30, [.up, .up, .down], 31),
            (percent, 30, [.to(VolumeAmount(50, .percent))], 50),
            (decibels, -40, [.to(VolumeAmount(50, .percent))], -32),
            (decibels, -40, [.by(VolumeAmount(10, .percent))], -37),
            (decibels, -40, [.up], -39.5),
            // Beyond the end and back: the first click in the other direction takes effect.
            (percent, 99, [.by(VolumeAmount(50)), .by(VolumeAmount(-1))], 99),
            (percent, 1, [.by(VolumeAmount(-50)), .by(VolumeAmount(2))], 2),
            // Clicks smaller than the step add up, and a single one moves by at least one step.
            (coarse, 35, [.by(VolumeAmount(1))], 37.5),
            (coarse, 35, [.by(VolumeAmount(-1))], 32.5),
            (coarse, 35, [.by(VolumeAmount(1)), .by(VolumeAmount(1)), .by(VolumeAmount(1))], 37.5),
            // The sum is rounded toward the start: no more than what was requested.
            (coarse, 35, [.by(VolumeAmount(1)), .by(VolumeAmount(1)), .by(VolumeAmount(1)), .by(VolumeAmount(1))], 37.5),
            (coarse, 36, [.up], 37.5), (coarse, 36, [.down], 35), (percent, 30.6, [.up], 31), (percent, 30.6, [.down], 30),
            (coarse, 35, [.by(VolumeAmount(1)), .by(VolumeAmount(-1))], 35),
            (coarse, 35, [.to(VolumeAmount(36))], 35),
            (coarse, 100, [.by(VolumeAmount(1))], 100),
            // Decibels are not valid on this scale.
            (percent, 30, [.by(VolumeAmount(3, .db)), .by(VolumeAmount(1))], 31),
        ] as [(VolumeScale, Double, [VolumeChange], Double)])
    func aRowOfTurnsLeadsToOneValue(_ scale: VolumeScale, _ start: Double, _ changes: [VolumeChange], _ expected: Double) {
        #expect(scale.target(of: changes.map { VolumeTurn($0) }, from: start) == expected)
    }

    @Test(
        arguments: [
            ([VolumeAmount(60, .percent)], percent, 60), ([VolumeAmount(60, .percent)], decibels, -25.6),
            ([VolumeAmount(-20, .db)], percent, nil), ([VolumeAmount(-20, .db)], decibels, -20),
            ([VolumeAmount(40)], percent, 40), ([VolumeAmount(40)], decibels, nil),
            ([VolumeAmount(40), VolumeAmount(30, .percent), VolumeAmount(-20, .db)], percent, 30),
            ([VolumeAmount(-80, .db)], decibels, -64), ([], percent, nil),
        ] as [([VolumeAmount], VolumeScale, Double?)])
    func theLowestLimitThatAppliesCounts(_ limits: [VolumeAmount], _ scale: VolumeScale, _ expected: Double?) {
        #expect(VolumeRules(limits: limits).limit(on: scale)?.withoutFloatNoise == expected)
    }

    /// Any request on any scale: the target never exceeds the limit or the present volume, and is always a value that the zone supports.
    @Test(arguments: [percent, coarse, decibels], [0.0, 13, 50, 61.7, 99.9, 100])
    func nothingLeadsAboveTheLimit(_ scale: VolumeScale, _ percent: Double) throws {
        let rules = VolumeRules(limits: [VolumeAmount(percent, .percent)])
        let limit = try #require(rules.limit(on: scale))
        for start in stride(from: scale.minimum, through: scale.maximum, by: 3.7) {
            for change in [VolumeChange.up, .down, .to(VolumeAmount(1e6)), .by(VolumeAmount(7.3)), .to(VolumeAmount(100, .percent))] {
                let target = try #require(scale.target(of: [VolumeTurn(change, rules: rules)], from: start))
                #expect(target <= max(limit, start + scale.step / 2) + 1e-6, "\(change) from \(start)")
                #expect(target >= scale.minimum)
            }
        }
    }

    @Test func aClickGoesAsFarAsTheRulesSay() {
        #expect(VolumeRules(step: VolumeAmount(5, .percent)).step(on: Self.decibels) == 3.2)
        #expect(VolumeRules(step: VolumeAmount(2)).step(on: Self.percent) == 2)
        #expect(VolumeRules(step: VolumeAmount(2, .db)).step(on: Self.coarse) == 2.5)
    }

    @Test func whatIsNoScaleLeadsNowhere() {
        #expect(VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .number).target(of: [VolumeTurn(.up)], from: 0) == nil)
        #expect(Self.percent.target(of: [VolumeTurn(.up)], from: .nan) == nil)
    }
}

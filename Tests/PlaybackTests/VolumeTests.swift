import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@Suite struct VolumeTests {
    private static let number = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
    private static let slim = VolumeScale(minimum: 0, maximum: 100, step: 2.5, unit: .number)
    private static let widened = VolumeScale(minimum: -80, maximum: 0, step: 0.10000000149011612, unit: .db)

    @Test(
        arguments: [
            (number, 47, 47), (number, 47.4, 47), (number, 47.5, 48), (number, -3, 0), (number, 250, 100),
            (slim, 42.5, 42.5), (slim, 43, 42.5), (slim, 44, 45), (slim, 1, 0), (slim, 101, 100),
            (decibels, -23.399999618530273, -23.5), (decibels, -23.2, -23), (decibels, -80, -64), (decibels, 3, 0),
            (widened, -23.399999618530273, -23.4), (widened, -0.04, 0), (widened, -23.46, -23.5),
        ] as [(VolumeScale, Double, Double)])
    func normalizes(_ scale: VolumeScale, _ value: Double, _ expected: Double) throws {
        let normalized = try #require(scale.normalized(value))
        #expect(normalized == expected)
        #expect(scale.normalized(normalized) == normalized, "what is normal stays")
    }

    @Test(arguments: [
        VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .number), VolumeScale(minimum: 5, maximum: 1, step: 1, unit: .number),
        VolumeScale(minimum: 0, maximum: 100, step: 0, unit: .number), VolumeScale(minimum: 0, maximum: 100, step: -1, unit: .db),
        VolumeScale(minimum: -.infinity, maximum: 0, step: 1, unit: .db), VolumeScale(minimum: 0, maximum: .nan, step: 1, unit: .db),
        VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .incremental),
    ])
    func aScaleWithoutARangeIsNotUsable(_ scale: VolumeScale) {
        #expect(!scale.isUsable)
        #expect(scale.normalized(10) == nil)
        #expect(Volume(value: 10, scale: scale).ratio == 0)
    }

    @Test(
        arguments: [
            (decibels, -23.5, "−23.5 dB", 0.6328125), (decibels, 0, "0.0 dB", 1), (decibels, -64, "−64.0 dB", 0),
            (decibels, -0.01, "0.0 dB", 1),
            (number, 47, "47", 0.47), (number, 0, "0", 0), (slim, 42.5, "42.5", 0.425), (slim, 45, "45.0", 0.45),
            (VolumeScale(minimum: -80, maximum: 0, step: 1, unit: .db), -23, "−23 dB", 0.7125), (number, 130, "130", 1),
            (widened, -23.4, "−23.4 dB", 0.7075),
        ] as [(VolumeScale, Double, String, Double)])
    func textAndRatio(_ scale: VolumeScale, _ value: Double, text: String, ratio: Double) {
        let volume = Volume(value: value, scale: scale)
        #expect(volume.text == text)
        #expect(abs(volume.ratio - ratio) < 1e-3)
    }

    @Test func aStateShowsTheVolumeWithoutNoise() {
        var state = playing()
        state.merge(reading(1) { $0.volumeValue = -23.399999618530273 })
        #expect(state.volume == Volume(value: -23.4, scale: decibels))
    }

    @Test(
        arguments: [
            (-23.399999618530273, -23.4), (0.10000000149011612, 0.1), (47, 47), (1e12, 1e12), (-0.000001, 0), (.infinity, .infinity),
        ] as [(Double, Double)])
    func floatNoise(_ value: Double, _ expected: Double) {
        #expect(value.withoutFloatNoise == expected)
    }

    @Test(
        arguments: [
            (3.14159, 2, "3.14"), (2.5, 0, "3"), (-2.5, 0, "-3"), (-0.04, 1, "0.0"), (9.99, 1, "10.0"), (0.05, 1, "0.1"), (7, 3, "7.000"),
            (-12.5, 1, "-12.5"), (1.0000005, 6, "1.000001"), (5, -3, "5"), (1e300, 1, "1e+300"), (.nan, 1, "nan"),
        ] as [(Double, Int, String)])
    func fixedDecimals(_ value: Double, _ decimals: Int, _ expected: String) {
        #expect(value.fixed(decimals) == expected)
    }

    @Test func isFlatInJSON() throws {
        let volume = Volume(value: -23.5, scale: decibels, isMuted: true)
        let data = try JSONEncoder().encode(volume)
        #expect(try JSONDecoder().decode(Volume.self, from: data) == volume)
        let sparse = try JSONDecoder().decode(Volume.self, from: Data(#"{"value": 30}"#.utf8))
        #expect(sparse == Volume(value: 30, scale: Self.number))
    }
}

import Foundation
import SubdialDrawing
import SubdialSnapshots
import SubdialTestSupport
import Testing

extension PixelmatchPair {
    fileprivate func pixels() throws -> (StraightPixels, StraightPixels) {
        (
            try #require(StraightPixels(width: width, height: height, rgba: first)),
            try #require(StraightPixels(width: width, height: height, rgba: second))
        )
    }
}

/// The counts and the pictures of the differences are those of pixelmatch.
@Suite struct PixelmatchCountTests {
    @Test func countsArePixelmatchs() throws {
        #expect(PixelmatchPair.small.count == 300 && PixelmatchPair.small.allSatisfy { $0.counts.count == 3 })
        for (index, pair) in PixelmatchPair.small.enumerated() {
            let (first, second) = try pair.pixels()
            let counts = [PixelSensitivity.perceived(), .perceived(countsSmoothing: true), .perceived(threshold: 0.03)]
                .map { $0.count(first, second) }
            #expect(counts == pair.counts, "pair \(index + 1)")
        }
    }

    /// The counts by the measure of version 8.
    @Test func countsInOKLabArePixelmatchs() throws {
        var differing: [String] = []
        for (name, pairs) in [("small", PixelmatchPair.small), ("large", PixelmatchPair.large)] {
            for (index, pair) in pairs.enumerated() {
                let (first, second) = try pair.pixels()
                var comparisons = [
                    PixelSensitivity.perceived(metric: .oklab), .perceived(countsSmoothing: true, metric: .oklab),
                    .perceived(threshold: 0.03, metric: .oklab),
                ]
                if name == "large" { comparisons.append(PixelSensitivity.perceived(checkerboard: false, metric: .oklab)) }
                let counts = comparisons.map { $0.count(first, second) }
                if counts != pair.oklabCounts { differing.append("\(name) \(index + 1): \(counts), not \(pair.oklabCounts)") }
            }
        }
        #expect(differing == [])
    }

    @Test func countsOfLargePicturesArePixelmatchs() throws {
        #expect(PixelmatchPair.large.count == 24 && PixelmatchPair.large.allSatisfy { $0.counts.count == 4 })
        for (index, pair) in PixelmatchPair.large.enumerated() {
            let (first, second) = try pair.pixels()
            let counts = [
                PixelSensitivity.perceived(), .perceived(countsSmoothing: true), .perceived(threshold: 0.03),
                .perceived(checkerboard: false),
            ].map { $0.count(first, second) }
            #expect(counts == pair.counts, "picture \(index + 1)")
        }
    }

    /// pixelmatch's own fixtures: the count, and each pixel of the picture of the difference.
    @Test(
        .enabled(if: PixelmatchFixture.areHere, "needs pixelmatch's fixtures: Scripts/install-dependencies --test"),
        arguments: PixelmatchFixture.all)
    func fixturesArePixelmatchs(_ fixture: PixelmatchFixture) throws {
        func picture(_ name: String) throws -> StraightPixels {
            try StraightPixels(decoding: [UInt8](Data(contentsOf: PixelmatchFixture.file(name))))
        }
        let (first, second) = (try picture(fixture.first), try picture(fixture.second))
        let comparison = PixelSensitivity.perceived(threshold: fixture.threshold)
        #expect(comparison.count(first, second) == fixture.count)
        var style = DifferenceStyle(opacity: fixture.alpha, isMask: fixture.isMask)
        if let color = fixture.color { style.different = try #require(Color(hex: color)) }
        style.darker = try fixture.alternative.map { try #require(Color(hex: $0)) }
        if let color = fixture.smoothed { style.smoothed = try #require(Color(hex: color)) }
        let drawn = comparison.difference(first, second, style: style)
        let expected = try picture(fixture.difference)
        #expect(StraightPixels(width: expected.width, height: expected.height, rgba: Array(drawn.rgba)) == expected)
    }

    /// Just the pixels that pixelmatch draws: the FNV-1a of the pictures of some pairs after each other, by the options.
    @Test(arguments: [
        (0xD4C9_1B38 as UInt32, DifferenceStyle(), true),
        (
            0xACDB_7F08,
            DifferenceStyle(
                different: Color(red: 0, green: 128 / 255, blue: 1), darker: Color(red: 0, green: 200 / 255, blue: 80 / 255),
                smoothed: Color(red: 200 / 255, green: 0, blue: 200 / 255)), true
        ),
        (0xC22E_473B, DifferenceStyle(opacity: 0.7), true), (0x65B9_A871, DifferenceStyle(isMask: true), true),
        (0x6195_5FB1, DifferenceStyle(opacity: 0), false),
    ])
    func picturesArePixelmatchs(hash: UInt32, style: DifferenceStyle, checkerboard: Bool) throws {
        let pairs =
            stride(from: 0, to: 300, by: 3).map { PixelmatchPair.small[$0] }
            + stride(from: 0, to: 24, by: 5).map { PixelmatchPair.large[$0] }
        var found: UInt32 = 2_166_136_261
        for pair in pairs {
            let (first, second) = try pair.pixels()
            let picture = PixelSensitivity.perceived(checkerboard: checkerboard).difference(first, second, style: style)
            for byte in picture.rgba { found = (found ^ UInt32(byte)) &* 16_777_619 }
        }
        #expect(found == hash)
    }

    /// The exact pixels of files are compared: premultiplied pixels would lose faint colours.
    @Test func filesAreComparedAsTheyAre() throws {
        for number in [2, 44, 168] {
            let pair = PixelmatchPair.small[number - 1]
            let files = try [pair.first, pair.second].map { try StraightPixels(decoding: PNGFile.bytes(pair.width, pair.height, rgba: $0)) }
            #expect(PixelSensitivity.perceived().count(files[0], files[1]) == pair.counts[0])
        }
        let faint = try [[100, 0, 0, 40], [101, 1, 1, 40]].map { pixel in
            try StraightPixels(decoding: PNGFile.bytes(1, 1, rgba: pixel.map { UInt8($0) }))
        }
        #expect(PictureComparer(sensitivity: .exact).compare(faint[0], faint[1]).counts.different == 1)
        #expect(PictureComparer(sensitivity: .perceived()).compare(faint[0], faint[1]).counts.different == 0)
    }
}

import SubdialDrawing
import SubdialSnapshots
import Testing

/// Tests of pixelmatch's measure, by the number of different pixels.
@Suite struct PerceivedDifferenceTests {
    /// 0.5053 y² + 0.299 i² + 0.1957 q², compared with 352.15, which is 35215 × 0.1².
    @Test(arguments: [
        ([0, 0, 0], [0, 0, 0], 0),
        // Grey: 0.5053 × 26² is 341.6, × 27² is 368.4.
        ([100, 100, 100], [126, 126, 126], 0), ([100, 100, 100], [127, 127, 127], 1), ([127, 127, 127], [100, 100, 100], 1),
        // Red: 0.1601 × 46² is 338.8, × 47² is 353.7.
        ([0, 0, 0], [46, 0, 0], 0), ([0, 0, 0], [47, 0, 0], 1),
        // Green: 0.2498 × 37² is 342.0, × 38² is 360.7.
        ([0, 0, 0], [0, 37, 0], 0), ([0, 0, 0], [0, 38, 0], 1),
        // Blue: 0.0565 × 78² is 343.9, × 79² is 352.8.
        ([0, 0, 0], [0, 0, 78], 0), ([0, 0, 0], [0, 0, 79], 1),
        // Equally bright, but of another colour: y −0.1, i 116.3, q 1.4.
        ([160, 87, 60], [40, 140, 103], 1),
    ])
    func colours(first: [UInt8], second: [UInt8], count: Int) throws {
        let (first, second) = (try #require(StraightPixels.row(first + [255])), try #require(StraightPixels.row(second + [255])))
        #expect(PixelSensitivity.perceived().count(first, second) == count)
        #expect(PixelSensitivity.perceived().count(second, first) == count)
    }

    @Test(arguments: [(0, 1), (0.1, 1), (0.5, 1), (0.96, 1), (0.97, 0), (1, 0)])
    func thresholdOfBlackAndWhite(threshold: Double, count: Int) throws {
        // 0.5053 × 255² is 32857; the square root of 32857 / 35215 is 0.966.
        let (black, white) = (try #require(StraightPixels(".")), try #require(StraightPixels("#")))
        #expect(PixelSensitivity.perceived(threshold: threshold).count(black, white) == count)
    }

    /// Transparent pixels are composed on a background that depends on the pixel's position: red is 48, green and blue are 48 or 207.
    @Test(arguments: [(0, [48, 48, 48]), (1, [48, 48, 207]), (2, [48, 48, 207]), (3, [48, 207, 48])])
    func groundOfTransparency(index: Int, ground: [UInt8]) throws {
        let clear = [UInt8](repeating: 0, count: 16)
        var opaque = clear
        opaque.replaceSubrange(index * 4..<index * 4 + 4, with: ground + [255])
        let first = try #require(StraightPixels(width: 4, height: 1, rgba: clear))
        let second = try #require(StraightPixels(width: 4, height: 1, rgba: opaque))
        #expect(PixelSensitivity.perceived(threshold: 0.001, countsSmoothing: true).count(first, second) == 0)
        opaque[index * 4 + 1] ^= 0xFF
        let third = try #require(StraightPixels(width: 4, height: 1, rgba: opaque))
        #expect(PixelSensitivity.perceived(threshold: 0.001, countsSmoothing: true).count(first, third) == 1)
    }

    @Test func blendsWhatIsHalfTransparent() throws {
        // On a background of 48, 255 at alpha 128 is 255 × 0.502 + 48 × 0.498 = 151.9.
        let half = try #require(StraightPixels.row([255, 255, 255, 128]))
        let like = try #require(StraightPixels.row([152, 152, 152, 255]))
        let unlike = try #require(StraightPixels.row([182, 182, 182, 255]))
        #expect(PixelSensitivity.perceived(threshold: 0.01).count(half, like) == 0)
        #expect(PixelSensitivity.perceived().count(half, unlike) == 1)
    }

    @Test func invisibleColoursAreEqual() throws {
        let first = try #require(StraightPixels.row([255, 0, 0, 0]))
        let second = try #require(StraightPixels.row([0, 255, 0, 0]))
        #expect(PixelSensitivity.perceived(threshold: 0).count(first, second) == 0)
    }

    /// The counts of an independent implementation.
    @Test(arguments: [
        (1, 8, 8, false, 5, 7, 3), (2, 16, 16, false, 49, 58, 25), (3, 31, 17, false, 88, 114, 28), (4, 64, 48, false, 347, 550, 146),
        (5, 1, 20, false, 1, 1, 1), (6, 20, 1, false, 5, 5, 0), (7, 8, 8, true, 10, 11, 3), (8, 16, 16, true, 44, 53, 12),
        (9, 31, 17, true, 104, 119, 34), (10, 64, 48, true, 528, 637, 160),
    ])
    func noise(seed: Int, width: Int, height: Int, hasAlpha: Bool, count: Int, withSmoothing: Int, atHalf: Int) throws {
        let pair = NoisePair(seed: UInt64(seed), width: width, height: height, hasAlpha: hasAlpha)
        let first = try #require(StraightPixels(width: width, height: height, rgba: pair.first))
        let second = try #require(StraightPixels(width: width, height: height, rgba: pair.second))
        #expect(PixelSensitivity.perceived().count(first, second) == count)
        #expect(PixelSensitivity.perceived(countsSmoothing: true).count(first, second) == withSmoothing)
        #expect(PixelSensitivity.perceived(threshold: 0.5).count(first, second) == atHalf)
        // The order of the pictures has no effect, and a picture equals itself.
        #expect(PixelSensitivity.perceived().count(second, first) == count)
        #expect(PixelSensitivity.perceived(threshold: 0, countsSmoothing: true).count(first, first) == 0)
        #expect(PixelSensitivity.perceived(threshold: 0).count(first, second) >= count)
    }

    @Test func wantsAllBytes() {
        #expect(StraightPixels(width: 2, height: 2, rgba: [0, 0, 0]) == nil)
        #expect(StraightPixels(width: 0, height: 2, rgba: []) == nil)
        #expect(StraightPixels(width: -1, height: -1, rgba: [0, 0, 0, 0]) == nil)
    }
}

import SubdialDrawing
import SubdialSnapshots
import SubdialTestSupport
import Testing

@Suite struct PictureComparerTests {
    /// Returns a white picture with black rectangles.
    private func picture(_ width: Int, _ height: Int, _ rects: PixelRect...) throws -> Bitmap {
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        for rect in rects {
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width {
                    let index = (y * width + x) * 4
                    bytes.replaceSubrange(index..<index + 3, with: [0, 0, 0])
                }
            }
        }
        return try #require(Bitmap(width: width, height: height, pixels: bytes))
    }

    private let blot = PixelRect(x: 12, y: 7, width: 4, height: 3)

    @Test func equalPicturesHaveNothing() throws {
        let result = PictureComparer().compare(try picture(40, 30, blot), try picture(40, 30, blot))
        #expect(result.counts == DifferenceCounts(compared: 1200))
        #expect(result.passed && result.isIdentical && result.message == nil)
    }

    /// A picture that contains both would exceed the size limit.
    @Test func aLongAndAHighPictureAreComparedWhereTheyMeet() throws {
        let (long, high) = (try picture(40_000, 1), try picture(1, 40_000))
        let result = PictureComparer().compare(long, high)
        #expect(result.message?.contains("40000") == true && !result.passed)
        #expect(result.counts.compared == 1)
        let drawn = result.difference(StraightPixels(long), StraightPixels(high))
        #expect(drawn.width == 1 && drawn.height == 1)
    }

    @Test func tellsAllOfADifference() throws {
        let result = PictureComparer(sensitivity: .perceived(countsSmoothing: true)).compare(try picture(40, 30), try picture(40, 30, blot))
        #expect(result.counts.different == 12 && result.counts.smoothed == 0 && result.counts.compared == 1200)
        #expect(result.counts.ratio == 0.01)
        #expect(result.counts.regions == [blot])
        #expect(result.counts.densestWindow == DenseWindow(place: PixelRect(x: 12, y: 7, width: 20, height: 20), count: 12))
        // The square root of 0.5053 × 255² / 35215.
        #expect(abs(result.counts.maximumDelta - 0.9659) < 0.0001)
        #expect(result.message == "12 pixels differ where none may")
    }

    @Test(arguments: [
        (PictureLimits(maxDifferentPixels: 12), nil),
        (PictureLimits(maxDifferentPixels: 11), "12 pixels differ, 1 more than the 11 allowed"),
        (PictureLimits(maxDifferentPixels: 0), "12 pixels differ where none may"),
        (PictureLimits(maxDifferentPixels: -5), "12 pixels differ where none may"),
        (PictureLimits(maxDifferentRatio: 0.01), nil),
        (PictureLimits(maxDifferentRatio: 0.0075), "1.00 % of the pixels differ, 0.25 points more than the 0.75 % allowed"),
        (PictureLimits(maxDifferentRatio: 0.009_999), "1.00 % of the pixels differ, 0.0001 points more than the 1.00 % allowed"),
        (PictureLimits(maxDifferentRatio: .nan), "1.00 % of the pixels differ, 1.00 points more than the 0.00 % allowed"),
        (PictureLimits(densestWindow: WindowLimit(size: 2, limit: 4)), nil),
        (
            PictureLimits(densestWindow: WindowLimit(size: 2, limit: 3)),
            "4 pixels differ in the window of 2×2 at (12, 7), 1 more than the 3 allowed"
        ),
        (
            PictureLimits(maxDifferentPixels: 10, maxDifferentRatio: 0.5, densestWindow: WindowLimit(size: 3, limit: 8)),
            "12 pixels differ, 2 more than the 10 allowed; 9 pixels differ in the window of 3×3 at (12, 7), 1 more than the 8 allowed"
        ),
    ])
    func limits(limits: PictureLimits, message: String?) throws {
        let comparer = PictureComparer(sensitivity: .exact, limits: limits)
        let result = comparer.compare(try picture(40, 30), try picture(40, 30, blot))
        #expect(result.message == message)
        #expect(result.passed == (message == nil) && !result.isIdentical)
    }

    @Test func exactSeesWhatEyesDoNot() throws {
        let (white, nearly) = (Bitmap(width: 3, height: 2, color: .white), Bitmap(width: 3, height: 2, color: Color(white: 254.0 / 255)))
        #expect(PictureComparer(sensitivity: .exact).compare(white, nearly).counts.different == 6)
        let perceived = PictureComparer(sensitivity: .perceived()).compare(white, nearly)
        #expect(perceived.passed && !perceived.isIdentical && perceived.counts.different == 0)
        #expect(abs(perceived.counts.maximumDelta - 0.9659 / 255) < 0.0001)
        #expect(PictureComparer(sensitivity: .perceived(threshold: .nan)).compare(white, nearly).counts.different == 6)
    }

    @Test func masksNeverCount() throws {
        let masks = [
            PixelRect(x: 10, y: 0, width: 4, height: 8), PixelRect(x: 11, y: 6, width: 1, height: 2),
            PixelRect(x: 11, y: 7, width: 3, height: 99),
            PixelRect(x: -9, y: -9, width: 10, height: 10),
        ]
        let result = PictureComparer(sensitivity: .exact, masks: masks).compare(try picture(40, 30), try picture(40, 30, blot))
        // Two of its four columns are not masked.
        #expect(result.counts.different == 6)
        #expect(result.counts.regions == [PixelRect(x: 14, y: 7, width: 2, height: 3)])
        #expect(result.counts.masked == 4 * 8 + 3 * 22 + 1)
        #expect(result.counts.compared == 1200 - result.counts.masked)
        let all = PictureComparer(masks: [
            PixelRect(x: .min, y: .min, width: .max, height: .max), PixelRect(x: 0, y: 0, width: .max, height: .max),
        ])
        .compare(try picture(40, 30), try picture(40, 30, blot))
        #expect(all.passed && !all.isIdentical && all.counts.compared == 0 && all.counts.ratio == 0)
    }

    @Test func difference() throws {
        let masks = [PixelRect(x: 0, y: 0, width: 2, height: 1)]
        let (white, black) = (Bitmap(width: 3, height: 1, color: .white), Bitmap(width: 3, height: 1, color: .black))
        let picture = PictureComparer(masks: masks).compare(white, black).difference(StraightPixels(white), StraightPixels(black))
        // Half magenta on white, and red.
        #expect((0..<3).map { picture.color(x: $0, y: 0)?.hex } == ["#ff7fff", "#ff7fff", "#ff0000"])
    }

    @Test func anotherSizeFailsAndIsDrawn() throws {
        let (expected, actual) = (Bitmap(width: 3, height: 2, color: .white), Bitmap(width: 2, height: 4, color: .white))
        let result = PictureComparer(limits: PictureLimits(maxDifferentPixels: 99)).compare(expected, actual)
        #expect(!result.passed && !result.isIdentical)
        #expect(result.message == "expected 3×2, received 2×4")
        // Two rows at the bottom and two pixels on the right: white compared with transparency. The corner is empty in both.
        #expect(result.counts.different == 6 && result.counts.compared == 12)
        let difference = result.difference(StraightPixels(expected), StraightPixels(actual))
        #expect((difference.width, difference.height) == (3, 4))
        #expect(difference.color(x: 0, y: 3)?.hex == "#ff0000" && difference.color(x: 2, y: 3)?.hex == "#ffffff")
        let board = Bitmap.sideBySide([expected, difference, actual])
        #expect((board.width, board.height) == (3 + 8 + 3 + 8 + 2, 4))
        #expect(board.color(x: 2, y: 1) == .white && board.color(x: 2, y: 2) == .clear && board.color(x: 3, y: 0) == .clear)
        #expect(board.color(x: 11, y: 3)?.hex == "#ff0000" && board.color(x: 22, y: 3) == .white)
    }

    @Test func nothingAgainstNothingOfAnotherSizeFails() {
        let result = PictureComparer().compare(Bitmap(width: 364, height: 170), Bitmap(width: 364, height: 182))
        #expect(result.message == "expected 364×170, received 364×182" && result.counts.different == 0)
    }

    @Test func regionsOfNeighboursAreOne() throws {
        let rects = [
            PixelRect(x: 2, y: 2, width: 2, height: 2), PixelRect(x: 9, y: 3, width: 3, height: 3),
            PixelRect(x: 60, y: 40, width: 4, height: 4),
        ]
        let result = PictureComparer(sensitivity: .exact).compare(try picture(80, 60), try picture(80, 60, rects[0], rects[1], rects[2]))
        #expect(result.counts.regions == [PixelRect(x: 2, y: 2, width: 10, height: 4), rects[2]])
    }

    @Test func thereAreNeverMoreThanTwentyRegions() throws {
        let size = 400
        var bytes = [UInt8](repeating: 255, count: size * size * 4)
        // A dot every 24 pixels: 17 × 17 dots.
        for y in stride(from: 3, to: size, by: 24) {
            for x in stride(from: 3, to: size, by: 24) { bytes[(y * size + x) * 4] = 0 }
        }
        let dotted = try #require(Bitmap(width: size, height: size, pixels: bytes))
        let counts = PictureComparer(sensitivity: .exact).compare(Bitmap(width: size, height: size, color: .white), dotted).counts
        #expect(counts.different == 289)
        #expect(!counts.regions.isEmpty && counts.regions.count <= DifferenceCounts.maximumRegions)
        for y in stride(from: 3, to: size, by: 24) {
            for x in stride(from: 3, to: size, by: 24) {
                #expect(counts.regions.contains { $0.x <= x && x < $0.x + $0.width && $0.y <= y && y < $0.y + $0.height })
            }
        }
    }

    /// The densest window, compared with counts at all positions.
    @Test(arguments: 1...12)
    func densestWindow(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...30, using: &generator))
        let size = Int.random(in: 1...12, using: &generator)
        let differs = (0..<width * height).map { _ in Int.random(in: 0..<4 + seed * 3, using: &generator) == 0 }
        let bytes = differs.flatMap { $0 ? [0, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
        let actual = try #require(Bitmap(width: width, height: height, pixels: bytes))
        let limits = PictureLimits(densestWindow: WindowLimit(size: size, limit: 0))
        let window = PictureComparer(sensitivity: .exact, limits: limits)
            .compare(Bitmap(width: width, height: height, color: .white), actual).counts.densestWindow
        let (columns, rows) = (min(size, width), min(size, height))
        var most = 0
        func count(_ left: Int, _ top: Int) -> Int {
            (top..<top + rows).reduce(0) { sum, y in sum + (left..<left + columns).count { differs[y * width + $0] } }
        }
        for top in 0...height - rows {
            for left in 0...width - columns { most = max(most, count(left, top)) }
        }
        #expect((window?.count ?? 0) == most)
        if let window {
            #expect(count(window.place.x, window.place.y) == most)
            #expect(window.place.width == columns && window.place.height == rows)
        }
    }

    /// The counts for bitmaps equal those for their straight pixels.
    @Test(arguments: 1...20)
    func bitmapsCountAsStraightPixelsDo(seed: Int) throws {
        let (width, height) = (1 + seed * 7 % 90, 1 + seed * 13 % 40)
        let pair = NoisePair(seed: UInt64(seed), width: width, height: height, hasAlpha: seed % 2 == 0)
        let first = try #require(Bitmap(width: width, height: height, rgba: pair.first))
        let second = try #require(Bitmap(width: width, height: height, rgba: pair.second))
        for threshold in [0, 0.05, 0.1, 0.3] {
            for countsSmoothing in [true, false] {
                let sensitivity = PixelSensitivity.perceived(threshold: threshold, countsSmoothing: countsSmoothing)
                let comparer = PictureComparer(sensitivity: sensitivity)
                let counts = comparer.compare(first, second).counts
                #expect(sensitivity.count(StraightPixels(first), StraightPixels(second)) == counts.different)
                #expect(comparer.compare(second, first).counts.different == counts.different || seed % 2 == 0)
                #expect(comparer.compare(first, first).counts.different == 0)
            }
        }
        // Every premultiplied colour is converted to the straight one of a file.
        let rgba = try #require(StraightPixels(width: width, height: height, rgba: first.rgba))
        #expect(rgba == StraightPixels(first))
    }

    @Test func everyPremultipliedColourIsMadeStraightAlike() throws {
        var bytes: [UInt8] = []
        for alpha in 0...255 {
            for color in 0...255 { bytes += [UInt8(min(color, alpha)), UInt8(color), 0, UInt8(alpha)] }
        }
        let bitmap = try #require(Bitmap(width: 256, height: 256, pixels: bytes))
        #expect(StraightPixels(bitmap) == StraightPixels(width: 256, height: 256, rgba: bitmap.rgba))
    }
}

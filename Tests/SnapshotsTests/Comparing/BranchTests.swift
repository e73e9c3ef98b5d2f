import SubdialSnapshots
import Testing

/// Tests of each branch of the measure, with values calculated by hand.
@Suite struct BranchTests {
    private func counts(_ first: StraightPixels?, _ second: StraightPixels?, threshold: Double = 0.1) throws -> [Int] {
        let (first, second) = (try #require(first), try #require(second))
        return [
            PixelSensitivity.perceived(threshold: threshold).count(first, second),
            PixelSensitivity.perceived(threshold: threshold, countsSmoothing: true).count(first, second),
        ]
    }

    /// White with an alpha of one half is between white and the background of its position: blue is 48 at pixel 0 and 207 at pixel 1.
    @Test(arguments: [(0, 152, 152, 152, 0), (1, 152, 152, 231, 0), (1, 152, 152, 48, 1), (3, 152, 231, 152, 0), (3, 152, 48, 152, 1)])
    func groundOfTheHalfClear(index: Int, red: UInt8, green: UInt8, blue: UInt8, count: Int) throws {
        var first = [[UInt8]](repeating: [0, 0, 0, 255], count: 4)
        var second = first
        first[index] = [255, 255, 255, 128]
        second[index] = [red, green, blue, 255]
        let one = StraightPixels(width: 4, height: 1, rgba: first.flatMap { $0 })
        let two = StraightPixels(width: 4, height: 1, rgba: second.flatMap { $0 })
        #expect(try counts(one, two, threshold: 0.01)[1] == count)
        #expect(try counts(two, one, threshold: 0.01)[1] == count)
    }

    /// For two translucent colours of equal alpha, the background has no effect, and the result is the difference times alpha.
    @Test(arguments: [(255, 27, 1), (255, 26, 0), (128, 52, 0), (128, 53, 1), (0, 255, 0)])
    func equalAlphaWeighsTheDifference(alpha: UInt8, grey: UInt8, count: Int) throws {
        let first = StraightPixels.row([0, 0, 0, alpha])
        let second = StraightPixels.row([grey, grey, grey, alpha])
        #expect(try counts(first, second)[1] == count)
    }

    /// The grey between black and white counts as antialiased if the black or the white pixel has three equal neighbours in both pictures;
    /// the border counts as one of them.
    @Test func siblingsAtTheBorder() throws {
        // The black pixel in the corner has two equal neighbours, and the border is the third.
        #expect(try counts(StraightPixels(".+#", "..#", "..#"), StraightPixels(".*#", "..#", "..#")) == [0, 1])
        // With only one, the count is too low, and the white pixels have none.
        #expect(try counts(StraightPixels(".+#", "#..", "..."), StraightPixels(".*#", "#..", "...")) == [1, 1])
    }

    /// A pixel with three equal neighbours is no edge; in a corner, the border is the third.
    @Test func equalNeighboursOfThePixelItself() throws {
        let inside = (StraightPixels("..+##", "..+##", "..+##", "..+##"), StraightPixels("..*##", "..*##", "..*##", "..*##"))
        #expect(try counts(inside.0, inside.1) == [0, 4])
        let corner = (StraightPixels("++#", "+.#", "..#"), StraightPixels("**#", "*.#", "..#"))
        #expect(try counts(corner.0, corner.1)[1] == 3)
        // The corner pixel has two equal neighbours and the border.
        #expect(try counts(corner.0, corner.1)[0] >= 1)
    }

    /// A pixel that is antialiased in only one of the pictures does not count either.
    @Test func smoothedInEitherPicture() throws {
        let sharp = StraightPixels("..###", "..###", "..###", "..###")
        let soft = StraightPixels("..+##", "..+##", "..+##", "..+##")
        #expect(try counts(sharp, soft) == [0, 4])
        #expect(try counts(soft, sharp) == [0, 4])
        // Antialiased in both.
        #expect(try counts(soft, StraightPixels("..*##", "..*##", "..*##", "..*##")) == [0, 4])
    }

    /// The area beside the edge must be even in both pictures: here, each pixel of the second has a slightly different colour, below the
    /// threshold.
    @Test func theEvenAreaMustBeInBoth() throws {
        let soft = StraightPixels("..+##", "..+##", "..+##", "..+##")
        var rgba: [UInt8] = []
        for index in 0..<20 {
            let grey: UInt8 = [0, 0, 200, 235, 235][index % 5]
            rgba += [grey + UInt8(index), grey, grey, 255]
        }
        let tinged = StraightPixels(width: 5, height: 4, rgba: rgba)
        #expect(try counts(soft, tinged) == [4, 4])
        #expect(try counts(tinged, soft) == [4, 4])
    }

    /// A transparent neighbour is composed on the background of the central pixel.
    @Test func smoothingAgainstNothing() throws {
        func edge(_ alpha: UInt8) -> StraightPixels? {
            let row: [[UInt8]] = [[0, 0, 0, 0], [0, 0, 0, 0], [255, 255, 255, alpha], [255, 255, 255, 255], [255, 255, 255, 255]]
            return StraightPixels(width: 5, height: 4, rgba: [[[UInt8]]](repeating: row, count: 4).flatMap { $0.flatMap { $0 } })
        }
        #expect(try counts(edge(100), edge(200)) == [0, 4])
    }
}

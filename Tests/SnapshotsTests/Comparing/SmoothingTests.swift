import SubdialDrawing
import SubdialSnapshots
import Testing

@Suite struct SmoothingTests {
    private func counts(_ first: StraightPixels?, _ second: StraightPixels?) throws -> [Int] {
        let (first, second) = (try #require(first), try #require(second))
        let counts = [
            PixelSensitivity.perceived().count(first, second), PixelSensitivity.perceived(countsSmoothing: true).count(first, second),
        ]
        #expect(PixelSensitivity.perceived().count(second, first) == counts[0])
        return counts
    }

    @Test func anEdgeSmoothedOtherwiseDoesNotCount() throws {
        let first = StraightPixels("..+##", "..+##", "..+##", "..+##", "..+##")
        let second = StraightPixels("..*##", "..*##", "..*##", "..*##", "..*##")
        #expect(try counts(first, second) == [0, 5])
    }

    @Test func norOneSmoothedInOnePictureAlone() throws {
        let sharp = StraightPixels("...##", "...##", "...##", "...##", "...##")
        let smooth = StraightPixels("..+##", "..+##", "..+##", "..+##", "..+##")
        #expect(try counts(sharp, smooth) == [0, 5])
    }

    @Test func aLonePixelCounts() throws {
        // All neighbours are darker, so that there is no antialiased edge.
        let flat = StraightPixels(".....", ".....", ".....", ".....", ".....")
        #expect(try counts(flat, StraightPixels(".....", ".....", "..#..", ".....", ".....")) == [1, 1])
        #expect(try counts(flat, StraightPixels("#....", ".....", ".....", ".....", "....#")) == [2, 2])
    }

    @Test func anAreaCounts() throws {
        // Three equal neighbours are an area, not an edge.
        let first = StraightPixels("..++##", "..++##", "..++##", "..++##")
        let second = StraightPixels("..**##", "..**##", "..**##", "..**##")
        #expect(try counts(first, second) == [8, 8])
    }

    @Test func theBorderCountsAsOneEqualNeighbour() throws {
        // The grey pixel has two equal neighbours in the first case and three in the second, one row lower each time.
        let inside = [
            StraightPixels("..##.", ".++##", "..+##", "..+##", "...##"), StraightPixels("..##.", ".**##", "..*##", "..*##", "...##"),
        ]
        let border = [StraightPixels(".++##", "..+##", "..+##", "...##"), StraightPixels(".**##", "..*##", "..*##", "...##")]
        let (within, atBorder) = (try counts(inside[0], inside[1]), try counts(border[0], border[1]))
        #expect(within[1] == 4 && atBorder[1] == 4)
        #expect(within[0] < atBorder[0])
    }

    @Test func anEdgeBetweenUnevenAreasCounts() throws {
        // Neither the darkest nor the lightest neighbour has equal neighbours.
        let first = StraightPixels("#.*", ".+#", "*#.")
        let second = StraightPixels("#.*", ".*#", "*#.")
        #expect(try counts(first, second)[1] == 1)
    }

    @Test func differenceInColour() throws {
        let first = try #require(StraightPixels("..+##", "..+##", "..+##", "..+##", "..+##", "....."))
        let second = try #require(StraightPixels("..*##", "..*##", "..*##", "..*##", "..*##", "....#"))
        let picture = PixelSensitivity.perceived().difference(first, second)
        #expect(picture.width == 5 && picture.height == 6 && picture.isOpaque)
        #expect(picture.color(x: 2, y: 2)?.hex == "#ffff00")
        #expect(picture.color(x: 4, y: 5)?.hex == "#ff0000")
        // The rest is the expected picture at a tenth of its strength: 255 − 25.5, 255 − 12.7, 255.
        #expect(picture.color(x: 0, y: 0)?.hex == "#e5e5e5")
        #expect(picture.color(x: 4, y: 0)?.hex == "#ffffff")
        #expect(picture.color(x: 2, y: 5)?.hex == "#e5e5e5")
    }

    @Test func differenceOfEqualPicturesIsGreyThroughout() throws {
        let picture = try #require(StraightPixels(".#+"))
        let difference = PixelSensitivity.perceived().difference(picture, picture)
        #expect((0..<3).map { difference.color(x: $0, y: 0)?.hex } == ["#e5e5e5", "#ffffff", "#f2f2f2"])
    }
}

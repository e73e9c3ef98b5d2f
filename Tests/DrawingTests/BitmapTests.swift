import SubdialDrawing
import SubdialPictureSupport
import Testing

@Suite struct BitmapTests {
    @Test func refusesAWrongCountOfBytes() {
        #expect(Bitmap(width: 2, height: 2, pixels: [UInt8](repeating: 0, count: 15)) == nil)
        #expect(Bitmap(width: 0, height: 2, pixels: []) == nil)
        #expect(Bitmap(width: -1, height: -1, pixels: [0, 0, 0, 0]) == nil)
        #expect(Bitmap(width: .max, height: .max, pixels: []) == nil)
        #expect(Bitmap(width: 1, height: 1, rgba: [1]) == nil)
    }

    @Test func everyPremultipliedByteComesBackFromStraightAlpha() throws {
        for alpha in 0...255 {
            let top = UInt8(alpha)
            var pixels: [UInt8] = []
            for color in 0...top { pixels += [color, 0, top, top] }
            let bitmap = try #require(Bitmap(width: alpha + 1, height: 1, pixels: pixels))
            #expect(Bitmap(width: alpha + 1, height: 1, rgba: bitmap.rgba) == bitmap)
        }
    }

    @Test func convertsTheOrderOfBytes() throws {
        let bitmap = try #require(Bitmap(width: 3, height: 1, rgba: [1, 2, 3, 255, 255, 128, 0, 128, 9, 9, 9, 0]))
        #expect(bitmap.pixels == [3, 2, 1, 255, 0, 64, 128, 128, 0, 0, 0, 0])
        #expect(bitmap.rgba == [1, 2, 3, 255, 255, 128, 0, 128, 0, 0, 0, 0])
        #expect(bitmap.color(x: 0, y: 0)?.hex == "#010203")
        #expect(bitmap.color(x: 3, y: 0) == nil)
        #expect(bitmap.color(x: 0, y: -1) == nil)
    }

    @Test func knowsWhetherItIsOpaque() throws {
        #expect(Bitmap(width: 50, height: 50, color: .black).isOpaque)
        #expect(!Bitmap(width: 50, height: 50, color: Color.black.opacity(0.99)).isOpaque)
        var pixels = Bitmap(width: 50, height: 50, color: .white).pixels
        pixels[pixels.count - 1] = 254
        #expect(try #require(Bitmap(width: 50, height: 50, pixels: pixels)).isOpaque == false)
    }

    @Test func shrinksToTheMeanOfWhatIsCovered() throws {
        // From three columns to two: a new column covers one and a half old ones.
        let grey: [UInt8] = [0, 90, 240]
        let bitmap = try #require(Bitmap(width: 3, height: 1, pixels: grey.flatMap { [$0, $0, $0, 255] }))
        #expect(bitmap.resized(width: 2, height: 1).pixels == [30, 30, 30, 255, 190, 190, 190, 255])
        #expect(bitmap.resized(width: 1, height: 1).pixels == [110, 110, 110, 255])
    }

    @Test func shrinksInPremultipliedColour() throws {
        // Transparent pixels must not darken or tint adjacent ones.
        let bitmap = try #require(Bitmap(width: 2, height: 2, rgba: [255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255]))
        #expect(bitmap.resized(width: 1, height: 1).rgba == [255, 0, 0, 128])
    }

    @Test(arguments: [(1, 1), (2, 3), (7, 5), (16, 16), (40, 3), (100, 100)])
    func keepsAFlatColour(width: Int, height: Int) {
        let color = Color(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.6)
        let bitmap = Bitmap(width: 16, height: 11, color: color)
        #expect(bitmap.resized(width: width, height: height) == Bitmap(width: width, height: height, color: color))
    }

    @Test func growsByInterpolation() throws {
        let bitmap = try #require(Bitmap(width: 2, height: 1, pixels: [0, 0, 0, 255, 200, 200, 200, 255]))
        let grown = bitmap.resized(width: 4, height: 2)
        #expect(stride(from: 0, to: 32, by: 4).map { grown.pixels[$0] } == [0, 50, 150, 200, 0, 50, 150, 200])
    }

    @Test func neverExceedsAlpha() throws {
        let bitmap = try #require(Bitmap.random(width: 33, height: 21, seed: 5))
        for (width, height) in [(7, 7), (32, 20), (50, 50), (33, 9)] {
            let pixels = bitmap.resized(width: width, height: height).pixels
            for index in stride(from: 0, to: pixels.count, by: 4) {
                #expect(pixels[index..<index + 3].allSatisfy { $0 <= pixels[index + 3] })
            }
        }
    }

    @Test func cropsFromTheMiddle() throws {
        let row = try #require(Bitmap(width: 5, height: 1, pixels: (0..<5).flatMap { [$0, $0, $0, 255] }))
        #expect(row.croppedToSquare().pixels == [2, 2, 2, 255])
        let column = try #require(Bitmap(width: 1, height: 5, pixels: row.pixels))
        #expect(column.croppedToSquare().pixels == [2, 2, 2, 255])
        #expect(column.croppedToAspect(width: 1, height: 3).pixels.map { Int($0) }.filter { $0 != 255 } == [1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(row.cropped(x: 3, y: 0, width: 9, height: 9).width == 2)
        #expect(row.cropped(x: -4, y: -4, width: 0, height: 0).pixels == [0, 0, 0, 255])
        #expect(row.cropped(x: 0, y: 0, width: 5, height: 1) == row)
    }

    @Test(arguments: [
        (Orientation.up, "abcdef", 3), (.upMirrored, "cbafed", 3), (.down, "fedcba", 3), (.downMirrored, "defabc", 3),
        (.leftMirrored, "adbecf", 2), (.right, "daebfc", 2), (.rightMirrored, "fcebda", 2), (.left, "cfbead", 2),
    ])
    func turnsUpright(orientation: Orientation, expected: String, width: Int) throws {
        let bitmap = try #require(Bitmap(width: 3, height: 2, pixels: "abcdef".utf8.flatMap { [$0, $0, $0, 255] }))
        let turned = bitmap.oriented(orientation)
        let letters = stride(from: 0, to: turned.pixels.count, by: 4).map { turned.pixels[$0] }
        #expect(String(decoding: letters, as: UTF8.self) == expected)
        #expect(turned.width == width)
        #expect(orientation.swapsSides == (width == 2))
    }
}

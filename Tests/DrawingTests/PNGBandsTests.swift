import SubdialCPixels
import SubdialPictureSupport
import SubdialTestSupport
import Testing

@testable import SubdialDrawing

@Suite struct PNGBandsTests {
    /// Each file has the pixels of its bitmap, for two independent decoders, whatever has changed since the one before.
    @Test(arguments: SamplePicture.allCases, [(1, 1), (33, 31), (300, 190), (9000, 5)])
    func everyFileHasItsPixels(kind: SamplePicture, size: (width: Int, height: Int)) throws {
        var bitmap = try #require(kind.bitmap(width: size.width, height: size.height))
        var bands = PNGBands()
        var random = SplitMix64(seed: 1)
        for turn in 0..<6 {
            var rows: [Range<Int>] = []
            for _ in 0..<min(turn, 3) {
                let start = random.next(below: size.height)
                let range = start..<min(start + 1 + random.next(below: 4), size.height)
                rows.append(range)
                var pixels = bitmap.pixels
                for index in range.lowerBound * size.width * 4..<range.upperBound * size.width * 4 where index % 4 == 3 {
                    // Black of another opacity is a valid premultiplied pixel of every kind.
                    for place in index - 3..<index { pixels[place] = 0 }
                    if pixels[index] < 255 { pixels[index] = UInt8(random.next(below: 256)) }
                }
                bitmap = try #require(Bitmap(width: size.width, height: size.height, pixels: pixels))
            }
            let file = try bands.encode(bitmap, changedRows: turn == 0 ? nil : rows)
            #expect(try PNG.decode(file) == bitmap, "turn \(turn)")
            #expect(CairoReader.pixels(file) == bitmap.pixels)
        }
    }

    /// Only the bands of changed rows, and of the row below each, are compressed again.
    @Test(.enabled(if: subdial_png_has_isal(), "ISA-L is not installed")) func unchangedBandsAreKept() throws {
        let bitmap = try #require(SamplePicture.opaque.bitmap(width: 500, height: 200))
        var bands = PNGBands()
        let first = try bands.encode(bitmap, changedRows: nil)
        #expect(try bands.encode(bitmap, changedRows: []) == first)
        // A change that is not reported is not seen.
        let other = Bitmap(width: 500, height: 200, color: .white)
        var pixels = other.pixels
        pixels.replaceSubrange(0..<500 * 4 * 100, with: bitmap.pixels[0..<500 * 4 * 100])
        let half = try #require(Bitmap(width: 500, height: 200, pixels: pixels))
        #expect(try PNG.decode(bands.encode(half, changedRows: [])) == bitmap)
        #expect(try PNG.decode(bands.encode(half, changedRows: [100..<200])) == half)
        // Another size begins anew.
        let small = try #require(SamplePicture.opaque.bitmap(width: 400, height: 200))
        #expect(try PNG.decode(bands.encode(small, changedRows: [])) == small)
    }

    @Test func checksumsOfPiecesAreThatOfTheWhole() {
        #expect(subdial_png_checksum(1, 1, 0) == 1)
        // "Wiki" and "pedia": 11E60398 for the whole, as in RFC 1950's usual example.
        func adler(_ text: String) -> UInt32 {
            var (low, high) = (UInt32(1), UInt32(0))
            for byte in text.utf8 {
                low = (low + UInt32(byte)) % 65521
                high = (high + low) % 65521
            }
            return high << 16 | low
        }
        #expect(subdial_png_checksum(adler("Wiki"), adler("pedia"), 5) == 0x11E6_0398)
        let long = String(repeating: "\u{7F}", count: 70000)
        #expect(subdial_png_checksum(adler(long), adler(long), 70000) == adler(long + long))
    }
}

import SubdialPictureSupport
import SubdialTestSupport
import Testing

@testable import SubdialDrawing

@Suite struct PNGTests {
    @Test(arguments: [(1, 1), (1, 7), (7, 1), (3, 5), (16, 16), (33, 31), (255, 3)], PNG.Mode.allCases)
    func comesBackExactly(size: (width: Int, height: Int), mode: PNG.Mode) throws {
        for isOpaque in [false, true] {
            let seed = UInt64(size.width * 1000 + size.height)
            let bitmap = try #require(Bitmap.random(width: size.width, height: size.height, seed: seed, isOpaque: isOpaque))
            #expect(try PNG.decode(PNG.encode(bitmap, mode: mode)) == bitmap)
        }
    }

    /// Drawn pixels are preserved exactly, also by the fast decoder.
    @Test(arguments: [(1, 1), (1, 7), (7, 1), (3, 5), (33, 31), (255, 3), (300, 40)])
    func drawingsComeBackExactly(size: (width: Int, height: Int)) throws {
        let (width, height) = size
        let random = try [false, true].map {
            try #require(Bitmap.random(width: width, height: height, seed: UInt64(width + height), isOpaque: $0))
        }
        // Runs of every length: of one colour, and stripes that become wider in each row.
        var stripes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { stripes += [UInt8(x / (y + 1) % 2 * 200), 10, UInt8(x % 256), 255] }
        }
        let drawn = [
            Bitmap(width: width, height: height, color: .white), Bitmap(width: width, height: height),
            try #require(Bitmap(width: width, height: height, pixels: stripes)),
        ]
        for bitmap in random + drawn {
            let file = try PNG.encode(bitmap)
            #expect(try PNG.decode(file) == bitmap)
            #expect(try PNG.decodeStraight(file).rgba == bitmap.rgba)
            #expect(StraightBitmap(bitmap).rgba == bitmap.rgba)
        }
    }

    /// Every filter, compared with the general decoder.
    @Test(arguments: PNG.Mode.allCases, [true, false]) func plainFilesAreDecodedAsOthers(mode: PNG.Mode, isOpaque: Bool) throws {
        // Gradients and noise, for which the small mode uses different filters.
        let (width, height) = (61, 80)
        let noise = try #require(Bitmap.random(width: width, height: height, seed: 7, isOpaque: isOpaque))
        var pixels = noise.pixels
        for y in 0..<60 {
            for x in 0..<width {
                let shades = [x * 4, y * 4, x * 2 + y * 2, x * y / 20].map { UInt8(truncatingIfNeeded: $0) }
                let shade = shades[y / 15]
                pixels.replaceSubrange((y * width + x) * 4..<(y * width + x) * 4 + 4, with: [shade, shade / 2, shade / 3, 255])
            }
        }
        let bitmap = try #require(Bitmap(width: width, height: height, pixels: pixels))
        let file = try PNG.encode(bitmap, mode: mode)
        #expect(try PNG.decodeStraight(file).rgba == bitmap.rgba)
        // A damaged file results in an error, never in a partial picture.
        for index in stride(from: 8, to: file.count, by: 97) {
            var damaged = file
            damaged[index] ^= 0x10
            let straight = try? PNG.decodeStraight(damaged)
            #expect(straight.map { $0.rgba == bitmap.rgba } ?? true, "byte \(index)")
            #expect(throws: ImageError.self) { try PNG.decodeStraight(Array(file[..<index])) }
        }
    }

    /// Rows with any filters side by side, in all widths around those of vectors.
    @Test(arguments: [3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 40])
    func anyFiltersSideBySide(channels: Int, width: Int) throws {
        var random = SplitMix64(seed: UInt64(channels * 100 + width))
        for height in [1, 3, 4, 5, 8, 11, 24] {
            var rows: [UInt8] = []
            for _ in 0..<height {
                // Paeth and the average more often than others, because they are decoded in groups.
                rows.append([0, 1, 2, 3, 3, 4, 4, 4][Int.random(in: 0..<8, using: &random)])
                rows += (0..<width * channels).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            var writer = PNGWriter(capacity: 0)
            writer.header(width: width, height: height, channels: channels)
            writer.chunk("IDAT", try PNG.compress(rows, level: 1))
            writer.chunk("IEND", [])
            // By the fast decoder itself, not by the one that takes what it refuses.
            let picture = try #require(PlainPNG(writer.bytes, limits: .standard)?.decoded(writer.bytes))
            #expect(picture.rgba == Self.unfiltered(rows, width: width, channels: channels), "\(height) rows")
        }
    }

    /// Red, green, blue and alpha of filtered rows, by the formulas of the specification.
    private static func unfiltered(_ rows: [UInt8], width: Int, channels: Int) -> [UInt8] {
        let length = width * channels
        var (above, pixels) = ([UInt8](repeating: 0, count: length), [UInt8]())
        for start in stride(from: 0, to: rows.count, by: length + 1) {
            var row = [UInt8](repeating: 0, count: length)
            for x in 0..<length {
                let (left, corner) = x < channels ? (0, 0) : (Int(row[x - channels]), Int(above[x - channels]))
                let top = Int(above[x])
                let distances = [left, top, corner].map { ($0 - (left + top - corner)).magnitude }
                let nearest = [left, top, corner][distances.firstIndex(of: distances.min() ?? 0) ?? 0]
                row[x] = rows[start + 1 + x] &+ UInt8([0, left, top, (left + top) / 2, nearest][Int(rows[start])])
            }
            for pixel in stride(from: 0, to: length, by: channels) {
                pixels += row[pixel..<pixel + channels] + (channels == 3 ? [255] : [])
            }
            above = row
        }
        return pixels
    }

    @Test func holdsAColourByteToItsAlpha() throws {
        let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [200, 200, 200, 100]))
        #expect(try PNG.decode(PNG.encode(bitmap)).pixels == [100, 100, 100, 100])
    }

    @Test func thoseWhoTakeTheirTimeAreNotLarger() throws {
        // A gradient, which filters compress well.
        var pixels: [UInt8] = []
        for y: UInt8 in 0..<64 {
            for x: UInt8 in 0..<64 { pixels += [x * 2, y * 2, x + y, 255] }
        }
        let bitmap = try #require(Bitmap(width: 64, height: 64, pixels: pixels))
        let counts = try PNG.Mode.allCases.map { try PNG.encode(bitmap, mode: $0).count }
        #expect(counts == counts.sorted(by: >))
    }

    @Test(arguments: ["rgb.png", "palette.png"])
    func readsOpaqueKinds(name: String) throws {
        let bitmap = try PNG.decode(Repository.fixture(name))
        #expect(quarters(bitmap) == ["#ff0000", "#00ff00", "#0000ff", "#ffffff"])
    }

    @Test(arguments: ["rgba.png", "palette-alpha.png"])
    func readsKindsWithAlpha(name: String) throws {
        let bitmap = try PNG.decode(Repository.fixture(name))
        #expect(quarters(bitmap) == ["#ff0000", "#00ff00", "#0000ff", "#00000000"])
    }

    @Test(arguments: [("grey.png", "#ffffff"), ("grey-16.png", "#ffffff"), ("grey-alpha.png", "#00000000")])
    func readsGrey(name: String, last: String) throws {
        #expect(quarters(try PNG.decode(Repository.fixture(name))) == ["#4c4c4c", "#969696", "#1d1d1d", last])
    }

    @Test func refusesAHugeHeaderAtOnce() {
        // The signature and the header of 65,500 × 65,500 pixels, without any data.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0xFF, 0xDC, 0, 0, 0xFF, 0xDC, 8, 6, 0, 0, 0, 0xB1, 0x22, 0xA8, 0xA3,
        ]
        let limits = ImageLimits()
        let error = #expect(throws: ImageError.self) { try PNG.decode(header, limits: limits) }
        #expect(error == .tooManyPixels(width: 65_500, height: 65_500, limit: limits.maxPixels))
    }
}

/// Returns the colours at the centres of the four quarters.
func quarters(_ bitmap: Bitmap) -> [String?] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
        bitmap.color(x: bitmap.width * x / 4, y: bitmap.height * y / 4)?.hex
    }
}

/// Returns true if the quarters are red, green, blue and white, with a tolerance for lossy compression.
func showsTheQuarters(_ bitmap: Bitmap) -> Bool {
    let expected = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
    return zip([(1, 1), (3, 1), (1, 3), (3, 3)], expected).allSatisfy { place, color in
        guard let found = bitmap.color(x: bitmap.width * place.0 / 4, y: bitmap.height * place.1 / 4) else { return false }
        return abs(found.red - color.0) < 0.06 && abs(found.green - color.1) < 0.06 && abs(found.blue - color.2) < 0.06
    }
}

import Testing

@testable import SubdialDrawing

@Suite struct JPEGTests {
    @Test(arguments: ["baseline.jpg", "subsampled.jpg", "progressive.jpg", "cmyk.jpg"])
    func readsEveryKind(name: String) throws {
        let bitmap = try JPEG.decode(Repository.fixture(name))
        #expect((bitmap.width, bitmap.height) == (16, 12))
        #expect(bitmap.isOpaque)
        #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
    }

    @Test func readsGrey() throws {
        let bitmap = try JPEG.decode(Repository.fixture("grey.jpg"))
        for (found, expected) in zip([(4, 3), (12, 3), (4, 9), (12, 9)], [76.0, 150, 29, 255]) {
            let color = try #require(bitmap.color(x: found.0, y: found.1))
            #expect(abs(color.red * 255 - expected) < 8)
            #expect(color.red == color.green && color.green == color.blue)
        }
    }

    @Test(arguments: 1...8)
    func turnsUprightByEXIF(orientation: Int) throws {
        let bytes = try Repository.fixture("orientation-\(orientation).jpg")
        let bitmap = try JPEG.decode(bytes)
        #expect((bitmap.width, bitmap.height) == (16, 12))
        #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
        // The target is the size of the upright picture.
        let small = try JPEG.decode(bytes, targetWidth: 8, targetHeight: 6)
        #expect((small.width, small.height) == (8, 6))
    }

    @Test(arguments: [
        (16, 12, 16, 12), (9, 1, 16, 12), (8, 7, 16, 12), (8, 6, 8, 6), (4, 3, 4, 3), (3, 2, 4, 3), (2, 1, 2, 2), (100, 1, 16, 12),
    ])
    func decodesAtTheSmallestScaleThatSuffices(targetWidth: Int, targetHeight: Int, width: Int, height: Int) throws {
        let bitmap = try JPEG.decode(Repository.fixture("baseline.jpg"), targetWidth: targetWidth, targetHeight: targetHeight)
        #expect((bitmap.width, bitmap.height) == (width, height))
    }

    /// Rows that are resized while the picture is decoded give the same pixels as a whole picture that is resized afterwards.
    @Test(arguments: [
        "baseline.jpg", "subsampled.jpg", "progressive.jpg", "cmyk.jpg", "grey.jpg", "orientation-1.jpg", "orientation-6.jpg", "dusk.jpg",
    ])
    func fillsASizeRowByRow(name: String) throws {
        let bytes = try name == "dusk.jpg" ? Repository.artwork(name) : Repository.fixture(name)
        for (width, height) in [
            (16, 12), (8, 6), (7, 5), (12, 12), (3, 11), (11, 3), (1, 1), (1, 40), (40, 1), (33, 25), (96, 96), (414, 414), (700, 500),
        ] {
            let whole = try JPEG.decode(bytes, targetWidth: width, targetHeight: height).filling(width: width, height: height)
            #expect(try ImageDecoder.decode(bytes, width: width, height: height) == whole, "\(width) × \(height)")
            #expect(try Surface.decoding(bytes, width: width, height: height)?.bitmap() == whole, "\(width) × \(height)")
        }
        // Only a picture that must be turned is decoded as a whole.
        let isByRows = try JPEG.filling(
            bytes, width: 7, height: 5, limits: .standard, isCancelled: { false }, report: { _ in },
            make: { Bitmap(resampling: $0, $1, width: 7, height: 5).map { _ in true } }, convert: { _ in false })
        #expect(isByRows == (name != "orientation-6.jpg"))
    }

    @Test func checksTheLimitOnTheHeader() throws {
        // The height and the width are 5 bytes after the frame marker.
        var bytes = try Repository.fixture("baseline.jpg")
        let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let error = #expect(throws: ImageError.self) { try JPEG.decode(bytes) }
        #expect(error == .tooManyPixels(width: 65_500, height: 65_500, limit: ImageLimits.standard.maxPixels))
    }

    @Test func refusesEndlessScans() throws {
        // A progressive picture that repeats its last scan: few bytes, but a long decoding time.
        let bytes = try Repository.fixture("progressive.jpg")
        let scan = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        let repeated = bytes[scan..<bytes.count - 2]
        let hostile = Array(bytes[..<scan]) + (0..<5000).flatMap { _ in repeated } + [0xFF, 0xD9]
        #expect(throws: ImageError.self) { try JPEG.decode(hostile) }
    }
}

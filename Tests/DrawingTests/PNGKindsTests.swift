import SubdialCPixels
import SubdialPictureSupport
import Testing

@testable import SubdialDrawing

/// Tests of every kind of written PNG, decoded by libspng and libpng.
@Suite struct PNGKindsTests {
    @Test(arguments: SamplePicture.allCases, [false, true])
    func eachWidth(kind: SamplePicture, mayUseISAL: Bool) throws {
        for width in 1...70 {
            let bitmap = try #require(kind.bitmap(width: width, height: 1 + width % 5))
            try expectSame(bitmap, .fast, mayUseISAL: mayUseISAL, "width \(width)")
        }
    }

    /// The last one of a band, and the first of several; the largest has as many as there can be.
    @Test(arguments: [(769, 511), (769, 517), (1031, 601), (1211, 997)]) func bandsMakeOnePicture(_ width: Int, _ height: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: UInt64(width)))
        try expectSame(bitmap, .fast, mayUseISAL: true)
    }

    /// Large enough for the buffers to be filled several times, with every number of channels.
    @Test(arguments: SamplePicture.allCases, [false, true])
    func largePictures(kind: SamplePicture, mayUseISAL: Bool) throws {
        let bitmap = try #require(kind.bitmap(width: 517, height: 301))
        let file = try expectSame(bitmap, .fast, mayUseISAL: mayUseISAL)
        #expect(Array(file[24...25]) == kind.depthAndType)
    }

    @Test(arguments: SamplePicture.allCases, [PNG.Mode.small, .best])
    func smallFiles(kind: SamplePicture, mode: PNG.Mode) throws {
        for (width, height) in [(1, 1), (2, 3), (61, 43)] {
            try expectSame(try #require(kind.bitmap(width: width, height: height)), mode, mayUseISAL: true)
        }
    }

    /// Each alpha with each colour up to it, next to pixels of equal, adjacent and zero alpha.
    @Test(arguments: [false, true]) func everyAlpha(mayUseISAL: Bool) throws {
        for order in 0..<3 {
            var pixels: [UInt8] = []
            for y in 0..<256 {
                for x in 0..<256 {
                    let alpha = order == 0 ? x : order == 1 ? y : (x * 37 + y * 91) % 256
                    let value = order == 0 ? y : x
                    let color = min(value, alpha)
                    pixels += [color, alpha - color, alpha / 2, alpha].map { UInt8($0) }
                }
            }
            try expectSame(try #require(Bitmap(width: 256, height: 256, pixels: pixels)), .fast, mayUseISAL: mayUseISAL)
        }
    }

    /// The C code of the writer must divide like the Swift code.
    @Test func straightPixelsAreThoseOfBitmaps() {
        for alpha in UInt32(0)...255 {
            for value in UInt32(0)...255 {
                let pixel = alpha << 24 | value << 16 | (255 - value) << 8 | (value * 7 % 256)
                #expect(subdial_png_straight(pixel) == StraightAlpha.rgba(premultiplied: pixel))
            }
        }
    }

    @Test(arguments: [(256, 8), (257, nil), (16, 4), (17, 8), (4, 2), (2, 1), (1, 1)] as [(Int, Int?)])
    func aTableWhereThereIsRoom(count: Int, depth: Int?) throws {
        let pixels = (0..<64 * 64).flatMap { place -> [UInt8] in
            let color = place % count
            return [UInt8(color % 256), UInt8(color / 256), 9, 255]
        }
        let bitmap = try #require(Bitmap(width: 64, height: 64, pixels: pixels))
        let file = try expectSame(bitmap, .fast, mayUseISAL: true)
        #expect(Array(file[24...25]) == (depth.map { [UInt8($0), 3] } ?? [8, 2]))
    }

    /// In a small picture, a table is larger than its savings.
    @Test func noTableInASmallPicture() throws {
        let file = try expectSame(try #require(SamplePicture.opaque.bitmap(width: 8, height: 8)), .fast, mayUseISAL: true)
        #expect(file[25] == 2)
    }

    @Test func whichCompressorThereIs() throws {
        // The stream of libdeflate differs from that of ISA-L, whose header does not contain the level.
        let bitmap = try #require(SamplePicture.opaque.bitmap(width: 300, height: 300))
        let files = try [false, true].map { try PNG.encode(bitmap, mode: .fast, mayUseISAL: $0) }
        #expect((files[0] != files[1]) == subdial_png_has_isal())
    }

    @discardableResult
    private func expectSame(_ bitmap: Bitmap, _ mode: PNG.Mode, mayUseISAL: Bool, _ comment: Comment? = nil) throws -> [UInt8] {
        let file = try PNG.encode(bitmap, mode: mode, mayUseISAL: mayUseISAL)
        #expect(try PNG.decode(file) == bitmap, comment)
        #expect(try PNG.decodeStraight(file).rgba == bitmap.rgba, comment)
        #expect(CairoReader.pixels(file) == bitmap.pixels, comment)
        return file
    }
}

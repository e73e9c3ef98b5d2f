import SubdialCPixels
import SubdialPictureSupport
import SubdialTestSupport
import Testing

@testable import SubdialDrawing

/// Tests of the limits for pictures, before and during the decoding.
@Suite struct ImageBudgetTests {
    /// Returns the memory for the coefficients of a JPEG with three components without subsampling and several scans, in bytes.
    private static func coefficients(_ width: Int, _ height: Int) -> Int { (width + 7) / 8 * ((height + 7) / 8) * 128 * 3 }

    @Test(arguments: [(64, 64, 100), (640, 480, 100), (2000, 3000, 100), (4000, 4000, 40), (8000, 8000, 10), (9000, 9000, 7)])
    func scansAreBoundedByTheSize(width: Int, height: Int, limit: Int) throws {
        #expect(ImageLimits.standard.scans(width: width, height: height) == limit)
        #expect(try JPEG.header(ScanBomb.picture(width: width, height: height, scans: limit)).scans == limit)
        let bomb = ScanBomb.picture(width: width, height: height, scans: limit + 1)
        #expect(throws: ImageError.tooManyScans(limit + 1, limit: limit)) { try JPEG.decode(bomb) }
        #expect(throws: ImageError.tooManyScans(limit + 1, limit: limit)) { try ImageDecoder.decode(bomb, width: 64, height: 64) }
    }

    @Test func asManyScansAsTheLimitAreDecoded() throws {
        let bitmap = try JPEG.decode(ScanBomb.picture(width: 64, height: 40, scans: 100))
        #expect((bitmap.width, bitmap.height) == (64, 40))
        #expect(bitmap.color(x: 63, y: 39)?.hex == "#808080")
        #expect(try JPEG.header(Repository.fixture("progressive.jpg")).scans == 10)
        #expect(try JPEG.header(Repository.fixture("baseline.jpg")).scans == 1)
    }

    @Test func memoryOfCoefficientsCounts() throws {
        let bytes = ScanBomb.picture(width: 8000, height: 8000, scans: 4)
        let needed = Self.coefficients(8000, 8000) + 1000 * 1000 * 4
        #expect(throws: ImageError.tooMuchMemory(needed, limit: ImageLimits.standard.maxMemory)) {
            try ImageDecoder.decode(bytes, width: 96, height: 96)
        }
        // A picture of one scan needs no coefficients, and only the pixels at the target scale.
        let header = try JPEG.header(Repository.fixture("baseline.jpg"))
        #expect(header.coefficientBytes == 0)
        #expect(try JPEG.header(ScanBomb.picture(width: 63, height: 17, scans: 2)).coefficientBytes == Self.coefficients(63, 17))
    }

    @Test(arguments: ["png", "lossless webp"])
    func memoryOfPixelsCounts(kind: String) throws {
        // 56 million pixels, of 4 bytes each for a PNG and 8 for a WebP, whose decoder has its own copy.
        let (width, height) = (8000, 7000)
        let bytes = kind == "png" ? HandmadePNG.header(width: width, height: height).bytes : Self.losslessHeader(width, height)
        let needed = width * height * (kind == "png" ? 4 : 8)
        #expect(throws: ImageError.tooMuchMemory(needed, limit: ImageLimits.standard.maxMemory)) { try ImageDecoder.decode(bytes) }
    }

    /// Returns a lossless WebP that ends after its header.
    private static func losslessHeader(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = UInt32(width - 1) | UInt32(height - 1) << 14
        let content: [UInt8] = [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: sides >> (8 * $0)) } + [UInt8](repeating: 0, count: 11)
        return Array("RIFF".utf8) + [28, 0, 0, 0] + Array("WEBPVP8L".utf8) + [16, 0, 0, 0] + content
    }

    @Test(
        "The memory for the prefix codes of a WebP counts before libwebp allocates it",
        arguments: [(2600, true), (3000, true), (65_536, false)])
    func memoryOfPrefixCodes(groups: Int, isDecoded: Bool) throws {
        let bytes = CodeBomb.picture(side: 1024, groups: groups)
        #expect(bytes.count < 400_000)
        if isDecoded {
            let bitmap = try WebP.decode(bytes)
            #expect((bitmap.width, bitmap.height) == (1024, 1024))
        } else {
            let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes, width: 64, height: 64) }
            guard case .tooMuchMemory(let count, _)? = error else { throw try #require(error) }
            #expect(count > 1 << 30)
        }
    }

    @Test("Prefix codes that end early or are invalid are errors, whatever byte is damaged")
    func damagedPrefixCodes() throws {
        let bytes = CodeBomb.picture(side: 208, groups: 2704)
        _ = try WebP.decode(bytes)
        #expect(throws: ImageError.truncated(.webp)) { try WebP.decode(Array(bytes.prefix(2000))) }
        var random = SplitMix64(seed: 47)
        for _ in 0..<500 {
            var damaged = bytes
            damaged[Int.random(in: 25..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            do throws(ImageError) {
                let bitmap = try WebP.decode(damaged)
                #expect((bitmap.width, bitmap.height) == (208, 208))
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test("An alpha channel of a lossy WebP counts with all memory that its decoder may need")
    func memoryOfAlpha() {
        // A header of 7000 × 6000 pixels with alpha, without any data.
        let sides = [UInt8](unsafeUninitializedCapacity: 6) { target, count in
            for (index, side) in [6999, 5999].enumerated() {
                for byte in 0..<3 { target[index * 3 + byte] = UInt8(side >> (8 * byte) & 0xFF) }
            }
            count = 6
        }
        let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x58, 0x1B, 0x70, 0x17]
        let content =
            Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + sides + Array("ALPH".utf8) + [2, 0, 0, 0, 0, 0] + Array("VP8 ".utf8)
            + [10, 0, 0, 0] + frame
        let bytes = Array("RIFF".utf8) + [UInt8(4 + content.count), 0, 0, 0] + Array("WEBP".utf8) + content
        #expect(throws: ImageError.tooMuchMemory(75 * 64 * 4 + 7000 * 6000 * 5, limit: ImageLimits.standard.maxMemory)) {
            try WebP.decode(bytes, targetWidth: 64, targetHeight: 64)
        }
    }

    @Test func textsOfAPNGAreBounded() throws {
        let bitmap = Bitmap(width: 4, height: 4, color: .white)
        func text(_ count: Int) -> [UInt8] {
            Array("Comment".utf8) + [0, 0] + HandmadePNG.compressed([UInt8](repeating: 0x61, count: count))
        }
        #expect(try PNG.decode(HandmadePNG.picture(bitmap, chunks: [("zTXt", text(1 << 20))])) == bitmap)
        let limit = ImageLimits.standard.maxMetadata
        for chunks in [
            [("zTXt" as StaticString, text(limit + 1))], [StaticString](repeating: "zTXt", count: 3).map { ($0, text(limit - 100)) },
        ] {
            let bytes = HandmadePNG.picture(bitmap, chunks: chunks)
            #expect(bytes.count < 100_000)
            #expect(throws: ImageError.tooMuchMetadata(limit: limit)) { try PNG.decode(bytes) }
        }
    }

    @Test func thePixelsOfAPNGMayBeLargerThanItsTexts() throws {
        var state: UInt32 = 1
        let pixels = [UInt8](unsafeUninitializedCapacity: 1600 * 1600 * 4) { target, count in
            for index in 0..<1600 * 1600 * 4 {
                state ^= state << 13
                state ^= state >> 17
                state ^= state << 5
                target[index] = index & 3 == 3 ? 255 : UInt8(truncatingIfNeeded: state)
            }
            count = 1600 * 1600 * 4
        }
        let noise = try #require(Bitmap(width: 1600, height: 1600, pixels: pixels))
        let bytes = try PNG.encode(noise)
        #expect(bytes.count < ImageLimits.standard.maxMetadata)
        // The chunk of the pixels is larger than the limit for texts.
        let limits = ImageLimits(maxMetadata: 1 << 20)
        #expect(try PNG.decode(bytes, limits: limits).pixels == noise.pixels)
    }

    @Test(arguments: [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 2), (5, 5), (8, 8), (13, 9), (33, 20)])
    func anInterlacedPNGIsThatPicture(width: Int, height: Int) throws {
        let bitmap = try #require(Bitmap.random(width: width, height: height, seed: 7))
        #expect(try PNG.decode(HandmadePNG.picture(bitmap, isInterlaced: true)) == PNG.decode(HandmadePNG.picture(bitmap)))
        #expect(try PNG.decode(HandmadePNG.picture(bitmap, isInterlaced: true)) == bitmap)
    }

    @Test func arithmeticCodingIsRefused() throws {
        var bytes = try Repository.fixture("baseline.jpg")
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 1] = 0xC9
        #expect(throws: ImageError.unsupported(.jpeg, "arithmetic coding")) { try JPEG.decode(bytes) }
    }

    /// A decoder checks repeatedly for cancellation, and stops at the first one.
    @Test(arguments: ["progressive", "baseline", "png", "interlaced", "webp"], [1, 2, 3])
    func decodingEndsWhereNobodyWantsItAnyMore(kind: String, asked: Int) throws {
        let bitmap = try #require(Bitmap.random(width: 40, height: 200, seed: 3))
        let bytes: [UInt8] =
            switch kind {
            case "progressive": ScanBomb.picture(width: 64, height: 64, scans: 5)
            case "baseline": try Repository.artwork("blue.jpg")
            case "webp": try Repository.artwork("mono.webp")
            default: HandmadePNG.picture(bitmap, isInterlaced: kind == "interlaced")
            }
        var questions = 0
        #expect(throws: ImageError.cancelled) {
            try ImageDecoder.decode(bytes) {
                questions += 1
                return questions == asked
            }
        }
        #expect(questions == asked)
        questions = 0
        #expect(throws: ImageError.cancelled) {
            try ImageDecoder.decode(bytes, width: 30, height: 20) {
                questions += 1
                return questions == asked
            }
        }
        #expect(questions == asked)
        var all = 0
        let whole = try ImageDecoder.decode(bytes) {
            all += 1
            return false
        }
        #expect(all > asked)
        #expect(try whole == ImageDecoder.decode(bytes))
    }

    /// Excesses that are not in the header are detected during the decoding.
    @Test(arguments: [
        (3, UInt64(64 << 20), false, SUBDIAL_JPEG_TOO_MANY_SCANS), (100, 100_000, false, SUBDIAL_JPEG_TOO_MUCH_MEMORY),
        (100, 64 << 20, true, SUBDIAL_JPEG_STOPPED), (100, 64 << 20, false, SUBDIAL_JPEG_OK),
    ])
    func theDecoderItselfKeepsToTheLimits(scans: UInt32, memory: UInt64, stops: Bool, status: subdial_jpeg_status) {
        let bytes = ScanBomb.picture(width: 512, height: 512, scans: 5)
        var limits = subdial_jpeg_limits()
        limits.maximum_scans = scans
        limits.maximum_memory = memory
        limits.should_stop = stops ? { _ in 1 } : nil
        var pixels = [UInt8](repeating: 0, count: 512 * 512 * 4)
        var message = [CChar](repeating: 0, count: Int(SUBDIAL_JPEG_MESSAGE_LENGTH))
        var losses = subdial_jpeg_losses()
        #expect(subdial_jpeg_decode(bytes, bytes.count, 1, false, &limits, &pixels, 512, 512, &losses, &message) == status)
    }

    @Test(arguments: [(40, 40), (10, 30), (30, 10), (64, 48), (200, 100)])
    func fillingIsCroppingAndResizing(width: Int, height: Int) throws {
        let bitmap = try #require(Bitmap.random(width: 64, height: 48, seed: 11))
        #expect(
            bitmap.filling(width: width, height: height)
                == bitmap.croppedToAspect(width: width, height: height).resized(width: width, height: height))
    }

    @Test(arguments: [(4, 4), (12, 12), (13, 12), (500, 12)])
    func aSquareIsNeverLargerThanThePicture(side: Int, expected: Int) throws {
        let square = try ImageDecoder.square(Repository.fixture("rgb.png"), side: side)
        #expect((square.width, square.height) == (expected, expected))
        #expect(square.color(x: 0, y: 0)?.hex == "#ff0000" && square.color(x: expected - 1, y: 0)?.hex == "#00ff00")
    }
}

import SubdialDrawing
import Testing

@Suite struct ImageDecoderTests {
    static let pictures = ["rgb.png", "baseline.jpg", "progressive.jpg", "lossy.webp", "lossless.webp"]

    @Test(arguments: [
        ("rgb.png", ImageFormat.png), ("baseline.jpg", .jpeg), ("lossy.webp", .webp), ("still.gif", .gif), ("make.py", .unknown),
        ("plain.avif", .avif), ("plain.heic", .heic), ("bits-24.bmp", .bmp),
    ])
    func tellsFilesByTheirContent(name: String, format: ImageFormat) throws {
        #expect(ImageFormat.sniff(try Repository.fixture(name)) == format)
    }

    @Test(arguments: [
        ("<svg>", ImageFormat.svg), ("<svg/>", .svg), ("\u{FEFF}\n <svg xmlns='x'>", .svg),
        ("<?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE svg><svg >", .svg),
        ("<svgx>", .unknown), ("<html><svg>", .unknown), ("<!-- <svg>", .unknown), ("", .unknown), ("RIFF1234WAVE", .unknown),
    ])
    func tellsSVG(text: String, format: ImageFormat) {
        #expect(ImageFormat.sniff(Array(text.utf8)) == format)
    }

    @Test(arguments: pictures)
    func bringsPicturesToASize(name: String) throws {
        let bytes = try Repository.fixture(name)
        for (width, height) in [(16, 12), (8, 6), (4, 3), (32, 24), (12, 9)] {
            let bitmap = try ImageDecoder.decode(bytes, width: width, height: height)
            #expect((bitmap.width, bitmap.height) == (width, height))
            #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
        }
    }

    @Test(arguments: pictures)
    func isAFunctionOfItsArguments(name: String) throws {
        let bytes = try Repository.fixture(name)
        let first = try ImageDecoder.decode(bytes, width: 7, height: 5)
        #expect(try ImageDecoder.decode(bytes, width: 7, height: 5) == first)
    }

    @Test(arguments: pictures)
    func surfacesHaveTheSamePixels(name: String) throws {
        let bytes = try Repository.fixture(name)
        for (width, height) in [(16, 12), (7, 5), (5, 9), (40, 30)] {
            let surface = try #require(try Surface.decoding(bytes, width: width, height: height))
            #expect(try surface.bitmap() == ImageDecoder.decode(bytes, width: width, height: height))
        }
    }

    @Test(arguments: [
        "still.gif", "interlaced.gif", "bits-24.bmp", "bits-8.bmp", "bits-32.bmp", "plain.avif", "plain.heic", "orientation-3.png",
        "orientation-6.png", "orientation-3.webp", "orientation-6.webp",
    ])
    func decodesFurtherFormatsUpright(name: String) throws {
        let bytes = try Repository.fixture(name)
        for (width, height) in [(16, 12), (8, 6), (4, 3), (32, 24)] {
            let bitmap = try ImageDecoder.decode(bytes, width: width, height: height)
            #expect((bitmap.width, bitmap.height) == (width, height))
            #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
        }
        let whole = try ImageDecoder.decode(bytes)
        #expect((whole.width, whole.height) == (16, 12))
        #expect(showsTheQuarters(whole), "\(quarters(whole))")
    }

    @Test func aBitmapOfTwoColoursIsBlackAndWhite() throws {
        let bitmap = try ImageDecoder.decode(Repository.fixture("bits-1.bmp"))
        #expect(bitmap.color(x: 12, y: 3)?.hex == "#ffffff" && bitmap.color(x: 4, y: 9)?.hex == "#000000")
    }

    @Test func theFirstFrameOfAGIFHasItsPlace() throws {
        let bitmap = try ImageDecoder.decode(Repository.fixture("moving.gif"))
        #expect((bitmap.width, bitmap.height) == (32, 24))
        #expect(bitmap.color(x: 0, y: 0)?.alpha == 0 && bitmap.color(x: 31, y: 23)?.alpha == 0)
        let part = bitmap.cropped(x: 8, y: 6, width: 16, height: 12)
        #expect(showsTheQuarters(part), "\(quarters(part))")
    }

    @Test func fits() throws {
        let bytes = try Repository.fixture("rgb.png")
        let filled = try ImageDecoder.decode(bytes, width: 12, height: 12)
        #expect((filled.width, filled.height) == (12, 12))
        // Two columns are removed on either side, and the quarters still meet at the centre.
        #expect(filled.color(x: 5, y: 0)?.hex == "#ff0000" && filled.color(x: 6, y: 0)?.hex == "#00ff00")
        let contained = try ImageDecoder.decode(bytes, width: 8, height: 8, fit: .contain)
        #expect((contained.width, contained.height) == (8, 6))
        let stretched = try ImageDecoder.decode(bytes, width: 8, height: 8, fit: .stretch)
        #expect((stretched.width, stretched.height) == (8, 8))
        #expect(showsTheQuarters(stretched))
    }

    @Test func keepsToItsLimits() throws {
        let bytes = try Repository.fixture("rgb.png")
        #expect(throws: ImageError.tooManyBytes(bytes.count, limit: 10)) { try ImageDecoder.decode(bytes, limits: .init(maxBytes: 10)) }
        for name in Self.pictures {
            let bytes = try Repository.fixture(name)
            #expect(throws: ImageError.tooManyPixels(width: 16, height: 12, limit: 191)) {
                try ImageDecoder.decode(bytes, limits: .init(maxPixels: 191))
            }
            #expect(try ImageDecoder.decode(bytes, limits: .init(maxPixels: 192)).width == 16)
        }
        #expect(throws: ImageError.tooManyPixels(width: 100_000, height: 100_000, limit: ImageLimits.standard.maxPixels)) {
            try ImageDecoder.decode(bytes, width: 100_000, height: 100_000)
        }
    }

    @Test func refusesWhatItDoesNotDecode() throws {
        #expect(throws: ImageError.unknownFormat(.svg)) { try ImageDecoder.decode(Array("<svg/>".utf8)) }
        #expect(throws: ImageError.unknownFormat(.unknown)) { try ImageDecoder.decode([]) }
    }
}

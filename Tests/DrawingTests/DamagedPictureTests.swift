import SubdialTestSupport
import Testing

@testable import SubdialDrawing

/// For any bytes, a decoder returns a picture or throws an error.
@Suite struct DamagedPictureTests {
    static let pictures = [
        "rgba.png", "palette-alpha.png", "grey-16.png", "baseline.jpg", "progressive.jpg", "cmyk.jpg", "orientation-6.jpg", "lossy.webp",
        "lossless.webp", "alpha.webp", "animated.webp", "moving.gif", "still.gif", "bits-24.bmp", "bits-8.bmp",
    ]
    static let limits = ImageLimits(maxPixels: 1 << 20)

    /// A beginning is an error, or a picture of which something is missing: at least half of the rows are there.
    @Test(arguments: pictures)
    func aBeginningIsAnErrorOrAPictureWithLosses(name: String) throws {
        let bytes = try Repository.fixture(name)
        let whole = try ImageDecoder.decode(bytes, limits: Self.limits)
        // The dispensable bytes: the checksum of a PNG's empty end chunk, the padding of a WebP's last chunk, and the frames behind the first.
        let dispensable = name.hasSuffix("png") ? 4 : name.hasSuffix("webp") ? 1 : 0
        var drawn = 0
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            var warnings: [ImageWarning] = []
            do throws(ImageError) {
                let bitmap = try ImageDecoder.decode(part, limits: Self.limits, report: { warnings.append($0) })
                drawn += 1
                #expect((bitmap.width, bitmap.height) == (whole.width, whole.height))
                if count < bytes.count - dispensable, !Self.hasMoreFrames(name) { #expect(!warnings.isEmpty, "\(count) bytes") }
                for warning in warnings {
                    guard case .missingRows(_, let missing, let height) = warning else { continue }  // lint: skips
                    #expect(missing * 2 <= height)
                    // The rows that are there are those of the whole picture; lossy decoders smooth the last ones with those below.
                    let rows = height - missing - 8
                    if rows > 0, !name.hasPrefix("progressive"), bitmap.width == 16, !name.hasPrefix("orientation") {
                        // The last row of a BMP is the first of its file.
                        let same = name.hasSuffix("bmp") ? bitmap.pixels.indices.suffix(rows * 64) : bitmap.pixels.indices.prefix(rows * 64)
                        #expect(bitmap.pixels[same] == whole.pixels[same], "\(count) bytes")
                    }
                }
            } catch {
                // The other ways to a size refuse it too.
                #expect(throws: ImageError.self, "\(count) bytes") {
                    try ImageDecoder.decode(part, width: 99, height: 1, limits: Self.limits)
                }
                #expect(throws: ImageError.self, "\(count) bytes") { try Surface.decoding(part, width: 5, height: 5, limits: Self.limits) }
            }
        }
        // The decoder of WebP returns rows without loss, and rows of alpha, in groups that are larger than these pictures.
        #expect(drawn > 0 || ["lossless.webp", "alpha.webp"].contains(name))
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(bytes.prefix(bytes.count / 4)), limits: Self.limits) }
    }

    private static func hasMoreFrames(_ name: String) -> Bool { ["animated.webp", "moving.gif", "still.gif"].contains(name) }

    /// A photograph as downloads leave it: without its last two bytes, without a tenth, and with an end mark behind that.
    @Test(arguments: ["dusk-wide.jpg", "dusk.jpg"])
    func aPhotographThatIsCutIsDrawn(name: String) throws {
        let bytes = try Repository.artwork(name)
        let whole = try ImageDecoder.decode(bytes)
        var warnings: [ImageWarning] = []
        #expect(try ImageDecoder.decode(Array(bytes.dropLast(2)), report: { warnings.append($0) }) == whole)
        #expect(warnings == [.missingEnd(.jpeg)])
        for end in [[], [0xFF, 0xD9]] as [[UInt8]] {
            warnings = []
            let cut = try ImageDecoder.decode(Array(bytes.prefix(bytes.count * 9 / 10)) + end, report: { warnings.append($0) })
            #expect(warnings.count == 1)
            switch warnings.first {
            // The last tenth of a progressive picture only adds details.
            case .missingDetails(.jpeg)?: #expect(name == "dusk.jpg" && cut != whole)
            case .missingRows(.jpeg, let missing, of: whole.height)?:
                #expect(name == "dusk-wide.jpg" && missing > 0 && missing < whole.height / 4)
                let same = (whole.height - missing - 1) * whole.width * 4
                #expect(cut.pixels.prefix(same) == whole.pixels.prefix(same))
            default: Issue.record("\(warnings)")
            }
        }
        // The first third of a progressive picture has all rows, without details.
        let start = bytes.prefix(bytes.count / (name == "dusk.jpg" ? 50 : 3))
        #expect(throws: ImageError.truncated(.jpeg)) { try ImageDecoder.decode(Array(start)) }
    }

    @Test func aPNGThatIsCutIsDrawnToItsLastRow() throws {
        let bitmap = try #require(Bitmap.random(width: 40, height: 60, seed: 3))
        for isInterlaced in [false, true] {
            let bytes = HandmadePNG.picture(bitmap, isInterlaced: isInterlaced)
            var warnings: [ImageWarning] = []
            // Only the end chunk is missing.
            #expect(try ImageDecoder.decode(Array(bytes.dropLast(12)), report: { warnings.append($0) }) == bitmap)
            #expect(warnings == [.missingEnd(.png)])
            warnings = []
            let cut = try ImageDecoder.decode(Array(bytes.prefix(bytes.count * 4 / 5)), report: { warnings.append($0) })
            guard case .missingRows(.png, let missing, 60)? = warnings.first else {
                Issue.record("\(warnings)")
                continue
            }
            #expect(missing > 0 && missing < 30)
            let row = isInterlaced ? 0 : 60 - missing - 1
            #expect(cut.pixels[row * 160..<(row + 1) * 160] == bitmap.pixels[row * 160..<(row + 1) * 160])
            // References of snapshots must be whole.
            #expect(throws: ImageError.self) { try PNG.decode(Array(bytes.dropLast(12))) }
            #expect(throws: ImageError.self) { try PNG.decodeStraight(Array(bytes.dropLast(12))) }
        }
    }

    @Test(arguments: pictures)
    func flippedBitsAreSurvived(name: String) throws {
        let bytes = try Repository.fixture(name)
        var generator = SplitMix64(seed: 42)
        var errors = 0
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            do {
                let bitmap = try ImageDecoder.decode(damaged, width: 5, height: 5, limits: Self.limits)
                #expect((bitmap.width, bitmap.height) == (5, 5))
            } catch {
                errors += 1
            }
        }
        #expect(errors > 0)
    }

    @Test(arguments: ["rgba.png", "baseline.jpg", "progressive.jpg"])
    func saysThatAPictureEndsTooEarly(name: String) throws {
        let bytes = try Repository.fixture(name)
        let half = Array(bytes.prefix(bytes.count / 2))
        let format = ImageFormat.sniff(bytes)
        #expect(throws: ImageError.truncated(format)) { try ImageDecoder.decode(half) }
    }
}

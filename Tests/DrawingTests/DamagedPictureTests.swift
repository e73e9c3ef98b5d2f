import SubdialDrawing
import SubdialTestSupport
import Testing

/// For any bytes, a decoder returns a picture or throws an error.
@Suite struct DamagedPictureTests {
    static let pictures = [
        "rgba.png", "palette-alpha.png", "grey-16.png", "baseline.jpg", "progressive.jpg", "cmyk.jpg", "orientation-6.jpg", "lossy.webp",
        "lossless.webp", "alpha.webp", "animated.webp",
    ]
    static let limits = ImageLimits(maxPixels: 1 << 20)

    @Test(arguments: pictures)
    func everyBeginningIsAnError(name: String) throws {
        let bytes = try Repository.fixture(name)
        // The dispensable bytes: the checksum of a PNG's empty end chunk, and the padding of a WebP's last chunk.
        let dispensable = name.hasSuffix("png") ? 4 : name.hasSuffix("webp") ? 1 : 0
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            if count < bytes.count - dispensable {
                #expect(throws: ImageError.self, "\(count) bytes") { try ImageDecoder.decode(part, limits: Self.limits) }
                // The first row alone needs few of the bytes.
                #expect(throws: ImageError.self, "\(count) bytes") {
                    try ImageDecoder.decode(part, width: 99, height: 1, limits: Self.limits)
                }
                #expect(throws: ImageError.self, "\(count) bytes") { try Surface.decoding(part, width: 5, height: 5, limits: Self.limits) }
            } else {
                _ = try? ImageDecoder.decode(part, limits: Self.limits)
            }
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
        let half = Array(bytes.prefix(bytes.count - 20))
        let format = ImageFormat.sniff(bytes)
        #expect(throws: ImageError.truncated(format)) { try ImageDecoder.decode(half) }
    }
}

import Drawing
import FoundationEssentials

/// The files of this repository for the tests.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let fontConfiguration = root.appending(path: "Templates/fonts.conf").path

    /// Returns the bytes of a picture in `Fixtures`.
    static func fixture(_ name: String) throws -> [UInt8] {
        let file = root.appending(path: "Tests/DrawingTests/Fixtures").appending(path: name)
        return try Array(Data(contentsOf: file))
    }

    /// Returns the bytes of a cover in the repository's `Fixtures`.
    static func artwork(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: "Fixtures/artwork").appending(path: name)))
    }
}

/// A generator with a seed, so that failures are reproducible.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension Bitmap {
    /// Returns random premultiplied pixels; one third is transparent, one third opaque.
    static func random(width: Int, height: Int, seed: UInt64, isOpaque: Bool = false) -> Bitmap? {
        var generator = SeededGenerator(state: seed)
        var pixels: [UInt8] = []
        for _ in 0..<width * height {
            let alpha: UInt8 = isOpaque ? 255 : [0, 255, .random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
            for _ in 0..<3 { pixels.append(.random(in: 0...alpha, using: &generator)) }
            pixels.append(alpha)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// Returns the largest difference of any byte; nil for different sizes.
    func difference(from other: Bitmap) -> Int? {
        guard width == other.width, height == other.height else { return nil }
        return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max()
    }
}

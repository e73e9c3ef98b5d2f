import SubdialDrawing
import SubdialSnapshots

/// Measures the comparison of two pictures alone, for different kinds of differences.
enum ComparisonBench {
    private static let (width, height) = (1920, 1080)

    static func run() throws {
        let text = pixels { lines($0, $1) }
        let moved = pixels { lines($0 - 1, $1) }
        var onePixel = text
        onePixel[(500 * width + 700) * 4] ^= 0xFF
        var (first, second) = (Noise(seed: 7), Noise(seed: 8))
        let pairs: [(String, [UInt8], [UInt8])] = [
            // A separate copy, because two references to the same storage are equal without a comparison.
            ("equal", text, text.map { $0 }), ("one pixel", text, onePixel), ("text moved by a pixel", text, moved),
            ("noise all over", pixels { _, _ in first.next() | 0xFF00_0000 }, pixels { _, _ in second.next() | 0xFF00_0000 }),
            ("inverted", text, text.enumerated().map { $0 % 4 == 3 ? $1 : 255 - $1 }),
            ("slopes that let through", pixels { slope($0, $1, 0) }, pixels { slope($0, $1, 37) }),
            ("noise that lets through", pixels { _, _ in first.next() }, pixels { _, _ in second.next() }),
        ]
        for (name, one, other) in pairs {
            guard let expected = StraightPixels(width: width, height: height, rgba: one),
                let actual = StraightPixels(width: width, height: height, rgba: other)
            else { continue }
            let comparer = PictureComparer()
            let time = try timings(rounds: 15, [{ _ = comparer.compare(expected, actual) }])[0]
            report("comparing \(width)×\(height), \(name)", time)
        }
    }

    /// Returns a pixel of lines of slanted strokes with soft edges on a gradient.
    private static func lines(_ x: Int, _ y: Int) -> UInt32 {
        let ground = 200 + max(0, x) * 40 / width
        let line = y % 24
        guard (6..<17).contains(line), (40..<width - 40).contains(x) else { return grey(ground) }
        let ink = [255, 200, 40, 10, 40, 200, 255, 255, 255][(x + line * 3 / 5) % 9]
        return grey(ground * ink / 255)
    }

    private static func grey(_ value: Int) -> UInt32 { 0xFF00_0000 | UInt32(value) * 0x01_0101 }

    private static func slope(_ x: Int, _ y: Int, _ shift: Int) -> UInt32 {
        UInt32(60 + (x + y + shift) % 190) << 24 | UInt32(y * 255 / height) << 16 | UInt32(120 + shift) << 8 | UInt32(x * 255 / width)
    }

    private static func pixels(_ color: (Int, Int) -> UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let word = color(x, y)
                for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
            }
        }
        return bytes
    }
}

/// A generator of pseudorandom words from a seed.
private struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt32 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(truncatingIfNeeded: state >> 32)
    }
}

import SubdialDrawing
import Testing

/// Compares the error diffusion with a direct implementation of the published methods.
@Suite struct ReferenceTests {
    /// The published kernels; the pixel itself is at column 2 of the first row.
    private static let published: [(DitherMethod, Double, [[Double]])] = [
        (.floydSteinberg, 16, [[0, 0, 0, 7, 0], [0, 3, 5, 1, 0]]),
        (.atkinson, 8, [[0, 0, 0, 1, 1], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]),
        (.burkes, 32, [[0, 0, 0, 8, 4], [2, 4, 8, 4, 2]]),
        (.stucki, 42, [[0, 0, 0, 8, 4], [2, 4, 8, 4, 2], [1, 2, 4, 2, 1]]),
        (.jarvis, 48, [[0, 0, 0, 7, 5], [3, 5, 7, 5, 3], [1, 3, 5, 3, 1]]),
        (.sierra, 32, [[0, 0, 0, 5, 3], [2, 4, 5, 4, 2], [0, 2, 3, 2, 0]]),
        (.sierraLite, 4, [[0, 0, 0, 2, 0], [0, 1, 1, 0, 0]]),
    ]

    @Test(arguments: 0..<7) func diffusesAsPublished(index: Int) throws {
        let (method, divisor, rows) = Self.published[index]
        let (width, height) = (24, 16)
        let bytes = (0..<width * height).map { UInt8(8 + ($0 % width * 9 + $0 / width * 13 + $0 * $0 % 17) % 240) }
        var light = bytes.map(SRGB.light)
        var expected = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let isLeftward = y % 2 == 1
            for step in 0..<width {
                let x = isLeftward ? width - 1 - step : step
                let wanted = light[y * width + x]
                let isWhite = wanted >= 0.5
                expected[y * width + x] = isWhite ? 1 : 0
                for (row, shares) in rows.enumerated() {
                    for (column, share) in shares.enumerated() where share > 0 {
                        let (otherX, otherY) = (x + (isLeftward ? 2 - column : column - 2), y + row)
                        guard (0..<width).contains(otherX), otherY < height else { continue }  // lint: skips
                        light[otherY * width + otherX] += (wanted - (isWhite ? 1 : 0)) * share / divisor
                    }
                }
            }
        }
        let pixels = bytes.flatMap { byte -> [UInt8] in [byte, byte, byte, 255] }
        let picture = try #require(Ditherer(.gray(depth: 1), method).picture(pixels, width: width, height: height))
        #expect(picture.indices == expected)
    }
}

/// The transfer function of sRGB (IEC 61966-2-1).
enum SRGB {
    /// Returns the linear light of a byte, 0 to 1.
    static func light(_ byte: UInt8) -> Double {
        let share = Double(byte) / 255
        guard share > 0.04045 else { return share / 12.92 }
        // The power of 12/5: the square, times the fifth root of the square.
        let base = (share + 0.055) / 1.055
        var root = 1.0
        for _ in 0..<80 { root = (4 * root + base * base / (root * root * root * root)) / 5 }
        return base * base * root
    }
}

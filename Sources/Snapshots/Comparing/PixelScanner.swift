import Glibc

/// Compares rows of two pictures of equal size, and classifies each different pixel.
struct PixelScanner {
    /// Straight pixels: alpha in the highest byte, then red, green and blue.
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let width: Int
    private let stride: Int
    private let isExact: Bool
    private let limit: Double
    private let ground: ColorGround
    /// The detector of antialiased pixels; nil if they count as different.
    private let detector: SmoothingDetector?
    private let block: BlockSquares

    private(set) var different = 0
    private(set) var smoothed = 0
    private(set) var farthest = (roughSquare: Float(0), index: -1)

    init(
        _ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int, sensitivity: PixelSensitivity
    ) {
        self.expected = expected
        self.actual = actual
        self.width = width
        stride = (width + 63) / 64
        ground = sensitivity.ground
        block = BlockSquares(expected, actual, ground: ground)
        switch sensitivity {
        case .exact:
            (isExact, limit, detector) = (true, 0, nil)
        case .perceived(let threshold, let countsSmoothing, _):
            // A NaN threshold permits nothing.
            let threshold = threshold > 0 ? threshold : 0
            isExact = false
            limit = YIQ.greatestDifference * threshold * threshold
            detector =
                countsSmoothing ? nil : SmoothingDetector(expected, actual, width: width, height: height, ground: sensitivity.ground)
        }
    }

    /// Compares the columns of a row that are set in `open`, and sets the bits of those that differ.
    ///
    /// - Parameters:
    ///   - open: The words of the row; nil for all columns.
    ///   - differing: The words for different pixels.
    ///   - smoothing: The words for pixels that differ only in antialiasing.
    mutating func scan(
        row: Int, open: UnsafePointer<UInt64>?, differing: UnsafeMutablePointer<UInt64>, smoothing: UnsafeMutablePointer<UInt64>
    ) {
        let begin = row * width
        guard memcmp(expected + begin, actual + begin, width * 4) != 0 else { return }
        for word in 0..<stride {
            let (first, count) = (begin + word * 64, min(64, width - word * 64))
            let open = open?[word] ?? .lowest(count)
            guard open != 0, memcmp(expected + first, actual + first, count * 4) != 0 else { continue }
            let bits = judge(first, count, row: row, word: word, open: open)
            differing[word] = bits.different
            smoothing[word] = bits.smoothed
            different &+= bits.different.nonzeroBitCount
            smoothed &+= bits.smoothed.nonzeroBitCount
        }
    }

    private mutating func judge(
        _ first: Int, _ count: Int, row: Int, word: Int, open: UInt64
    ) -> (different: UInt64, smoothed: UInt64) {
        // Between these bounds, rounding errors could change the result.
        let found = block.fill(first, count, low: Float(limit * 0.998), high: Float(limit * 1.002), farther: farthest.roughSquare)
        var over = found.over & open
        if isExact {
            over = differing(first, count) & open
        } else {
            var near = found.near & open
            while near != 0 {
                let bit = near.trailingZeroBitCount
                near &= near &- 1
                let index = first + bit
                if YIQ(expected[index], actual[index], at: index, on: ground).square > limit { over |= 1 << UInt64(bit) }
            }
        }
        var smoothed: UInt64 = 0
        if over != 0, let detector { smoothed = detector.smoothed(row: row, word: word, among: over) }
        var farther = found.farther & open & ~smoothed
        while farther != 0 {
            let bit = farther.trailingZeroBitCount
            farther &= farther &- 1
            if block.squares[bit] > farthest.roughSquare { farthest = (block.squares[bit], first + bit) }
        }
        return (over & ~smoothed, smoothed)
    }

    private func differing(_ first: Int, _ count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for bit in 0..<count where expected[first + bit] != actual[first + bit] { bits |= 1 << UInt64(bit) }
        return bits
    }
}

/// The approximate differences of up to 64 pixels, and their comparison results as bits.
final class BlockSquares {
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let ground: ColorGround
    private let measure = RoughYIQ()
    /// The squared differences of the last block.
    let squares: UnsafeMutablePointer<Float>
    /// The background's green and blue for the last block.
    private let grounds: UnsafeMutablePointer<Float>
    private let bits = Lanes.bits

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, ground: ColorGround) {
        self.expected = expected
        self.actual = actual
        self.ground = ground
        squares = .allocate(capacity: 64)
        squares.initialize(repeating: 0, count: 64)
        grounds = .allocate(capacity: 128)
        grounds.initialize(repeating: 0, count: 128)
    }

    deinit {
        squares.deallocate()
        grounds.deallocate()
    }

    /// The pixels whose square exceeds `high`, those from `low` to `high`, and those that exceed `farther`.
    func fill(
        _ first: Int, _ count: Int, low: Float, high: Float, farther: Float
    ) -> (over: UInt64, near: UInt64, farther: UInt64) {
        if !fillOpaque(first, count) { fillTranslucent(first, count) }
        // After a shorter block, the buffer contains squares of an earlier one.
        let mask = UInt64.lowest(count)
        let (begin, end) = (half(0, low, high, farther), half(32, low, high, farther))
        let over = begin.over | end.over << 32
        return (over & mask, (begin.near | end.near << 32) & ~over & mask, (begin.farther | end.farther << 32) & mask)
    }

    private func half(_ start: Int, _ low: Float, _ high: Float, _ farthest: Float) -> (over: UInt64, near: UInt64, farther: UInt64) {
        let (low, high, farthest) = (SIMD8(repeating: low), SIMD8(repeating: high), SIMD8(repeating: farthest))
        var (over, near, farther) = (SIMD8<UInt32>(repeating: 0), SIMD8<UInt32>(repeating: 0), SIMD8<UInt32>(repeating: 0))
        for group in 0..<4 {
            let (square, bits) = (Lanes.load(squares + start + group &* Lanes.count), bits[group])
            over |= bits.kept(where: square .> high)
            near |= bits.kept(where: square .>= low)
            farther |= bits.kept(where: square .> farthest)
        }
        return (UInt64(over.wrappedSum()), UInt64(near.wrappedSum()), UInt64(farther.wrappedSum()))
    }

    // Loops without branches, which the compiler can vectorize.

    /// Fills the squares and returns true if all pixels are opaque; otherwise the squares are invalid.
    private func fillOpaque(_ start: Int, _ count: Int) -> Bool {
        let (first, second, measure) = (expected + start, actual + start, measure)
        var all = UInt32.max
        for index in 0..<count {
            let (one, two) = (first[index], second[index])
            all &= one & two
            @inline(__always) func difference(_ shift: UInt32) -> Float {
                Float(Int32(bitPattern: one >> shift & 0xFF) &- Int32(bitPattern: two >> shift & 0xFF))
            }
            squares[index] = measure.square(difference(16), difference(8), difference(0))
        }
        return all >= 0xFF00_0000
    }

    private func fillTranslucent(_ start: Int, _ count: Int) {
        let (first, second, measure) = (expected + start, actual + start, measure)
        let (green, blue) = (grounds, grounds + 64)
        let red = ground.fill(green, blue, from: start, count: count)
        for index in 0..<count {
            let (one, two) = (first[index], second[index])
            let (alpha1, alpha2) = (Int32(bitPattern: one >> 24), Int32(bitPattern: two >> 24))
            let alpha = Float(alpha1 &- alpha2)
            @inline(__always) func difference(_ shift: UInt32, _ ground: Float) -> Float {
                // A channel times alpha needs at most 16 bits, so everything except the division is exact.
                let blend1 = Float(Int32(bitPattern: one >> shift & 0xFF)) * Float(alpha1)
                let blend2 = Float(Int32(bitPattern: two >> shift & 0xFF)) * Float(alpha2)
                return (blend1 - blend2 - ground * alpha) * (1 / 255)
            }
            squares[index] = measure.square(difference(16, red), difference(8, green[index]), difference(0, blue[index]))
        }
    }
}

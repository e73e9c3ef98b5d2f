import Glibc
import SubdialCPixels

/// Compares rows of two pictures of equal size, and classifies each different pixel.
struct PixelScanner: ~Copyable {
    /// Straight pixels: alpha in the highest byte, then red, green and blue.
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let width: Int
    private let stride: Int
    private let isExact: Bool
    private let limit: Double
    private let ground: ColorGround
    private let detector: SmoothingDetector
    /// False if antialiased pixels count as different.
    private let detectsSmoothing: Bool
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
        detector = SmoothingDetector(expected, actual, width: width, height: height, ground: ground)
        switch sensitivity {
        case .exact:
            (isExact, limit, detectsSmoothing) = (true, 0, false)
        case .perceived(let threshold, let countsSmoothing, _):
            // A NaN threshold permits nothing.
            let threshold = threshold > 0 ? threshold : 0
            isExact = false
            limit = YIQ.greatestDifference * threshold * threshold
            detectsSmoothing = !countsSmoothing
        }
    }

    /// Compares the columns of a row that are set in `open`, and sets the bits of those that differ.
    ///
    /// - Parameters:
    ///   - open: The words of the row; nil for all columns.
    ///   - differing: The words for different pixels.
    ///   - smoothing: The words for pixels that differ only in antialiasing.
    @_optimize(speed)
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

    @_optimize(speed)
    private mutating func judge(
        _ first: Int, _ count: Int, row: Int, word: Int, open: UInt64
    ) -> (different: UInt64, smoothed: UInt64) {
        // Between these bounds, rounding errors could change the result.
        let bounds = subdial_bounds(low: Float(limit * 0.998), high: Float(limit * 1.002), farther: farthest.roughSquare)
        let found = block.fill(first, count, bounds)
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
        if over != 0, detectsSmoothing { smoothed = detector.smoothed(row: row, word: word, among: over) }
        var farther = found.farther & open & ~smoothed
        while farther != 0 {
            let bit = farther.trailingZeroBitCount
            farther &= farther &- 1
            if block.squares[bit] > farthest.roughSquare { farthest = (block.squares[bit], first + bit) }
        }
        return (over & ~smoothed, smoothed)
    }

    @_optimize(speed)
    private func differing(_ first: Int, _ count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for bit in 0..<count where expected[first + bit] != actual[first + bit] { bits |= 1 << UInt64(bit) }
        return bits
    }
}

/// The approximate differences of up to 64 pixels, and their comparison results as bits.
struct BlockSquares: ~Copyable {
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let ground: ColorGround
    private let measure = subdial_measure.yiq
    /// The squared differences of the last block.
    let squares: UnsafeMutablePointer<Float>

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, ground: ColorGround) {
        self.expected = expected
        self.actual = actual
        self.ground = ground
        squares = .allocate(capacity: 64)
        squares.initialize(repeating: 0, count: 64)
    }

    deinit { squares.deallocate() }

    /// Computes the squares of `count` pixels from index `first`, at most 64, and compares them.
    func fill(_ first: Int, _ count: Int, _ bounds: subdial_bounds) -> subdial_hits {
        var hits = subdial_hits()
        let (one, two, count) = (expected + first, actual + first, Int32(count))
        if !subdial_compare_opaque(one, two, count, measure, bounds, squares, &hits) {
            let (red, greens, blues) = ground.block(from: first)
            subdial_compare_translucent(
                one, two, count, measure, bounds, red, Float(ColorGround.dark), ground.lightest, greens, blues, squares, &hits)
        }
        return hits
    }
}

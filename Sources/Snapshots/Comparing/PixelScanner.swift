import Glibc

/// Goes through two pictures of one size and judges each pixel in which they differ.
struct PixelScanner {
    /// Straight pixels: alpha in the highest byte, then red, green and blue.
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let width: Int
    private let limit: Double
    private let countsSmoothing: Bool
    private let smoothedExpected: SmoothingDetector
    private let smoothedActual: SmoothingDetector
    /// How many pixels are skipped, or looked at, together.
    private let block = 64

    private(set) var tally = PixelTally()
    private var farthest = (roughSquare: Float(-1), index: 0)

    init(
        _ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, width: Int, height: Int, sensitivity: PixelSensitivity
    ) {
        self.expected = expected
        self.actual = actual
        self.width = width
        switch sensitivity {
        case .exact:
            // No difference is as small as that.
            limit = -1
            countsSmoothing = true
        case .perceived(let threshold, let countsSmoothing):
            // What is no number allows nothing.
            let threshold = threshold > 0 ? threshold : 0
            limit = YIQ.greatestDifference * threshold * threshold
            self.countsSmoothing = countsSmoothing
        }
        smoothedExpected = SmoothingDetector(own: expected, other: actual, width: width, height: height)
        smoothedActual = SmoothingDetector(own: actual, other: expected, width: width, height: height)
    }

    /// The greatest difference of two colours met that is not smoothing: 0 none, 1 as black and white in red, green and blue.
    var maximumDelta: Double {
        guard farthest.roughSquare >= 0 else { return 0 }
        let index = farthest.index
        return (YIQ(expected[index], actual[index], at: index).square / YIQ.greatestDifference).squareRoot()
    }

    /// Whether two rows are equal in every bit.
    func isEqual(row: Int) -> Bool {
        memcmp(expected + row * width, actual + row * width, width * 4) == 0
    }

    /// Judges `columns` of `row`.
    mutating func scan(row: Int, columns: Range<Int>) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: block) { squares in
            guard let squares = squares.baseAddress else { return }
            var column = columns.lowerBound
            while column < columns.upperBound {
                let count = min(block, columns.upperBound - column)
                let begin = row * width + column
                if memcmp(expected + begin, actual + begin, count * 4) != 0 {
                    scan(begin..<begin + count, row: row, squares: squares)
                }
                column += count
            }
        }
    }

    private mutating func scan(_ indices: Range<Int>, row: Int, squares: UnsafeMutablePointer<Float>) {
        let (isOpaque, greatest) = fillSquares(squares, of: indices)
        let start = row * width
        // Between these, rounding could turn the balance.
        let (low, high) = (Float(limit * 0.998), Float(limit * 1.002))
        if isOpaque, greatest < low, greatest <= farthest.roughSquare { return }
        for index in indices where expected[index] != actual[index] {
            var square = squares[index - indices.lowerBound]
            var isOver = square > high
            if !isOpaque || !isOver && square >= low {
                let (first, second) = (expected[index], actual[index])
                let exact = YIQ(first, second, at: index).square
                isOver = exact > limit
                square = Float(exact)
            }
            if isOver, !countsSmoothing, isSmoothed(x: index - start, y: row) {
                tally.add(row: row, column: index - start, isSmoothed: true)
                continue
            }
            if square > farthest.roughSquare { farthest = (square, index) }
            if isOver { tally.add(row: row, column: index - start, isSmoothed: false) }
        }
    }

    private func isSmoothed(x: Int, y: Int) -> Bool {
        smoothedExpected.isSmoothed(x: x, y: y) || smoothedActual.isSmoothed(x: x, y: y)
    }

    /// Writes the rough difference of each pixel, without a branch, so that several are done at once.
    ///
    /// Tells whether all were opaque, and the greatest difference.
    private func fillSquares(_ squares: UnsafeMutablePointer<Float>, of indices: Range<Int>) -> (isOpaque: Bool, greatest: Float) {
        let (first, second) = (expected + indices.lowerBound, actual + indices.lowerBound)
        var all = UInt32.max
        // The bits of floating-point numbers that are not negative compare as integers do.
        var greatest: Int32 = 0
        for offset in 0..<indices.count {
            all &= first[offset] & second[offset]
            let square = YIQ.roughSquare(first[offset], second[offset])
            squares[offset] = square
            greatest = max(greatest, Int32(bitPattern: square.bitPattern))
        }
        return (all >= 0xFF00_0000, Float(bitPattern: UInt32(bitPattern: greatest)))
    }
}

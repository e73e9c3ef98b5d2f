import Glibc
import SubdialCPixels
import SubdialDrawing

/// The result of the pixel comparison of two pictures of equal size.
struct PictureScan {
    /// The different pixels.
    private(set) var different: PixelBits
    /// The pixels that differ only in antialiasing.
    private(set) var smoothed: PixelBits
    /// The number of pixels of each kind.
    private(set) var counts = (different: 0, smoothed: 0)
    /// The maximum difference of two colours outside of antialiasing, 0…1; 1 is the difference between black and white.
    private(set) var maximumDelta = 0.0
    /// True if any bit differs, masked or not.
    private(set) var hasDifference = false

    /// Compares two pictures of equal size.
    init(_ expected: StraightPixels, _ actual: StraightPixels, sensitivity: PixelSensitivity, masks: [PixelRect] = []) {
        let (width, height) = (expected.width, expected.height)
        different = PixelBits(width: width, height: height)
        smoothed = different
        expected.withWords { first in
            actual.withWords { second in
                // Equal bytes need no comparison.
                guard let one = first.baseAddress, let two = second.baseAddress, first.count == second.count, one != two,
                    memcmp(one, two, first.count * 4) != 0
                else { return }
                hasDifference = true
                scan(one, two, sensitivity, MaskedRows(masks, width: width, height: height))
            }
        }
    }

    private mutating func scan(
        _ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, _ sensitivity: PixelSensitivity, _ open: MaskedRows
    ) {
        let (width, height, stride) = (different.width, different.height, different.stride)
        let count = PixelThreads.count(for: width * height)
        var differing = [UInt64](repeating: 0, count: stride * height)
        var smoothing = differing
        let findings = differing.withUnsafeMutableBufferPointer { differing in
            smoothing.withUnsafeMutableBufferPointer { smoothing in
                let bands = Bands(
                    expected: expected, actual: actual, width: width, height: height, count: count, sensitivity: sensitivity, open: open,
                    differing: differing, smoothing: smoothing)
                return PixelThreads.map(count) { bands.scan($0) }
            }
        }
        var farthest = (roughSquare: Float(0), index: -1)
        for finding in findings {
            counts.different += finding.different
            counts.smoothed += finding.smoothed
            if finding.farthest.roughSquare > farthest.roughSquare { farthest = finding.farthest }
        }
        if counts.different > 0 { different.words = differing }
        if counts.smoothed > 0 { smoothed.words = smoothing }
        guard farthest.index >= 0 else { return }
        let (first, second) = (expected[farthest.index], actual[farthest.index])
        switch sensitivity.metric {
        case .yiq:
            let square = YIQ(first, second, at: farthest.index, on: sensitivity.ground).square
            maximumDelta = (square / YIQ.greatestDifference).squareRoot()
        case .oklab:
            var distance = HyABDistance(on: sensitivity.ground)
            maximumDelta = distance.between(first, second, at: farthest.index)
        }
    }
}

/// The counts for some of the rows.
private struct Findings {
    var different = 0
    var smoothed = 0
    var farthest = (roughSquare: Float(0), index: -1)
}

/// Two pictures whose rows are divided among threads.
///
/// Each thread reads all of both pictures, and writes only the words of its own rows.
private struct Bands: @unchecked Sendable {
    let expected: UnsafePointer<UInt32>
    let actual: UnsafePointer<UInt32>
    let width: Int
    let height: Int
    /// The number of bands.
    let count: Int
    let sensitivity: PixelSensitivity
    let open: MaskedRows
    let differing: UnsafeMutableBufferPointer<UInt64>
    let smoothing: UnsafeMutableBufferPointer<UInt64>

    func scan(_ band: Int) -> Findings {
        guard let differing = differing.baseAddress, let smoothing = smoothing.baseAddress else { return Findings() }
        let stride = (width + 63) / 64
        var scanner = PixelScanner(expected, actual, width: width, height: height, sensitivity: sensitivity)
        var columns = [UInt64](repeating: 0, count: stride)
        for row in height * band / count..<height * (band + 1) / count {
            let isMasked = open.write(row: row, to: &columns)
            columns.withUnsafeBufferPointer { columns in
                scanner.scan(
                    row: row, open: isMasked ? columns.baseAddress : nil, differing: differing + row * stride,
                    smoothing: smoothing + row * stride)
            }
        }
        return Findings(different: scanner.different, smoothed: scanner.smoothed, farthest: scanner.farthest)
    }
}

/// Compares rows of two pictures of equal size, and classifies each different pixel.
struct PixelScanner: ~Copyable {
    /// Straight pixels: alpha in the highest byte, then red, green and blue.
    private let expected: UnsafePointer<UInt32>
    private let actual: UnsafePointer<UInt32>
    private let width: Int
    private let stride: Int
    private let isExact: Bool
    /// The limit of the measure: in YIQ the square of a distance.
    private let limit: Double
    /// The distances in OKLab; nil if the measure is YIQ.
    private var distance: HyABDistance?
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
        detector = SmoothingDetector(expected, actual, width: width, height: height, ground: ground, metric: sensitivity.metric)
        switch sensitivity {
        case .exact:
            (isExact, limit, detectsSmoothing) = (true, 0, false)
        case .perceived(let threshold, let countsSmoothing, _, let metric):
            // A NaN threshold permits nothing.
            let threshold = threshold > 0 ? threshold : 0
            isExact = false
            limit = metric == .oklab ? threshold : YIQ.greatestDifference * threshold * threshold
            detectsSmoothing = !countsSmoothing
            if metric == .oklab { distance = HyABDistance(on: ground) }
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
        guard distance == nil else { return judgeInOKLab(first, count, row: row, word: word, open: open) }
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

    private mutating func judgeInOKLab(
        _ first: Int, _ count: Int, row: Int, word: Int, open: UInt64
    ) -> (different: UInt64, smoothed: UInt64) {
        let unequal = differing(first, count) & open
        var over: UInt64 = 0
        var rest = unequal
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            rest &= rest &- 1
            let index = first + bit
            let found = distance?.between(expected[index], actual[index], at: index) ?? 0
            block.squares[bit] = Float(found)
            if found > limit { over |= 1 << UInt64(bit) }
        }
        let smoothed = over != 0 && detectsSmoothing ? detector.smoothed(row: row, word: word, among: over) : 0
        rest = unequal & ~smoothed
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            rest &= rest &- 1
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
    fileprivate let squares: UnsafeMutablePointer<Float>

    init(_ expected: UnsafePointer<UInt32>, _ actual: UnsafePointer<UInt32>, ground: ColorGround) {
        self.expected = expected
        self.actual = actual
        self.ground = ground
        squares = .allocate(capacity: 64)
        squares.initialize(repeating: 0, count: 64)
    }

    deinit { squares.deallocate() }

    /// Computes the squares of `count` pixels from index `first`, at most 64, and compares them.
    fileprivate func fill(_ first: Int, _ count: Int, _ bounds: subdial_bounds) -> subdial_hits {
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

/// The unmasked columns of each row of a picture.
struct MaskedRows {
    private let masks: [(columns: Range<Int>, rows: Range<Int>)]
    private let width: Int
    private let height: Int

    init(_ masks: [PixelRect], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.masks = masks.map { ($0.columns(within: width), $0.rows(within: height)) }
            .filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
            .sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    }

    /// Calls `visit` with each unmasked run of columns of `row`, from the left.
    func forEachOpenRun(in row: Int, _ visit: (Range<Int>) -> Void) {
        var begin = 0
        for mask in masks where mask.rows.contains(row) {
            if mask.columns.lowerBound > begin { visit(begin..<mask.columns.lowerBound) }
            begin = max(begin, mask.columns.upperBound)
        }
        if begin < width { visit(begin..<width) }
    }

    /// Sets the bits of the unmasked columns of `row`, in words that begin with the leftmost column.
    ///
    /// - Returns: False if no mask covers the row; then nothing is written.
    func write(row: Int, to words: inout [UInt64]) -> Bool {
        guard masks.contains(where: { $0.rows.contains(row) }) else { return false }
        for index in words.indices { words[index] = 0 }
        forEachOpenRun(in: row) { columns in
            for word in columns.lowerBound / 64...(columns.upperBound - 1) / 64 where words.indices.contains(word) {
                words[word] |= .bits(columns.lowerBound - word * 64..<columns.upperBound - word * 64)
            }
        }
        return true
    }

    /// The number of masked pixels, each counted once.
    var count: Int {
        // Between two adjacent edges all rows are equal.
        let edges = Set(masks.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] }).sorted()
        var count = 0
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            var open = 0
            forEachOpenRun(in: top) { open += $0.count }
            count += (width - open) * (bottom - top)
        }
        return count
    }
}

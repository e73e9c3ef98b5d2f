import Glibc
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
        let square = YIQ(expected[farthest.index], actual[farthest.index], at: farthest.index, on: sensitivity.ground).square
        maximumDelta = (square / YIQ.greatestDifference).squareRoot()
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

import SubdialCPixels
import SubdialDrawing

/// Compares a picture with its reference, and applies limits.
package struct PictureComparer: Hashable, Sendable {
    /// The sensitivity of the pixel comparison.
    private var sensitivity: PixelSensitivity
    /// The permitted differences.
    private var limits: PictureLimits
    /// The masked areas, in pixels.
    private var masks: [PixelRect]

    /// The default side length of the densest window, in pixels.
    package static let windowSize = 20

    /// Makes a comparer; by default it permits no different pixel, and any difference makes a pixel different.
    package init(sensitivity: PixelSensitivity = .exact, limits: PictureLimits = PictureLimits(), masks: [PixelRect] = []) {
        self.sensitivity = sensitivity
        self.limits = limits
        self.masks = masks
    }

    /// Compares two pictures.
    ///
    /// Pictures of different sizes never pass. They are compared nevertheless: both are extended with transparent pixels on the right and
    /// at the bottom, or, if that is too large, cropped to the common size.
    package func compare(_ expected: Bitmap, _ actual: Bitmap) -> PictureComparison {
        compare(StraightPixels(expected), StraightPixels(actual))
    }

    /// Compares the pixels of two files, by the rules of ``compare(_:_:)-(Bitmap,_)``.
    package func compare(_ expected: StraightPixels, _ actual: StraightPixels) -> PictureComparison {
        let sizes = (expected: PixelSize(of: expected), actual: PixelSize(of: actual))
        let size = sizes.expected.common(with: sizes.actual)
        let scan = PictureScan(expected.fitted(to: size), actual.fitted(to: size), sensitivity: sensitivity, masks: masks)
        let masked = MaskedRows(masks, width: size.width, height: size.height).count
        var counts = DifferenceCounts(compared: size.width * size.height - masked, masked: masked)
        if scan.maximumDelta > 0 || scan.counts.different > 0 || scan.counts.smoothed > 0 {
            counts.different = scan.counts.different
            counts.smoothed = scan.counts.smoothed
            counts.maximumDelta = scan.maximumDelta
            counts.regions = RegionSearch(maximum: DifferenceCounts.maximumRegions).regions(scan.different)
            counts.densestWindow = WindowSearch(size: limits.densestWindow?.size ?? Self.windowSize).densest(scan.different)
        }
        if sensitivity != .exact { counts.metric = sensitivity.metric }
        if limits.minSimilarity != nil {
            counts.similarity =
                scan.hasDifference
                ? StructuralSimilarity(expected.fitted(to: size), actual.fitted(to: size), masks: masks, on: sensitivity.ground).value : 1
        }
        if limits.maxDeltaE != nil {
            counts.maximumDeltaE =
                scan.hasDifference
                ? Self.maximumDeltaE(expected.fitted(to: size), actual.fitted(to: size), masks, scan.smoothed, sensitivity.ground) : 0
        }
        var violations = limits.violations(of: counts)
        if sizes.expected != sizes.actual {
            violations.insert(.size(expected: sizes.expected, actual: sizes.actual), at: 0)
        }
        return PictureComparison(
            expectedSize: sizes.expected, actualSize: sizes.actual, counts: counts, violations: violations,
            isIdentical: !scan.hasDifference && sizes.expected == sizes.actual, different: scan.different,
            smoothed: scan.smoothed, masks: masks, ground: sensitivity.ground)
    }

    /// The greatest difference of two colours by CIEDE2000, without masked and smoothed pixels.
    private static func maximumDeltaE(
        _ expected: StraightPixels, _ actual: StraightPixels, _ masks: [PixelRect], _ smoothed: PixelBits, _ ground: ColorGround
    ) -> Double {
        let open = MaskedRows(masks, width: expected.width, height: expected.height)
        return expected.withWords { first in
            actual.withWords { second in
                var greatest = 0.0
                var known: Set<UInt64> = []
                for row in 0..<expected.height {
                    open.forEachOpenRun(in: row) { columns in
                        for column in columns {
                            let index = row * expected.width + column
                            let (one, other) = (first[index], second[index])
                            guard one != other, !smoothed[column, row] else { continue }
                            let pair = UInt64(one) << 32 | UInt64(other)
                            // Only opaque pixels have the same colours everywhere.
                            let isOpaque = (one & other) >> 24 == 255
                            guard !isOpaque || known.insert(pair).inserted else { continue }
                            let colors = (CIELab(ground.blended(one, at: index)), CIELab(ground.blended(other, at: index)))
                            greatest = max(greatest, colors.0.difference(to: colors.1))
                        }
                    }
                }
                return greatest
            }
        }
    }
}

extension PixelSize {
    /// The maximum number of pixels of the extended pictures.
    private static let most = ImageLimits.standard.maxPixels

    /// The size in which pictures of different sizes are compared: the union of both, or if that is too large the intersection.
    fileprivate func common(with other: PixelSize) -> PixelSize {
        let (pixels, isTooLarge) = max(width, other.width).multipliedReportingOverflow(by: max(height, other.height))
        return isTooLarge || pixels > Self.most
            ? PixelSize(width: min(width, other.width), height: min(height, other.height))
            : PixelSize(width: max(width, other.width), height: max(height, other.height))
    }
}

/// Finds the square window with the most different pixels.
struct WindowSearch {
    /// The side length of the window, clipped to the picture's size.
    let size: Int

    /// The window with the most set bits; nil if no bit is set.
    ///
    /// Of several it is the topmost, then leftmost, among the positions that do not begin above or to the left of the first set bits.
    fileprivate func densest(_ bits: PixelBits) -> DenseWindow? {
        guard let extent = bits.extent else { return nil }
        let (columns, rows) = (min(max(1, size), bits.width), min(max(1, size), bits.height))
        // No window outside of these rows can contain more bits than one inside.
        let tops = min(extent.rows.lowerBound, bits.height - rows)..<min(extent.rows.upperBound, bits.height - rows + 1)
        let bands = PixelThreads.count(for: bits.width * tops.count)
        let found = PixelThreads.map(bands) { band -> (place: (x: Int, y: Int), count: Int) in
            let tops = tops.lowerBound + tops.count * band / bands..<tops.lowerBound + tops.count * (band + 1) / bands
            // With 16-bit counts eight additions run at once; larger windows need 32 bits.
            return columns * rows <= Int(Int16.max)
                ? WindowCount<Int16>(bits, extent.columns, columns, rows, tops).densest()
                : WindowCount<Int32>(bits, extent.columns, columns, rows, tops).densest()
        }
        guard var (place, count) = found.first else { return nil }
        for next in found.dropFirst() where next.count > count { (place, count) = next }
        return DenseWindow(place: PixelRect(x: place.x, y: place.y, width: columns, height: rows), count: count)
    }
}

/// A number that is wide enough for the pixels of a window.
private protocol WindowNumber: FixedWidthInteger {
    /// Changes the counts of 64 columns: one less where `less` has a bit set, one more where `more` has.
    static func change(_ counts: UnsafeMutablePointer<Self>, less: UInt64, more: UInt64)

    /// Writes the sums of `columns` adjacent counts from each of `places`, and returns the largest.
    static func most(
        _ counts: UnsafePointer<Self>, _ partial: UnsafeMutablePointer<Self>, _ other: UnsafeMutablePointer<Self>,
        _ sums: UnsafeMutablePointer<Self>, places: Int, columns: Int
    ) -> Self
}

extension Int16: WindowNumber {
    static func change(_ counts: UnsafeMutablePointer<Int16>, less: UInt64, more: UInt64) {
        subdial_window_change_short(counts, less, more)
    }

    static func most(
        _ counts: UnsafePointer<Int16>, _ partial: UnsafeMutablePointer<Int16>, _ other: UnsafeMutablePointer<Int16>,
        _ sums: UnsafeMutablePointer<Int16>, places: Int, columns: Int
    ) -> Int16 { subdial_window_most_short(counts, partial, other, sums, Int64(places), Int64(columns)) }
}

extension Int32: WindowNumber {
    static func change(_ counts: UnsafeMutablePointer<Int32>, less: UInt64, more: UInt64) {
        subdial_window_change_long(counts, less, more)
    }

    static func most(
        _ counts: UnsafePointer<Int32>, _ partial: UnsafeMutablePointer<Int32>, _ other: UnsafeMutablePointer<Int32>,
        _ sums: UnsafeMutablePointer<Int32>, places: Int, columns: Int
    ) -> Int32 { subdial_window_most_long(counts, partial, other, sums, Int64(places), Int64(columns)) }
}

/// Counts the set bits in windows of one size, row by row.
private struct WindowCount<Number: WindowNumber> {
    private let bits: PixelBits
    private let columns: Int
    private let rows: Int
    private let places: ClosedRange<Int>
    /// The rows in which windows begin; not empty.
    private let tops: Range<Int>

    init(_ bits: PixelBits, _ extent: Range<Int>, _ columns: Int, _ rows: Int, _ tops: Range<Int>) {
        self.bits = bits
        self.columns = columns
        self.rows = rows
        self.tops = tops
        // No window outside of these columns can contain more bits than one inside.
        let leftmost = max(0, min(extent.lowerBound, bits.width - columns))
        places = leftmost...max(leftmost, min(bits.width, extent.upperBound) - columns)
    }

    func densest() -> (place: (x: Int, y: Int), count: Int) {
        var best: (place: (x: Int, y: Int), count: Number) = ((places.lowerBound, tops.lowerBound), 0)
        let length = bits.stride * 64
        withUnsafeTemporaryAllocation(of: Number.self, capacity: 4 * length) { memory in
            guard let counts = memory.baseAddress else { return }
            counts.initialize(repeating: 0, count: 4 * length)
            let (partial, other, sums) = (counts + length, counts + 2 * length, counts + 3 * length)
            for line in tops.lowerBound..<tops.lowerBound + rows { _ = change(counts, leaving: nil, entering: line) }
            for top in tops {
                let isChanged = top == tops.lowerBound || change(counts, leaving: top - 1, entering: top + rows - 1)
                // An unchanged row cannot have a higher count.
                guard isChanged else { continue }
                let most = Number.most(counts + places.lowerBound, partial, other, sums, places: places.count, columns: columns)
                guard most > best.count, let place = (0..<places.count).first(where: { sums[$0] == most }) else { continue }
                best = ((places.lowerBound + place, top), most)
                // A full window cannot be exceeded.
                if Int(most) == columns * rows { break }
            }
        }
        return (best.place, Int(best.count))
    }

    /// Adds one row to each column's count and removes another; returns false if both rows are equal.
    private func change(_ counts: UnsafeMutablePointer<Number>, leaving: Int?, entering: Int) -> Bool {
        var isChanged = false
        for word in 0..<bits.stride {
            let (old, new) = (leaving.map { bits.words[$0 * bits.stride + word] } ?? 0, bits.words[entering * bits.stride + word])
            guard old != new else { continue }
            isChanged = true
            Number.change(counts + word * 64, less: old & ~new, more: new & ~old)
        }
        return isChanged
    }
}

extension PixelBits {
    /// The columns and the rows from the first set bit to the last; nil if no bit is set.
    fileprivate var extent: (columns: Range<Int>, rows: Range<Int>)? {
        guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else { return nil }
        let rows = first / stride..<last / stride + 1
        var all = [UInt64](repeating: 0, count: stride)
        for row in rows {
            for word in 0..<stride { all[word] |= words[row * stride + word] }
        }
        guard let left = all.firstIndex(where: { $0 != 0 }), let right = all.lastIndex(where: { $0 != 0 }) else { return nil }
        return (left * 64 + all[left].trailingZeroBitCount..<right * 64 + 64 - all[right].leadingZeroBitCount, rows)
    }
}

/// The result of a comparison of two pictures.
package struct PictureComparison: Hashable, Sendable {
    /// The size of the expected picture.
    package let expectedSize: PixelSize
    /// The size of the actual picture.
    package let actualSize: PixelSize
    /// The counts of differences.
    package let counts: DifferenceCounts
    /// The limits that were exceeded.
    package let violations: [LimitViolation]
    /// True if all bits are equal, including masked ones; no further comparison is necessary then.
    package let isIdentical: Bool
    let different: PixelBits
    let smoothed: PixelBits
    let masks: [PixelRect]
    let ground: ColorGround

    /// True if no limit was exceeded.
    package var passed: Bool { violations.isEmpty }

    /// The exceeded limits, as a sentence without a period; nil if there are none.
    package var message: String? {
        passed ? nil : violations.map(\.description).joined(separator: "; ")
    }

    /// The size in which the pictures were compared.
    var size: PixelSize { expectedSize.common(with: actualSize) }
}

/// The numeric result of a comparison.
package struct DifferenceCounts: Hashable, Sendable, Codable {
    /// The number of compared pixels: all of the larger size except the masked ones.
    package var compared: Int
    /// The number of different pixels.
    package var different: Int
    /// The number of pixels that differ only in antialiasing, and do not count as different.
    package var smoothed: Int
    /// The number of masked pixels, which never count as different.
    package var masked: Int
    /// The maximum difference of two colours, 0…1 on the scale of the threshold, whether it counts or not.
    ///
    /// Antialiased and masked pixels are excluded: if no pixel counts, the value shows the distance from the threshold.
    package var maximumDelta: Double
    /// The bounding boxes of the differences, neighbouring ones merged, from the top; at most ``maximumRegions``.
    package var regions: [PixelRect]
    /// The window with the most different pixels, the topmost of several; nil if no pixels differ.
    package var densestWindow: DenseWindow?
    /// The measure of the threshold; nil if every difference counts.
    package var metric: ColorMetric?
    /// The structural similarity; nil if no limit asks for it.
    package var similarity: Double?
    /// The greatest difference of two colours by CIEDE2000; nil if no limit asks for it.
    package var maximumDeltaE: Double?

    /// The maximum number of regions.
    package static let maximumRegions = 20

    /// Creates counts.
    package init(
        compared: Int, different: Int = 0, smoothed: Int = 0, masked: Int = 0, maximumDelta: Double = 0, regions: [PixelRect] = [],
        densestWindow: DenseWindow? = nil
    ) {
        self.compared = compared
        self.different = different
        self.smoothed = smoothed
        self.masked = masked
        self.maximumDelta = maximumDelta
        self.regions = regions
        self.densestWindow = densestWindow
    }

    /// The share of the compared pixels that differ, 0…1.
    package var ratio: Double { compared > 0 ? Double(different) / Double(compared) : 0 }
}

/// A square window and the differing pixels in it.
package struct DenseWindow: Hashable, Sendable, Codable {
    /// The window's position; it is clipped to the picture.
    package var place: PixelRect
    /// The number of different pixels in it.
    package var count: Int

    /// Creates a window.
    package init(place: PixelRect, count: Int) {
        self.place = place
        self.count = count
    }
}

import Drawing

/// Counts the pixels in which two pictures look different to an eye, by the measure of pixelmatch 7.2.
///
/// Colours are told apart in YIQ (Kotsarenko and Ramos, 2010). A pixel that looks smoothed in either picture does not count: the same edge
/// drawn by another rasteriser (Vyšniauskas, 2009).
public struct PixelComparison: Hashable, Sendable {
    /// How far two colours may be apart and still count as the same: 0 none, 1 black and white.
    public var threshold: Double
    /// Whether pixels that look smoothed count like all others.
    public var countsSmoothing: Bool

    /// Makes a comparison; 0.1 is pixelmatch's own threshold.
    public init(threshold: Double = 0.1, countsSmoothing: Bool = false) {
        self.threshold = threshold
        self.countsSmoothing = countsSmoothing
    }

    /// How many pixels differ.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func count(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> Int {
        var count = 0
        try scan(expected, actual) { _, verdict in if verdict == .different { count += 1 } }
        return count
    }

    /// How many pixels differ.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func count(_ expected: Bitmap, _ actual: Bitmap) throws(PixelComparisonError) -> Int {
        expected == actual ? 0 : try count(StraightPixels(expected), StraightPixels(actual))
    }

    /// The expected picture in pale grey, with red where the actual one differs and yellow where it is smoothed otherwise.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func difference(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> Bitmap {
        // Opaque, so that straight and premultiplied are the same; blue comes first.
        var pixels: [UInt8] = []
        pixels.reserveCapacity(expected.words.count * 4)
        for word in expected.words {
            let grey = Self.paleGrey(word)
            pixels += [grey, grey, grey, 255]
        }
        try scan(expected, actual) { index, verdict in
            if verdict == .same { return }
            (pixels[index * 4], pixels[index * 4 + 1], pixels[index * 4 + 2]) = (0, verdict == .smoothed ? 255 : 0, 255)
        }
        return Bitmap(width: expected.width, height: expected.height, pixels: pixels) ?? Bitmap(width: 1, height: 1)
    }

    private enum Verdict {
        case same, smoothed, different
    }

    /// Calls `visit` with what becomes of each pixel, or not at all where all are equal.
    private func scan(_ expected: StraightPixels, _ actual: StraightPixels, _ visit: (Int, Verdict) -> Void) throws(PixelComparisonError) {
        guard expected.width == actual.width, expected.height == actual.height else {
            throw .sizes(expected: [expected.width, expected.height], actual: [actual.width, actual.height])
        }
        guard expected.words != actual.words else { return }
        expected.words.withUnsafeBufferPointer { first in
            actual.words.withUnsafeBufferPointer { second in
                let limit = YIQ.greatestDifference * threshold * threshold
                let one = SmoothingDetector(own: first, other: second, width: expected.width, height: expected.height)
                let two = SmoothingDetector(own: second, other: first, width: expected.width, height: expected.height)
                for index in first.indices where first[index] != second[index] {
                    if YIQ(first[index], second[index], at: index).square <= limit {
                        visit(index, .same)
                    } else if !countsSmoothing, one.isSmoothed(index) || two.isSmoothed(index) {
                        visit(index, .smoothed)
                    } else {
                        visit(index, .different)
                    }
                }
            }
        }
    }

    /// A tenth of the pixel's brightness on white.
    private static func paleGrey(_ word: UInt32) -> UInt8 {
        let brightness =
            Double(word & 0xFF) * YIQ.weights.red + Double(word >> 8 & 0xFF) * YIQ.weights.green + Double(word >> 16 & 0xFF)
            * YIQ.weights.blue
        return UInt8(max(0, min(255, 255 + (brightness - 255) * 0.1 * Double(word >> 24) / 255)))
    }
}

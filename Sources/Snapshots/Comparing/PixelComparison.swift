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
        try tally(expected, actual).different
    }

    /// How many pixels differ.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func count(_ expected: Bitmap, _ actual: Bitmap) throws(PixelComparisonError) -> Int {
        guard expected.width == actual.width, expected.height == actual.height else {
            throw .sizes(expected: [expected.width, expected.height], actual: [actual.width, actual.height])
        }
        return PictureScan(StraightPixels(expected), StraightPixels(actual), sensitivity: sensitivity).tally.different
    }

    /// The expected picture in pale grey, with red where the actual one differs and yellow where it is smoothed otherwise.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func difference(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> Bitmap {
        let tally = try tally(expected, actual)
        return expected.words.withUnsafeBufferPointer { words in
            var picture = DifferencePicture(width: expected.width, height: expected.height) { words[$0] }
            picture.draw(tally.runs)
            return picture.bitmap
        }
    }

    private var sensitivity: PixelSensitivity { .perceived(threshold: threshold, countsSmoothing: countsSmoothing) }

    private func tally(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> PixelTally {
        guard expected.width == actual.width, expected.height == actual.height else {
            throw .sizes(expected: [expected.width, expected.height], actual: [actual.width, actual.height])
        }
        return PictureScan(expected, actual, sensitivity: sensitivity).tally
    }
}

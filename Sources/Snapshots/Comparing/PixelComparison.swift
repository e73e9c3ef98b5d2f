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
    /// True to compare translucent pixels on a pattern, which hides no colour; false to compare them on white.
    public var checkerboard: Bool

    /// Makes a comparison; 0.1 is pixelmatch's own threshold.
    public init(threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true) {
        self.threshold = threshold
        self.countsSmoothing = countsSmoothing
        self.checkerboard = checkerboard
    }

    /// How many pixels differ.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func count(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> Int {
        try scan(expected, actual).counts.different
    }

    /// How many pixels differ.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func count(_ expected: Bitmap, _ actual: Bitmap) throws(PixelComparisonError) -> Int {
        try count(StraightPixels(expected), StraightPixels(actual))
    }

    /// The expected picture in pale grey, with red where the actual one differs and yellow where it is smoothed otherwise.
    ///
    /// - Throws: `sizes` where the pictures are not equally large.
    public func difference(
        _ expected: StraightPixels, _ actual: StraightPixels, style: DifferenceStyle = DifferenceStyle()
    ) throws(PixelComparisonError) -> Bitmap {
        let scan = try scan(expected, actual)
        return DifferencePicture(expected, actual, scan.different, scan.smoothed, sensitivity.ground).bitmap(style)
    }

    private var sensitivity: PixelSensitivity {
        .perceived(threshold: threshold, countsSmoothing: countsSmoothing, checkerboard: checkerboard)
    }

    private func scan(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> PictureScan {
        guard expected.width == actual.width, expected.height == actual.height else {
            throw .sizes(expected: [expected.width, expected.height], actual: [actual.width, actual.height])
        }
        return PictureScan(expected, actual, sensitivity: sensitivity)
    }
}

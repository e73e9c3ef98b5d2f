import SubdialDrawing

/// Counts the perceptibly different pixels of two pictures, with the algorithm of pixelmatch.
///
/// A pixel that looks antialiased in either picture does not count, because it
/// may be the same edge drawn by another rasterizer (Vyšniauskas, 2009).
package struct PixelComparison: Hashable, Sendable {
    /// The maximum difference of two colours that count as equal: 0 none, 1 black and white.
    private var threshold: Double
    /// True if antialiased pixels count like all others.
    private var countsSmoothing: Bool
    /// True to compare translucent pixels on a pattern, so that no colour is hidden; false to compare them on white.
    private var checkerboard: Bool
    /// The measure of the difference of two colours.
    private var metric: ColorMetric

    /// Makes a comparison; 0.1 is pixelmatch's default threshold.
    package init(threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true, metric: ColorMetric = .yiq) {
        self.threshold = threshold
        self.countsSmoothing = countsSmoothing
        self.checkerboard = checkerboard
        self.metric = metric
    }

    /// The number of different pixels.
    ///
    /// - Throws: `sizes` if the pictures have different sizes.
    package func count(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> Int {
        try scan(expected, actual).counts.different
    }

    /// The number of different pixels.
    ///
    /// - Throws: `sizes` if the pictures have different sizes.
    package func count(_ expected: Bitmap, _ actual: Bitmap) throws(PixelComparisonError) -> Int {
        try count(StraightPixels(expected), StraightPixels(actual))
    }

    /// The expected picture in pale grey, with differences in red and differences in antialiasing in yellow.
    ///
    /// - Throws: `sizes` if the pictures have different sizes.
    package func difference(
        _ expected: StraightPixels, _ actual: StraightPixels, style: DifferenceStyle = DifferenceStyle()
    ) throws(PixelComparisonError) -> Bitmap {
        let scan = try scan(expected, actual)
        return DifferencePicture(expected, actual, scan.different, scan.smoothed, sensitivity.ground).bitmap(style)
    }

    private var sensitivity: PixelSensitivity {
        .perceived(threshold: threshold, countsSmoothing: countsSmoothing, checkerboard: checkerboard, metric: metric)
    }

    private func scan(_ expected: StraightPixels, _ actual: StraightPixels) throws(PixelComparisonError) -> PictureScan {
        guard expected.width == actual.width, expected.height == actual.height else {
            throw .sizes(expected: [expected.width, expected.height], actual: [actual.width, actual.height])
        }
        return PictureScan(expected, actual, sensitivity: sensitivity)
    }
}

/// The error of two pictures that cannot be compared.
package enum PixelComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sizes differ; in pixels, width before height.
    case sizes(expected: [Int], actual: [Int])

    /// The message with both sizes.
    package var description: String {
        switch self {
        case .sizes(let expected, let actual):
            "the picture should be \(Self.text(expected)) pixels large, and is \(Self.text(actual))"
        }
    }

    private static func text(_ size: [Int]) -> String { size.map(String.init).joined(separator: " × ") }
}

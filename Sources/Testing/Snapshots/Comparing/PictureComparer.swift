import SubdialDrawing

/// Compares a picture with its reference, and applies limits.
package struct PictureComparer: Hashable, Sendable {
    /// The sensitivity of the pixel comparison.
    package var sensitivity: PixelSensitivity
    /// The permitted differences.
    package var limits: PictureLimits
    /// The masked areas, in pixels.
    package var masks: [PixelRect]

    /// The default side length of the densest window, in pixels.
    package static let windowSize = 20

    /// Makes a comparer; by default it uses pixelmatch's threshold and permits no different pixel.
    package init(sensitivity: PixelSensitivity = .perceived(), limits: PictureLimits = PictureLimits(), masks: [PixelRect] = []) {
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
        var violations = limits.violations(of: counts)
        if sizes.expected != sizes.actual {
            violations.insert(.size(expected: sizes.expected, actual: sizes.actual), at: 0)
        }
        return PictureComparison(
            expectedSize: sizes.expected, actualSize: sizes.actual, counts: counts, violations: violations,
            isIdentical: !scan.hasDifference && sizes.expected == sizes.actual, different: scan.different,
            smoothed: scan.smoothed, masks: masks, ground: sensitivity.ground)
    }
}

extension PixelSize {
    /// The maximum number of pixels of the extended pictures.
    private static let most = ImageLimits.standard.maxPixels

    /// The size in which pictures of different sizes are compared: the union of both, or if that is too large the intersection.
    func common(with other: PixelSize) -> PixelSize {
        let (pixels, isTooLarge) = max(width, other.width).multipliedReportingOverflow(by: max(height, other.height))
        return isTooLarge || pixels > Self.most
            ? PixelSize(width: min(width, other.width), height: min(height, other.height))
            : PixelSize(width: max(width, other.width), height: max(height, other.height))
    }
}

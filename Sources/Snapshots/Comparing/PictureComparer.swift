import Drawing

/// Compares a picture with the one it should be, and judges whether they are alike enough.
public struct PictureComparer: Hashable, Sendable {
    /// Which difference of two pixels counts.
    public var sensitivity: PixelSensitivity
    /// How much may differ.
    public var limits: PictureLimits
    /// The parts that are not compared, in pixels.
    public var masks: [PixelRect]

    /// The side of the densest window where the limits do not name one, in pixels.
    public static let windowSize = 20

    /// Makes a comparer; without anything said, it is as strict as pixelmatch and lets no pixel pass.
    public init(sensitivity: PixelSensitivity = .perceived(), limits: PictureLimits = PictureLimits(), masks: [PixelRect] = []) {
        self.sensitivity = sensitivity
        self.limits = limits
        self.masks = masks
    }

    /// Compares two pictures.
    ///
    /// Those of different sizes never pass. They are compared nevertheless, each with transparency added on the right and below.
    public func compare(_ expected: Bitmap, _ actual: Bitmap) -> PictureComparison {
        compare(StraightPixels(expected), StraightPixels(actual))
    }

    /// Compares the pixels of two files, by the rules of ``compare(_:_:)-(Bitmap,_)``.
    public func compare(_ expected: StraightPixels, _ actual: StraightPixels) -> PictureComparison {
        let sizes = (expected: PixelSize(of: expected), actual: PixelSize(of: actual))
        let size = sizes.expected.union(sizes.actual)
        let scan = PictureScan(expected.padded(to: size), actual.padded(to: size), sensitivity: sensitivity, masks: masks)
        let masked = MaskedRows(masks, width: size.width, height: size.height).count
        var counts = DifferenceCounts(compared: size.width * size.height - masked, masked: masked)
        let runs = scan.tally.runs
        if !runs.isEmpty || scan.maximumDelta > 0 {
            let different = scan.tally.smoothed == 0 ? runs : runs.filter { !$0.isSmoothed }
            counts.different = scan.tally.different
            counts.smoothed = scan.tally.smoothed
            counts.maximumDelta = scan.maximumDelta
            counts.regions = RegionSearch(width: size.width, height: size.height, maximum: DifferenceCounts.maximumRegions)
                .regions(different)
            let window = limits.densestWindow?.size ?? Self.windowSize
            counts.densestWindow = WindowSearch(size: window, width: size.width, height: size.height).densest(different)
        }
        var violations = limits.violations(of: counts)
        if sizes.expected != sizes.actual {
            violations.insert(.size(expected: sizes.expected, actual: sizes.actual), at: 0)
        }
        return PictureComparison(
            expectedSize: sizes.expected, actualSize: sizes.actual, counts: counts, violations: violations,
            isIdentical: !scan.hasDifference && sizes.expected == sizes.actual, runs: runs, masks: masks)
    }
}

extension PixelSize {
    /// The size that holds both.
    func union(_ other: PixelSize) -> PixelSize {
        PixelSize(width: max(width, other.width), height: max(height, other.height))
    }
}

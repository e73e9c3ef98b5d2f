/// What a picture from outside may cost.
///
/// The header is checked before anything is allocated for the pixels, and the decoders check again while they work.
public struct ImageLimits: Hashable, Sendable {
    /// The most pixels.
    public var maxPixels: Int
    /// The most bytes of the file.
    public var maxBytes: Int
    /// The most scans of a JPEG; fewer where the picture is large, as ``scans(width:height:)`` says.
    public var maxScans: Int
    /// The most bytes in memory while it is decoded: the pixels, and what the decoder keeps beside them.
    public var maxMemory: Int
    /// The most bytes of one text or profile of a PNG, unpacked; all of them together may have twice as many.
    public var maxMetadata: Int

    /// 64 million pixels, 32 MiB of file, 100 scans, 192 MiB of memory and 8 MiB of metadata.
    public static let standard = ImageLimits()

    /// Creates limits.
    ///
    /// The defaults let every real cover pass. The script of scans that libjpeg writes of itself has 10 for colours and 18 for CMYK,
    /// and optimizers write a few dozen; libjpeg-turbo's own fuzzers stop at 500 scans of at most 1 million pixels each.
    public init(
        maxPixels: Int = 64_000_000, maxBytes: Int = 32 << 20, maxScans: Int = 100, maxMemory: Int = 192 << 20, maxMetadata: Int = 8 << 20
    ) {
        self.maxPixels = maxPixels
        self.maxBytes = maxBytes
        self.maxScans = maxScans
        self.maxMemory = maxMemory
        self.maxMetadata = maxMetadata
    }

    /// The scans of a picture at the limit of pixels: as many as libjpeg writes.
    private static let leastScans = 10

    /// The most scans of a picture of that size.
    ///
    /// Each goes over the whole picture, whatever its few bytes say: what counts is pixels times scans. That product is bounded by 10 times
    /// ``maxPixels``.
    public func scans(width: Int, height: Int) -> Int {
        let pixels = width.multipliedReportingOverflow(by: height)
        let budget = maxPixels.multipliedReportingOverflow(by: Self.leastScans)
        guard !pixels.overflow, pixels.partialValue > 0, !budget.overflow else { return min(Self.leastScans, maxScans) }
        return min(maxScans, max(Self.leastScans, budget.partialValue / pixels.partialValue))
    }

    func check(byteCount: Int) throws(ImageError) {
        guard byteCount <= maxBytes else { throw .tooManyBytes(byteCount, limit: maxBytes) }
    }

    func check(width: Int, height: Int) throws(ImageError) {
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixels <= maxPixels else { throw .tooManyPixels(width: width, height: height, limit: maxPixels) }
    }

    func check(scans: Int, width: Int, height: Int) throws(ImageError) {
        let limit = self.scans(width: width, height: height)
        guard scans <= limit else { throw .tooManyScans(scans, limit: limit) }
    }

    func check(memory: Int) throws(ImageError) {
        guard memory <= maxMemory else { throw .tooMuchMemory(memory, limit: maxMemory) }
    }
}

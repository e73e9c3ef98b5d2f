import SubdialBasics

/// The limits for external pictures.
///
/// The header is checked before memory for the pixels is allocated, and the decoders check the limits again during their work.
package struct ImageLimits: Hashable, Sendable {
    /// The maximum number of pixels.
    package var maxPixels: Int
    /// The maximum width, and the maximum height: each row costs time too, however short it is.
    private var maxSide: Int
    /// The maximum file size in bytes.
    package var maxBytes: Int
    /// The maximum number of scans of a JPEG; large pictures have the lower limit of ``scans(width:height:)``.
    private var maxScans: Int
    /// The maximum memory during the decoding in bytes: the pixels and the buffers of the decoder.
    package var maxMemory: Int
    /// The maximum uncompressed size of a text or profile of a PNG in bytes; all of them together can have twice as many.
    package var maxMetadata: Int

    /// 100 million pixels, 65,535 in a row or column, a file of 32 MiB, 100 scans, 192 MiB of memory and 8 MiB of metadata.
    package static let standard = ImageLimits()

    /// Creates limits.
    ///
    /// The defaults accept every real cover. A JPEG of 9000 × 9000 pixels is scaled while it is decoded, row by row; a PNG of that size is refused,
    /// because it exceeds `maxMemory`. A side of 65,535 pixels is the most that a JPEG can have. libjpeg's own scripts have 10 scans for colours and 18 for CMYK, and optimizers write a few
    /// dozen. libjpeg-turbo's own fuzzers stop at 500 scans of at most 1 million pixels each.
    package init(
        maxPixels: Int = 100_000_000, maxSide: Int = 65_535, maxBytes: Int = PictureLimit.bytes, maxScans: Int = 100,
        maxMemory: Int = 192 << 20,
        maxMetadata: Int = 8 << 20
    ) {
        self.maxPixels = maxPixels
        self.maxSide = maxSide
        self.maxBytes = maxBytes
        self.maxScans = maxScans
        self.maxMemory = maxMemory
        self.maxMetadata = maxMetadata
    }

    /// The limit for a picture with ``mostScanned`` pixels: the number of scans that libjpeg writes.
    private static let leastScans = 10
    /// The number of pixels up to which a picture may have ``leastScans`` scans.
    private static let mostScanned = 64_000_000

    /// Returns the maximum number of scans of a picture of that size.
    ///
    /// The decoder processes the whole picture for each scan, even for a scan of a few bytes. So the limit applies to pixels times scans,
    /// which is at most 10 times ``maxPixels``, and at most 640 million.
    package func scans(width: Int, height: Int) -> Int {
        let pixels = width.multipliedReportingOverflow(by: height)
        let budget = min(maxPixels, Self.mostScanned) * Self.leastScans
        guard !pixels.overflow, pixels.partialValue > 0 else { return min(Self.leastScans, maxScans) }
        let least = pixels.partialValue > Self.mostScanned ? 1 : Self.leastScans
        return min(maxScans, max(least, budget / pixels.partialValue))
    }

    func check(byteCount: Int) throws(ImageError) {
        guard byteCount <= maxBytes else { throw .tooManyBytes(byteCount, limit: maxBytes) }
    }

    func check(width: Int, height: Int) throws(ImageError) {
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixels <= maxPixels else { throw .tooManyPixels(width: width, height: height, limit: maxPixels) }
        guard max(width, height) <= maxSide else { throw .tooLong(width: width, height: height, limit: maxSide) }
    }

    func check(scans: Int, width: Int, height: Int) throws(ImageError) {
        let limit = self.scans(width: width, height: height)
        guard scans <= limit else { throw .tooManyScans(scans, limit: limit) }
    }

    func check(memory: Int) throws(ImageError) {
        guard memory <= maxMemory else { throw .tooMuchMemory(memory, limit: maxMemory) }
    }
}

/// What a picture from outside may cost.
///
/// Checked on the header, before anything is allocated for the pixels.
public struct ImageLimits: Hashable, Sendable {
    /// The most pixels.
    public var maxPixels: Int
    /// The most bytes of the file.
    public var maxBytes: Int

    /// 64 million pixels and 32 MiB.
    public static let standard = ImageLimits()

    /// Creates limits.
    public init(maxPixels: Int = 64_000_000, maxBytes: Int = 32 << 20) {
        self.maxPixels = maxPixels
        self.maxBytes = maxBytes
    }

    func check(byteCount: Int) throws(ImageError) {
        guard byteCount <= maxBytes else { throw .tooManyBytes(byteCount, limit: maxBytes) }
    }

    func check(width: Int, height: Int) throws(ImageError) {
        // Every format's sides fit into 32 bits, so the product cannot overflow.
        guard width * height <= maxPixels else { throw .tooManyPixels(width: width, height: height, limit: maxPixels) }
    }
}

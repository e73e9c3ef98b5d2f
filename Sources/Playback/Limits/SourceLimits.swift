/// What a source may tell; anything beyond is cut off where it enters.
public enum SourceLimits {
    /// Bytes of UTF-8 of a title, a name or any other text.
    public static let textBytes = 4096
    /// Bytes of UTF-8 of a zone's id or a cover's key: MPRIS's longest bus name has 255.
    public static let idBytes = 1024
    /// The greatest magnitude of a number: seconds of a position, a volume, a length.
    ///
    /// 1e12 seconds are 30,000 years.
    public static let magnitude = 1e12
    /// Zones of one source.
    public static let zones = 1000
    /// Tracks of a queue.
    public static let queue = 500
    /// Keys of a track's metadata.
    public static let metadataKeys = 128
    /// Texts in one value of a track's metadata.
    public static let texts = 64
}

extension String {
    /// The text on one line, clean, in at most `bytes` of UTF-8; it is cut between two scalars.
    public func bounded(bytes: Int = SourceLimits.textBytes, keepingLines: Bool = false) -> String {
        cut(bytes: bytes).cleaned(keepingLines: keepingLines).cut(bytes: bytes)
    }

    /// The longest beginning of at most `bytes` of UTF-8 that ends between two scalars.
    func cut(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var result = UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= bytes else { break }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Double {
    /// The number within the limits of a source; nil for what is not a number.
    public var bounded: Double? {
        isNaN ? nil : Swift.min(Swift.max(self, -SourceLimits.magnitude), SourceLimits.magnitude)
    }
}

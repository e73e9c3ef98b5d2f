import FoundationEssentials
import SubdialBasics

/// The limits of a source's data; everything beyond them is truncated on entry.
public enum SourceLimits {
    /// The maximum number of UTF-8 bytes of a title, a name or any other text.
    public static let textBytes = 4096
    /// The maximum number of UTF-8 bytes of a zone's id or a cover's key; MPRIS's longest bus name has 255.
    public static let idBytes = 1024
    /// The maximum magnitude of a number: seconds of a position, a volume, a length.
    ///
    /// 1e12 seconds are 30,000 years.
    public static let magnitude = 1e12
    /// The maximum number of zones of a source.
    public static let zones = 1000
    /// The maximum number of tracks in a queue.
    public static let queue = 500
    /// The maximum number of keys in a track's metadata.
    public static let metadataKeys = 128
    /// The maximum number of texts in one value of a track's metadata.
    public static let texts = 64
}

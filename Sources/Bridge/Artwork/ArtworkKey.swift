/// The identity of a cached picture: its bridge, source, key and size.
public struct ArtworkKey: Hashable, Sendable {
    /// The address of the bridge.
    ///
    /// Different bridges can use the same key for different pictures.
    public var origin: String
    /// The source of the zone, such as `roon`.
    public var source: String
    /// The bridge's opaque key of the picture.
    public var imageKey: String
    /// The edge of the requested square in pixels.
    public var side: Int

    /// Creates the key of a picture.
    public init(origin: String, source: String, imageKey: String, side: Int) {
        self.origin = origin
        self.source = source
        self.imageKey = imageKey
        self.side = side
    }

    /// 32 hexadecimal digits: the 128-bit FNV-1a hash of the key.
    ///
    /// An image key can be a whole URL, which is not usable as a file name.
    var fileName: String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        for part in [origin, source, imageKey, String(side)] {
            // The separator 0xFF does not occur in UTF-8, so that different keys do not have the same bytes.
            for byte in Array(part.utf8) + [0xFF] { hash = (hash ^ UInt128(byte)) &* prime }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

/// Which picture is meant: of which bridge, which of its sources, which key, and in what size.
public struct ArtworkKey: Hashable, Sendable {
    /// Where the picture came from.
    ///
    /// Different bridges may use the same key for different pictures.
    public var origin: String
    /// What serves the zone, such as `roon`.
    public var source: String
    /// The bridge's own key for it: opaque.
    public var imageKey: String
    /// The edge of the square that was asked for, in pixels.
    public var side: Int

    /// Makes the key of one picture.
    public init(origin: String, source: String, imageKey: String, side: Int) {
        self.origin = origin
        self.source = source
        self.imageKey = imageKey
        self.side = side
    }

    /// 32 hexadecimal digits: the key's 128-bit FNV-1a hash.
    ///
    /// Whole addresses serve as image keys, too long and too odd for a file name.
    var fileName: String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        for part in [origin, source, imageKey, String(side)] {
            // 0xFF occurs in no UTF-8, so that no two keys can run together.
            for byte in Array(part.utf8) + [0xFF] { hash = (hash ^ UInt128(byte)) &* prime }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

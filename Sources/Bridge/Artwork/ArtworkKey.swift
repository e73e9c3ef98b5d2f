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

    /// The key's hash as 32 hexadecimal digits.
    ///
    /// Whole addresses serve as image keys, too long and too odd for a file name.
    var fileName: String {
        // 0xFF occurs in no UTF-8, so that no two keys can run together.
        WideHash([origin, source, imageKey, String(side)].flatMap { Array($0.utf8) + [0xFF] }).text
    }
}

import SubdialBasics

/// The identity of a cached picture: its bridge, source, key and size.
package struct ArtworkKey: Hashable, Sendable {
    /// The address of the bridge.
    ///
    /// Different bridges can use the same key for different pictures.
    package var origin: String
    /// The source of the zone, such as `roon`.
    package var source: String
    /// The bridge's opaque key of the picture.
    package var imageKey: String
    /// The edge of the requested square in pixels.
    package var side: Int

    /// Creates the key of a picture.
    package init(origin: String, source: String, imageKey: String, side: Int) {
        self.origin = origin
        self.source = source
        self.imageKey = imageKey
        self.side = side
    }

    /// The key's hash as 32 hexadecimal digits.
    ///
    /// An image key can be a whole URL, which is not usable as a file name.
    var fileName: String {
        // The separator 0xFF does not occur in UTF-8, so that different keys do not have the same bytes.
        WideHash([origin, source, imageKey, String(side)].flatMap { Array($0.utf8) + [0xFF] }).text
    }
}

/// A track's metadata: its texts and its length.
public struct Track: Hashable, Sendable, Codable {
    /// The title, or a radio station's equivalent; empty if there is none.
    public var title: String
    /// The artist; empty if there is none.
    public var artist: String
    /// The album; empty if there is none.
    public var album: String
    /// The duration in seconds; nil if unknown, as for a radio station.
    public var length: Double?

    /// Makes a track; omitted properties are unknown.
    public init(title: String, artist: String = "", album: String = "", length: Double? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
        self.length = length
    }

    private enum CodingKeys: String, CodingKey {
        case title, artist, album, length
    }

    /// Decodes a track; texts that are missing or null are empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        artist = try values.decodeIfPresent(String.self, forKey: .artist) ?? ""
        album = try values.decodeIfPresent(String.self, forKey: .album) ?? ""
        length = try values.decodeIfPresent(Double.self, forKey: .length)
    }

    /// True if the two have equal texts, whatever their lengths are.
    public func isSame(as other: Track) -> Bool {
        title == other.title && artist == other.artist && album == other.album
    }
}

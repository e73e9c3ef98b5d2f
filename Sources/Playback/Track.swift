/// What plays: the names that a listener knows it by, and how long it is.
public struct Track: Hashable, Sendable, Codable {
    /// The title, or what a radio station gives for one; empty where there is none.
    public var title: String
    /// Empty where there is none.
    public var artist: String
    /// Empty where there is none.
    public var album: String
    /// Seconds; nil where it is not known, as with a radio station.
    public var length: Double?

    /// Makes a track; what is left out is not known.
    public init(title: String, artist: String = "", album: String = "", length: Double? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
        self.length = length
    }

    private enum CodingKeys: String, CodingKey {
        case title, artist, album, length
    }

    /// Reads a track; a text that is missing or null is empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        artist = try values.decodeIfPresent(String.self, forKey: .artist) ?? ""
        album = try values.decodeIfPresent(String.self, forKey: .album) ?? ""
        length = try values.decodeIfPresent(Double.self, forKey: .length)
    }

    /// Whether the two are the same piece of music, whatever is known of its length.
    public func isSame(as other: Track) -> Bool {
        title == other.title && artist == other.artist && album == other.album
    }
}

import FoundationEssentials

/// A track of a library.
public struct LibraryTrack: Hashable, Sendable {
    /// The id in the database.
    public var id: String
    /// The path of its file.
    public var path: String
    /// The title; the file name if it has none.
    public var title: String
    /// The artist; nil if unknown.
    public var artist: String?
    /// The album; nil if unknown.
    public var album: String?
    /// The album's artist; nil if unknown.
    public var albumArtist: String?
    /// The genre; nil if unknown.
    public var genre: String?
    /// The year of the recording; nil if unknown.
    public var year: Int?
    /// The track number on the album, from 1; nil if unknown.
    public var trackNumber: Int?
    /// The duration in seconds; nil if unknown.
    public var duration: Double?
    /// The number of plays.
    public var playCount: Int
    /// When it was last played; nil for never.
    public var lastPlayed: Date?
    /// True for a favourite.
    public var isFavorite: Bool
    /// The rating in stars, 0 to 5.
    public var rating: Int

    /// Makes a track; omitted properties are unknown.
    public init(
        id: String, path: String, title: String, artist: String? = nil, album: String? = nil, albumArtist: String? = nil,
        genre: String? = nil, year: Int? = nil, trackNumber: Int? = nil, duration: Double? = nil, playCount: Int = 0,
        lastPlayed: Date? = nil, isFavorite: Bool = false, rating: Int = 0
    ) {
        self.id = id
        self.path = path
        self.title = title
        self.artist = artist
        self.album = album
        self.albumArtist = albumArtist
        self.genre = genre
        self.year = year
        self.trackNumber = trackNumber
        self.duration = duration
        self.playCount = playCount
        self.lastPlayed = lastPlayed
        self.isFavorite = isFavorite
        self.rating = rating
    }
}

/// A playlist of a library.
public struct LibraryPlaylist: Hashable, Sendable {
    /// The id in the database.
    public var id: String
    /// The display name.
    public var name: String
    /// The number of entries, including missing tracks.
    public var count: Int
}

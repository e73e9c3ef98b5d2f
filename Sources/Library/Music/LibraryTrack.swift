import FoundationEssentials

/// A track of a library.
public struct LibraryTrack: Hashable, Sendable {
    /// The track's identity in the database.
    public var id: String
    /// The path of its file.
    public var path: String
    /// The title; the file's name where it has none.
    public var title: String
    /// The artist; nil where not known.
    public var artist: String?
    /// The album; nil where not known.
    public var album: String?
    /// The album's artist; nil where not known.
    public var albumArtist: String?
    /// The genre; nil where not known.
    public var genre: String?
    /// The year of the recording; nil where not known.
    public var year: Int?
    /// The number on the album, from 1; nil where not known.
    public var trackNumber: Int?
    /// Seconds.
    public var duration: Double?
    /// How often it was played.
    public var playCount: Int
    /// When it was played last; nil for never.
    public var lastPlayed: Date?
    /// True for a favourite.
    public var isFavorite: Bool
    /// Stars, 0 to 5.
    public var rating: Int

    /// Makes a track; what is left out is not known.
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
    /// The playlist's identity in the database.
    public var id: String
    /// The name for people.
    public var name: String
    /// How many tracks it names, those that are missing among them.
    public var count: Int
}

import FoundationEssentials

/// A track of a library.
package struct LibraryTrack: Hashable, Sendable {
    /// The id in the database.
    package var id: String
    /// The path of its file.
    package var path: String
    /// The title; the file name if it has none.
    package var title: String
    /// The artist; nil if unknown.
    package var artist: String?
    /// The album; nil if unknown.
    package var album: String?
    /// The album's artist; nil if unknown.
    package var albumArtist: String?
    /// The genre; nil if unknown.
    package var genre: String?
    /// The year of the recording; nil if unknown.
    package var year: Int?
    /// The track number on the album, from 1; nil if unknown.
    package var trackNumber: Int?
    /// The duration in seconds; nil if unknown.
    package var duration: Double?
    /// The number of plays.
    package var playCount: Int
    /// When it was last played; nil for never.
    package var lastPlayed: Date?
    /// True for a favourite.
    package var isFavorite: Bool
    /// The rating in stars, 0 to 5.
    package var rating: Int
    /// The picture that a playlist names for the track: an absolute path, or an address; nil for none.
    package var picture: String?

    /// Makes a track; omitted properties are unknown.
    package init(
        id: String, path: String, title: String, artist: String? = nil, album: String? = nil, albumArtist: String? = nil,
        genre: String? = nil, year: Int? = nil, trackNumber: Int? = nil, duration: Double? = nil, playCount: Int = 0,
        lastPlayed: Date? = nil, isFavorite: Bool = false, rating: Int = 0,
        picture: String? = nil
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
        self.picture = picture
    }
}

/// A playlist of a library.
package struct LibraryPlaylist: Hashable, Sendable {
    /// The id in the database.
    package var id: String
    /// The display name.
    package var name: String
    /// The number of entries, including missing tracks.
    package var count: Int
}

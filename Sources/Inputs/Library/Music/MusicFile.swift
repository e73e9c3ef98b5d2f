/// The tags of a music file, as far as they are known.
package struct MusicFile: Equatable, Sendable {
    /// The title of the track.
    package var title: String?
    /// The artist, or the artists after one another.
    package var artist: String?
    /// The title of the album.
    package var album: String?
    /// The album's artist.
    package var albumArtist: String?
    /// The track number on the album, from 1.
    package var trackNumber: Int?
    /// The year of the recording.
    package var year: Int?
    /// The duration in seconds.
    package var length: Double?
}

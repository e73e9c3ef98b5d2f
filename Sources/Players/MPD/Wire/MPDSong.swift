import HTTP
import Playback

/// One song as the daemon tells it.
struct MPDSong: Hashable, Sendable {
    /// The path in the daemon's library, or the address of a stream.
    let file: String
    /// Seconds; nil where it is not known, as with a radio station.
    let length: Double?
    /// When the file was last changed, as the daemon writes it; nil for a stream.
    let lastModified: String?
    let title: String
    let artist: String
    let album: String
    /// What a radio station calls itself.
    let station: String

    /// nil where the answer is about no song.
    init?(_ answer: MPDAnswer) {
        guard let file = answer["file"], !file.isEmpty else { return nil }
        self.file = file
        length = (answer.seconds("duration") ?? answer.seconds("Time")).flatMap { $0 > 0 ? $0 : nil }
        lastModified = answer["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
        func tag(_ key: String) -> String {
            // A song with two artists has two such fields.
            answer.fields.filter { $0.key == key }.map { Characters.trimmed($0.value) }.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        title = tag("Title")
        let artist = tag("Artist")
        self.artist = artist.isEmpty ? tag("AlbumArtist") : artist
        album = tag("Album")
        station = tag("Name")
    }

    var isStream: Bool { file.contains("://") }

    /// The names that a listener knows the song by.
    ///
    /// A station's own name stands for the title until it tells one, and for the album from then on. Without tags it is the file's name.
    var track: Track {
        Track(
            title: !title.isEmpty ? title : !station.isEmpty ? station : nameOfFile,
            artist: artist, album: album.isEmpty && !title.isEmpty ? station : album, length: length)
    }

    /// The last part of the path without what follows the last dot, or a stream's host.
    private var nameOfFile: String {
        let parts = file.split(separator: "/")
        guard let last = parts.last else { return file }
        if isStream, parts.count <= 2 { return String(last) }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last
        return String(stem.isEmpty ? last : stem)
    }
}

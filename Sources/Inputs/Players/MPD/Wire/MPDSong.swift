import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// A song as the daemon describes it.
struct MPDSong: Hashable, Sendable {
    /// The path in the daemon's library, or the URL of a stream.
    let file: String
    /// The duration in seconds; nil if unknown, as for a radio station.
    let length: Double?
    /// The file's modification date as the daemon sends it; nil for a stream.
    let lastModified: String?
    private let title: String
    private let artist: String
    private let album: String
    /// The name of the radio station.
    private let station: String

    /// Parses a response; nil if it describes no song.
    init?(_ answer: MPDAnswer) {
        guard let file = answer["file"], !file.isEmpty else { return nil }
        self.file = file
        length = (answer.seconds("duration") ?? answer.seconds("Time")).flatMap { $0 > 0 ? $0 : nil }
        lastModified = answer["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
        func tag(_ key: String) -> String {
            // A song with two artists has two such fields.
            answer.fields.filter { $0.key == key }.map { $0.value.trimmed() }.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        title = tag("Title")
        let artist = tag("Artist")
        self.artist = artist.isEmpty ? tag("AlbumArtist") : artist
        album = tag("Album")
        station = tag("Name")
    }

    var isStream: Bool { file.contains("://") }

    /// The song's metadata as shown to the user.
    ///
    /// A station's name is the title until the stream sends one, and the album from then on. Without tags the title is the file's name.
    var track: Track {
        Track(
            title: !title.isEmpty ? title : !station.isEmpty ? station : nameOfFile,
            artist: artist, album: album.isEmpty && !title.isEmpty ? station : album, length: length)
    }

    /// The last component of the path without its extension, or a stream's host.
    private var nameOfFile: String {
        let parts = file.split(separator: "/")
        guard let last = parts.last else { return file }
        if isStream, parts.count <= 2 { return String(last) }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last
        return String(stem.isEmpty ? last : stem)
    }
}

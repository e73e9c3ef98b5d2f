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
    /// The date of the release as it is tagged, such as `1959` or `1959-08-17`; empty if there is none.
    let date: String
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
        date = tag("Date")
    }

    var isStream: Bool { file.contains("://") }

    /// The song's metadata as shown to the user.
    ///
    /// A station's name is the title until the stream sends one, and the album from then on. Without tags the title is the file's name.
    /// That of a stream whose album is known is the album: the last part of a service's address is an id.
    var track: Track {
        let isRemote = MediaAddress.isRemote(file)
        let written = title.isEmpty && station.isEmpty && !isRemote ? nameOfFile : title
        let names = TrackNames(title: written, artist: artist, album: album, station: station, address: isRemote ? file : "")
        // Of a host without a path, nothing else is known.
        let isAnonymous = names.title.isEmpty && artist.isEmpty
        return Track(title: isAnonymous ? nameOfFile : names.title, artist: names.artist, album: names.album, length: length)
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

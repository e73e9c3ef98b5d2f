import SubdialBasics
import SubdialExpressions
import SubdialPlayback

/// Fits artist, title and album into one line, and truncates the least important first.
enum Fitting {
    static let separator = " – "

    /// Returns a text for `track` of at most `columns`.
    ///
    /// The album is included only if it fits completely and differs from the title. The artist is truncated first, down to a quarter of the
    /// line, then the title. A line that is too short for both contains only the title. Without a title, the text is the album or the artist.
    static func line(for track: Track, columns: Int, albumToo: Bool = false) -> String {
        let title = track.title.cleaned().trimmed()
        let artist = track.artist.cleaned().trimmed()
        guard !title.isEmpty else {
            let name = [track.album.cleaned().trimmed(), artist].first { !$0.isEmpty } ?? ""
            return name.truncated(columns: columns)
        }
        let album = track.album.cleaned().trimmed()
        if albumToo, !album.isEmpty, album != title {
            let full = [artist, title, album].filter { !$0.isEmpty }.joined(separator: separator)
            if full.displayWidth <= columns { return full }
        }
        guard !artist.isEmpty else { return title.truncated(columns: columns) }
        let full = artist + separator + title
        guard full.displayWidth > columns else { return full }
        let room = columns - separator.displayWidth
        guard room >= 16 else { return title.truncated(columns: columns) }
        let shortArtist = artist.truncated(columns: max(room - title.displayWidth, room / 4))
        return shortArtist + separator + title.truncated(columns: room - shortArtist.displayWidth)
    }
}

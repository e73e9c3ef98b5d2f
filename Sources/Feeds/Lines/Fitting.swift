import Expressions
import Playback

/// Artist, title and album in one line, the less important cut first.
enum Fitting {
    static let separator = " – "

    /// What to say of `track` in at most `columns`.
    ///
    /// The album is there only where all of it fits, and where it says something that the title does not. The artist gives way down to a quarter of the line, then the title does; in a line too short for both, the title stands alone.
    /// A track without a title is called by its album or its artist.
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

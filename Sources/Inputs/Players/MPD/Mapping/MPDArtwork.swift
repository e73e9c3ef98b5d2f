import SubdialPlayback

/// The artwork key of a song: its modification date and its file.
enum MPDArtwork {
    /// The artwork of a song; nil for a radio station, which has no cover.
    static func artwork(of song: MPDSong) -> Artwork? {
        guard !song.isStream || song.length != nil else { return nil }
        return Artwork(key: "\(song.lastModified ?? "-") \(song.file)")
    }

    /// The file in a key; nil for a key that was not made by `artwork(of:)`.
    static func file(of artwork: Artwork) -> String? {
        guard let blank = artwork.key.firstIndex(of: " ") else { return nil }
        let file = artwork.key[artwork.key.index(after: blank)...]
        return file.isEmpty ? nil : String(file)
    }
}

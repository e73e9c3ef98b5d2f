import Playback

/// The cover of a file as a key: when the file was last changed, and which one it is.
enum MPDArtwork {
    /// nil for what can have no cover: a radio station.
    static func artwork(of song: MPDSong) -> Artwork? {
        guard !song.isStream || song.length != nil else { return nil }
        return Artwork(key: "\(song.lastModified ?? "-") \(song.file)")
    }

    /// The file of a key; nil for a key that is not from here.
    static func file(of artwork: Artwork) -> String? {
        guard let blank = artwork.key.firstIndex(of: " ") else { return nil }
        let file = artwork.key[artwork.key.index(after: blank)...]
        return file.isEmpty ? nil : String(file)
    }
}

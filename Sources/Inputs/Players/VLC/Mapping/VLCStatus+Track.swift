import SubdialBasics
import SubdialHTTP
import SubdialPlayback

extension VLCStatus {
    /// The current track; nil if nothing is loaded.
    ///
    /// A radio station sends the song separately from its own name, which is then used as the album.
    ///
    /// - Parameter leaf: The playlist entry of the track, used if there is no other title.
    func track(leaf: VLCPlaylist.Leaf?) -> Track? {
        guard hasItem else { return nil }
        let artist = meta["artist"] ?? meta["albumartist"] ?? meta["album_artist"] ?? ""
        if let song = meta["now_playing"] {
            return Track(title: song, artist: artist, album: meta["album"] ?? meta["title"] ?? "", length: length)
        }
        // Path components of a URL are percent-encoded, file names are not.
        let file = meta["filename"].flatMap { MediaAddress.title(of: "/" + $0.percentEncoded) }
        var title = meta["title"] ?? file ?? leaf?.track.title ?? ""
        // Without a title, VLC uses the file name as the title.
        if title == meta["filename"] { title = file ?? title }
        return Track(title: title, artist: artist, album: meta["album"] ?? "", length: length ?? leaf?.length)
    }

    /// The cover; its key is derived from the artwork's URL, or else from the track.
    var artwork: Artwork? {
        guard hasItem else { return nil }
        if let place = meta["artwork_url"] { return Artwork(key: "vlc:" + WideHash(place).text) }
        guard let item else { return nil }
        return Artwork(key: "vlc:\(item):" + WideHash(meta["title"] ?? meta["filename"] ?? "").text)
    }
}

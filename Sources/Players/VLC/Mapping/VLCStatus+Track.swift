import HTTP
import PercentEncoding
import Playback

extension VLCStatus {
    /// What is loaded; nil where nothing is.
    ///
    /// A radio station tells its song apart from its own name, which then stands where an album would.
    ///
    /// - Parameter leaf: What the playlist says of it, for want of anything else.
    func track(leaf: VLCPlaylist.Leaf?) -> Track? {
        guard hasItem else { return nil }
        let artist = meta["artist"] ?? meta["albumartist"] ?? meta["album_artist"] ?? ""
        if let song = meta["now_playing"] {
            return Track(title: song, artist: artist, album: meta["album"] ?? meta["title"] ?? "", length: length)
        }
        // The parts of an address are escaped, and the name of a file is not.
        let file = meta["filename"].flatMap { MediaAddress.title(of: "/" + $0.percentEncoded) }
        var title = meta["title"] ?? file ?? leaf?.track.title ?? ""
        // VLC itself takes the name of the file for a title where there is none.
        if title == meta["filename"] { title = file ?? title }
        return Track(title: title, artist: artist, album: meta["album"] ?? "", length: length ?? leaf?.length)
    }

    /// The cover: another key where VLC keeps its picture elsewhere, or where it tells no place, for each track.
    var artwork: Artwork? {
        guard hasItem else { return nil }
        if let place = meta["artwork_url"] { return Artwork(key: "vlc:" + MPRISArtwork.digest(of: place)) }
        guard let item else { return nil }
        return Artwork(key: "vlc:\(item):" + MPRISArtwork.digest(of: meta["title"] ?? meta["filename"] ?? ""))
    }
}

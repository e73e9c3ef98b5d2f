import SubdialBasics

/// The texts of a track, from what a player knows about it.
///
/// A text that is made of an address is a title only if nothing better is known: the last part of a streaming service's address is an id.
struct TrackNames: Hashable, Sendable {
    let title: String
    let artist: String
    let album: String

    /// - Parameters:
    ///   - title: The title that the player has sent; empty if there is none.
    ///   - station: The radio station; empty if there is none. It is the album of its songs.
    ///   - address: The path or URL of the track; empty if it is unknown.
    init(title: String, artist: String, album: String, station: String = "", address: String) {
        let isAddress = !title.isEmpty && (title == address && MediaAddress.isRemote(title) || MediaAddress.isURL(title))
        let station = MediaAddress.isURL(station) ? "" : station
        self.artist = artist
        if !title.isEmpty, !isAddress {
            self.title = title
            self.album = album.isEmpty && station != title ? station : album
            return
        }
        self.album = album
        let known = isAddress ? title : address
        if !known.isEmpty, !MediaAddress.isRemote(known) {
            self.title = MediaAddress.title(of: known) ?? ""
        } else if let better = [station, album].first(where: { !$0.isEmpty }) {
            self.title = better
        } else {
            self.title = artist.isEmpty && !known.isEmpty ? MediaAddress.title(of: known) ?? "" : ""
        }
    }
}

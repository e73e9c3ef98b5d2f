import SubdialDrawing
import SubdialLibrary
import SubdialPlayers

extension MusicCovers {
    /// The covers of music files that can be decoded.
    static let decoded = MusicCovers(
        version: { MusicCover.version(ofFile: $0) },
        picture: { path in MusicCover.picture(ofFile: path) { (try? ImageDecoder.square($0, side: 16)) != nil } })
}

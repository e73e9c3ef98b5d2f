import SubdialPlayback
import SubdialTimeline

/// The covers of a zone, by key.
struct ZonePictures: EntryPictures {
    let zone: ZoneID
    let source: any PlaybackSource

    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
        try await source.picture(of: Artwork(key: picture.key, location: picture.location), in: zone, side: side)
    }
}

import SubdialPlayback

extension PlaybackSource {
    /// The picture of an artwork, or the error.
    func found(_ artwork: Artwork, in zone: ZoneID) async -> Result<[UInt8]?, SourceError> {
        do throws(SourceError) {
            return .success(try await picture(of: artwork, in: zone, side: 64))
        } catch {
            return .failure(error)
        }
    }
}

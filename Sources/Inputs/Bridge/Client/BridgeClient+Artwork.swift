import SubdialHTTP
import SubdialPlayback

extension BridgeClient {
    /// Returns the JPEG, PNG or WebP picture of `artwork`, if possible from the cache.
    ///
    /// Returns nil if there is none, or if the zone already has another picture.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let side = min(max(side, 1), 4096)
        let key = ArtworkKey(origin: address.text, source: zone.sourcePrefix ?? "roon", imageKey: artwork.key, side: side)
        if let cache = self.artwork, let picture = await lane.value(of: { cache.picture(for: key) }) ?? nil { return picture }
        return try await pictures.value(for: key) {
            do throws(SourceError) {
                return .success(try await self.fetchPicture(key, in: zone))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Fetches the zone's picture and checks that it is that of `key`.
    ///
    /// A request has no image key: the bridge sends the picture of the *current* track, which can change during the request.
    private func fetchPicture(_ key: ArtworkKey, in zone: ZoneID) async throws(SourceError) -> [UInt8]? {
        let query = [("zone_id", zone.rawValue), ("width", "\(key.side)"), ("height", "\(key.side)")]
        var request = HTTPRequest(url: address.url("/now_playing/image", query: query), timeout: limits.artworkTimeout)
        request.accept = "image/jpeg, image/png, image/webp"
        request.maximumBody = limits.maximumArtwork
        let response = try await send(request)
        guard response.head.isSuccess else {
            // Throws the error of the status code.
            _ = try BridgeAnswer(response: response, address: address.text, purpose: .state(zone)).json()
            return nil
        }
        guard PictureFormat(response.body) != nil else { return nil }
        guard try await nowPlaying(zone).imageKey.value == key.imageKey else { return nil }
        if let artwork { _ = await lane.value { artwork.store(response.body, for: key) } }
        return response.body
    }
}

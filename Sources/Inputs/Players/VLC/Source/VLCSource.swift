import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialHTTP
import SubdialPlayback
import Synchronization

/// A VLC as a playback source with one zone, over its web interface.
///
/// VLC does not report changes, so that ``pushes(of:)`` ends immediately and the state is polled.
package final class VLCSource: PlaybackSource {
    /// The address of the web interface.
    package let address: VLCAddress
    let limits: VLCLimits
    let client: HTTPClient
    let logger: Logger
    let memory = Mutex<VLCSilence?>(nil)

    /// Makes the source; it connects with the first request.
    package init(
        _ address: VLCAddress, limits: VLCLimits = VLCLimits(), client: HTTPClient = HTTPClient(),
        logger: Logger = Logger(label: "subdial.vlc")
    ) {
        self.address = address
        self.limits = limits
        self.client = client
        self.logger = logger
    }

    /// VLC's only zone.
    package func zones() async throws(SourceError) -> [Zone] {
        let asked = Date.steady
        let status = try await talk { () async throws(VLCError) in try await self.status() }
        let volume = status.level(mutedFrom: learn(from: status, at: asked))
        return [Zone(id: address.zone, name: address.name, source: "vlc", status: status.state, volume: volume)]
    }

    /// Returns VLC's current state.
    ///
    /// Its `queue` is empty with shuffle on, and if the playlist exceeds the size limit.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try check(zone)
        let asked = Date.steady
        let status = try await talk { () async throws(VLCError) in try await self.status() }
        let received = Date.steady
        let mutedFrom = learn(from: status, at: asked)
        let playlist = status.hasItem ? try await playlistIfAny(escapesText: status.escapesText) : nil
        return Reading(
            of: address, status: status, playlist: playlist, queueLength: limits.queueLength, mutedFrom: mutedFrom, asked: asked,
            received: received)
    }

    /// Returns VLC's picture of `artwork`, in its own size and format; nil if another track is current.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try check(zone)
        return try await talk { () async throws(VLCError) in
            let status = try await self.status()
            guard status.artwork?.key == artwork.key, let item = status.item else { return nil }
            return try await self.picture(ofItem: item)
        }
    }

    func check(_ zone: ZoneID) throws(SourceError) {
        guard zone == address.zone else { throw .zoneMissing(zone.rawValue, known: [address.name]) }
    }

    /// Runs `body` and converts its errors to `SourceError`.
    func talk<Value: Sendable>(_ body: () async throws(VLCError) -> Value) async throws(SourceError) -> Value {
        do throws(VLCError) {
            return try await body()
        } catch {
            throw SourceError(error, address: address)
        }
    }

    /// The playlist; nil if only the playlist cannot be read, since the rest of the reading is still useful.
    func playlistIfAny(escapesText: Bool) async throws(SourceError) -> VLCPlaylist? {
        do throws(VLCError) {
            return try await playlist(escapesText: escapesText)
        } catch {
            guard error != .http(.cancelled) else { throw .cancelled }
            logger.debug("the playlist cannot be read", metadata: ["address": "\(address)", "error": "\(error)"])
            return nil
        }
    }

    /// Updates the memory from the status.
    ///
    /// - Returns: The raw VLC volume that unmuting restores, if Subdial muted VLC and no other program has unmuted it.
    func learn(from status: VLCStatus, at asked: Date) -> Int? {
        memory.withLock { silence in
            if let volume = status.volume, silence?.isEnded(by: volume, at: asked) == true { silence = nil }
            return silence?.volume
        }
    }
}

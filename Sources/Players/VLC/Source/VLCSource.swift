import Clocks
import FoundationEssentials
import HTTP
import Logging
import Playback
import Synchronization

/// A VLC as a source of playback with one zone, over its web interface.
///
/// VLC tells nothing by itself, so that ``pushes(of:)`` ends at once and everything is asked for when it is needed.
public final class VLCSource: PlaybackSource {
    /// Where VLC listens.
    public let address: VLCAddress
    let limits: VLCLimits
    let client: HTTPClient
    let logger: Logger
    let memory = Mutex<VLCSilence?>(nil)

    /// Makes the source; nothing is sent before something is asked for.
    public init(
        _ address: VLCAddress, limits: VLCLimits = VLCLimits(), client: HTTPClient = HTTPClient(),
        logger: Logger = Logger(label: "subdial.vlc")
    ) {
        self.address = address
        self.limits = limits
        self.client = client
        self.logger = logger
    }

    /// The one zone that a VLC is.
    public func zones() async throws(SourceError) -> [Zone] {
        let asked = Date.steady
        let status = try await talk { () async throws(VLCError) in try await self.status() }
        let volume = status.level(mutedFrom: learn(from: status, at: asked))
        return [Zone(id: address.zone, name: address.name, source: "vlc", status: status.state, volume: volume)]
    }

    /// What VLC says now.
    ///
    /// Its `queue` is empty where tracks are shuffled, or the playlist is longer than the limits allow.
    public func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
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

    /// The picture that VLC has for `artwork`, of whatever size and kind it is; nil where something else plays by now.
    public func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
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

    /// Runs `body`, and says in words of a source what went wrong.
    func talk<Value: Sendable>(_ body: () async throws(VLCError) -> Value) async throws(SourceError) -> Value {
        do throws(VLCError) {
            return try await body()
        } catch {
            throw SourceError(error, address: address)
        }
    }

    /// What is to be played; nil where only this cannot be had, without which the rest still counts.
    func playlistIfAny(escapesText: Bool) async throws(SourceError) -> VLCPlaylist? {
        do throws(VLCError) {
            return try await playlist(escapesText: escapesText)
        } catch {
            guard error != .http(.cancelled) else { throw .cancelled }
            logger.debug("the playlist cannot be read", metadata: ["address": "\(address)", "error": "\(error)"])
            return nil
        }
    }

    /// Takes note of what the volume tells.
    ///
    /// - Returns: VLC's number for the volume to which it comes back, where this program has silenced it and nobody has undone that.
    func learn(from status: VLCStatus, at asked: Date) -> Int? {
        memory.withLock { silence in
            if let volume = status.volume, silence?.isEnded(by: volume, at: asked) == true { silence = nil }
            return silence?.volume
        }
    }
}

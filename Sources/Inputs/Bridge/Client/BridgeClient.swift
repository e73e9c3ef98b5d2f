import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback
import Synchronization

/// A *unified-hifi-control* bridge of any dialect and version as a source of playback.
///
/// The client sends requests on demand and has no tasks of its own, except while ``pushes(of:)`` is in use.
package final class BridgeClient: PlaybackSource {
    /// The address of the bridge.
    package let address: BridgeAddress
    let limits: BridgeLimits
    let logger: Logger
    let artwork: ArtworkCache?
    /// Reads and writes the cache.
    let lane = WorkLane()
    let pictures = SharedWork<ArtworkKey, [UInt8]?, SourceError>(cancelled: .cancelled)
    let turns = Turns<ZoneID>()
    let memory = Mutex(Memory())
    let events = BridgeEvents()
    private let http: HTTPClient

    /// The cached data of the bridge.
    struct Memory {
        var status: BridgeStatus?
        /// The time of the last status request, with or without a response.
        var statusAsked: ContinuousClock.Instant?
        var pendingVolumes: [ZoneID: PendingVolume] = [:]
        var pendingPlays: [ZoneID: PendingPlay] = [:]
        var lengths: [ZoneID: TrackLength] = [:]
        /// The positions in the last readings, and whether they advance.
        var positions: [ZoneID: (position: PlaybackPosition, isRunning: Bool)] = [:]
        /// True while the event stream is open.
        var isListening = false
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - http: The HTTP client, which others can share.
    ///   - artwork: The cache for covers; nil for no cache.
    package init(
        address: BridgeAddress, http: HTTPClient, artwork: ArtworkCache? = nil, limits: BridgeLimits = BridgeLimits(),
        logger: Logger = Logger(label: "subdial.bridge")
    ) {
        self.address = address
        self.http = http
        self.artwork = artwork
        self.limits = limits
        self.logger = logger
    }

    /// Requests the status of the bridge.
    package func status() async throws(SourceError) -> BridgeStatus {
        memory.withLock { $0.statusAsked = .now }
        guard let status = BridgeStatus(try await state("/status", for: nil)) else {
            throw .badAnswer(address: address.text, reason: "nothing in it tells of a bridge")
        }
        memory.withLock { $0.status = status }
        return status
    }

    /// Returns the zones by name, or in the bridge's own order if it has one.
    package func zones() async throws(SourceError) -> [Zone] {
        let json = try await state("/zones", for: nil)
        guard let zones = WireZone.list(json["zones"]) else {
            throw .badAnswer(address: address.text, reason: "there is no list of zones in it")
        }
        let status = await knownStatus()
        return zones.map { Zone($0) }.ordered(by: status)
    }

    /// Returns the state of `zone`, with the connection `stale` if the bridge itself has lost its Roon core.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        // In parallel, so that the status request causes no delay.
        async let currentStatus = statusForReading(zone)
        let asked = Date.steady
        let wire = try await playing(zone)
        let received = Date.steady
        let status = await currentStatus
        let isStale = zone.isRoon && status?.isRoonConnected == false
        let context = AnswerContext(zone: zone, asked: asked, received: received, dialect: status?.dialect, isStale: isStale)
        let reading = Reading(wire, in: context)
        let position = (reading.position ?? nil).map { (position: $0, isRunning: reading.status == .playing) }
        memory.withLock { $0.positions[zone] = position }
        guard zone.isRoon, status?.dialect != .node else { return reading }
        return memory.withLock { $0.lengths[zone, default: TrackLength()].checked(reading) }
    }

    /// Returns the bridge's response about `zone`.
    ///
    /// - Throws: `SourceError.unreachable` for a Roon zone if the bridge has no Roon zone at all: they disappear with an unreachable core,
    ///   and return with it.
    private func playing(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
        do throws(SourceError) {
            return try await nowPlaying(zone)
        } catch {
            guard case .zoneMissing = error, zone.isRoon, let zones = try? await zones(), !zones.contains(where: { $0.id.isRoon })
            else { throw error }
            throw .unreachable(address: address.text, reason: "it has none of Roon's zones, whose core is away")
        }
    }

    /// Returns the bridge's response about `zone`.
    func nowPlaying(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
        let json = try await state("/now_playing", query: [("zone_id", zone.rawValue)], for: zone)
        guard let wire = WireNowPlaying(json) else {
            throw .badAnswer(address: address.text, reason: "nothing in it tells what plays")
        }
        // Ids without a prefix are an older form; the response contains the newer form.
        if let answered = wire.zone, answered != zone, answered.rawValue != "roon:" + zone.rawValue {
            throw .badAnswer(address: address.text, reason: "it tells about another zone")
        }
        return wire
    }

    private func state(_ path: String, query: [(String, String)] = [], for zone: ZoneID?) async throws(SourceError) -> JSONValue {
        var request = HTTPRequest(url: address.url(path, query: query), timeout: limits.stateTimeout)
        request.accept = "application/json"
        request.acceptsGzip = true
        request.maximumBody = limits.maximumState
        return try BridgeAnswer(response: try await send(request), address: address.text, purpose: .state(zone)).json()
    }

    /// Opens the bridge's stream of events.
    ///
    /// The bridge sends a ping every 15 s. The connection counts as lost after 35 s without data.
    func openEvents() async throws(HTTPError) -> HTTPStream {
        var request = HTTPRequest(url: address.url("/events"), timeout: nil)
        request.accept = "text/event-stream"
        request.connectTimeout = limits.connectTimeout
        request.idleTimeout = .seconds(35)
        return try await http.stream(request)
    }

    /// Sends `request` with the limits for connecting.
    func send(_ request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        var request = request
        if let timeout = request.timeout { request.connectTimeout = min(timeout, limits.connectTimeout) }
        do {
            return try await http.send(request)
        } catch {
            let error = SourceError(error, address: address.text)
            // The bridge may return with another version.
            if case .unreachable = error { memory.withLock { $0.status = nil } }
            throw error
        }
    }
}

extension BridgeClient {
    /// Invalidates the cached status.
    func forgetStatus() {
        memory.withLock { ($0.status, $0.statusAsked) = (nil, nil) }
    }

    /// Returns the cached status, or requests it; nil if the bridge does not report it.
    func knownStatus() async -> BridgeStatus? {
        await status { $0 == nil }
    }

    /// Returns the status, requested again if it is too old and is the only sign that a zone's data is stale.
    private func statusForReading(_ zone: ZoneID) async -> BridgeStatus? {
        // The older dialect removes its stale zones itself, and its status does not contain Roon's connection.
        await status { $0 == nil || zone.isRoon && $0?.dialect == .rust }
    }

    private func status(renewedIf isNeeded: (BridgeStatus?) -> Bool) async -> BridgeStatus? {
        let (known, asked) = memory.withLock { ($0.status, $0.statusAsked) }
        let isRecent = asked.map { .now - $0 < limits.statusAge } ?? false
        guard !isRecent, isNeeded(known) else { return known }
        do throws(SourceError) {
            return try await status()
        } catch {
            if error == .cancelled { memory.withLock { $0.statusAsked = asked } }
            logger.debug("no status from the bridge", metadata: ["error": "\(error)"])
            return known
        }
    }
}

extension ZoneID {
    /// True for a zone of Roon.
    ///
    /// Ids without a prefix are an older form of Roon's ids.
    var isRoon: Bool { (sourcePrefix ?? "roon") == "roon" }
}

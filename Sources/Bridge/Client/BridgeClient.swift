import Clocks
import Concurrency
import FoundationEssentials
import HTTP
import JSON
import Logging
import Playback
import Synchronization

/// A *unified-hifi-control* bridge as a source of playback, whatever its dialect and version.
///
/// Everything is asked for when it is needed; the client runs nothing of its own.
public final class BridgeClient: PlaybackSource {
    /// Where the bridge is.
    public let address: BridgeAddress
    let limits: BridgeLimits
    let logger: Logger
    let artwork: ArtworkCache?
    /// Reads and writes the cache.
    let lane = WorkLane()
    let pictures = SharedWork<ArtworkKey, [UInt8]?>()
    let turns = Turns<ZoneID>()
    let memory = Mutex(Memory())
    let events = BridgeEvents()
    private let http: HTTPClient

    /// What the bridge said before and still counts.
    struct Memory {
        var status: BridgeStatus?
        /// When the status was asked for, whether or not an answer came.
        var statusAsked: ContinuousClock.Instant?
        var pendingVolumes: [ZoneID: PendingVolume] = [:]
        var pendingPlays: [ZoneID: PendingPlay] = [:]
        var lengths: [ZoneID: TrackLength] = [:]
    }

    /// - Parameters:
    ///   - http: May serve other clients as well.
    ///   - artwork: Where covers are kept; nil to fetch them each time.
    public init(
        address: BridgeAddress, http: HTTPClient, artwork: ArtworkCache? = nil, limits: BridgeLimits = BridgeLimits(),
        logger: Logger = Logger(label: "subdial.bridge")
    ) {
        self.address = address
        self.http = http
        self.artwork = artwork
        self.limits = limits
        self.logger = logger
    }

    /// What the bridge says about itself.
    public func status() async throws(SourceError) -> BridgeStatus {
        memory.withLock { $0.statusAsked = .now }
        guard let status = BridgeStatus(try await state("/status", for: nil)) else {
            throw .badAnswer(address: address.text, reason: "nothing in it tells of a bridge")
        }
        memory.withLock { $0.status = status }
        return status
    }

    /// The zones by name, or in the bridge's own order where it has one.
    public func zones() async throws(SourceError) -> [Zone] {
        let json = try await state("/zones", for: nil)
        guard let zones = WireZone.list(json["zones"]) else {
            throw .badAnswer(address: address.text, reason: "there is no list of zones in it")
        }
        let status = await knownStatus()
        return zones.map { Zone($0) }.ordered(by: status)
    }

    /// What the bridge says about `zone` now, with the connection `stale` where the bridge itself has lost what it speaks for.
    public func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        // Side by side, so that the status costs no time of its own.
        async let currentStatus = statusForReading(zone)
        let asked = Date.steady
        let wire = try await playing(zone)
        let received = Date.steady
        let status = await currentStatus
        let isStale = zone.isRoon && status?.isRoonConnected == false
        let context = AnswerContext(zone: zone, asked: asked, received: received, dialect: status?.dialect, isStale: isStale)
        let reading = Reading(wire, in: context)
        guard zone.isRoon, status?.dialect != .node else { return reading }
        return memory.withLock { $0.lengths[zone, default: TrackLength()].checked(reading) }
    }

    /// What the bridge says about `zone`, as it says it.
    ///
    /// - Throws: `SourceError.unreachable` for a zone of Roon's where the bridge has no such zone at all: a core that is away takes all its
    ///   zones along, and brings them back.
    private func playing(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
        do throws(SourceError) {
            return try await nowPlaying(zone)
        } catch {
            guard case .zoneMissing = error, zone.isRoon, let zones = try? await zones(), !zones.contains(where: { $0.id.isRoon })
            else { throw error }
            throw .unreachable(address: address.text, reason: "it has none of Roon's zones, whose core is away")
        }
    }

    /// What the bridge says about `zone`, as it says it.
    func nowPlaying(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
        let json = try await state("/now_playing", query: [("zone_id", zone.rawValue)], for: zone)
        guard let wire = WireNowPlaying(json) else {
            throw .badAnswer(address: address.text, reason: "nothing in it tells what plays")
        }
        // Ids without a prefix are an older spelling, which is answered in the newer one.
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

    /// Opens the stream of the bridge's events.
    ///
    /// It pings every 15 s, so that twice as long without a word means that it is gone.
    func openEvents() async throws(HTTPError) -> HTTPStream {
        var request = HTTPRequest(url: address.url("/events"), timeout: nil)
        request.accept = "text/event-stream"
        request.connectTimeout = limits.connectTimeout
        request.idleTimeout = .seconds(35)
        return try await http.stream(request)
    }

    /// Sends `request`, within its limits.
    func send(_ request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        var request = request
        if let timeout = request.timeout { request.connectTimeout = min(timeout, limits.connectTimeout) }
        do {
            return try await http.send(request)
        } catch {
            let error = SourceError(error, address: address.text)
            // What comes back may be another version.
            if case .unreachable = error { memory.withLock { $0.status = nil } }
            throw error
        }
    }
}

extension BridgeClient {
    /// Has the status asked for again before it is used the next time.
    func forgetStatus() {
        memory.withLock { ($0.status, $0.statusAsked) = (nil, nil) }
    }

    /// The status as it was last told, asked for where it never was; nil where the bridge does not tell.
    func knownStatus() async -> BridgeStatus? {
        await status { $0 == nil }
    }

    /// The same, asked for again from time to time where it is all that tells whether a zone's data are old.
    private func statusForReading(_ zone: ZoneID) async -> BridgeStatus? {
        // The older dialect drops its zones itself, and does not tell of Roon here.
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
    /// Whether Roon serves the zone.
    ///
    /// Ids without a prefix are an older spelling of Roon's.
    var isRoon: Bool { (sourcePrefix ?? "roon") == "roon" }
}

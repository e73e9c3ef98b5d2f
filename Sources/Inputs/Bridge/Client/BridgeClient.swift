import FoundationEssentials
import Logging
import SubdialBasics
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
    private let artwork: ArtworkCache?
    /// Reads and writes the cache.
    private let lane = WorkLane()
    private let pictures = SharedWork<ArtworkKey, [UInt8]?, SourceError>(cancelled: .cancelled)
    let turns = KeyedQueue<ZoneID>()
    let memory = Mutex(Memory())
    private let events = BridgeEvents()
    private let lists = Listeners<Void>()
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
        /// The zones that have told a level above the minimum.
        var toldLevels: Set<ZoneID> = []
        /// The controls that a zone does not permit, and the time of the reading.
        var unavailable: [ZoneID: (controls: Set<UnavailableControl>, date: ContinuousClock.Instant)] = [:]
        /// The marks of the last answer about a zone, which show if the list of zones has changed.
        var marks = ZoneListMarks()
        /// True while the event stream is open.
        var isListening = false
        /// True if the last reading of a zone has failed.
        var isFailing = false
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
        let isOther = memory.withLock { memory in
            defer { memory.status = status }
            return memory.status.map { $0.version != status.version || $0.dialect != status.dialect } ?? false
        }
        if isOther { events.reconsider() }
        return status
    }

    /// Returns the zones by name, or in the bridge's own order if it has one.
    package func zones() async throws(SourceError) -> [Zone] {
        let json = try await state("/zones", for: nil)
        guard let zones = WireZone.list(json["zones"]) else {
            throw .badAnswer(address: address.text, reason: "there is no list of zones in it")
        }
        let status = await knownStatus()
        let told = memory.withLock { memory in
            memory.marks.begin(with: zones)
            return memory.toldLevels
        }
        return zones.map { wire in
            var zone = Zone(wire)
            if status?.dialect == .rust, zone.volume?.mayBeUntold(of: zone.id) == true, !told.contains(zone.id) { zone.volume = nil }
            return zone
        }.ordered(by: status)
    }

    /// Returns the names of the sources that have zones in a list, and that the bridge does not reach: `Roon`.
    package func awaySources(of zones: [Zone]) async -> [String] {
        let status = await knownStatus()
        var names = status?.awaySources(of: zones) ?? []
        // A bridge that does not report its connections lists the zones of a source that is away, and has no data of them.
        for source in Set(zones.map(\.id.sourceWord)) where status?.reports(source) != true {
            guard let zone = zones.first(where: { $0.id.sourceWord == source }) else { continue }
            do throws(SourceError) {
                _ = try await read(zone.id)
            } catch {
                if case .away(let name, _) = error { names.append(name) }
            }
        }
        return names.sorted()
    }

    /// Returns the state of `zone`, with the connection `stale` if the bridge itself has lost its Roon core.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        // In parallel, so that the status request causes no delay.
        async let currentStatus = statusForReading(zone)
        let asked = SteadyDate.now
        let wire: WireNowPlaying
        do throws(SourceError) {
            wire = try await playing(zone)
            record(isFailing: false)
        } catch {
            if error != .cancelled { record(isFailing: true) }
            throw error
        }
        let received = SteadyDate.now
        let status = await currentStatus
        let hasToldLevel = memory.withLock { memory in
            if let value = wire.volume.value, value != 0 { memory.toldLevels.insert(zone) }
            return memory.toldLevels.contains(zone)
        }
        let reading = Reading(
            wire, in: AnswerContext(zone: zone, asked: asked, received: received, status: status, hasToldLevel: hasToldLevel))
        let position = (reading.position ?? nil).map { (position: $0, isRunning: reading.status == .playing) }
        memory.withLock { memory in
            memory.positions[zone] = position
            memory.unavailable[zone] = reading.unavailable.map { ($0, .now) }
        }
        guard zone.isRoon, status?.dialect != .node else { return reading }
        return memory.withLock { $0.lengths[zone, default: TrackLength()].checked(reading) }
    }

    /// Returns the bridge's response about `zone`.
    ///
    /// - Throws: `SourceError.away` if the zone is not gone, but the hi-fi behind it is away: if the bridge still lists the zone, or has no zone at
    ///   all, or none of Roon's, which disappear with an unreachable core, and return with it.
    private func playing(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
        do throws(SourceError) {
            return try await nowPlaying(zone)
        } catch {
            guard case .zoneMissing = error, let zones = try? await zones() else { throw error }
            let isListed = zones.contains { $0.id == zone || $0.id.rawValue == "roon:\(zone)" }
            guard isListed || zones.isEmpty || zone.isRoon && !zones.contains(where: { $0.id.isRoon }) else { throw error }
            throw .away(BridgeSources.name(of: zone.sourceWord), address: address.text)
        }
    }

    /// Returns the bridge's response about `zone`.
    private func nowPlaying(_ zone: ZoneID) async throws(SourceError) -> WireNowPlaying {
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
        let answer = BridgeAnswer(response: try await send(request), address: address.text, purpose: .state(zone))
        if zone != nil, let object = answer.object, memory.withLock({ $0.marks.record(object) }) { reportListChange() }
        return try answer.json()
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

    /// Records whether a reading has failed; a bridge that answers again may have another version, and events.
    private func record(isFailing: Bool) {
        let isBack = memory.withLock { memory in
            defer { memory.isFailing = isFailing }
            return memory.isFailing && !isFailing
        }
        if isBack { events.reconsider() }
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
        await status { $0?.reports(zone.sourceWord) ?? true }
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
    var isRoon: Bool { sourceWord == "roon" }
}

extension BridgeClient {
    /// Returns the picture of `artwork`, if possible from the cache.
    ///
    /// Returns nil if there is none, or if the zone already has another picture.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let side = min(max(side, 1), 4096)
        let key = ArtworkKey(origin: address.text, source: zone.sourceWord, imageKey: artwork.key, side: side)
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
        // One dialect resizes only JPEG, and answers with a placeholder for other formats, whose original it sends without a size.
        var picture = try await image(of: zone, side: key.side)
        if picture == nil { picture = try await image(of: zone, side: nil) }
        guard let picture, try await nowPlaying(zone).imageKey.value == key.imageKey else { return nil }
        if let artwork { _ = await lane.value { artwork.store(picture, for: key) } }
        return picture
    }

    /// Returns the picture of the zone's current track; nil if the bridge answers with something else.
    ///
    /// - Parameter side: The edge of the square in pixels; nil for the bridge's own size.
    private func image(of zone: ZoneID, side: Int?) async throws(SourceError) -> [UInt8]? {
        let query = [("zone_id", zone.rawValue)] + (side.map { [("width", "\($0)"), ("height", "\($0)")] } ?? [])
        var request = HTTPRequest(url: address.url("/now_playing/image", query: query), timeout: limits.artworkTimeout)
        request.accept = "image/jpeg, image/png, image/webp"
        request.maximumBody = limits.maximumArtwork
        let response = try await send(request)
        guard response.head.isSuccess else {
            // Throws the error of the status code.
            _ = try BridgeAnswer(response: response, address: address.text, purpose: .state(zone)).json()
            return nil
        }
        return PictureFormat(response.body) == nil ? nil : response.body
    }
}

extension BridgeClient {
    /// The seconds by which the position of an event may differ from the expected one: both are whole seconds, and the event may be late.
    private static let positionTolerance = 2.5

    /// Occasional while the event stream is open: events can be lost, as the bridge drops them for slow readers.
    package func polling(of zone: ZoneID) -> PollingNeed { isListening ? .occasional : .regular }

    /// Readings after each change that the bridge reports.
    ///
    /// If the bridge does not respond then, or no longer has the zone, a reading says so. All followed zones share one connection.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                var last: Reading?
                // Events arrive in bursts: all events during one reading result in only one more.
                for await _ in events.triggers(for: zone, of: self) {
                    let isChanged = await push(zone, after: &last, to: continuation)
                    if !isChanged {
                        guard (try? await Task.sleep(for: limits.eventLag)) != nil else { break }
                        _ = await push(zone, after: &last, to: continuation)
                    }
                    guard (try? await Task.sleep(for: limits.eventPause)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Reads the zone and yields the reading; returns false if it says the same as the last one.
    private func push(_ zone: ZoneID, after last: inout Reading?, to continuation: AsyncStream<Reading>.Continuation) async -> Bool {
        do throws(SourceError) {
            // The bridge responds from its cache even after an event, so that the reading counts as a poll.
            let reading = try await read(zone)
            continuation.yield(reading)
            let isChanged = last.map { !reading.isSame(as: $0) } ?? true
            last = reading
            return isChanged
        } catch {
            guard error != .cancelled else { return true }
            last = nil
            var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
            if case .zoneMissing = error { reading.connection = .zoneMissing } else { reading.connection = .stale }
            reading.problem = error.problem
            continuation.yield(reading)
            return true
        }
    }

    /// Signals after the answers about single zones, or the events, have shown that the list of zones has changed.
    package func listChanges() -> AsyncStream<Void> { lists.stream() }

    /// Signals that the list of zones has changed.
    func reportListChange() { lists.send(()) }

    /// Signals that the list of zones has changed if an event has another name of a zone than the last list.
    func receive(name: String, of zone: ZoneID) {
        if memory.withLock({ $0.marks.rename(zone, to: name) }) { reportListChange() }
    }

    /// True while the event stream is open.
    var isListening: Bool { memory.withLock { $0.isListening } }

    /// Records that the event stream is open, or is not.
    ///
    /// - Returns: True if that has changed.
    @discardableResult
    func setListening(isListening: Bool) -> Bool {
        memory.withLock { memory in
            defer { memory.isListening = isListening }
            return memory.isListening != isListening
        }
    }

    /// True if a position differs from that of the last reading by more than the time since then.
    func isJump(to seconds: Double, in zone: ZoneID) -> Bool {
        guard let (position, isRunning) = memory.withLock({ $0.positions[zone] }) else { return false }
        return abs(position.seconds(at: .now, running: isRunning) - seconds) > Self.positionTolerance
    }
}

extension Reading {
    /// True if another reading has the same visible values, apart from an advancing position.
    fileprivate func isSame(as other: Reading) -> Bool {
        status == other.status && track == other.track && volumeValue == other.volumeValue && isMuted == other.isMuted
            && name == other.name && artwork == other.artwork && connection == other.connection
    }
}

extension BridgeClient {
    /// Returns the reason if this bridge or this source of the zone does not support `control`; nil otherwise.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        await abilities(of: zone).refusal(of: control)
    }

    /// The time for which the permitted controls of a reading are valid.
    private static let flagsAge = Duration.seconds(10)

    /// Returns the abilities of a zone, with the controls that a recent reading does not permit.
    func abilities(of zone: ZoneID) async -> ZoneAbilities {
        let status = await knownStatus()
        let last = memory.withLock { $0.unavailable[zone] }
        let unavailable = last.flatMap { .now - $0.date < Self.flagsAge ? $0.controls : nil }
        return ZoneAbilities(zone: zone, status: status, unavailable: unavailable ?? [])
    }
}

/// Detects a length that a bridge repeats from a previous track.
///
/// The newer dialect reads the length of a Roon track only when it first sees the zone, and repeats that length for all later tracks.
struct TrackLength {
    private var track: Track?
    /// The length that was reported for more than one track.
    private var frozen: Double?

    /// Returns the reading, without the length of its track if that is unreliable.
    mutating func checked(_ reading: Reading) -> Reading {
        guard let told = reading.track, let current = told else { return reading }
        if let track, !track.isSame(as: current), current.length != nil { frozen = current.length == track.length ? current.length : nil }
        track = current
        guard let frozen, current.length == frozen else { return reading }
        var reading = reading
        reading.track = .some(Track(title: current.title, artist: current.artist, album: current.album))
        return reading
    }
}

/// Runs one task at a time for each key, in the order of arrival.
actor KeyedQueue<Key: Hashable & Sendable> {
    /// The waiting tasks of each key that is in use.
    private var queues: [Key: [CheckedContinuation<Void, Never>]] = [:]

    /// Waits until the key is free.
    ///
    /// Call ``release(_:)`` after each `take`.
    func wait(_ key: Key) async {
        guard queues[key] != nil else {
            queues[key] = []
            return
        }
        await withCheckedContinuation { queues[key, default: []].append($0) }
    }

    /// Resumes the next task of the key, or frees the key.
    func release(_ key: Key) {
        guard var queue = queues[key] else { return }
        guard !queue.isEmpty else {
            queues[key] = nil
            return
        }
        let next = queue.removeFirst()
        queues[key] = queue
        next.resume()
    }
}

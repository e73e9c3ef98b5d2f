import Bridge
import FoundationEssentials
import Logging
import Playback
import Timeline

/// What an engine holds for all its fronts: the sources, the zones that somebody looks at, and which zone is the chosen one.
public actor Hub {
    private let folders: UserFolders
    private let logger: Logger
    private let http = HTTPClient()
    private let store: StateStore
    private var sources: [String: any PlaybackSource] = [:]
    private var followers: [FollowerKey: ZoneFollower] = [:]
    private var selections: [String: ZoneID] = [:]
    private var selectionWatchers: [Int: AsyncStream<ZoneID>.Continuation] = [:]
    private var nextWatcher = 0

    private var zoneNames: [FollowerName: ZoneID] = [:]

    /// What a user calls a zone, and where.
    private struct FollowerName: Hashable {
        let address: String
        let name: String
    }

    private struct FollowerKey: Hashable {
        let address: String
        let zone: ZoneID
    }

    /// Makes a hub that keeps its files in a user's folders.
    public init(folders: UserFolders, logger: Logger) {
        self.folders = folders
        self.logger = logger
        store = StateStore(folder: folders.state, logger: logger)
    }

    /// The source at an address.
    ///
    /// - Throws: `SourceError.badAddress`.
    public func source(at address: String) throws(SourceError) -> any PlaybackSource {
        let parsed = try BridgeAddress(address)
        if let source = sources[parsed.text] { return source }
        let source = BridgeClient(address: parsed, http: http, artwork: ArtworkCache(folder: folders.cache + "/artwork"), logger: logger)
        sources[parsed.text] = source
        return source
    }

    /// The follower of a zone; the same for all who name the same zone.
    func follower(of zone: ZoneID, name: String?, at address: String) throws(SourceError) -> ZoneFollower {
        let key = FollowerKey(address: try BridgeAddress(address).text, zone: zone)
        if let follower = followers[key] { return follower }
        let follower = ZoneFollower(
            zone: zone, name: name, source: try source(at: address), address: key.address, store: store, pace: .watched, logger: logger)
        followers[key] = follower
        return follower
    }

    /// Stops following everything.
    public func stop() async {
        for follower in followers.values { await follower.stop() }
        followers.removeAll()
    }

    /// The zone that `named` means, or where nobody names one the one chosen before, one that plays, or the first.
    ///
    /// Once found, a zone is known by its id: one that vanishes is told as missing, and never swapped for another.
    func zone(_ named: String?, at address: String) async throws(SourceError) -> Zone {
        let key = try BridgeAddress(address).text
        if named == nil, let id = selections[key] ?? store.selectedZone(at: key) {
            return Zone(id: id, name: store.state(of: id, at: key)?.name.value ?? id.rawValue)
        }
        let zones = try await source(at: address).zones()
        if let named {
            guard let zone = zones.named(named) else { throw .zoneMissing(named, known: zones.map(\.name)) }
            zoneNames[FollowerName(address: key, name: named)] = zone.id
            return zone
        }
        guard let zone = zones.first(where: { $0.status == .playing }) ?? zones.first else { throw .zoneMissing("any", known: []) }
        choose(zone.id, at: key)
        return zone
    }

    /// The zone that `named` meant when it was last seen, or the chosen one; nil where only the source can tell.
    func knownZone(_ named: String?, at address: String) -> ZoneID? {
        guard let key = try? BridgeAddress(address).text else { return nil }
        guard let named else { return selections[key] ?? store.selectedZone(at: key) }
        if let known = zoneNames[FollowerName(address: key, name: named)] { return known }
        guard let stored = store.zone(named: named, at: key) else { return nil }
        zoneNames[FollowerName(address: key, name: named)] = stored
        return stored
    }

    /// The follower of the zone that `named` means, without asking the source for its list where the zone is known.
    ///
    /// - Parameter isFresh: Whether to ask nevertheless: ids change where zones are grouped anew.
    func follower(ofZone named: String?, at address: String, asking isFresh: Bool = false) async throws(SourceError) -> ZoneFollower {
        if !isFresh, let known = knownZone(named, at: address) { return try follower(of: known, name: nil, at: address) }
        let zone = try await zone(named, at: address)
        return try follower(of: zone.id, name: zone.name, at: address)
    }

    /// Makes a zone the one that is shown where nobody names one.
    func select(_ zone: Zone, at address: String) throws(SourceError) {
        choose(zone.id, at: try BridgeAddress(address).text)
        for watcher in selectionWatchers.values { watcher.yield(zone.id) }
    }

    /// Tells when another zone is chosen.
    func selectionChanges() -> AsyncStream<ZoneID> {
        let (stream, continuation) = AsyncStream<ZoneID>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = nextWatcher
        nextWatcher += 1
        selectionWatchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    private func forget(_ number: Int) {
        selectionWatchers[number] = nil
    }

    private func choose(_ zone: ZoneID, at address: String) {
        selections[address] = zone
        store.select(zone, at: address)
    }
}

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
            return zone
        }
        guard let zone = zones.first(where: { $0.status == .playing }) ?? zones.first else { throw .zoneMissing("any", known: []) }
        choose(zone.id, at: key)
        return zone
    }

    /// The id that `named` is, where that can be told without asking the source: an id has a colon.
    func knownZone(_ named: String?, at address: String) -> ZoneID? {
        guard let key = try? BridgeAddress(address).text else { return nil }
        if let named { return followers.keys.first { $0.address == key && $0.zone.rawValue == named }?.zone }
        return selections[key] ?? store.selectedZone(at: key)
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

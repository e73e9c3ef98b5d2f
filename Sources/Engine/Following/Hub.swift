import Bridge
import FoundationEssentials
import HTTP
import Logging
import Playback
import Timeline

/// What an engine holds for all its fronts: the sources, the zones that somebody looks at, and which zone is the chosen one.
public actor Hub {
    typealias MakeSource = @Sendable (SourceAddress) -> any PlaybackSource

    let logger: Logger
    private let store: StateStore
    private let makeSource: MakeSource
    private let clock: any Clock<Duration>
    private let lingering: Duration
    /// By their addresses with the passwords in them: a source that is asked with another password is another source.
    private var sources: [SourceAddress: any PlaybackSource] = [:]
    private var followers: [FollowerKey: ZoneFollower] = [:]
    private var listings: [SourceAddress: Task<Result<[Zone], SourceError>, Never>] = [:]
    /// What sources have last listed.
    private var lists: [SourceAddress: (zones: [Zone], date: ContinuousClock.Instant)] = [:]
    private var selections: [SourceAddress: ZoneSelection] = [:]
    private let reloading = Broadcast(0)
    private var complaints: Set<String> = []

    /// By what tells instances of kinds apart.
    var dataFollowers: [String: DataFollower] = [:]
    /// By the brokers' addresses.
    var commandSenders: [String: MQTTCommandSender] = [:]
    let http: HTTPClient
    let trust: KindTrust
    let dataStore: DataStore
    /// Records what is heard.
    let history: HistoryRecorder
    /// The places of the engine's own data for kinds.
    let places: DataPlaces
    var dataLingering: Duration { lingering }

    private struct FollowerKey: Hashable {
        let address: SourceAddress
        let zone: ZoneID
    }

    /// Makes a hub that keeps its files in a user's folders.
    public init(folders: UserFolders, logger: Logger) {
        let http = HTTPClient()
        let factory = SourceFactory(
            http: http, artwork: ArtworkCache(folder: folders.cache + "/artwork"), logger: logger)
        self.init(folders: folders, logger: logger, http: http) { factory.source(at: $0) }
    }

    /// Makes a hub with sources of another kind.
    init(
        folders: UserFolders, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        lingering: Duration = ZoneFollower.usualLingering, http: HTTPClient = HTTPClient(), makeSource: @escaping MakeSource
    ) {
        self.lingering = lingering
        self.logger = logger
        self.clock = clock
        self.makeSource = makeSource
        self.http = http
        trust = KindTrust(folders)
        let lane = WorkLane()
        history = HistoryRecorder(path: folders.history, http: http, lane: lane, logger: logger)
        store = StateStore(folder: folders.state, logger: logger, lane: lane)
        places = DataPlaces(folders)
        dataStore = DataStore(folder: folders.state, logger: logger, lane: lane)
    }

    /// The source at an address.
    ///
    /// - Throws: `SourceError.badAddress`.
    public func source(at address: String) throws(SourceError) -> any PlaybackSource {
        let parsed = try SourceAddress(address)
        if let source = sources[parsed] { return source }
        let source = BoundedSource(makeSource(parsed))
        sources[parsed] = source
        return source
    }

    /// The bridge at an address; nil where the address is another source's.
    ///
    /// - Throws: `SourceError.badAddress`.
    public func bridge(at address: String) throws(SourceError) -> BridgeClient? {
        (try source(at: address) as? BoundedSource)?.source as? BridgeClient
    }

    /// The zones that the source at an address has; all who ask at the same time share one answer.
    func zones(at address: String) async throws(SourceError) -> [Zone] {
        let key = try SourceAddress(address)
        if let listing = listings[key] { return try await listing.value.get() }
        let source = try source(at: address)
        let listing = Task {
            do throws(SourceError) {
                return Result<[Zone], SourceError>.success(try await source.zones())
            } catch {
                return .failure(error)
            }
        }
        listings[key] = listing
        let result = await listing.value
        listings[key] = nil
        let zones = try result.get()
        lists[key] = (zones, .now)
        return zones
    }

    /// The follower of a zone; the same for all who name the same zone.
    func follower(of zone: ZoneID, name: String?, at address: String) throws(SourceError) -> ZoneFollower {
        let parsed = try SourceAddress(address)
        let key = FollowerKey(address: parsed, zone: zone)
        if let follower = followers[key] { return follower }
        let follower = ZoneFollower(
            zone: zone, name: name, source: try source(at: address), address: parsed.text, store: store, history: history, pace: .watched,
            logger: logger,
            clock: clock, lingering: lingering, becameIdle: { [weak self] in Task { await self?.letGo(key) } })
        followers[key] = follower
        return follower
    }

    /// Forgets a follower that nobody has looked at for a while, and its source where that serves nobody else.
    private func letGo(_ key: FollowerKey) async {
        guard let follower = followers[key], await follower.isIdle, followers[key] === follower else { return }
        followers[key] = nil
        let address = key.address
        guard !followers.keys.contains(where: { $0.address == address }), listings[address] == nil, selections[address]?.isWatched != true
        else { return }
        sources[address] = nil
        lists[address] = nil
        selections[address] = nil
        logger.debug("nobody follows the source any more", metadata: ["source": "\(address.text)"])
    }

    /// The addresses of the sources that are held.
    var heldSources: [String] { sources.keys.map(\.text).sorted() }

    /// Returns once all that is to be kept on disk has been written.
    public func flush() async { await store.flush() }

    /// Stops following everything.
    public func stop() async {
        for follower in followers.values { await follower.stop() }
        followers.removeAll()
        for follower in dataFollowers.values { await follower.stop() }
        dataFollowers.removeAll()
        for sender in commandSenders.values { await sender.stop() }
        commandSenders.removeAll()
    }

    /// The zone that `named` means, or where nobody names one the one chosen before, or the active one.
    ///
    /// Once found, a zone is known by its id: a room that vanishes is told as missing, and never swapped for another. Only a chosen zone
    /// that the rules have been taken from gives way to another.
    ///
    /// - Throws: `SourceError.zoneMissing` where there is none of that name, `refused` where `rules` do not let it be shown.
    public func zone(_ named: String?, at address: String, rules: ZoneRules = ZoneRules()) async throws(SourceError) -> Zone {
        if let named, !(try isActive(named, at: address)) {
            let zones = try await choosableZones(at: address)
            guard let zone = try zones.named(named) ?? ZoneMenu(zones, rules: rules).zone(of: named) else {
                throw .zoneMissing(named, known: zones.filter(rules.allows).map(\.name))
            }
            if !rules.allows(zone), let refusal = rules.refusal(of: zone) { throw .refused(refusal) }
            return zone
        }
        return try await shownZone(at: address, rules: rules, isChoiceIgnored: named != nil)
    }

    /// The zone that `named` meant when it was last seen, or the one that is shown where nobody names one; nil where only the source can
    /// tell, or it may not be shown.
    ///
    /// What the source has listed counts before what an earlier run has kept.
    func knownZone(_ named: String?, at address: String, rules: ZoneRules = ZoneRules()) -> Zone? {
        guard let parsed = try? SourceAddress(address), let isActive = try? isActive(named, at: address) else { return nil }
        guard let named, !isActive else {
            guard let selection = try? selection(at: address) else { return nil }
            if !isActive, let choice = selection.unwatchedChoice(through: rules) { return choice }
            return selection.shown(through: rules, isChoiceIgnored: isActive)
        }
        let known: Zone?
        if let list = lists[parsed] {
            known = (try? list.zones.named(named)) ?? ZoneMenu(list.zones, rules: rules).zone(of: named)
        } else {
            known = store.zone(named: named, at: parsed.text)
        }
        guard let known, rules.allows(known) else { return nil }
        return known
    }

    /// When a source is asked for its list although a zone of that name is known.
    enum Asking {
        /// Not at all: whoever looks at the zone sees when it is gone, or has another name.
        case never
        /// Where the zone itself turns out to be gone, or to have another name.
        case ifDoubtful
        case always
    }

    /// The follower of the zone that `named` means: a name is the source's to give, and wanders where rooms are grouped or named anew.
    func follower(
        ofZone named: String?, at address: String, rules: ZoneRules = ZoneRules(), asking: Asking = .ifDoubtful
    ) async throws(SourceError) -> ZoneFollower {
        if asking != .always || named == nil, let known = knownZone(named, at: address, rules: rules) {
            let remembered = try follower(of: known.id, name: known.name, at: address)
            guard asking == .ifDoubtful, named != known.id.rawValue else { return remembered }
            if let named, !(try isActive(named, at: address)) {
                if await remembered.isStill(named) { return remembered }
            } else if try await keepsChoice(remembered, at: address) {
                return remembered
            }
        }
        let zone = try await zone(named, at: address, rules: rules)
        return try follower(of: zone.id, name: zone.name, at: address)
    }

    /// An address as it is written in full.
    func text(ofAddress address: String) throws(SourceError) -> String {
        try SourceAddress(address).text
    }

    /// The selection of an address: its chosen zone and its active ones.
    func selection(at address: String) throws(SourceError) -> ZoneSelection {
        let key = try SourceAddress(address)
        if let selection = selections[key] { return selection }
        let isAutomatic = key.parts.count > 1
        let selection = ZoneSelection(address: key, choice: store.selectedZone(at: key.text, isChosen: isAutomatic))
        selections[key] = selection
        return selection
    }

    /// Makes a zone the one that is shown where nobody names one, also in the next run; nil for whichever is active.
    ///
    /// - Parameter isChosen: False for a zone that nobody has chosen.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) throws(SourceError) {
        let selection = try selection(at: address)
        store.select(zone, isChosen: isChosen, at: selection.address.text)
        selection.choose(zone)
    }

    /// Makes a zone that may not be there now the chosen one.
    public func remember(selection zone: ZoneID, at address: String) {
        let name = (try? text(ofAddress: address)).flatMap { store.state(of: zone, at: $0)?.name.value }
        try? select(Zone(id: zone, name: name ?? zone.rawValue), at: address)
    }
}

extension Hub {
    /// Has all who follow something look at their configuration again.
    public func reload() {
        complaints.removeAll()
        reloading.send(reloading.value + 1)
    }

    /// How often the configuration was to be read again, now and each time that it is.
    public nonisolated func reloads() -> AsyncStream<Int> { reloading.values() }

    /// How often the configuration was to be read again.
    nonisolated var reloadCount: Int { reloading.value }

    /// Logs why a configuration is not used, once however many come upon it.
    func complain(_ reason: String) {
        guard complaints.insert(reason).inserted else { return }
        logger.error("the configuration stays as it was: \(reason)")
    }
}

import FoundationEssentials
import Logging
import SubdialBasics
import SubdialBridge
import SubdialConcurrency
import SubdialConsoles
import SubdialEngineWire
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialLibrary
import SubdialMixers
import SubdialPlayback
import SubdialPlayers
import SubdialSystem
import SubdialTimeline

/// The state that an engine shares among all its fronts: the sources, the followers of zones and data, and the chosen zones.
package actor Hub {
    typealias MakeSource = @Sendable (SourceAddress) -> any PlaybackSource

    let logger: Logger
    /// The messages about refused pictures.
    package nonisolated let pictureReports: PictureReports
    private let store: StateStore
    private let makeSource: MakeSource
    private let clock: any Clock<Duration>
    private let lingering: Duration
    /// The sources by address with password: an address with another password is another source.
    private var sources: [SourceAddress: any PlaybackSource] = [:]
    private var followers: [FollowerKey: ZoneFollower] = [:]
    /// The requests for zone lists that are under way.
    let listings = SharedWork<SourceAddress, [Zone], SourceError>(cancelled: .cancelled)
    /// The last zone lists of the sources.
    private(set) var lists: [SourceAddress: (zones: [Zone], date: ContinuousClock.Instant)] = [:]
    /// The tasks that request a list again after its source has noticed a change.
    private var listWatches: [SourceAddress: Task<Void, Never>] = [:]
    /// The subscribers of changes of the zone lists, by the sources' addresses.
    private let listSubscribers = Subscribers<SourceAddress, Void>()
    private var selections: [SourceAddress: ZoneSelection] = [:]
    private let reloading = Broadcast(0)
    private var complaints: Set<String> = []
    /// True after ``stop()``: nothing is followed any more.
    private(set) var isStopped = false

    /// The followers of data, by the keys of their instances.
    private var dataFollowers: [String: DataFollower] = [:]
    /// The command senders, by broker address.
    var commandSenders: [String: MQTTCommandSender] = [:]
    /// The tasks that send pending edits, by the console's address.
    var editSenders: [ConsoleAddress: Task<Void, Never>] = [:]
    private let http: HTTPClient
    private let trust: KindTrust
    private let dataStore: DataStore
    /// Records playback in the listening history.
    private let history: HistoryRecorder
    /// The paths of the engine's own data for kinds.
    let places: DataPlaces
    private var dataLingering: Duration { lingering }

    private struct FollowerKey: Hashable {
        let address: SourceAddress
        let zone: ZoneID
    }

    /// Creates a hub that stores its files in a user's folders.
    ///
    /// - Parameter pictureReports: Receives the messages about refused pictures; nil to log them.
    package init(folders: UserFolders, logger: Logger, pictureReports: PictureReports? = nil) {
        let http = HTTPClient()
        let places = DataPlaces(folders, logger: logger)
        let factory = SourceFactory(
            http: http, artwork: ArtworkCache(folder: folders.cache.folder("artwork")), messages: places.messages, logger: logger)
        self.init(folders: folders, logger: logger, http: http, places: places, pictureReports: pictureReports) { factory.source(at: $0) }
    }

    /// Creates a hub that makes its sources with `makeSource`, for measurements.
    package init(folders: UserFolders, logger: Logger, makeSource: @escaping @Sendable (SourceAddress) -> any PlaybackSource) {
        self.init(folders: folders, logger: logger, lingering: ZoneFollower.usualLingering, makeSource: makeSource)
    }

    /// Creates a hub that makes its sources with `makeSource`.
    init(
        folders: UserFolders, logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
        lingering: Duration = ZoneFollower.usualLingering, http: HTTPClient = HTTPClient(), places: DataPlaces? = nil,
        pictureReports: PictureReports? = nil, makeSource: @escaping MakeSource
    ) {
        self.lingering = lingering
        self.logger = logger
        self.pictureReports = pictureReports ?? PictureReports { logger.warning("\($0)") }
        self.clock = clock
        self.makeSource = makeSource
        self.http = http
        trust = KindTrust(folders)
        let lane = WorkLane()
        history = HistoryRecorder(file: folders.history, version: SubdialVersion.current, http: http, lane: lane, logger: logger)
        store = StateStore(folder: folders.state, logger: logger, lane: lane)
        self.places = places ?? DataPlaces(folders, logger: logger)
        dataStore = DataStore(folder: folders.state, logger: logger, lane: lane)
    }

    /// Returns the source at an address.
    ///
    /// - Throws: `SourceError.badAddress`, or `cancelled` after ``stop()``.
    package func source(at address: String) throws(SourceError) -> any PlaybackSource {
        guard !isStopped else { throw .cancelled }
        return try source(of: try SourceAddress(address))
    }

    private func source(of address: SourceAddress) throws(SourceError) -> any PlaybackSource {
        guard !isStopped else { throw .cancelled }
        if let source = sources[address] { return source }
        let source = BoundedSource(makeSource(address))
        sources[address] = source
        let changes = source.listChanges()
        listWatches[address] = Task { [weak self] in for await _ in changes { await self?.renewList(of: address) } }
        return source
    }

    /// Returns the bridge at an address; nil if another kind of source is there.
    ///
    /// - Throws: `SourceError.badAddress`.
    package func bridge(at address: String) throws(SourceError) -> BridgeClient? {
        (try source(at: address) as? BoundedSource)?.source as? BridgeClient
    }

    /// Returns what is wrong with the messages at an address so far, each on one line; nothing for another kind of source.
    ///
    /// - Throws: `SourceError.badAddress`.
    package func messageWarnings(at address: String) throws(SourceError) -> [String] {
        ((try source(at: address) as? BoundedSource)?.source as? MessageFileSource)?.warnings ?? []
    }

    /// The files that messages have announced, the most urgent first.
    package nonisolated var announcedFiles: [AnnouncedFile] { places.messages.announcedFiles }

    /// Returns the zones of the source at an address; concurrent calls share one request.
    func zones(at address: String) async throws(SourceError) -> [Zone] { try await zones(of: try SourceAddress(address)) }

    private func zones(of address: SourceAddress) async throws(SourceError) -> [Zone] {
        let source = try source(of: address)
        let zones = try await listings.value(for: address) {
            do throws(SourceError) {
                return .success(try await source.zones())
            } catch {
                return .failure(error)
            }
        }
        lists[address] = (zones, .now)
        selections[address]?.recordNames(of: zones)
        return zones
    }

    /// Requests a zone list again after its source has noticed a change, and tells the subscribers.
    private func renewList(of address: SourceAddress) async {
        guard sources[address] != nil else { return }
        // Without an answer, the next one who needs the list requests it.
        if (try? await zones(of: address)) == nil { lists[address] = nil }
        listSubscribers.send { $0 == address ? () : nil }
    }

    /// Signals each change of the zone list that the source at an address notices, until the stream is cancelled.
    nonisolated func listChanges(at address: String) -> AsyncStream<Void> {
        guard let address = try? SourceAddress(address) else { return AsyncStream { $0.finish() } }
        return listSubscribers.stream(for: address)
    }

    /// Returns the follower of a zone, which is shared by all callers for the same zone.
    func follower(of zone: ZoneID, name: String?, at address: String) async throws(SourceError) -> ZoneFollower {
        let parsed = try SourceAddress(address)
        let key = FollowerKey(address: parsed, zone: zone)
        if let follower = followers[key] { return follower }
        let kept = await store.state(of: zone, at: parsed.text)
        // Another caller may have made it meanwhile.
        if let follower = followers[key] { return follower }
        let follower = ZoneFollower(
            zone: zone, name: name, kept: kept, source: try source(at: address), address: parsed.text, store: store, history: history,
            pace: .watched, logger: logger,
            clock: clock, lingering: lingering, becameIdle: { [weak self] in await self?.release(key) })
        followers[key] = follower
        return follower
    }

    /// Removes a follower that has been idle for a while, and its source if nothing else uses it.
    private func release(_ key: FollowerKey) async {
        guard let follower = followers[key], await follower.isIdle, followers[key] === follower else { return }
        followers[key] = nil
        let address = key.address
        guard !followers.keys.contains(where: { $0.address == address }), listings.waiting(for: address) == 0,
            selections[address]?.isWatched != true
        else { return }
        sources[address] = nil
        listWatches.removeValue(forKey: address)?.cancel()
        lists[address] = nil
        selections[address] = nil
        logger.debug("nobody follows the source any more", metadata: ["source": "\(address.text)"])
    }

    /// The addresses of the open sources, sorted.
    var heldSources: [String] { sources.keys.map(\.text).sorted() }

    /// Waits until all pending state and covers have been written to disk.
    package func flush() async {
        await store.flush()
        await CoverWriter.flush()
    }

    /// Stops all followers, senders and submissions, and waits until they have ended.
    package func stop() async {
        isStopped = true
        listSubscribers.finish()
        for watch in listWatches.values { watch.cancel() }
        listWatches.removeAll()
        let (followers, dataFollowers, senders, edits) = (
            followers.values, dataFollowers.values, commandSenders.values, editSenders.values
        )
        for task in edits { task.cancel() }
        await withDiscardingTaskGroup { group in
            for follower in followers { group.addTask { await follower.stop() } }
            for follower in dataFollowers { group.addTask { await follower.stop() } }
            for sender in senders { group.addTask { await sender.stop() } }
            for task in edits { group.addTask { await task.value } }
        }
        self.followers.removeAll()
        self.dataFollowers.removeAll()
        commandSenders.removeAll()
        editSenders.removeAll()
        await history.stop()
    }

    /// Returns the zone that `named` means; without a name, the chosen or the active zone.
    ///
    /// Once found, a zone is identified by its id: a room that disappears is reported as missing, and never replaced by another. Only a chosen zone
    /// that the rules no longer permit is replaced.
    ///
    /// - Throws: `SourceError.zoneMissing` if there is no zone of that name, `refused` if `rules` do not permit it.
    package func zone(_ named: String?, at address: String, rules: ZoneRules = ZoneRules()) async throws(SourceError) -> Zone {
        if let named, !(try await isActive(named, at: address)) {
            let zones = try await choosableZones(at: address)
            guard let zone = try zone(of: named, in: zones, at: SourceAddress(address), rules: rules) else {
                throw .zoneMissing(named, known: zones.filter(rules.allows).map(\.name))
            }
            if !rules.allows(zone), let refusal = rules.refusal(of: zone) { throw .refused(refusal) }
            return zone
        }
        return try await currentZone(at: address, rules: rules, isChoiceIgnored: named != nil)
    }

    /// Returns the last known zone of the name `named`, or the zone that is shown without a name; nil if only the source can tell, or the rules do
    /// not permit it.
    ///
    /// The source's last zone list takes precedence over the stored state of an earlier run.
    func knownZone(_ named: String?, at address: String, rules: ZoneRules = ZoneRules()) async -> Zone? {
        guard let parsed = try? SourceAddress(address), let isActive = try? await isActive(named, at: address) else { return nil }
        guard let named, !isActive else {
            guard let selection = try? await selection(at: address) else { return nil }
            if !isActive, let choice = selection.unwatchedChoice(through: rules) { return choice }
            return selection.zone(through: rules, isChoiceIgnored: isActive)
        }
        let known: Zone?
        if let list = lists[parsed] {
            known = try? zone(of: named, in: list.zones, at: parsed, rules: rules)
        } else {
            known = await store.zone(named: named, at: parsed.text)
        }
        guard let known, rules.allows(known) else { return nil }
        return known
    }

    /// The condition under which a source's zone list is requested although a zone of that name is known.
    enum ListPolicy {
        /// Never: subscribers of the zone see that it is gone, or has another name.
        case never
        /// If the zone itself turns out to be gone, or to have another name.
        case ifDoubtful
        case always
    }

    /// Returns the follower of the zone that `named` means.
    ///
    /// Names are assigned by the source, and may move to other zones when rooms are grouped or renamed.
    func follower(
        ofZone named: String?, at address: String, rules: ZoneRules = ZoneRules(), asking: ListPolicy = .ifDoubtful
    ) async throws(SourceError) -> ZoneFollower {
        if asking != .always || named == nil, let known = await knownZone(named, at: address, rules: rules) {
            let remembered = try await follower(of: known.id, name: known.name, at: address)
            guard asking == .ifDoubtful, named != known.id.rawValue else { return remembered }
            if let named, !(try await isActive(named, at: address)) {
                if await remembered.isStill(named) { return remembered }
            } else if try await keepsChoice(remembered, at: address) {
                return remembered
            }
        }
        let zone = try await zone(named, at: address, rules: rules)
        return try await follower(of: zone.id, name: zone.name, at: address)
    }

    /// Returns the complete, normalized form of an address.
    func text(ofAddress address: String) throws(SourceError) -> String {
        try SourceAddress(address).text
    }

    /// Returns the selection at an address: its chosen zone and its active ones.
    func selection(at address: String) async throws(SourceError) -> ZoneSelection {
        let key = try SourceAddress(address)
        if let selection = selections[key] { return selection }
        // Only a bridge stays with the room that it has shown by default. Earlier versions also stored the players that they had shown.
        let choice = await store.selectedZone(at: key.text, isChosen: !key.isBridge)
        // Another caller may have made it meanwhile.
        if let selection = selections[key] { return selection }
        let selection = ZoneSelection(address: key, choice: choice)
        selections[key] = selection
        return selection
    }

    /// Makes a zone the one that is shown without a name, also in later runs; nil for the active zone.
    ///
    /// - Parameter isChosen: False if the zone is not a user's choice.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) async throws(SourceError) {
        let selection = try await selection(at: address)
        store.select(zone, isChosen: isChosen, at: selection.address.text)
        selection.choose(zone)
    }

    /// Chooses a zone by its id, even if it is not available now.
    package func remember(selection zone: ZoneID, at address: String) async {
        guard let text = try? text(ofAddress: address) else { return }
        let name = await store.state(of: zone, at: text)?.displayName
        try? await select(Zone(id: zone, name: name ?? zone.rawValue), at: address)
    }
}

extension Hub {
    /// Makes all feeds read their configuration again.
    package func reload() {
        complaints.removeAll()
        reloading.send(reloading.value + 1)
    }

    /// A stream of the number of reloads of the configuration: the current number, and the new one after each reload.
    package nonisolated func reloads() -> AsyncStream<Int> { reloading.values() }

    /// The number of reloads of the configuration.
    nonisolated var reloadCount: Int { reloading.value }

    /// Logs why a configuration is not used, once per reason until the next reload.
    func complain(_ reason: String) {
        guard complaints.insert(reason).inserted else { return }
        logger.error("the configuration stays as it was: \(reason)")
    }
}

extension Hub {
    /// The shared follower of an instance.
    ///
    /// - Parameter input: The id of the front whose standard input provides the data, which no other front shares.
    func follower(of instance: KindInstance, input: UUID? = nil) async -> DataFollower {
        let key = input.map { "\(instance.key)\u{1}\($0)" } ?? instance.key
        func known() -> DataFollower? { dataFollowers[key].flatMap { $0.instance.kind.isSame(as: instance.kind) ? $0 : nil } }
        if let follower = known() { return follower }
        let kept = await dataStore.kept(instance)
        // Another caller may have made it meanwhile.
        if let follower = known() { return follower }
        let follower = DataFollower(
            instance, kept: kept, http: http, trust: trust, store: dataStore,
            pictures: PictureFetcher(
                http: http, shelf: PictureShelf(folder: places.pictures, state: places.state), reports: pictureReports),
            places: places, logger: logger, lingering: dataLingering,
            becameIdle: { [weak self] in await self?.release(key) })
        guard !isStopped else {
            await follower.stop()
            return follower
        }
        dataFollowers[key] = follower
        resumeCommands(of: instance)
        return follower
    }

    /// Removes a follower that has been idle for a while.
    private func release(_ key: String) async {
        guard let follower = dataFollowers[key], await follower.isIdle, dataFollowers[key] === follower else { return }
        dataFollowers[key] = nil
    }

    /// Performs an action, and reads the sources again after a request or a command.
    ///
    /// - Returns: A message for the user; nil for none.
    /// - Throws: `KindError`, also if the action uses the data, and there is no entry after a limited time.
    func perform(_ action: KindAction, for follower: DataFollower) async throws -> String? {
        let instance = follower.instance
        let names = action.transport.names.subtracting(instance.values.open.keys)
        let entry = names.isEmpty ? [:] : try await follower.values(for: action, using: names)
        let message = try await instance.reader(of: action, in: entry).perform(for: follower, in: self)
        return await sendEdits(of: follower) ?? message
    }
}

extension Kind {
    /// True if both were parsed from the same text.
    fileprivate func isSame(as other: Kind) -> Bool { file == other.file && text == other.text }
}

extension Hub {
    /// Reads the current documents of an instance's sources.
    ///
    /// - Throws: `KindError`.
    package func documents(of instance: KindInstance) async throws -> [String: Value] {
        do throws(DataReading.Failure) {
            return try await DataReading(
                instance: instance, http: http, trust: trust, places: places, pictureReports: pictureReports
            ).read().documents
        } catch {
            throw error.error.striking(instance.values.secrets.values)
        }
    }
}

extension Hub {
    /// The pictures that were left out of an instance's last answer, because its document must not name them; a message for each.
    package func refusedPictures(of instance: KindInstance) async -> [String] { await follower(of: instance).refusedPictures }

    /// The warnings about what was omitted from an instance's last answer, one line each.
    package func warnings(of instance: KindInstance) async -> [String] { await follower(of: instance).warnings }
}

/// Makes the source for an address.
struct SourceFactory: Sendable {
    let http: HTTPClient
    let artwork: ArtworkCache?
    let messages: MessageSources
    let logger: Logger

    func source(at address: SourceAddress) -> any PlaybackSource {
        switch address {
        case .bridge(let address): BridgeClient(address: address, http: http, artwork: artwork, logger: logger)
        case .mpris(let options):
            MPRISSource(
                options: options, client: http, music: .decoded,
                streams: .pulse(PulseMixer(server: SoundServer.address(ProcessInfo.processInfo.environment))), logger: logger)
        case .mpd(let address): MPDSource(address, logger: logger)
        case .vlc(let address): VLCSource(address, client: http, logger: logger)
        case .file(let address): messages.source(at: address)
        case .several: CombinedSource(address, logger: logger) { source(at: $0) }
        }
    }
}

import FoundationEssentials
import Glibc
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

/// Follows the players on the bus thread, and serves queries and subscribers.
///
/// While nothing plays, the thread does not wake up without changes and queries.
final class MPRISWatch: BusWork {
    /// The connection phase.
    enum Phase {
        case offline(BusFailure, retry: MonotonicTime)
        /// The query for the players' names is pending.
        case connecting
        /// All names are known, and the states of the players that have replied.
        case connected(since: MonotonicTime)
    }

    /// What a watch needs from other threads.
    struct Surroundings: Sendable {
        /// The covers of music files; nil if they are not shown.
        let music: MusicCovers?
        /// The streams of the sound server; nil if their volumes are not those of players.
        let streams: AudioStreams?
        /// The queue for files.
        let lane: WorkLane
        /// Runs a task on the bus thread, unless that has ended.
        let post: @Sendable (@escaping @Sendable (MPRISWatch) -> Void) -> Void
    }

    let options: MPRISOptions
    let ranking: PlayerRanking
    let logger: Logger
    /// What is done on other threads; nil for a watch that shows only what players send.
    let surroundings: Surroundings?
    /// The times until which the tracks of players wait for the covers of their music files.
    private var coverWaits: [String: MonotonicTime] = [:]
    var phase = Phase.connecting
    var connection: BusConnection?
    /// The players by bus name, without the prefix that all share.
    var players: [String: MPRISPlayer] = [:]
    var questions: [String: Questions] = [:]
    /// The times of the last commands to players that change the status.
    var commanded: [String: SteadyDate] = [:]
    private var sleep = SleepMeter()
    /// The pieces in which players send their tracks.
    var pieces: [String: TrackPieces] = [:]
    /// The players, without the numbers of their instances, that have sent the rest of a piece.
    private var piecemeal: Set<String> = []
    /// The times at which players that reported a stop count as stopped.
    private var stops: [String: MonotonicTime] = [:]
    /// Properties that were set and will be queried again.
    var confirmations: [Confirmation] = []
    var audio = Audio()
    /// The callers that wait for changes of streams, by the tickets of the changes.
    var audioReplies: [Int: (Result<Void, SourceError>) -> Void] = [:]
    var pushing = Pushing()
    private var waiting: [Waiter] = []
    /// A failure during message processing that must close the connection.
    var failure: BusFailure?
    /// The number of wake-ups of the thread.
    private(set) var turns = 0
    private var backoff: Duration
    private var lastChange = 0
    /// The maximum number of cached names of players that send pieces.
    private static let maximumPiecemeal = 64

    init(options: MPRISOptions, logger: Logger, surroundings: Surroundings? = nil) {
        self.options = options
        self.logger = logger
        self.surroundings = surroundings
        ranking = PlayerRanking(options)
        backoff = options.reopening.lowerBound
        phase = .offline(.notYet, retry: .now)
    }

    func turn() -> (descriptor: pollfd?, deadline: MonotonicTime?) {
        turns += 1
        var descriptor: pollfd?
        var mayHaveMore = false
        if case .offline(_, let retry) = phase, retry <= .now { connect() }
        settleConfirmations(at: .now)
        if let connection {
            do throws(BusFailure) {
                mayHaveMore = try connection.process()
                if let failure { throw failure }
                descriptor = try connection.waits()
            } catch {
                disconnect(error)
            }
        }
        let now = MonotonicTime.now
        settleStops(at: now)
        let nextCheck = checkPlayers(at: now)
        followStreams(at: now)
        answerWaiting(at: now)
        // The last caller that needed the streams may have its answer.
        let audioEnd = followStreams(at: now)
        push(at: now)
        if mayHaveMore { return (descriptor, now) }
        var retry: MonotonicTime?
        if case .offline(_, let time) = phase { retry = time }
        let deadlines = [
            retry, connection?.deadline, stops.values.min(), nextCheck, audioEnd, confirmations.map(\.due).min(), waitingDeadline,
            pushDeadline(at: now),
        ].compactMap { $0 }
        return (descriptor, deadlines.min())
    }

    func close() {
        let (old, left) = (connection, waiting)
        connection = nil
        waiting = []
        old?.close()
        closeAudio()
        for waiter in left { waiter.give(.failure(.cancelled)) }
        let replies = audioReplies.values
        audioReplies = [:]
        for reply in replies { reply(.failure(.cancelled)) }
        finishPushing()
    }

    // Connecting

    private func connect() {
        logger.debug("connecting to the bus of the players")
        do throws(BusFailure) {
            let connection = try BusConnection(address: options.address)
            try listen(on: connection)
            self.connection = connection
            phase = .connecting
        } catch {
            disconnect(error)
        }
        listPlayers()
    }

    private func disconnect(_ error: BusFailure) {
        let old = connection
        connection = nil
        players = [:]
        questions = [:]
        pieces = [:]
        stops = [:]
        coverWaits = [:]
        commanded = [:]
        confirmations = []
        logger.debug("the bus of the players is gone", metadata: ["error": "\(error.message)"])
        phase = .offline(error, retry: .now + backoff)
        backoff = min(backoff * 2, options.reopening.upperBound)
        old?.close()
        // A callback that `close()` called may have set another failure.
        failure = nil
        for zone in pushing.zones { recordAccess(zone) }
    }

    /// Handles the end of the initial list of players.
    func didListPlayers() {
        phase = .connected(since: .now)
        backoff = options.reopening.lowerBound
        for zone in pushing.zones { recordAccess(zone) }
    }

    // Players

    /// A sequence number greater than all before.
    func nextChange() -> Int {
        lastChange += 1
        return lastChange
    }

    /// The active player.
    private var counted: MPRISPlayer? {
        ranking.ordered(listed.map(\.candidate)).first.flatMap { players[$0.name] }
    }

    /// The players with a known state, each once: VLC has a bus name of its own and one for its instance, and a page of a browser has that of the
    /// browser and that of Plasma's browser integration.
    var listed: [MPRISPlayer] {
        players.values.filter { player in
            let base = PlayerName.base(player.name)
            guard player.isRead || player.isSilent, base == player.name || players[base]?.owner != player.owner else { return false }
            return !players.values.contains { $0.isRead && ranking.admits($0.name) && player.isCovered(by: $0) }
        }
    }

    /// The player of a zone, or the active player for ``MPRISSource/countedZone``.
    func player(of zone: ZoneID) -> MPRISPlayer? {
        if zone == MPRISSource.countedZone { return counted }
        return name(of: zone).flatMap { players[$0] }
    }

    private func name(of zone: ZoneID) -> String? {
        let prefix = MPRISPlayer.zone(of: "").rawValue
        return zone.rawValue.hasPrefix(prefix) ? String(zone.rawValue.dropFirst(prefix.count)) : nil
    }

    /// True if the zone's state is as complete as it can be without further messages.
    func isSettled(_ zone: ZoneID, at now: MonotonicTime) -> Bool {
        switch phase {
        case .offline: return true
        case .connecting: return false
        case .connected(let since):
            if zone != MPRISSource.countedZone { return player(of: zone).map { $0.isRead || $0.isSilent } ?? true }
            return since + options.settlingTime <= now || players.values.allSatisfy { $0.isRead || $0.isSilent }
        }
    }

    /// The current state of the zone.
    func reading(of zone: ZoneID, _ stamp: Stamp) -> Reading {
        var reading = Reading(zone: zone, stamp: stamp)
        guard case .connected = phase else {
            reading.connection = .offline
            return reading
        }
        if let player = player(of: zone) { return player.reading(of: zone, stamp) }
        guard zone == MPRISSource.countedZone else {
            reading.connection = .zoneMissing
            return reading
        }
        // Having no player is a normal state: nothing is playing.
        reading.name = MPRISSource.countedName
        reading.source = MPRISPlayer.source
        reading.status = .stopped
        reading.track = .some(nil)
        reading.position = .some(nil)
        reading.artwork = .some(nil)
        reading.volumeScale = .some(nil)
        reading.isMuted = false
        reading.queue = []
        reading.connection = .live
        return reading
    }

    /// Changes the status to stopped for players that reported a stop and have sent nothing else since.
    private func settleStops(at now: MonotonicTime) {
        for (name, time) in stops where time <= now {
            stops[name] = nil
            guard let player = players[name], player.isStopping else { continue }
            update(player) { player in
                player.hasStopped(at: SteadyDate.now)
                player.changed = nextChange()
            }
        }
    }

    /// Changes the state of a player, if its owner is still the same, and marks its readings as changed.
    func update(_ player: MPRISPlayer, _ change: (inout MPRISPlayer) -> Void) {
        guard var current = players[player.name], current.owner == player.owner else { return }
        let old = current
        change(&current)
        guard current != old else { return }
        let hasOtherMetadata = current.metadata != old.metadata
        if hasOtherMetadata { current.forgetOtherMusicCover() }
        players[player.name] = current
        if hasOtherMetadata { findMusicCover(of: current) }
        recordPieces(of: current, after: old)
        if !current.isStopping {
            stops[player.name] = nil
        } else if stops[player.name] == nil {
            stops[player.name] = .now + options.stoppingTime
        }
        recordAccess(current.zone)
        recordAccess(MPRISSource.countedZone)
        if current.streamCandidate != old.streamCandidate { matchStreams() }
    }

    /// Determines the version of the music file whose cover the player does not send.
    ///
    /// A file that is rewritten is another one for covers. The track is held back shortly, so that it does not appear without its cover.
    private func findMusicCover(of player: MPRISPlayer) {
        coverWaits[player.name] = nil
        guard let surroundings, let music = surroundings.music, let path = player.coverFile else { return }
        if player.lacksMusicCover { coverWaits[player.name] = .now + options.coverPatience }
        _ = surroundings.lane.add { [post = surroundings.post] in
            let version = music.version(path)
            post { $0.received(version: version, ofMusicFile: path, of: player) }
        }
    }

    private func received(version: String?, ofMusicFile path: String, of player: MPRISPlayer) {
        guard let current = players[player.name], current.owner == player.owner, current.coverFile == path else { return }
        coverWaits[player.name] = nil
        update(current) { $0.record(version: version, ofMusicFile: path) }
    }

    /// The time until which the zone's track is held back because its cover is being determined.
    func coverDeadline(of zone: ZoneID, at now: MonotonicTime) -> MonotonicTime? {
        player(of: zone).flatMap { coverWaits[$0.name] }.flatMap { $0 > now ? $0 : nil }
    }

    /// Detects from a change whether the player sends its tracks in pieces, also for later instances of it.
    private func recordPieces(of player: MPRISPlayer, after old: MPRISPlayer) {
        let base = PlayerName.base(player.name)
        var pieces =
            self.pieces[player.name]
            ?? TrackPieces(
                .init(usual: options.piecePatience, learned: options.learnedPiecePatience), isLearned: piecemeal.contains(base))
        pieces.apply(player.metadata, after: old.metadata, at: .now)
        self.pieces[player.name] = pieces
        if !pieces.isLearned {
            piecemeal.remove(base)
        } else if piecemeal.count < Self.maximumPiecemeal {
            piecemeal.insert(base)
        }
    }
}

extension MPRISWatch {
    static let playerInterface = "org.mpris.MediaPlayer2.Player"
    private static let rootInterface = "org.mpris.MediaPlayer2"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"

    /// Subscribes to the signals of all players.
    private func listen(on connection: BusConnection) throws(BusFailure) {
        let path = "path='/org/mpris/MediaPlayer2'"
        try connection.listen(
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                + "arg0namespace='org.mpris.MediaPlayer2'"
        ) { [unowned self] message in
            let texts = message.arguments().map { $0.text ?? "" }
            guard texts.count == 3, let name = PlayerName.ofBus(texts[0]) else { return }
            texts[2].isEmpty ? disappeared(name) : appeared(name, owner: texts[2])
        }
        try connection.listen("type='signal',interface='\(Self.propertiesInterface)',member='PropertiesChanged',\(path)") {
            [unowned self] message in
            guard let sender = message.sender, isPlayer(sender) else { return }
            propertiesChanged(of: sender, message.arguments())
        }
        try connection.listen("type='signal',interface='\(Self.playerInterface)',member='Seeked',\(path)") { [unowned self] message in
            guard let sender = message.sender, isPlayer(sender) else { return }
            let place = message.arguments().first
            for player in players.values where player.owner == sender { update(player) { $0.apply(position: place, at: SteadyDate.now) } }
        }
    }

    private func isPlayer(_ sender: String) -> Bool { players.values.contains { $0.owner == sender } }

    func appeared(_ name: String, owner: String) {
        guard !ranking.isIgnored(name), players[name]?.owner != owner else { return }
        logger.debug("a player has appeared", metadata: ["player": "\(name)"])
        let player = MPRISPlayer(name: name, owner: owner)
        players[name] = player
        questions[name] = Questions()
        connection?.send(
            .player(owner, Self.propertiesInterface, "Get", [.text(Self.rootInterface), .text("Identity")]), within: options.answerTime
        ) { [unowned self] answer in
            guard let identity = (try? answer.get())?.first?.text else { return }
            update(player) { $0.identity = String(identity.prefix(256)) }
        }
        connection?.send(.bus("GetConnectionUnixProcessID", .text(owner)), within: options.answerTime) { [unowned self] answer in
            guard let process = (try? answer.get())?.first?.number.flatMap({ Int(exactly: $0) }) else { return }
            update(player) { $0.process = process }
        }
        readAll(of: player)
    }

    private func disappeared(_ name: String) {
        guard let player = players.removeValue(forKey: name) else { return }
        logger.debug("a player has gone", metadata: ["player": "\(name)"])
        questions[name] = nil
        pieces[name] = nil
        stops[name] = nil
        coverWaits[name] = nil
        commanded[name] = nil
        recordAccess(player.zone)
        recordAccess(MPRISSource.countedZone)
        matchStreams()
    }

    /// Applies new properties of a player, from a signal or from the reply to the query of all properties.
    func apply(_ news: [String: DBusValue], of player: MPRISPlayer, isAll: Bool) {
        let now = SteadyDate.now
        var effect: MPRISPlayer.Effect = []
        update(player) { player in
            effect = player.apply(news, at: now)
            if isAll {
                player.isRead = true
                player.isSilent = false
            }
            if effect.contains(.mayCount) { player.changed = nextChange() }
            if isAll, let place = news["Position"] { player.apply(position: place, at: now) }
        }
        if isAll, let current = players[player.name], !current.lacksMusicCover { findMusicCover(of: current) }
        // The same metadata again are a track that starts anew.
        if isAll ? news["Position"] == nil : effect.contains(.losesPosition) || news["Metadata"] != nil { askPosition(of: player) }
    }

    private func propertiesChanged(of sender: String, _ arguments: [DBusValue]) {
        guard arguments.count >= 2, let interface = arguments[0].text, let news = arguments[1].entries else { return }
        let invalid = arguments.count > 2 ? arguments[2].texts.filter { $0 != "Position" } : []
        for player in players.values where player.owner == sender {
            switch interface {
            case Self.rootInterface:
                if let identity = news["Identity"]?.text { update(player) { $0.identity = String(identity.prefix(256)) } }
            case Self.playerInterface:
                questions[player.name]?.told.formUnion(news.keys)
                apply(news, of: player, isAll: false)
                if !invalid.isEmpty || !player.isRead && questions[player.name]?.all != true { readAll(of: player) }
            default:
                break
            }
        }
    }
}

extension MPRISWatch {
    /// Reads players anew whose subscribers may see an old state.
    ///
    /// A playing player is read at the end of its track, and every ``MPRISOptions/checkInterval``. After a sleep of the machine, all players are read.
    ///
    /// - Returns: The time of the next reading; nil for none.
    private func checkPlayers(at now: MonotonicTime) -> MonotonicTime? {
        let hasSlept = sleep.hasSlept()
        if hasSlept { for player in players.values { readAll(of: player) } }
        guard !hasSlept, connection != nil else { return nil }
        let shown = Set(pushing.zones.compactMap { player(of: $0)?.name })
        return shown.compactMap { name -> MonotonicTime? in
            guard let player = players[name], player.status == .playing, let asked = questions[name], !asked.all else { return nil }
            let due = checkTime(of: player, asked.asked ?? now, now)
            guard due <= now else { return due }
            readAll(of: player)
            return nil
        }.min()
    }

    /// The time at which a playing player is read anew.
    ///
    /// - Parameter asked: The time of the last reading.
    private func checkTime(of player: MPRISPlayer, _ asked: MonotonicTime, _ now: MonotonicTime) -> MonotonicTime {
        let regular = asked + options.checkInterval
        guard let end = player.end(at: SteadyDate.now).map({ $0 + options.endPatience }) else { return regular }
        if end > .zero { return min(regular, now + end) }
        // After a reading behind the end only the interval counts: the player may be late, or its length wrong.
        return asked + (.zero - end) < now ? now : regular
    }
}

extension MPRISWatch {
    /// A caller that waits until the state of a zone is known.
    struct Waiter {
        let zone: ZoneID
        /// The time at which the caller gets a result at the latest.
        let deadline: MonotonicTime
        /// The time until which the caller waits for players that are read anew; nil if it does not.
        let anewUntil: MonotonicTime?
        let give: (Result<MPRISWatch, SourceError>) -> Void
    }

    /// Calls `give` as soon as the state of the zone is known, or with the reason why it is not.
    ///
    /// - Parameter anew: True to read players anew whose last reading is older than ``MPRISOptions/readingAge``.
    func whenSettled(_ zone: ZoneID, anew: Bool = false, _ give: @escaping (Result<MPRISWatch, SourceError>) -> Void) {
        // Players that did not reply before are queried again.
        for player in relevant(to: zone) where questions[player.name]?.all == false {
            let isOld = questions[player.name]?.isOlder(than: options.readingAge) == true
            if player.isSilent && !player.isRead || anew && player.isRead && isOld { readAll(of: player) }
        }
        waiting.append(
            Waiter(
                zone: zone, deadline: .now + options.answerTime, anewUntil: anew ? .now + options.readingPatience : nil, give: give))
    }

    /// The players on which the state of a zone depends.
    private func relevant(to zone: ZoneID) -> [MPRISPlayer] {
        zone == MPRISSource.countedZone ? Array(players.values) : [player(of: zone)].compactMap { $0 }
    }

    /// The players for which callers wait that want current states.
    var waitingPlayers: [MPRISPlayer] { waiting.filter { $0.anewUntil != nil }.flatMap { relevant(to: $0.zone) } }

    /// True if the zone is settled, and no player is being read anew for the caller.
    private func isServed(_ waiter: Waiter, at now: MonotonicTime) -> Bool {
        guard waiter.deadline > now else { return true }
        guard isSettled(waiter.zone, at: now) else { return false }
        guard let time = waiter.anewUntil, time > now, case .connected = phase else { return true }
        return relevant(to: waiter.zone).allSatisfy { player in
            questions[player.name]?.all != true && (coverWaits[player.name] ?? now) <= now && !(audio.isOpening && player.lacksVolume)
        }
    }

    /// The time at which the next waiter times out.
    private var waitingDeadline: MonotonicTime? {
        guard !waiting.isEmpty else { return nil }
        var times = waiting.map(\.deadline) + waiting.compactMap(\.anewUntil) + coverWaits.values.filter { $0 > .now }
        if case .connected(let since) = phase, waiting.contains(where: { $0.zone == MPRISSource.countedZone }) {
            times.append(since + options.settlingTime)
        }
        return times.min()
    }

    /// Completes the waiters whose zone is settled or whose deadline has passed.
    private func answerWaiting(at now: MonotonicTime) {
        let ready = waiting.filter { isServed($0, at: now) }
        guard !ready.isEmpty else { return }
        waiting.removeAll { isServed($0, at: now) }
        for waiter in ready {
            switch phase {
            case .offline(let failure, _) where failure.isOfLibrary: waiter.give(.failure(.noLibrary(failure.message)))
            case .offline(let failure, _): waiter.give(.failure(.unreachable(address: Self.busName, reason: failure.message)))
            case .connecting: waiter.give(.failure(.unreachable(address: Self.busName, reason: "it does not answer")))
            case .connected: waiter.give(.success(self))
            }
        }
    }

    private static let busName = "the session bus"

    /// The zone of the active player, then those of all players by name.
    var zones: [Zone] {
        let current = counted
        var first = Zone(
            id: MPRISSource.countedZone, name: MPRISSource.countedName, source: MPRISPlayer.source, status: current?.status ?? .stopped,
            volume: current?.listed.volume)
        first.hasTrack = current?.listed.hasTrack ?? false
        return [first] + listed.filter { ranking.admits($0.name) }.map(\.listed).sortedByName()
    }

    /// The player of the zone; throws if there is none.
    func existingPlayer(of zone: ZoneID) throws(SourceError) -> MPRISPlayer {
        if let player = player(of: zone) { return player }
        if zone == MPRISSource.countedZone {
            throw .refused(
                listed.isEmpty
                    ? "no player is running; start one, and try again"
                    : "none of the players that count is running; there are \(listed.map(\.name).sorted().joined(separator: ", "))")
        }
        throw .zoneMissing(zone.rawValue, known: zones.map(\.id.rawValue))
    }
}

import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

extension MPRISWatch {
    /// Sends a control to the zone's player; `done` is called with the reply or the failure.
    func perform(
        _ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?, _ done: @escaping (Result<Void, SourceError>) -> Void
    ) {
        let player: MPRISPlayer
        let command: MPRISCommand
        do throws(SourceError) {
            player = try existingPlayer(of: zone)
            if let stream = player.shownStream, let change = try player.streamChange(for: control, of: stream) {
                return perform(change, on: stream, of: player, done)
            }
            // A player that was just told to pause may report for a moment that it plays.
            let isSettling = commanded[player.name].map { SteadyDate.now - $0 < options.settlingTimeOfControls / .seconds(1) } ?? false
            command = try player.command(for: control, showing: isSettling ? state : nil, at: SteadyDate.now)
        } catch {
            return done(.failure(error))
        }
        guard let connection else { return done(.failure(.unreachable(address: player.title, reason: BusFailure.lost.message))) }
        if case .volume(let volume, let muting) = command { update(player) { $0.willSet(volume: volume, muting: muting) } }
        if case .method = command { commanded[player.name] = SteadyDate.now }
        connection.send(Self.call(of: command, to: player), within: options.answerTime) { [unowned self] answer in
            switch command {
            case .volume:
                if let current = players[player.name], current.awaitsLastVolume {
                    // The volume that the player applied or kept.
                    ask("Volume", of: player, isAnswered: { $0.hasSetVolume() })
                } else {
                    update(player) { $0.hasSetVolume() }
                }
            // Not every player signals changes, or applies them at once.
            case .loop: confirm("LoopStatus", of: player)
            case .shuffle: confirm("Shuffle", of: player)
            case .seek, .position, .method, .open: confirm(nil, of: player)
            }
            switch answer {
            case .success: done(.success(()))
            case .failure(let error): done(.failure(Self.sourceError(error, of: player, within: options.answerTime)))
            }
        }
    }

    /// A property that was set, and whose value the player may still change.
    struct Confirmation {
        let player: MPRISPlayer
        /// The property; nil for all of them.
        let property: String?
        /// The time of the next query of the property.
        let due: MonotonicTime
        /// The maximum number of further queries.
        let remaining: Int
    }

    /// Milliseconds between two queries of a property that was set, the last interval first.
    private static let confirmationPauses = [3200, 1600, 800, 400, 200, 100]

    /// Queries a property that was set, and then again a few times.
    ///
    /// Some players apply a value after their reply, or take it back, and signal neither.
    private func confirm(_ property: String?, of player: MPRISPlayer, remaining: Int = confirmationPauses.count) {
        let goOn = { [unowned self] in
            guard remaining > 0, players[player.name]?.owner == player.owner else { return }
            // A value that is set again is followed from then on.
            confirmations.removeAll { $0.player.name == player.name && $0.property == property && $0.remaining < remaining }
            confirmations.append(
                Confirmation(
                    player: player, property: property, due: .now + .milliseconds(Self.confirmationPauses[remaining - 1]),
                    remaining: remaining - 1))
        }
        if let property { return ask(property, of: player, done: { _ in goOn() }) }
        readAll(of: player)
        goOn()
    }

    /// Repeats the queries that are due.
    func settleConfirmations(at now: MonotonicTime) {
        let due = confirmations.filter { $0.due <= now }
        guard !due.isEmpty else { return }
        confirmations.removeAll { $0.due <= now }
        for item in due { confirm(item.property, of: item.player, remaining: item.remaining) }
    }

    private static func call(of command: MPRISCommand, to player: MPRISPlayer) -> BusCall {
        func microseconds(_ seconds: Double) -> Int64 {
            let number = (seconds * 1_000_000).rounded()
            return number.magnitude < 9e18 ? Int64(saturating: number) : number > 0 ? .max : .min
        }
        func set(_ property: String, _ value: BusCall.Argument) -> BusCall {
            .player(player.owner, propertiesInterface, "Set", [.text(playerInterface), .text(property), value])
        }
        return switch command {
        case .method(let name): .player(player.owner, playerInterface, name)
        case .seek(let seconds): .player(player.owner, playerInterface, "Seek", [.int64(microseconds(seconds))])
        case .position(let track, let seconds):
            .player(player.owner, playerInterface, "SetPosition", [.path(track), .int64(microseconds(seconds))])
        case .volume(let volume, _): set("Volume", .variant(volume))
        case .loop(let mode): set("LoopStatus", .variantText(mode.rawValue))
        case .shuffle(let isOn): set("Shuffle", .variantFlag(isOn))
        case .open(let address): .player(player.owner, playerInterface, "OpenUri", [.text(address)])
        }
    }

    private static func sourceError(_ error: BusFailure, of player: MPRISPlayer, within time: Duration) -> SourceError {
        guard error.isSilence else { return .refused("\(player.title) refuses: \(error.message)") }
        return .unreachable(address: player.title, reason: "no answer within \(time.components.seconds) s, or it has ended")
    }
}

extension MPRISWatch {
    /// The subscribers, and the changes that have not been sent to them.
    struct Pushing {
        /// A subscriber to a zone's readings.
        struct Reader {
            let stream: AsyncStream<Reading>.Continuation
            /// The last reading sent, without its timestamps.
            var last: Reading?
        }

        fileprivate var readers: [ZoneID: [Int: Reader]] = [:]
        /// The dates at which the readings of changed zones are sent.
        fileprivate var due: [ZoneID: MonotonicTime] = [:]
        /// The dates of the last sent readings.
        fileprivate var told: [ZoneID: MonotonicTime] = [:]
        fileprivate var lastTicket = 0

        /// The zones with subscribers.
        var zones: [ZoneID] { Array(readers.keys) }
    }

    /// Subscribes to the zone; the first reading has its current state.
    ///
    /// - Returns: The ticket for `removeReader(_:of:)`.
    func addReader(_ stream: AsyncStream<Reading>.Continuation, of zone: ZoneID) -> Int {
        pushing.lastTicket += 1
        pushing.readers[zone, default: [:]][pushing.lastTicket] = .init(stream: stream)
        recordAccess(zone)
        return pushing.lastTicket
    }

    func removeReader(_ ticket: Int, of zone: ZoneID) {
        pushing.readers[zone]?[ticket] = nil
        if pushing.readers[zone]?.isEmpty == true {
            pushing.readers[zone] = nil
            pushing.due[zone] = nil
            pushing.told[zone] = nil
        }
    }

    func finishPushing() {
        let left = pushing.readers.values.flatMap(\.values)
        pushing = Pushing()
        for reader in left { reader.stream.finish() }
    }

    /// Records a change of the zone.
    ///
    /// The first change of a series is sent at once, because it is usually the only one. The changes that follow it shortly are merged into
    /// one reading.
    func recordAccess(_ zone: ZoneID) {
        guard pushing.readers[zone] != nil, pushing.due[zone] == nil else { return }
        let now = MonotonicTime.now
        pushing.due[zone] = pushing.told[zone].map { max(now, $0 + options.mergingTime) } ?? now
    }

    /// Sends readings of the zones that are due.
    func push(at now: MonotonicTime) {
        for (zone, time) in pushing.due where time <= now && isSettled(zone, at: now) && trackDeadline(of: zone, at: now) == nil {
            let reading = reading(of: zone, Stamp(SteadyDate.now, .push))
            pushing.due[zone] = nil
            pushing.told[zone] = now
            var content = reading
            content.stamp = Stamp(.distantPast, .push)
            content.received = .distantPast
            for (ticket, reader) in pushing.readers[zone] ?? [:] where reader.last != content {
                pushing.readers[zone]?[ticket]?.last = content
                reader.stream.yield(reading)
            }
        }
    }

    /// Returns the time until which the zone's track is held back because the player sends it in pieces, or its cover is being determined.
    private func trackDeadline(of zone: ZoneID, at now: MonotonicTime) -> MonotonicTime? {
        let piece = player(of: zone).flatMap { pieces[$0.name]?.deadline(at: now) }
        return [piece, coverDeadline(of: zone, at: now)].compactMap { $0 }.max()
    }

    /// Returns the time at which the next reading is due; nil if only a message can cause one.
    func pushDeadline(at now: MonotonicTime) -> MonotonicTime? {
        pushing.due.compactMap { zone, time in
            if isSettled(zone, at: now) { return max(time, trackDeadline(of: zone, at: now) ?? time) }
            // The zone of the active player waits for slow players only for a limited time. Any other zone waits for its own player, whose
            // reply wakes the thread.
            guard zone == MPRISSource.countedZone, case .connected(let since) = phase else { return nil }
            return max(time, since + options.settlingTime)
        }.min()
    }
}

extension MPRISWatch {
    /// The pending queries to a player.
    ///
    /// Each kind is sent once at a time, however often it is requested.
    struct Questions {
        /// True while the query of all properties, or of the position, is pending.
        var all = false, position = false
        /// True if the query was requested again meanwhile.
        var allAgain = false, positionAgain = false
        /// The properties that the player signalled during the query of all properties; the signals are newer than the reply.
        var told: Set<String> = []
        /// The time of the last query of all properties, and that of its reply.
        var asked: MonotonicTime?
        var answered: SteadyDate?

        /// True if the last reply came longer ago; by the clock that also counts while the machine sleeps.
        func isOlder(than age: Duration) -> Bool { answered.map { SteadyDate.now - $0 >= age / .seconds(1) } ?? true }
    }

    /// Queries the bus for the players that are already running.
    func listPlayers() {
        connection?.send(.bus("ListNames"), within: options.answerTime) { [unowned self] answer in
            switch answer {
            case .failure(let error): failure = error
            case .success(let arguments):
                let names = arguments.first?.texts.compactMap { PlayerName.ofBus($0) }.filter { !ranking.isIgnored($0) } ?? []
                var remaining = names.count
                if remaining == 0 { return didListPlayers() }
                for name in names.sorted() {
                    connection?.send(.bus("GetNameOwner", .text(PlayerName.prefix + name)), within: options.answerTime) {
                        [unowned self] answer in
                        if let owner = (try? answer.get())?.first?.text { appeared(name, owner: owner) }
                        remaining -= 1
                        if remaining == 0, connection != nil { didListPlayers() }
                    }
                }
            }
        }
    }

    /// Queries all properties of the player; if such a query is pending, repeats it afterwards.
    func readAll(of player: MPRISPlayer) {
        guard let current = players[player.name], current.owner == player.owner else { return }
        if questions[player.name]?.all == true {
            questions[player.name]?.allAgain = true
            return
        }
        questions[player.name]?.all = true
        questions[player.name]?.told = []
        questions[player.name]?.asked = .now
        connection?.send(
            .player(player.owner, Self.propertiesInterface, "GetAll", [.text(Self.playerInterface)]), within: options.answerTime
        ) { [unowned self] answer in
            guard players[player.name]?.owner == player.owner, let asked = questions[player.name] else { return }
            questions[player.name]?.all = false
            questions[player.name]?.allAgain = false
            guard let news = (try? answer.get())?.first?.entries else {
                // The next signal from the player or the next query by a client repeats this.
                logger.debug("a player does not answer", metadata: ["player": "\(player.name)"])
                return update(player) { $0.isSilent = true }
            }
            questions[player.name]?.answered = SteadyDate.now
            apply(news.filter { !asked.told.contains($0.key) }, of: player, isAll: true)
            if asked.allAgain { readAll(of: player) }
        }
    }

    /// Queries the player's position; if such a query is pending, repeats it afterwards.
    func askPosition(of player: MPRISPlayer) {
        guard let current = players[player.name], current.owner == player.owner else { return }
        if questions[player.name]?.position == true {
            questions[player.name]?.positionAgain = true
            return
        }
        questions[player.name]?.position = true
        connection?.send(
            .player(player.owner, Self.propertiesInterface, "Get", [.text(Self.playerInterface), .text("Position")]),
            within: options.answerTime
        ) { [unowned self] answer in
            guard players[player.name]?.owner == player.owner, let asked = questions[player.name] else { return }
            questions[player.name]?.position = false
            questions[player.name]?.positionAgain = false
            if asked.positionAgain { return askPosition(of: player) }
            guard let place = (try? answer.get())?.first else { return update(player) { $0.hasNoPosition(at: SteadyDate.now) } }
            update(player) { $0.apply(position: place, at: SteadyDate.now) }
        }
    }

    /// Queries one property of the player.
    ///
    /// - Parameters:
    ///   - isAnswered: Called before the value is applied, and also if no reply comes.
    ///   - done: Called with the value that was applied; nil if no reply came.
    private func ask(
        _ property: String, of player: MPRISPlayer, isAnswered: @escaping (inout MPRISPlayer) -> Void = { _ in },
        done: @escaping (DBusValue?) -> Void = { _ in }
    ) {
        connection?.send(
            .player(player.owner, Self.propertiesInterface, "Get", [.text(Self.playerInterface), .text(property)]),
            within: options.answerTime
        ) { [unowned self] answer in
            let value = (try? answer.get())?.first
            update(player) { player in
                isAnswered(&player)
                if let value { _ = player.apply([property: value], at: SteadyDate.now) }
            }
            done(value)
        }
    }
}

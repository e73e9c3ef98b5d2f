import Clocks
import FoundationEssentials
import Playback

extension MPRISWatch {
    static let playerInterface = "org.mpris.MediaPlayer2.Player"
    static let rootInterface = "org.mpris.MediaPlayer2"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"

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
    }

    /// Subscribes to the signals of all players.
    func listen(on connection: BusConnection) throws(BusFailure) {
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
            for player in players.values where player.owner == sender { update(player) { $0.take(position: place, at: Date.steady) } }
        }
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

    private func isPlayer(_ sender: String) -> Bool { players.values.contains { $0.owner == sender } }

    private func appeared(_ name: String, owner: String) {
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
        readAll(of: player)
    }

    private func disappeared(_ name: String) {
        guard let player = players.removeValue(forKey: name) else { return }
        logger.debug("a player has gone", metadata: ["player": "\(name)"])
        questions[name] = nil
        pieces[name] = nil
        stops[name] = nil
        touch(player.zone)
        touch(MPRISSource.countedZone)
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
            take(news.filter { !asked.told.contains($0.key) }, of: player, isAll: true)
            if asked.allAgain { readAll(of: player) }
        }
    }

    private func take(_ news: [String: DBusValue], of player: MPRISPlayer, isAll: Bool) {
        let now = Date.steady
        var effect: MPRISPlayer.Effect = []
        update(player) { player in
            effect = player.take(news, at: now)
            if isAll {
                player.isRead = true
                player.isSilent = false
            }
            if effect.contains(.mayCount) { player.changed = nextChange() }
            if isAll, let place = news["Position"] { player.take(position: place, at: now) }
        }
        if isAll ? news["Position"] == nil : effect.contains(.losesPosition) { askPosition(of: player) }
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
                take(news, of: player, isAll: false)
                if !invalid.isEmpty || !player.isRead && questions[player.name]?.all != true { readAll(of: player) }
            default:
                break
            }
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
            // Without a reply the estimate stays.
            guard let place = (try? answer.get())?.first else { return }
            update(player) { $0.take(position: place, at: Date.steady) }
        }
    }

    /// Queries one property of the player.
    ///
    /// - Parameters:
    ///   - isAnswered: Called before the value is applied, and also if no reply comes.
    ///   - done: Called with the value that was applied; nil if no reply came.
    func ask(
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
                if let value { _ = player.take([property: value], at: Date.steady) }
            }
            done(value)
        }
    }
}

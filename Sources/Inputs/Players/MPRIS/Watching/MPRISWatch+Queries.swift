import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

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

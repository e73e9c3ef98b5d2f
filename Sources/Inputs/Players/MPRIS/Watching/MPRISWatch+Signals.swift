import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

extension MPRISWatch {
    static let playerInterface = "org.mpris.MediaPlayer2.Player"
    static let rootInterface = "org.mpris.MediaPlayer2"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"

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

    /// Applies new properties of a player, from a signal or from the reply to the query of all properties.
    func take(_ news: [String: DBusValue], of player: MPRISPlayer, isAll: Bool) {
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
}

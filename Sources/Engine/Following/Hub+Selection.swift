import NowPlaying
import Playback
import Players
import Timeline

/// The zone of those that name none.
extension Hub {
    /// True where `named` is no zone but whichever is active.
    func isActive(_ named: String?, at address: String) throws(SourceError) -> Bool {
        guard let named, ZoneSelection.active.isMeant(by: named) else { return false }
        return try selection(at: address).isAutomatic
    }

    /// The zones for people to choose from: before all others the active one, where several sources are followed.
    func choosableZones(at address: String) async throws(SourceError) -> [Zone] {
        let zones = try await zones(at: address)
        let selection = try selection(at: address)
        guard selection.isAutomatic else { return zones }
        let active = selection.note(listed: zones).first
        var automatic = ZoneSelection.active
        automatic.status = active?.status ?? .stopped
        automatic.volume = active?.volume
        return [automatic]
            + zones.map { zone in
                var zone = zone
                if zone.id == MPRISSource.countedZone { zone.name = ZoneSelection.desktopName }
                return zone
            }
    }

    /// Every zone that `rules` let be shown, each player once: without the entry for whichever player of the desktop counts.
    ///
    /// - Throws: `SourceError.zoneMissing` where no player runs.
    public func allPlayers(at address: String, rules: ZoneRules = ZoneRules()) async throws(SourceError) -> [Zone] {
        let players = try await zones(at: address).filter { $0.id != MPRISSource.countedZone && rules.allows($0) }
        guard !players.isEmpty else { throw .zoneMissing("any", known: []) }
        return players
    }

    /// The id of the zone that counts as chosen in a list: ``ZoneSelection/active`` where several sources are followed and none is.
    func chosenZone(at address: String, rules: ZoneRules) throws(SourceError) -> ZoneID? {
        let selection = try selection(at: address)
        if let choice = selection.choice, rules.admits(choice) { return choice.id }
        return selection.isAutomatic ? ZoneSelection.active.id : nil
    }

    /// The zone that is shown now where nobody names one.
    ///
    /// - Throws: `SourceError.zoneMissing` where no source has a zone, `refused` where `rules` let none be shown.
    func shownZone(at address: String, rules: ZoneRules, isChoiceIgnored: Bool = false) async throws(SourceError) -> Zone {
        let selection = try selection(at: address)
        if let shown = selection.shown(through: rules, isChoiceIgnored: isChoiceIgnored) { return shown }
        let zones = try await zones(at: address)
        // Somebody may have chosen one meanwhile.
        if let shown = selection.shown(through: rules, isChoiceIgnored: isChoiceIgnored) { return shown }
        if selection.isAutomatic, let active = selection.note(listed: zones).first(where: rules.admits) { return active }
        let open = zones.filter(rules.admits)
        guard let zone = open.first(where: { $0.status == .playing }) ?? open.first else {
            guard zones.isEmpty else { throw .refused("'zones' in the configuration lets none of \(zones.count) zones be shown") }
            throw .zoneMissing("any", known: [])
        }
        if !selection.isAutomatic { try select(zone, isChosen: false, at: address) }
        return zone
    }

    /// True where the zone that is shown without a name is still to be shown: a player that has exited is chosen no longer.
    func keepsChoice(_ follower: ZoneFollower, at address: String) async throws(SourceError) -> Bool {
        let selection = try selection(at: address)
        guard selection.choice?.id == follower.zone, selection.address.isPlayer(follower.zone) else { return true }
        switch await follower.presence() {
        case .there:
            selection.note(follower.zone, isAway: false)
            return true
        case .unreachable:
            guard selection.isAutomatic else { return true }
            selection.note(follower.zone, isAway: true)
        case .missing: try drop(follower.zone, at: address)
        }
        return false
    }

    /// Chooses no longer a player that has exited.
    private func drop(_ zone: ZoneID, at address: String) throws(SourceError) {
        guard try selection(at: address).choice?.id == zone else { return }
        logger.info("the chosen player has exited", metadata: ["zone": "\(zone)"])
        try select(nil, at: address)
    }

    /// Watches all that may be shown at an address, until the task is cancelled: the chosen player, and where several sources are followed
    /// the zone of each.
    ///
    /// - Parameter rules: The rules of the one who watches.
    func watchSelection(at address: String, rules: ZoneRules) async {
        guard let selection = try? selection(at: address) else { return }
        selection.watch(isBeginning: true)
        defer { selection.watch(isBeginning: false) }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchChoices(selection, at: address) }
            guard selection.isAutomatic else { return }
            for part in selection.address.parts {
                group.addTask {
                    if let zone = part.playerZone {
                        await self.watch(zone, selection, at: address, rules)
                    } else if let room = await self.room(selection, at: address) {
                        await self.watch(room, selection, at: address, rules)
                    }
                }
            }
        }
    }

    private func watch(_ zone: ZoneID, _ selection: ZoneSelection, at address: String, _ rules: ZoneRules) async {
        guard let follower = try? follower(of: zone, name: nil, at: address) else { return }
        // Whatever plays is ranked; only what may be shown is recorded.
        for await entry in await follower.entries(recordedBy: rules) {
            let presence = await follower.knownPresence
            guard let presence else { continue }
            let moment = NowPlaying(entry)
            let seen = Zone(
                id: zone, name: moment.zone?.name ?? zone.rawValue, source: moment.zone?.source, status: moment.status)
            selection.note(seen, isReachable: presence == .there)
        }
    }

    /// The room of a bridge that counts beside players, once the bridge has listed its rooms; nil where the task is cancelled.
    private func room(_ selection: ZoneSelection, at address: String) async -> ZoneID? {
        var failures = 0
        while !Task.isCancelled {
            if let room = selection.room { return room }
            if let zones = try? await zones(at: address) { selection.note(listed: zones) }
            guard selection.room == nil else { continue }
            failures += 1
            try? await Task.sleep(for: .seconds(Backoff().delay(failures: failures, jitter: .random(in: 0...1))))
        }
        return nil
    }

    /// Sees to it that a chosen player gives way when it exits, and while it cannot be reached.
    private func watchChoices(_ selection: ZoneSelection, at address: String) async {
        var watching: Task<Void, Never>?
        defer { watching?.cancel() }
        for await choice in selection.allChoices() {
            watching?.cancel()
            watching = nil
            guard let choice, selection.address.isPlayer(choice.id) else { continue }
            watching = Task { await self.watchChoice(choice.id, selection, at: address) }
        }
    }

    private func watchChoice(_ zone: ZoneID, _ selection: ZoneSelection, at address: String) async {
        guard let follower = try? follower(of: zone, name: nil, at: address) else { return }
        for await _ in await follower.entries() {
            switch await follower.knownPresence {
            case .there: selection.note(zone, isAway: false)
            case .unreachable: if selection.isAutomatic { selection.note(zone, isAway: true) }
            case .missing:
                try? drop(zone, at: address)
                return
            case nil: break
            }
        }
    }
}

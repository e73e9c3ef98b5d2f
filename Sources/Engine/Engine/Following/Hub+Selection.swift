import SubdialPlayback
import SubdialPlayers
import SubdialTimeline

/// The selection of the zone for requests that name none.
extension Hub {
    /// True if `named` means the active zone, not a particular one.
    ///
    /// Lists contain the active zone only of several sources. A zone of a single source may have its name, and comes first then.
    func isActive(_ named: String?, at address: String) async throws(SourceError) -> Bool {
        guard let named, ZoneSelection.active.isMeant(by: named) else { return false }
        let selection = try await selection(at: address)
        if selection.isAutomatic { return true }
        var listed = lists[selection.address]?.zones
        if listed == nil { listed = try? await zones(at: address) }
        return !(listed ?? []).contains { $0.isMeant(by: named) }
    }

    /// Cancels the choice if `named` means the active zone, which is then shown until another one is chosen.
    ///
    /// The rules for zones do not matter: a choice can always be cancelled, also while no source responds.
    ///
    /// - Returns: The zone that is shown now, or ``ZoneSelection/active`` for several sources; nil if `named` means a particular zone.
    /// - Throws: `SourceError.zoneMissing` if a bridge has no zone, `refused` if `rules` admit none of them.
    func cancelChoice(for named: String, at address: String, rules: ZoneRules) async throws(SourceError) -> Zone? {
        guard try await isActive(named, at: address) else { return nil }
        try await select(nil, at: address)
        return try await selection(at: address).isAutomatic ? ZoneSelection.active : try await currentZone(at: address, rules: rules)
    }

    /// Returns the zone of a list that `text` means: by its id, by its name, or as a line of a menu; nil if there is none.
    ///
    /// - Throws: `SourceError.refused` if `text` is ambiguous, or is the id of another bridge's zone while the first bridge lists no zones. It may be
    ///   the id of one of those.
    nonisolated func zone(
        of text: String, in zones: [Zone], at address: SourceAddress, rules: ZoneRules
    ) throws(SourceError) -> Zone? {
        guard let zone = try zones.named(text) else { return ZoneMenu(zones, rules: rules).zone(of: text) }
        if zone.id.rawValue != text, zone.isKnown(toItsBridgeAs: text), let first = address.firstBridge,
            !zones.contains(where: { $0.id != ZoneSelection.active.id && address.place(of: $0.id) == first })
        {
            let other = "for '\(zone.name)', write '\(zone.id)'"
            throw .refused("'\(text)' may be a zone of \(address.parts[first].text), which lists none now; \(other)")
        }
        return zone
    }

    /// Returns the zones for a menu; if several sources are followed, the active zone comes first.
    func choosableZones(at address: String) async throws(SourceError) -> [Zone] {
        let zones = try await zones(at: address)
        let selection = try await selection(at: address)
        guard selection.isAutomatic else { return zones }
        let active = selection.recordListed(listed: zones).first
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

    /// Returns every zone that `rules` allow, each player once: without the entry for the desktop's active player.
    ///
    /// - Throws: `SourceError.zoneMissing` if no player is running.
    package func allPlayers(at address: String, rules: ZoneRules = ZoneRules()) async throws(SourceError) -> [Zone] {
        let players = try await zones(at: address).filter { $0.id != MPRISSource.countedZone && rules.allows($0) }
        guard !players.isEmpty else { throw .zoneMissing("any", known: []) }
        return players
    }

    /// Returns the id of the zone that is marked in a list: the chosen one, or else the one that is shown by default.
    ///
    /// This is ``ZoneSelection/active`` if several sources are followed; nil if the default is not known yet.
    func chosenZone(at address: String, rules: ZoneRules) async throws(SourceError) -> ZoneID? {
        let selection = try await selection(at: address)
        if let choice = selection.choice, rules.admits(choice) { return choice.id }
        if selection.isAutomatic { return ZoneSelection.active.id }
        if let standing = selection.standing, rules.admits(standing) { return standing.id }
        return selection.settled
    }

    /// Returns the zone that is shown now when no zone is named.
    ///
    /// - Throws: `SourceError.zoneMissing` if no source has a zone, `refused` if `rules` admit none of them.
    func currentZone(at address: String, rules: ZoneRules, isChoiceIgnored: Bool = false) async throws(SourceError) -> Zone {
        let selection = try await selection(at: address)
        if let shown = selection.zone(through: rules, isChoiceIgnored: isChoiceIgnored) { return shown }
        let zones = try await zones(at: address)
        // Another task may have chosen a zone meanwhile.
        if let shown = selection.zone(through: rules, isChoiceIgnored: isChoiceIgnored) { return shown }
        if selection.isAutomatic, let active = selection.recordListed(listed: zones).first(where: rules.admits) { return active }
        let open = zones.filter(rules.admits)
        let settled = isChoiceIgnored ? nil : selection.settled
        let playing = open.first { $0.status == .playing && $0.hasTrack != false } ?? open.first { $0.status == .playing }
        guard let zone = open.first(where: { $0.id == settled }) ?? playing ?? open.first else {
            guard zones.isEmpty else { throw .refused("'zones' in the configuration lets none of \(zones.count) zones be shown") }
            throw .zoneMissing("any", known: [])
        }
        guard !selection.isAutomatic, !isChoiceIgnored else { return zone }
        // A room stays the one that is shown, also in later runs, because another room must not be controlled by mistake. Players do not stay.
        if selection.address.isBridge { try await select(zone, isChosen: false, at: address) } else { selection.settle(on: zone.id) }
        return zone
    }

    /// True if the follower's zone is still the one to show by default; a player that has exited is no longer chosen.
    func keepsChoice(_ follower: ZoneFollower, at address: String) async throws(SourceError) -> Bool {
        let selection = try await selection(at: address)
        guard selection.choice?.id == follower.zone, selection.address.isPlayer(follower.zone) else { return true }
        switch await follower.presence() {
        case .there:
            selection.recordAway(follower.zone, isAway: false)
            return true
        case .unreachable:
            guard selection.isAutomatic else { return true }
            selection.recordAway(follower.zone, isAway: true)
        case .missing: try await drop(follower.zone, at: address)
        }
        return false
    }

    /// Cancels the choice of a player that has exited.
    private func drop(_ zone: ZoneID, at address: String) async throws(SourceError) {
        guard try await selection(at: address).choice?.id == zone else { return }
        logger.info("the chosen player has exited", metadata: ["zone": "\(zone)"])
        try await select(nil, at: address)
    }

    /// Watches all candidates for the zone that is shown at an address, until the task is cancelled.
    ///
    /// These are the chosen player, and one zone of each source if several are followed.
    ///
    /// - Parameter rules: The subscriber's rules, by which playback is polled and recorded.
    func watchSelection(at address: String, rules: ZoneRules) async {
        guard let selection = try? await selection(at: address) else { return }
        selection.watch(isBeginning: true)
        defer { selection.watch(isBeginning: false) }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchChoices(selection, at: address, rules) }
            guard selection.isAutomatic else { return }
            for (place, part) in selection.address.parts.enumerated() {
                group.addTask {
                    if let zone = part.playerZone {
                        await self.watch(zone, selection, at: address, rules)
                    } else if let room = await self.room(of: place, selection, at: address) {
                        await self.watch(room, selection, at: address, rules)
                    }
                }
            }
        }
    }

    private func watch(_ zone: ZoneID, _ selection: ZoneSelection, at address: String, _ rules: ZoneRules) async {
        guard let follower = try? await follower(of: zone, name: nil, at: address) else { return }
        // All zones are ranked, but only those that the rules permit are recorded.
        for await entry in await follower.entries(recordedBy: rules) {
            let presence = await follower.knownPresence
            guard let presence else { continue }
            let moment = NowPlaying(entry)
            var seen = Zone(
                id: zone, name: moment.zone?.name ?? zone.rawValue, source: moment.zone?.source, status: moment.status)
            // Between two tracks, a player may have none.
            let isLoading = await follower.isLoading
            seen.hasTrack = moment.track != nil || isLoading
            selection.record(seen, isReachable: presence == .there)
        }
    }

    /// Returns the room that is ranked with the players, of the bridge at a place in the address, after the bridge has listed its rooms; nil if the task
    /// is cancelled.
    private func room(of place: Int, _ selection: ZoneSelection, at address: String) async -> ZoneID? {
        var failures = 0
        while !Task.isCancelled {
            if let room = selection.room(at: place) { return room }
            if let zones = try? await zones(at: address) { selection.recordListed(listed: zones) }
            guard selection.room(at: place) == nil else { continue }
            failures += 1
            try? await Task.sleep(for: .seconds(Backoff().delay(failures: failures, jitter: .random(in: 0...1))))
        }
        return nil
    }

    /// Replaces a chosen player when it exits, and ignores it while it cannot be reached.
    private func watchChoices(_ selection: ZoneSelection, at address: String, _ rules: ZoneRules) async {
        var watching: Task<Void, Never>?
        defer { watching?.cancel() }
        for await choice in selection.allChoices() {
            watching?.cancel()
            watching = nil
            guard let choice, selection.address.isPlayer(choice.id) else { continue }
            watching = Task { await self.watchChoice(choice.id, selection, at: address, rules) }
        }
    }

    private func watchChoice(_ zone: ZoneID, _ selection: ZoneSelection, at address: String, _ rules: ZoneRules) async {
        guard let follower = try? await follower(of: zone, name: nil, at: address) else { return }
        for await _ in await follower.entries(recordedBy: rules) {
            switch await follower.knownPresence {
            case .there: selection.recordAway(zone, isAway: false)
            case .unreachable: if selection.isAutomatic { selection.recordAway(zone, isAway: true) }
            case .missing:
                try? await drop(zone, at: address)
                return
            case nil: break
            }
        }
    }
}

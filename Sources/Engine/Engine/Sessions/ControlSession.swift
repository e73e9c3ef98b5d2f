import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

/// A control of a zone, whose expected result is shown to all followers before the bridge has confirmed it.
package struct ControlSession: Sendable {
    private let hub: Hub
    private let address: String
    /// The zone's id or name; nil for the chosen one.
    private let zone: String?
    private let zoneRules: ZoneRules
    private let volumeRules: VolumeRules

    /// Controls `zone`, by id or name, of the bridge at `address`; nil for the chosen zone.
    ///
    /// - Parameters:
    ///   - zoneRules: The rules for zones that may be chosen and controlled.
    ///   - volumeRules: The limits for the volume.
    package init(
        hub: Hub, address: String, zone: String?, zoneRules: ZoneRules = ZoneRules(), volumeRules: VolumeRules = VolumeRules()
    ) {
        self.hub = hub
        self.address = address
        self.zone = zone
        self.zoneRules = zoneRules
        self.volumeRules = volumeRules
    }

    /// Sends the control to the zone, and returns after the source has accepted it.
    ///
    /// A control that the zone does not support is refused before anything is shown or sent. For volumes, prefer ``change(_:)``.
    package func perform(_ control: PlaybackControl) async throws(SourceError) {
        if case .volume(let change, _) = control {
            switch change {
            case .to(let value): try await self.change(.exactly(VolumeAmount(value)))
            case .by(let distance): try await self.change(.by(VolumeAmount(distance)))
            }
            return
        }
        let follower = try await follower(for: control)
        try await renew(follower)
        let state = await follower.state
        if let expected = state.expected(from: control, at: .now) { await follower.expect(expected) }
        do throws(SourceError) {
            try await follower.source.perform(control, in: follower.zone, showing: state)
        } catch {
            await follower.refresh(correcting: true)
            throw error
        }
        await follower.confirm()
        await follower.refresh()
    }

    /// Changes the volume, combined with other changes within a moment, and returns after the source has accepted it.
    ///
    /// - Parameter isClick: True for a click or a wheel event in a bar, whose increase is limited.
    @discardableResult
    package func change(_ change: VolumeChange, isClick: Bool = false) async throws(SourceError) -> VolumeOutcome {
        let follower = try await follower(for: .volume(.by(0)))
        do throws(SourceError) {
            return try await follower.change(VolumeTurn(change, rules: volumeRules, isClick: isClick))
        } catch {
            throw await named(error, follower)
        }
    }

    /// Makes another zone the default one.
    ///
    /// - Parameter named: An id, a name or a line of ``ZonesList/menu``; `next` and `previous` select a neighbour in the list of zones that
    ///   may be chosen.
    package func choose(_ named: String) async throws(SourceError) -> Zone {
        if let shown = try await hub.cancelChoice(for: named, at: address, rules: zoneRules) { return shown }
        let zones = try await hub.choosableZones(at: address)
        var chosen = try hub.zone(of: named, in: zones, at: SourceAddress(address), rules: zoneRules)
        if chosen == nil { chosen = try await neighbour(named, in: zones) }
        guard let chosen else { throw .zoneMissing(named, known: zones.filter(zoneRules.allows).map(\.name)) }
        if let refusal = zoneRules.refusal(of: chosen) { throw .refused(refusal) }
        // What is shown without a choice is none.
        let defaults = [ZoneSelection.active.id, try await hub.selection(at: address).standing?.id]
        try await hub.select(defaults.contains(chosen.id) ? nil : chosen, at: address)
        return chosen
    }

    /// The zone before or after the chosen one; the first or last one if the chosen one is gone.
    private func neighbour(_ word: String, in zones: [Zone]) async throws(SourceError) -> Zone? {
        guard word == "next" || word == "previous" else { return nil }
        let open = zones.filter(zoneRules.admits)
        guard !open.isEmpty else { throw .refused("there is no other zone that may be chosen") }
        let current = try await hub.chosenZone(at: address, rules: zoneRules)
        guard let index = open.firstIndex(where: { $0.id == current }) else {
            // No zone was chosen yet: the current one is the zone that would be selected now.
            guard current == nil else { return word == "next" ? open.first : open.last }
            let shown = try await hub.zone(nil, at: address, rules: zoneRules)
            let index = open.firstIndex { $0.id == shown.id } ?? 0
            return open[(index + (word == "next" ? 1 : open.count - 1)) % open.count]
        }
        return open[(index + (word == "next" ? 1 : open.count - 1)) % open.count]
    }

    /// The follower of the zone, after checking that the zone permits and supports the control.
    private func follower(for control: PlaybackControl) async throws(SourceError) -> ZoneFollower {
        let follower = try await hub.follower(ofZone: zone, at: address, rules: zoneRules, asking: .ifDoubtful)
        if let refusal = zoneRules.refusal(of: Zone(id: follower.zone, name: await follower.state.name.value)) { throw .refused(refusal) }
        if let refusal = await follower.source.refusal(of: control, in: follower.zone) { throw .refused(refusal) }
        return follower
    }

    /// Renews the zone first, because bridges accept controls for zones that no longer exist.
    private func renew(_ follower: ZoneFollower) async throws(SourceError) {
        do throws(SourceError) {
            try await follower.renew()
        } catch {
            throw await named(error, follower)
        }
    }

    /// The error with the zone's name in place of its id.
    private func named(_ error: SourceError, _ follower: ZoneFollower) async -> SourceError {
        guard case .zoneMissing(_, let known) = error else { return error }
        return .zoneMissing(await follower.state.name.value, known: known)
    }
}

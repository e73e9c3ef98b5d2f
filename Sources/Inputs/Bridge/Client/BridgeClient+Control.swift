import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// A volume that was sent recently.
///
/// Bridges respond before the hi-fi has executed the command, so that the zone reports the previous volume for a while.
struct PendingVolume: Sendable {
    let from: Double
    let target: Double
    let until: ContinuousClock.Instant

    /// Returns the volume to calculate with if the zone reports `value`; nil if the reported one is valid.
    func current(telling value: Double?, at now: ContinuousClock.Instant) -> Double? {
        now < until && value == from ? target : nil
    }
}

/// The playback that was last requested of a zone: true for playing, false for paused or stopped.
struct PendingPlay: Sendable {
    let target: Bool
    let until: ContinuousClock.Instant
}

extension BridgeClient {
    /// Sends a control to the zone, in the form that its source and this bridge support.
    ///
    /// - Throws: ``SourceError/refused(_:)`` for an unsupported control, before a request is sent.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        let abilities = await abilities(of: zone)
        if let refusal = abilities.refusal(of: control) { throw .refused(refusal) }
        switch control {
        case .play: try await inTurn(zone) { () throws(SourceError) in try await self.setPlaying(true, in: zone, abilities) }
        case .pause: try await inTurn(zone) { () throws(SourceError) in try await self.setPlaying(false, in: zone, abilities) }
        case .playPause:
            let shown = state?.status(at: SteadyDate.now)
            try await inTurn(zone) { () throws(SourceError) in
                try await self.toggle(zone, abilities, shownAs: shown)
            }
        case .next: try await send(.next, to: zone)
        case .previous: try await send(.previous, to: zone)
        case .stop:
            try await send(.stop, to: zone)
            recordPlay(false, of: zone)
        case .mute(let wanted):
            if abilities.volumeUnmutes {
                return try await inTurn(zone) { () throws(SourceError) in try await self.unmute(zone, abilities, wanted) }
            }
            // Bridges can only toggle the mute state.
            if let wanted {
                guard let isMuted = try await read(zone).isMuted else {
                    throw .refused("the bridge does not tell whether \(zone) is muted, so that only 'mute' without a word can be sent")
                }
                if isMuted == wanted { return }
            }
            try await send(.mute, to: zone)
        case .loop, .nextLoop, .shuffle, .consume, .single, .open: throw .refused("bridges cannot do this")
        case .seek(let change): try await seek(change, in: zone)
        case .volume(let change, let base):
            try await inTurn(zone) { () throws(SourceError) in try await self.setVolume(change, from: base, in: zone, abilities) }
        }
    }

    /// Runs the controls of a zone one after the other, so that each starts from the result of the previous one.
    private func inTurn(_ zone: ZoneID, _ body: () async throws(SourceError) -> Void) async throws(SourceError) {
        await turns.wait(zone)
        do throws(SourceError) {
            try await body()
            await turns.release(zone)
        } catch {
            await turns.release(zone)
            throw error
        }
    }

    private func setPlaying(_ wanted: Bool, in zone: ZoneID, _ abilities: ZoneAbilities) async throws(SourceError) {
        if abilities.onlyToggles || (!wanted && abilities.pauseToggles) {
            // A recent toggle may not be visible yet. A second toggle would revert it, and no toggle would lose this request.
            let pending = memory.withLock { $0.pendingPlays[zone] }
            var isPlaying = pending?.target
            if pending.map({ $0.until <= .now }) ?? true { isPlaying = try await self.isPlaying(zone) }
            guard isPlaying != wanted else { return }
            try await send(abilities.onlyToggles ? .toggle : .pause, to: zone)
            return recordPlay(wanted, of: zone)
        }
        do throws(SourceError) {
            try await send(wanted ? .play : .pause, to: zone)
        } catch {
            // A bridge with an unknown status may support only the toggle.
            guard case .refused(let reason) = error, reason.lowercased().contains("unknown action") else { throw error }
            guard try await isPlaying(zone) != wanted else { return }
            try await send(.toggle, to: zone)
        }
        recordPlay(wanted, of: zone)
    }

    /// Records the requested playback of a zone; nil if the result is unknown.
    private func recordPlay(_ target: Bool?, of zone: ZoneID) {
        let pending = target.map { PendingPlay(target: $0, until: .now + limits.settlingTime) }
        memory.withLock { $0.pendingPlays[zone] = pending }
    }

    /// Inverts the playback that the user sees, which may be older than the zone's own: a toggle would invert the latter.
    private func toggle(_ zone: ZoneID, _ abilities: ZoneAbilities, shownAs shown: PlaybackStatus?) async throws(SourceError) {
        var shownPlaying = shown.flatMap { $0.isPlaying }
        if shownPlaying == nil { shownPlaying = try await read(zone).status?.isPlaying }
        if let shownPlaying { return try await setPlaying(!shownPlaying, in: zone, abilities) }
        try await send(.toggle, to: zone)
        recordPlay(nil, of: zone)
    }

    private func isPlaying(_ zone: ZoneID) async throws(SourceError) -> Bool {
        guard let playing = try await read(zone).status?.isPlaying else {
            throw .refused("the bridge does not tell whether \(zone) plays")
        }
        return playing
    }

    private func setVolume(_ change: Change, from base: Volume?, in zone: ZoneID, _ abilities: ZoneAbilities) async throws(SourceError) {
        guard !Task.isCancelled else { throw .cancelled }
        // The range is never cached: outdated ranges have caused hi-fis to play at full volume.
        let reading = try await read(zone)
        let pending = memory.withLock { $0.pendingVolumes[zone]?.current(telling: reading.volumeValue, at: .now) }
        switch VolumeDecision(change, from: base, of: reading, pending: pending, abilities: abilities) {
        case .refuse(let reason): throw .refused(reason)
        case .overtaken: throw .overtaken(reading.name ?? zone.rawValue)
        case .nothing: return
        case .step(let action): try await send(action, to: zone)
        case .send(let action, let target):
            try await send(action, to: zone)
            guard let value = reading.volumeValue else { return }
            let sent = PendingVolume(from: value, target: target, until: .now + limits.settlingTime)
            memory.withLock { $0.pendingVolumes[zone] = sent }
        }
    }

    /// Unmutes a zone that setting its volume unmutes, at the level that it had.
    private func unmute(_ zone: ZoneID, _ abilities: ZoneAbilities, _ wanted: Bool?) async throws(SourceError) {
        let reading = try await read(zone)
        guard reading.isMuted == true else {
            if wanted == false { return }
            throw .refused(abilities.cannotMute)
        }
        guard let level = reading.volumeValue else { throw .refused("the bridge does not tell how loud \(zone) was") }
        try await setVolume(.to(level), from: nil, in: zone, abilities)
    }

    private func seek(_ change: Change, in zone: ZoneID) async throws(SourceError) {
        let reading = try await read(zone)
        guard let position = reading.position ?? nil else { throw .refused("the bridge does not tell where the track is") }
        let elapsed = position.seconds(at: SteadyDate.now, running: reading.status == .playing)
        let wanted = max(0, change.applied(to: elapsed))
        guard let action = BridgeAction.seek(min(wanted, (reading.track ?? nil)?.length ?? wanted)) else {
            throw .refused("that is no place in the track")
        }
        try await send(action, to: zone)
    }

    private func send(_ action: BridgeAction, to zone: ZoneID) async throws(SourceError) {
        var request = HTTPRequest(
            .post(body: action.body(for: zone), contentType: "application/json"), url: address.url("/control"),
            timeout: limits.controlTimeout)
        request.accept = "application/json"
        request.maximumBody = limits.maximumState
        try BridgeAnswer(response: try await send(request), address: address.text, purpose: .control(zone)).checkDone()
    }
}

extension PlaybackStatus {
    /// True for playing or loading; nil for an unknown status.
    fileprivate var isPlaying: Bool? {
        switch self {
        case .playing, .loading: true
        case .paused, .stopped: false
        case .unknown: nil
        }
    }
}

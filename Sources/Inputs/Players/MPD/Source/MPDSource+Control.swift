import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

extension MPDSource {
    /// Sends a control to the daemon.
    ///
    /// The protocol has no mute command. `mute` sets the volume to 0, and the next `mute` restores the volume before that, unless another
    /// client has raised it meanwhile. A volume of 0 that another client set cannot be restored: `mute` is refused.
    ///
    /// - Throws: `SourceError.refused` before anything is sent if the control cannot be done now, and if the daemon rejects it.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try check(zone)
        let shown = state?.status(at: Date.steady)
        try await talk(isControl: true) { (session) throws(MPDError) in
            switch control {
            case .play: try self.play(over: session)
            case .pause: try self.send("pause", "1", over: session)
            case .playPause: try self.toggle(shownAs: shown, over: session)
            case .next: try self.send("next", over: session)
            case .previous: try self.send("previous", over: session)
            case .stop: try self.send("stop", over: session)
            case .volume(let change): try self.setVolume(change, over: session)
            case .mute(let wanted): try self.mute(wanted, over: session)
            case .seek(let change): try self.seek(change, over: session)
            case .loop(let mode):
                try self.send("repeat", mode == .none ? "0" : "1", over: session)
                try self.send("single", mode == .track ? "1" : "0", over: session)
            case .shuffle(let wanted):
                var isOn = wanted ?? false
                if wanted == nil { isOn = try !self.status(over: session).isRandom }
                try self.send("random", isOn ? "1" : "0", over: session)
            case .open(let address): try self.open(address, over: session)
            }
        }
    }

    private func play(over session: MPDSession) throws(MPDError) {
        // With an empty queue, the daemon responds with OK and plays nothing.
        guard try status(over: session).queueLength > 0 else {
            throw .refused("there is nothing to play: the queue of '\(address.name)' is empty")
        }
        // `play` also ends a pause.
        try send("play", over: session)
    }

    /// Inverts the status that the user sees, or the daemon's own if none is shown.
    private func toggle(shownAs shown: PlaybackStatus?, over session: MPDSession) throws(MPDError) {
        var seen = shown ?? .unknown
        if seen == .unknown { seen = try status(over: session).state }
        switch seen {
        case .playing, .loading: try send("pause", "1", over: session)
        case .paused, .stopped, .unknown: try play(over: session)
        }
    }

    private func setVolume(_ change: Change, over session: MPDSession) throws(MPDError) {
        let status = try status(over: session)
        let mutedFrom = learn(from: status)
        guard let volume = status.level(mutedFrom: mutedFrom) else { throw .refused(fixedVolume) }
        guard let target = VolumeScale.mpd.normalized(change.applied(to: volume.value)) else { throw .refused("that is no volume") }
        try set(volume: Int(saturating: target), over: session)
        // A volume that the user sets replaces the one that unmuting would restore. A volume of 0 then stays 0.
        memory.withLock { $0.mutedFrom = nil }
    }

    /// Appends the address to the queue and plays it.
    private func open(_ address: String, over session: MPDSession) throws(MPDError) {
        let answer = try session.ask(MPDCommand("addid", address), within: limits.controlTimeout)
        guard let id = answer["Id"] else { throw .malformed("nothing in it tells the place of what was added") }
        try send("playid", id, over: session)
    }

    private func mute(_ wanted: Bool?, over session: MPDSession) throws(MPDError) {
        let status = try status(over: session)
        let mutedFrom = learn(from: status)
        guard let volume = status.volume else { throw .refused(fixedVolume) }
        guard wanted != (volume == 0) else { return }
        if volume > 0 {
            try set(volume: 0, over: session)
            memory.withLock { $0.mutedFrom = volume }
        } else if let mutedFrom {
            try set(volume: mutedFrom, over: session)
            memory.withLock { $0.mutedFrom = nil }
        } else {
            throw .refused("'\(address.name)' is silent already, and how loud it was before is not known; set a volume")
        }
    }

    private func set(volume: Int, over session: MPDSession) throws(MPDError) {
        try send("setvol", "\(volume)", over: session)
    }

    private func seek(_ change: Change, over session: MPDSession) throws(MPDError) {
        let status = try status(over: session)
        guard let elapsed = status.elapsed else { throw .refused("'\(address.name)' plays nothing in which there is a place to go to") }
        let wanted = change.applied(to: elapsed)
        guard wanted.isFinite else { throw .refused("that is no place in the track") }
        let place = max(0, min(wanted, status.length ?? wanted))
        guard place < 1e9 else { throw .refused("that is no place in the track") }
        // A sign would make the position relative to the current one.
        try send("seekcur", place.fixed(3), over: session)
    }

    private func status(over session: MPDSession) throws(MPDError) -> MPDStatus {
        try MPDStatus(try session.ask(.status, within: limits.stateTimeout))
    }

    private func send(_ name: String, _ arguments: String..., over session: MPDSession) throws(MPDError) {
        _ = try session.ask(MPDCommand(name, arguments: arguments), within: limits.controlTimeout)
    }
}

import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

extension VLCSource {
    /// Sends a control to VLC.
    ///
    /// The web interface has no mute command. `mute` sets the volume to 0, and the next `mute` restores the volume before that, unless
    /// another program has raised it meanwhile. A volume of 0 that another program set cannot be restored: `mute` is refused. Positions
    /// are sent in whole seconds, the resolution of VLC's interface.
    ///
    /// - Throws: `SourceError.refused` before anything is sent if the control cannot be done now.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try check(zone)
        let shown = state?.status(at: Date.steady)
        try await talk { () async throws(VLCError) in
            switch control {
            case .play: try await self.play()
            case .pause: try await self.send("pl_forcepause")
            case .playPause: try await self.toggle(shownAs: shown)
            case .next: try await self.send("pl_next")
            case .previous: try await self.send("pl_previous")
            case .stop: try await self.send("pl_stop")
            case .volume(let change): try await self.setVolume(change)
            case .mute(let wanted): try await self.mute(wanted)
            case .seek(let change): try await self.seek(change)
            case .loop(let mode): try await self.setLoop(mode)
            case .shuffle(let wanted): if try await self.status().isRandom != wanted { try await self.send("pl_random") }
            case .open(let address): try await self.send("in_play", input: address)
            }
        }
    }

    private func play() async throws(VLCError) {
        let status = try await status()
        switch status.state {
        case .playing, .loading: return
        case .paused: try await send("pl_forceresume")
        case .stopped, .unknown:
            // With an empty playlist, VLC responds with OK and plays nothing.
            guard try await !playlist(escapesText: status.escapesText).isEmpty else {
                throw .refused("there is nothing to play: the playlist of '\(address.name)' is empty")
            }
            try await send("pl_play")
        }
    }

    /// Inverts the status that the user sees, or VLC's own if none is shown.
    private func toggle(shownAs shown: PlaybackStatus?) async throws(VLCError) {
        var seen = shown ?? .unknown
        if seen == .unknown { seen = try await status().state }
        switch seen {
        case .playing, .loading: try await send("pl_forcepause")
        case .paused, .stopped, .unknown: try await play()
        }
    }

    private func setVolume(_ change: Change) async throws(VLCError) {
        let asked = Date.steady
        let status = try await status()
        guard let volume = status.level(mutedFrom: learn(from: status, at: asked)) else { throw .refused(untoldVolume) }
        guard let target = volume.scale.target(of: change, from: volume.value) else { throw .refused("that is no volume") }
        try await send("volume", VLCVolume.raw(target))
        // A volume that the user sets replaces the one that unmuting would restore. A volume of 0 then stays 0.
        memory.withLock { $0 = nil }
    }

    /// Sets the loop mode; VLC's commands only toggle.
    private func setLoop(_ mode: LoopMode) async throws(VLCError) {
        let status = try await status()
        // Turning on the repetition of one track turns off that of the playlist, and vice versa.
        if status.isRepeating != (mode == .track) { try await send("pl_repeat") }
        let loops = mode == .track ? false : try await self.status().isLooping
        if mode != .track, loops != (mode == .playlist) { try await send("pl_loop") }
    }

    private func mute(_ wanted: Bool?) async throws(VLCError) {
        let asked = Date.steady
        let status = try await status()
        guard let volume = status.volume else { throw .refused(untoldVolume) }
        guard wanted != (volume == 0) else { return }
        if let mutedFrom = learn(from: status, at: asked) {
            try await send("volume", mutedFrom)
            memory.withLock { $0 = nil }
        } else if volume > 0 {
            try await send("volume", 0)
            memory.withLock { $0 = VLCSilence(volume: volume, date: Date.steady) }
        } else {
            throw .refused("'\(address.name)' is silent already, and how loud it was before is not known; set a volume")
        }
    }

    private func seek(_ change: Change) async throws(VLCError) {
        let status = try await status()
        guard status.hasItem, let elapsed = status.elapsed else {
            throw .refused("'\(address.name)' plays nothing in which there is a place to go to")
        }
        let wanted = change.applied(to: elapsed)
        guard wanted.isFinite else { throw .refused("that is no place in the track") }
        let place = max(0, min(wanted, status.length ?? wanted)).rounded()
        guard place < 1e9 else { throw .refused("that is no place in the track") }
        // An absolute position, so that a request that is sent twice has the same result.
        try await send("seek", Int(saturating: place))
    }

    private var untoldVolume: String { "'\(address.name)' does not tell its volume, so that it cannot be changed safely" }
}

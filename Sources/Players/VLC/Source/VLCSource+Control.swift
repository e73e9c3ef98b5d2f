import Clocks
import FoundationEssentials
import Playback

extension VLCSource {
    /// Asks VLC to do something.
    ///
    /// Over the web VLC knows no `mute`: its volume is set to 0, and to what it was before by the next `mute`, unless someone has turned
    /// it up meanwhile. A volume of 0 that someone else has set cannot be taken back, and is refused. Places are sent as whole seconds,
    /// since VLC knows no others.
    ///
    /// - Throws: `SourceError.refused` for what cannot be done now, before anything is sent.
    public func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
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
            // With nothing in its playlist VLC says OK and stays silent.
            guard try await !playlist(escapesText: status.escapesText).isEmpty else {
                throw .refused("there is nothing to play: the playlist of '\(address.name)' is empty")
            }
            try await send("pl_play")
        }
    }

    /// Does the other of what the user sees, or where nothing is shown, of what is.
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
        // A volume that was asked for is one to be heard, and 0 one that was meant.
        memory.withLock { $0 = nil }
    }

    /// VLC knows no more than the other of what is.
    private func setLoop(_ mode: LoopMode) async throws(VLCError) {
        let status = try await status()
        // To repeat the one track ends the repetition of all, and the other way round.
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
        // Always a place and never a distance: a question that is sent twice ends in the same place.
        try await send("seek", Int(saturating: place))
    }

    private var untoldVolume: String { "'\(address.name)' does not tell its volume, so that it cannot be changed safely" }
}

extension World {
    /// Executes a command of the script or of a client.
    mutating func perform(_ command: ZoneCommand, on index: Int) {
        switch command {
        case .play: play(index)
        case .pause: pause(index)
        case .toggle: [.playing, .loading].contains(zones[index].state) ? pause(index) : play(index)
        case .stop: stop(index)
        case .next: skip(index, by: 1)
        case .previous: skip(index, by: -1)
        case .track(let track, let position): load(index, track: track, position: position)
        case .volume(let value): setVolume(index, to: value)
        case .nudge(let delta): setVolume(index, to: zones[index].volume + delta)
        case .mute(let muted):
            zones[index].muted = muted
            announceVolume(index)
        case .vanish:
            guard zones[index].present else { return }
            announce(.zoneRemoved(id: zones[index].zone.id), of: zones[index])
            zones[index].present = false
        case .comeBack:
            guard !zones[index].present else { return }
            zones[index].present = true
            discover(index)
        }
    }

    private mutating func play(_ index: Int) {
        switch zones[index].state {
        case .playing, .loading: return
        case .stopped: load(index, track: zones[index].index, position: .zero)
        case .paused, .buffering, .unknown: begin(index)
        }
    }

    private mutating func pause(_ index: Int) {
        guard zones[index].state != .paused, zones[index].state != .stopped else { return }
        halt(index, in: .paused)
    }

    private mutating func stop(_ index: Int) {
        guard zones[index].state != .stopped else { return }
        halt(index, in: .stopped)
    }

    private mutating func halt(_ index: Int, in state: Scenario.PlayState) {
        zones[index].offset = zones[index].position(at: now)
        zones[index].anchor = now
        zones[index].loaded = nil
        zones[index].state = state
        announceChange(index)
    }

    /// Skips to another track of the queue; after its end the queue repeats or playback stops.
    mutating func skip(_ index: Int, by count: Int) {
        let zone = zones[index]
        let track = zone.index + count
        if zone.zone.queue.indices.contains(track) {
            load(index, track: track, position: .zero)
        } else if count < 0 {
            load(index, track: 0, position: .zero)
        } else if zone.zone.repeats {
            load(index, track: 0, position: .zero)
        } else {
            stop(index)
        }
    }

    /// Loads a track, which takes `Scenario.loading`, and then plays it.
    private mutating func load(_ index: Int, track: Int, position: Duration) {
        guard zones[index].zone.queue.indices.contains(track) else { return }
        zones[index].index = track
        zones[index].offset = position
        zones[index].anchor = now
        zones[index].shown = zones[index].track
        guard scenario.loading > .zero else { return begin(index) }
        zones[index].state = .loading
        zones[index].loaded = now + scenario.loading
        announceChange(index)
    }

    /// Plays the track that was loaded or paused.
    mutating func begin(_ index: Int) {
        zones[index].loaded = nil
        guard zones[index].track != nil else { return }
        zones[index].state = .playing
        zones[index].anchor = now
        zones[index].shown = zones[index].track
        announceChange(index)
    }

    private mutating func setVolume(_ index: Int, to value: Double) {
        let volume = zones[index].zone.volume
        guard volume.kind == .db || volume.kind == .number else { return }
        zones[index].volume = min(max(value, volume.minimum), volume.maximum)
        zones[index].volumeSet = now
        announceVolume(index)
    }

    private mutating func announceVolume(_ index: Int) {
        let zone = zones[index]
        guard zone.present, zone.zone.volume.kind != .fixed else { return }
        announce(.volumeChanged(output: zone.zone.outputID, value: zone.volume, muted: zone.muted), of: zone)
    }
}

import SubdialDocuments

/// The state of a scenario as a value, which depends only on the time, the script and the controls.
struct ScenarioState: Sendable {
    let scenario: Scenario
    /// The scenario time of the state.
    private(set) var now = Duration.zero
    var zones: [ZoneState]
    /// The time at which the Roon core was lost and the state of its zones then; nil while it is connected.
    var lost: (since: Duration, zones: [ZoneState])?
    /// The events since the last call of `takeEvents()`.
    ///
    /// Empty while there are no subscribers.
    private(set) var events: [BusEvent] = []
    /// True if there are subscribers.
    var listening = false
    /// The scheduled cues, the next one last.
    private var agenda: [Appointment] = []
    private var appointments = 0
    /// The last whole second for which positions were announced.
    private var ticked: Int64 = 0

    private struct Appointment {
        let time: Duration
        /// Cues with the same time are executed in the order in which they were scheduled.
        let number: Int
        let cue: Cue
    }

    init(_ scenario: Scenario) {
        self.scenario = scenario
        zones = scenario.zones.map(ZoneState.init)
        for index in zones.indices where zones[index].state == .loading { zones[index].loaded = scenario.loading }
        for cue in scenario.cues { agree(cue, at: cue.time) }
    }

    /// The time of the next event without a control.
    var next: Duration? {
        let tick: Duration? = listening && zones.contains { $0.state == .playing } ? .seconds(now.components.seconds + 1) : nil
        return ([agenda.last?.time, tick] + zones.flatMap { [$0.loaded, $0.end] }).compactMap { $0 }.min()
    }

    /// Advances the time and executes all events until then.
    mutating func advance(to time: Duration) {
        while let next, next <= time {
            now = max(now, next)
            step()
        }
        now = max(now, time)
    }

    /// Returns the events and clears them.
    mutating func removeEvents() -> [BusEvent] {
        defer { events = [] }
        return events
    }

    /// Executes an action after a delay, or immediately if the delay is zero.
    mutating func schedule(_ action: Cue.Action, after delay: Duration) {
        guard delay > .zero else { return perform(action) }
        agree(Cue(time: now + delay, every: nil, until: nil, action: action), at: now + delay)
    }

    private mutating func agree(_ cue: Cue, at time: Duration) {
        appointments += 1
        let appointment = Appointment(time: time, number: appointments, cue: cue)
        let place = agenda.firstIndex { ($0.time, $0.number) < (time, appointments) } ?? agenda.endIndex
        agenda.insert(appointment, at: place)
    }

    /// Executes everything that is due now.
    private mutating func step() {
        while let appointment = agenda.last, appointment.time <= now {
            agenda.removeLast()
            perform(appointment.cue.action)
            if let time = appointment.cue.every.map({ appointment.time + $0 }), appointment.cue.until.map({ time <= $0 }) ?? true {
                agree(appointment.cue, at: time)
            }
        }
        for index in zones.indices {
            if let loaded = zones[index].loaded, loaded <= now {
                start(index)
            } else if let end = zones[index].end, end <= now {
                skip(index, by: 1)
            }
        }
        tick()
    }

    /// Announces the positions of all playing zones, once in each whole second.
    private mutating func tick() {
        guard listening, now.components.attoseconds == 0, now.components.seconds > ticked else { return }
        ticked = now.components.seconds
        for zone in zones where zone.state == .playing && zone.present && zone.zone.source != .upnp {
            // The bridge polls LMS only every other second.
            if zone.zone.source == .lms, now.components.seconds % 2 != 0 { continue }
            announce(.seekPositionChanged(id: zone.zone.id, position: zone.position(at: now).wholeSeconds), of: zone)
        }
    }

    private mutating func perform(_ action: Cue.Action) {
        switch action {
        case .zone(let index, let command): perform(command, on: index)
        case .core(let isLost): setCore(lost: isLost)
        case .dropEvents: if listening { events.append(.drop) }
        }
    }

    private mutating func setCore(lost isLost: Bool) {
        guard isLost != (lost != nil) else { return }
        if isLost {
            lost = (now, zones)
            if listening { events.append(.roonDisconnected) }
        } else {
            lost = nil
            if listening { events.append(.roonConnected(core: "Core", version: "2.0 (build 1470)")) }
            for index in zones.indices where zones[index].zone.source == .roon && zones[index].present { discover(index) }
        }
    }

    /// Simulates that the bridge discovers a zone.
    private mutating func discover(_ index: Int) {
        zones[index].discover()
        announce(.zoneDiscovered(zones[index].discovered(at: now)), of: zones[index])
    }

    /// Sends an event to the subscribers, unless it concerns a Roon zone while the core is lost.
    private mutating func announce(_ event: BusEvent, of zone: ZoneState) {
        guard listening, lost == nil || zone.zone.source != .roon else { return }
        events.append(event)
    }

    /// Announces a change of state or track.
    ///
    /// The bridge always sends both events.
    private mutating func announceChange(_ index: Int) {
        let zone = zones[index]
        guard zone.present else { return }
        announce(.zoneUpdated(id: zone.zone.id, name: zone.zone.name, state: zone.state.rawValue), of: zone)
        announce(.nowPlayingChanged(id: zone.zone.id, track: zone.heard, imageKey: zone.imageKey), of: zone)
    }
}

extension ScenarioState {
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
        case .paused, .buffering, .unknown: start(index)
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
    private mutating func skip(_ index: Int, by count: Int) {
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
        guard scenario.loading > .zero else { return start(index) }
        zones[index].state = .loading
        zones[index].loaded = now + scenario.loading
        announceChange(index)
    }

    /// Plays the track that was loaded or paused.
    private mutating func start(_ index: Int) {
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

extension ScenarioState {
    /// A zone as the bridge lists it: its last known state, and the time of that state.
    struct Sighting {
        let zone: ZoneState
        let time: Duration
    }

    /// The zones that the bridge lists, in the scenario's order.
    func sightings(_ dialect: Dialect) -> [Sighting] {
        zones.indices.compactMap { index in
            let zone = zones[index]
            // Node does not list HQPlayer as a zone.
            guard dialect == .rust || zone.zone.source != .hqplayer else { return nil }
            guard let lost, zone.zone.source == .roon else { return zone.present ? Sighting(zone: zone, time: now) : nil }
            // Rust continues to report the last known state. Node lists the zone for five minutes.
            guard lost.zones[index].present, dialect == .rust || now - lost.since < .seconds(300) else { return nil }
            return Sighting(zone: lost.zones[index], time: lost.since)
        }
    }

    /// A listed zone by its id.
    func sighting(of id: String, _ dialect: Dialect) -> Sighting? {
        sightings(dialect).first { $0.zone.zone.id == id }
    }

    /// The index of a zone that actually exists, whatever the bridge lists.
    func index(of id: String, in sources: Set<Scenario.Source>) -> Int? {
        zones.firstIndex { $0.zone.id == id && $0.present && sources.contains($0.zone.source) }
    }

    /// True if the Roon core has been lost for longer than Node waits for it.
    var isGivenUp: Bool { lost.map { now - $0.since > .seconds(5) } ?? false }
}

/// An event on the Rust bridge's event stream.
enum BusEvent: Sendable, Equatable {
    case zoneDiscovered(JSONValue)
    case zoneUpdated(id: String, name: String, state: String)
    case zoneRemoved(id: String)
    case nowPlayingChanged(id: String, track: Scenario.Track?, imageKey: String?)
    case seekPositionChanged(id: String, position: Int)
    case volumeChanged(output: String, value: Double, muted: Bool)
    case roonConnected(core: String, version: String)
    case roonDisconnected
    /// A command, not an event: all open streams end.
    case drop

    /// The frame on the stream; nil if the stream ends.
    ///
    /// Frames have neither an event name nor an id.
    var frame: String? {
        json.map { "data: \($0.wireText)\n\n" }
    }

    private var json: JSONValue? {
        switch self {
        case .zoneDiscovered(let zone):
            ["type": "ZoneDiscovered", "payload": ["zone": zone]]
        case .zoneUpdated(let id, let name, let state):
            ["type": "ZoneUpdated", "payload": ["zone_id": .string(id), "display_name": .string(name), "state": .string(state)]]
        case .zoneRemoved(let id):
            ["type": "ZoneRemoved", "payload": ["zone_id": .string(id)]]
        case .nowPlayingChanged(let id, let track, let imageKey):
            [
                "type": "NowPlayingChanged",
                "payload": [
                    "zone_id": .string(id), "title": JSONValue(track?.title), "artist": JSONValue(track?.artist),
                    "album": JSONValue(track?.album),
                    "image_key": JSONValue(imageKey),
                ],
            ]
        case .seekPositionChanged(let id, let position):
            ["type": "SeekPositionChanged", "payload": ["zone_id": .string(id), "position": JSONValue(position)]]
        case .volumeChanged(let output, let value, let muted):
            [
                "type": "VolumeChanged",
                "payload": ["output_id": .string(output), "value": .float(Float(value)), "is_muted": .bool(muted)],
            ]
        case .roonConnected(let core, let version):
            ["type": "RoonConnected", "payload": ["core_name": .string(core), "version": .string(version)]]
        case .roonDisconnected:
            ["type": "RoonDisconnected"]
        case .drop:
            nil
        }
    }
}

import SubdialDocuments

/// The state of a scenario as a value, which depends only on the time, the script and the controls.
struct ScenarioState: Sendable {
    let scenario: Scenario
    /// The scenario time of the state.
    private(set) var now = Duration.zero
    var zones: [ZoneState]
    /// The servers that are lost, by source.
    private var absences: [Scenario.Source: Absence] = [:]
    /// True while the Rust bridge counts LMS as connected: it needs three polls to notice that it is not.
    private(set) var isLMSConnected = true
    /// The changes of the volumes that the devices really have, the first of each zone at the start.
    private(set) var levels: [LevelChange] = []
    /// What causes the changes now.
    private var cause = LevelChange.Cause.start
    /// The events since the last call of `removeEvents()`.
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

    /// The maximum number of stored changes of volumes; the oldest are dropped.
    private static let levelLimit = 10_000

    /// A server that is lost: since when, and the zones of the scenario at that time.
    private struct Absence {
        let since: Duration
        let zones: [ZoneState]
    }

    private struct Appointment {
        let time: Duration
        /// Cues with the same time are executed in the order in which they were scheduled.
        let number: Int
        let cue: Cue
        let cause: LevelChange.Cause
    }

    init(_ scenario: Scenario) {
        self.scenario = scenario
        zones = scenario.zones.map(ZoneState.init)
        for index in zones.indices where zones[index].state == .loading { zones[index].loaded = scenario.loading }
        for index in zones.indices { recordLevel(index) }
        for cue in scenario.cues { agree(cue, at: cue.time, cause: .script) }
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
    mutating func schedule(_ action: Cue.Action, after delay: Duration, cause: LevelChange.Cause) {
        guard delay > .zero else { return perform(action, cause: cause) }
        agree(Cue(time: now + delay, every: nil, until: nil, action: action), at: now + delay, cause: cause)
    }

    private mutating func agree(_ cue: Cue, at time: Duration, cause: LevelChange.Cause) {
        appointments += 1
        let appointment = Appointment(time: time, number: appointments, cue: cue, cause: cause)
        let place = agenda.firstIndex { ($0.time, $0.number) < (time, appointments) } ?? agenda.endIndex
        agenda.insert(appointment, at: place)
    }

    /// Executes everything that is due now.
    private mutating func step() {
        while let appointment = agenda.last, appointment.time <= now {
            agenda.removeLast()
            perform(appointment.cue.action, cause: appointment.cause)
            if let time = appointment.cue.every.map({ appointment.time + $0 }), appointment.cue.until.map({ time <= $0 }) ?? true {
                agree(appointment.cue, at: time, cause: appointment.cause)
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
        for zone in zones where zone.state == .playing && zone.present && [.roon, .lms].contains(zone.zone.source) {
            // The bridge polls LMS only every other second.
            if zone.zone.source == .lms, now.components.seconds % 2 != 0 { continue }
            announce(.seekPositionChanged(id: zone.zone.id, position: zone.position(at: now).wholeSeconds), of: zone)
        }
    }

    private mutating func perform(_ action: Cue.Action, cause: LevelChange.Cause) {
        self.cause = cause
        switch action {
        case .zone(let index, let command): perform(command, on: index)
        case .server(let source, let isLost): isLost ? lose(source) : find(source)
        case .giveUpLMS(let since):
            guard absences[.lms]?.since == since else { return }
            isLMSConnected = false
            publish(.lmsDisconnected)
        case .dropEvents: publish(.drop)
        }
    }

    private mutating func lose(_ source: Scenario.Source) {
        guard absences[source] == nil else { return }
        absences[source] = Absence(since: now, zones: zones)
        guard source == .lms else { return publish(.roonDisconnected) }
        let third = ZoneState.lastPoll(before: now) + .seconds(6)
        agree(Cue(time: third, every: nil, until: nil, action: .giveUpLMS(since: now)), at: third, cause: .script)
    }

    private mutating func find(_ source: Scenario.Source) {
        guard absences.removeValue(forKey: source) != nil else { return }
        let indices = zones.indices.filter { zones[$0].zone.source == source && zones[$0].present }
        if source == .roon {
            publish(.roonConnected(core: "Core", version: "2.0 (build 1470)"))
            for index in indices { discover(index) }
        } else {
            if !isLMSConnected { publish(.lmsConnected) }
            isLMSConnected = true
            for index in indices {
                announceChange(index)
                announceVolume(index)
            }
        }
    }

    /// Simulates that the Rust bridge discovers a zone.
    private mutating func discover(_ index: Int) {
        zones[index].discover()
        announce(.zoneDiscovered(zones[index].discovered(at: now)), of: zones[index])
    }

    /// Updates the Node bridge's list of the zones of a source.
    private mutating func list(_ source: Scenario.Source) {
        for index in zones.indices where zones[index].zone.source == source { zones[index].list() }
    }

    /// Sends an event to the subscribers, if there are any.
    private mutating func publish(_ event: BusEvent) {
        if listening { events.append(event) }
    }

    /// Sends an event about a zone, unless the server of its source is lost.
    private mutating func announce(_ event: BusEvent, of zone: ZoneState) {
        if absences[zone.zone.source] == nil { publish(event) }
    }

    /// Records the volume that a device really has, if it changed.
    private mutating func recordLevel(_ index: Int) {
        let zone = zones[index]
        let change = LevelChange(
            time: now, zone: zone.zone.id, level: zone.volume, range: zone.control.minimum...zone.control.maximum, isMuted: zone.muted,
            cause: cause)
        if let last = levels.last(where: { $0.zone == change.zone }),
            last.level == change.level, last.range == change.range, last.isMuted == change.isMuted
        {
            return
        }
        if levels.count >= Self.levelLimit { levels.removeFirst(Self.levelLimit / 2) }
        levels.append(change)
    }

    /// Announces a change of state or track.
    ///
    /// The bridge always sends both events.
    private mutating func announceChange(_ index: Int) {
        // Only LMS and UPnP zones stay in the Node bridge's list as they were.
        if ![.lms, .upnp].contains(zones[index].zone.source) { zones[index].list() }
        let zone = zones[index]
        guard zone.present else { return }
        announce(.zoneUpdated(id: zone.zone.id, name: zone.name, state: zone.reportedState.rawValue), of: zone)
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
        case .nudge(let delta): nudge(index, by: delta)
        case .rendererVolume(let value):
            if zones[index].zone.source == .upnp { zones[index].renderer.level = value }
            setVolume(index, to: value)
        case .mixer(let text): mix(index, text)
        case .mute(let muted):
            zones[index].muted = muted
            announceVolume(index)
        case .control(let control):
            zones[index].control = control
            zones[index].volume = control.value
            zones[index].muted = control.muted
            announceVolume(index)
        case .allow(let controls): zones[index].allowed = controls
        case .rename(let name):
            zones[index].name = name
            announceChange(index)
        case .discover:
            guard zones[index].present else { return }
            discover(index)
            zones[index].forget(at: now)
            list(zones[index].zone.source)
        case .describe:
            guard !zones[index].described else { return }
            zones[index].described = true
            discover(index)
            list(zones[index].zone.source)
        case .vanish:
            guard zones[index].present else { return }
            announce(.zoneRemoved(id: zones[index].zone.id), of: zones[index])
            zones[index].present = false
            list(zones[index].zone.source)
        case .comeBack:
            guard !zones[index].present else { return }
            zones[index].present = true
            discover(index)
            zones[index].forget(at: now)
            list(zones[index].zone.source)
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
        guard zones[index].control.hasLevel else { return }
        zones[index].volume = zones[index].control.clamped(value)
        // LMS ends the mute of a player whose volume is set.
        if zones[index].zone.source == .lms { zones[index].muted = false }
        zones[index].volumeSet = now
        announceVolume(index)
    }

    private mutating func nudge(_ index: Int, by delta: Double) {
        guard zones[index].control.kind == .incremental else { return setVolume(index, to: zones[index].volume + delta) }
        // The device moves, and nobody learns where to.
        zones[index].volume = zones[index].control.clamped(zones[index].volume + delta)
        recordLevel(index)
    }

    /// Sets the volume of an LMS player as LMS reads it: a text with a sign is relative, and for a muted player relative to 0.
    private mutating func mix(_ index: Int, _ text: String) {
        let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
        let digits = isRelative ? text.dropFirst() : text.drop { $0 == " " }
        // Perl reads the number at the beginning of a text.
        let whole = digits.allSatisfy { ("0"..."9").contains($0) || "e.+-".contains($0) } ? Double(digits) : nil
        let number = whole ?? Double(digits.prefix { ("0"..."9").contains($0) || $0 == "." }) ?? 0
        let start = isRelative && !zones[index].muted ? zones[index].volume : 0
        setVolume(index, to: start + (text.hasPrefix("-") ? -number : number))
    }

    /// Records a volume, and sends it to the subscribers if the Rust bridge receives it.
    private mutating func announceVolume(_ index: Int) {
        recordLevel(index)
        let zone = zones[index]
        guard zone.present, absences[zone.zone.source] == nil else { return }
        switch zone.zone.source {
        case .lms:
            announce(.volumeChanged(output: zone.zone.outputID, value: zone.reportedLevel, muted: false), of: zone)
        case .roon, .hqplayer:
            guard zone.control.hasLevel else { return }
            // A zone that has gained a volume control is discovered anew; a range that has changed is not noticed.
            guard zone.discovery.control.kind != .fixed else { return discover(index) }
            zones[index].discovery.level = zone.volume
            zones[index].discovery.muted = zone.muted
            announce(.volumeChanged(output: zone.zone.outputID, value: zone.volume, muted: zone.muted), of: zone)
        case .openhome, .upnp: return
        }
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
            // Node does not list HQPlayer as a zone, and Rust lists no renderer before it has read its description.
            guard dialect == .rust ? zone.described : zone.zone.source != .hqplayer else { return nil }
            // Without their server, both continue to list the zones as they were, for as long as it takes.
            guard let absence = absences[zone.zone.source] else { return zone.present ? Sighting(zone: zone, time: now) : nil }
            return absence.zones[index].present ? Sighting(zone: absence.zones[index], time: absence.since) : nil
        }
    }

    /// True if the server of a source is lost.
    func isLost(_ source: Scenario.Source) -> Bool { absences[source] != nil }

    /// A listed zone by its id.
    func sighting(of id: String, _ dialect: Dialect) -> Sighting? {
        sightings(dialect).first { $0.zone.zone.id == id }
    }

    /// The index of a zone that actually exists, whatever the bridge lists.
    func index(of id: String, in sources: Set<Scenario.Source>) -> Int? {
        zones.firstIndex { $0.zone.id == id && $0.present && sources.contains($0.zone.source) }
    }

    /// True if the Roon core has been lost for as long as Node waits for it.
    var isCoreGivenUp: Bool { absences[.roon].map { now - $0.since >= .seconds(5) } ?? false }
}

/// All that a scenario's music does, as a value: what it is at a time follows from the script and the controls alone.
struct World: Sendable {
    let scenario: Scenario
    /// The scenario's time that everything is true for.
    private(set) var now = Duration.zero
    var zones: [ZoneState]
    /// While Roon's core is gone: when it went, and how its zones were then.
    var lost: (since: Duration, zones: [ZoneState])?
    /// What has happened since it was last taken.
    ///
    /// Stays empty while nobody listens.
    private(set) var events: [BusEvent] = []
    /// Whether anybody listens.
    var listening = false
    /// What is yet to happen, the next thing last.
    private var agenda: [Appointment] = []
    private var appointments = 0
    /// The last full second whose positions were told.
    private var ticked: Int64 = 0

    private struct Appointment {
        let time: Duration
        /// Things at the same time happen in the order in which they were agreed.
        let number: Int
        let cue: Cue
    }

    init(_ scenario: Scenario) {
        self.scenario = scenario
        zones = scenario.zones.map(ZoneState.init)
        for index in zones.indices where zones[index].state == .loading { zones[index].loaded = scenario.loading }
        for cue in scenario.cues { agree(cue, at: cue.time) }
    }

    /// When something will happen next without anybody's doing.
    var next: Duration? {
        let tick: Duration? = listening && zones.contains { $0.state == .playing } ? .seconds(now.components.seconds + 1) : nil
        return ([agenda.last?.time, tick] + zones.flatMap { [$0.loaded, $0.end] }).compactMap { $0 }.min()
    }

    /// Lets time pass, and everything happen that happens until then.
    mutating func advance(to time: Duration) {
        while let next, next <= time {
            now = max(now, next)
            step()
        }
        now = max(now, time)
    }

    /// Hands over what has happened.
    mutating func takeEvents() -> [BusEvent] {
        defer { events = [] }
        return events
    }

    /// Has something happen after a while, or at once where there is nothing to wait for.
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

    /// Does all that is due now.
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
                begin(index)
            } else if let end = zones[index].end, end <= now {
                skip(index, by: 1)
            }
        }
        tick()
    }

    /// Tells the positions of all that plays, once in a full second.
    private mutating func tick() {
        guard listening, now.components.attoseconds == 0, now.components.seconds > ticked else { return }
        ticked = now.components.seconds
        for zone in zones where zone.state == .playing && zone.present && zone.zone.source != .upnp {
            // LMS is only asked now and then.
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

    /// The bridge sees a zone for the first time, or again.
    mutating func discover(_ index: Int) {
        zones[index].discover()
        announce(.zoneDiscovered(zones[index].discovered(at: now)), of: zones[index])
    }

    /// Tells whoever listens, unless the bridge cannot know: Roon's zones are silent while its core is gone.
    mutating func announce(_ event: BusEvent, of zone: ZoneState) {
        guard listening, lost == nil || zone.zone.source != .roon else { return }
        events.append(event)
    }

    /// Tells of a change of state or track.
    ///
    /// The bridge always says both, whichever it was.
    mutating func announceChange(_ index: Int) {
        let zone = zones[index]
        guard zone.present else { return }
        announce(.zoneUpdated(id: zone.zone.id, name: zone.zone.name, state: zone.state.rawValue), of: zone)
        announce(.nowPlayingChanged(id: zone.zone.id, track: zone.heard, imageKey: zone.imageKey), of: zone)
    }
}

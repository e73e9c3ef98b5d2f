/// The state of a scenario as a value, which depends only on the time, the script and the controls.
struct World: Sendable {
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
    mutating func takeEvents() -> [BusEvent] {
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
                begin(index)
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
    mutating func discover(_ index: Int) {
        zones[index].discover()
        announce(.zoneDiscovered(zones[index].discovered(at: now)), of: zones[index])
    }

    /// Sends an event to the subscribers, unless it concerns a Roon zone while the core is lost.
    mutating func announce(_ event: BusEvent, of zone: ZoneState) {
        guard listening, lost == nil || zone.zone.source != .roon else { return }
        events.append(event)
    }

    /// Announces a change of state or track.
    ///
    /// The bridge always sends both events.
    mutating func announceChange(_ index: Int) {
        let zone = zones[index]
        guard zone.present else { return }
        announce(.zoneUpdated(id: zone.zone.id, name: zone.zone.name, state: zone.state.rawValue), of: zone)
        announce(.nowPlayingChanged(id: zone.zone.id, track: zone.heard, imageKey: zone.imageKey), of: zone)
    }
}

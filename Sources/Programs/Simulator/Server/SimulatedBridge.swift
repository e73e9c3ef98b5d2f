import SubdialDocuments

/// The state of a running scenario, updated on each access, with the subscribers to its events.
actor SimulatedBridge {
    /// The maximum number of buffered events for a slow subscriber; after that the oldest are dropped.
    private static let backlog = 256
    /// The idle time after which a stream gets a comment.
    private static let pingInterval: Duration = .seconds(15)

    let dialect: Dialect
    let clock: ScriptClock
    private var world: ScenarioState
    private var random: SplitMix64
    private var strikes: FaultCounter
    private var listeners: [Int: Listener] = [:]
    private var admitted = 0
    private var alarm: Task<Void, Never>?

    private struct Listener {
        let frames: AsyncStream<String>.Continuation
        var heard: Duration
    }

    init(scenario: Scenario, dialect: Dialect, clock: ScriptClock) {
        self.dialect = dialect
        self.clock = clock
        world = ScenarioState(scenario)
        random = SplitMix64(seed: scenario.seed)
        strikes = FaultCounter(scenario.faults)
    }

    /// The fault that strikes a request now, if any.
    func fault(at endpoint: Endpoint) -> Fault.Kind? {
        catchUp()
        return strikes.strike(at: endpoint, now: world.now)
    }

    /// The bridge's response to a GET request.
    func reply(to endpoint: Endpoint, _ query: Query, knob: String?) -> Reply? {
        catchUp()
        switch dialect {
        case .rust:
            let wire = RustWire(world, random: &random)
            return switch endpoint {
            case .zones: wire.zones()
            case .nowPlaying: wire.nowPlaying(query, knob: knob)
            case .image: wire.image(query)
            case .status: wire.status(listeners: listeners.count)
            case .control: .empty(303, headers: [("location", "/")])
            case .events: nil
            }
        case .node:
            let wire = NodeWire(world)
            return switch endpoint {
            case .zones: wire.zones()
            case .nowPlaying: wire.nowPlaying(query, knob: knob)
            case .image: wire.image(query)
            case .status: wire.status()
            case .control: .html("<!DOCTYPE html><title>Control</title>", status: 200)
            case .events: nil
            }
        }
    }

    /// Executes a control.
    func control(_ body: [UInt8], contentType: String?) -> Reply {
        catchUp()
        // The protection of later Rust bridges; everything that only reads stays open.
        if dialect == .rust, world.scenario.bridge.locked {
            return .json(["error": "Controller authentication required", "code": "controller_unauthorized"], status: 401)
        }
        let reply =
            switch dialect {
            case .rust: RustControl.reply(to: body, contentType: contentType, world: &world)
            case .node: NodeControl.reply(to: body, contentType: contentType, world: &world)
            }
        deliver()
        return reply
    }

    /// The changes of the volumes that the devices really have, until now.
    func levels() -> [LevelChange] {
        catchUp()
        return world.levels
    }

    /// Opens an event stream.
    ///
    /// It starts without a snapshot and without a replay of earlier events.
    func listen() -> (id: Int, frames: AsyncStream<String>, end: @Sendable () -> Void) {
        catchUp()
        admitted += 1
        let (frames, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        listeners[admitted] = Listener(frames: continuation, heard: clock.elapsed())
        world.listening = true
        setAlarm()
        return (admitted, frames, { continuation.finish() })
    }

    /// Closes an event stream.
    func leave(_ id: Int) {
        listeners.removeValue(forKey: id)?.frames.finish()
        world.listening = !listeners.isEmpty
        setAlarm()
    }

    /// Closes all streams, when the bridge shuts down.
    func close() {
        for id in Array(listeners.keys) { leave(id) }
    }

    private func catchUp() {
        world.advance(to: clock.now)
        deliver()
    }

    private func deliver() {
        let events = world.removeEvents()
        for event in events {
            guard let frame = event.frame else {
                for listener in listeners.values { listener.frames.finish() }
                continue
            }
            let now = clock.elapsed()
            for id in listeners.keys {
                listeners[id]?.frames.yield(frame)
                listeners[id]?.heard = now
            }
        }
        setAlarm()
    }

    /// Schedules a wake-up for the next event or ping.
    ///
    /// Without subscribers no wake-up is needed, since the state is updated on each access.
    private func setAlarm() {
        alarm?.cancel()
        alarm = nil
        guard let quietest = listeners.values.map(\.heard).min() else { return }
        var deadline = quietest + Self.pingInterval
        if let next = world.next { deadline = min(deadline, clock.elapsed(at: next)) }
        alarm = Task { [clock, weak self] in
            guard (try? await clock.sleep(deadline)) != nil else { return }
            await self?.fireAlarm()
        }
    }

    private func fireAlarm() {
        world.advance(to: clock.now)
        let now = clock.elapsed()
        for (id, listener) in listeners where now - listener.heard >= Self.pingInterval {
            listener.frames.yield(": ping\n\n")
            listeners[id]?.heard = now
        }
        deliver()
    }
}

/// Determines which requests the scenario's faults strike.
struct FaultCounter: Sendable {
    private var faults: [(fault: Fault, requests: Int, strikes: Int)]

    init(_ faults: [Fault]) {
        self.faults = faults.map { ($0, 0, 0) }
    }

    /// Counts a request and returns the first fault that strikes it.
    fileprivate mutating func strike(at endpoint: Endpoint, now: Duration) -> Fault.Kind? {
        var struck: Fault.Kind?
        for index in faults.indices {
            let fault = faults[index].fault
            guard
                fault.endpoints.contains(endpoint), now >= fault.from, fault.until.map({ now < $0 }) ?? true
            else { continue }
            defer { faults[index].requests += 1 }
            guard
                struck == nil, faults[index].requests % fault.every == 0, fault.count.map({ faults[index].strikes < $0 }) ?? true
            else { continue }
            faults[index].strikes += 1
            struck = fault.kind
        }
        return struck
    }
}

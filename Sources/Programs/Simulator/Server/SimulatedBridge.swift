import FoundationEssentials
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
        let reply =
            switch dialect {
            case .rust: RustControl.reply(to: body, contentType: contentType, world: &world)
            case .node: NodeControl.reply(to: body, contentType: contentType, world: &world)
            }
        deliver()
        return reply
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

/// The controls of the last Node.js bridge, version 2.7.1-rc.1.
enum NodeControl {
    /// Executes the control in a body and returns the response.
    fileprivate static func reply(to body: [UInt8], contentType: String?, world: inout ScenarioState) -> Reply {
        var json: JSONValue = [:]
        // The bridge ignores bodies of other types.
        if contentType?.lowercased().hasPrefix("application/json") == true, !body.isEmpty {
            guard let parsed = try? JSONValue(parsing: body) else {
                return .html("<!DOCTYPE html><html><body><pre>SyntaxError: Unexpected token in JSON</pre></body></html>", status: 400)
            }
            json = parsed
        }
        guard let zoneID = json["zone_id"].flatMap(text), let action = json["action"].flatMap(text) else {
            return .json(["error": "zone_id and action required", "error_code": "MISSING_PARAMETERS"], status: 400)
        }
        return reply(to: ControlRequest(zoneID: zoneID, action: action, value: json["value"]), world: &world)
    }

    private static func reply(to request: ControlRequest, world: inout ScenarioState) -> Reply {
        guard
            world.sighting(of: request.zoneID, .node) != nil,
            let index = world.zones.firstIndex(where: { $0.zone.id == request.zoneID })
        else { return NodeWire(world).unknownZone }
        let zone = world.zones[index].zone
        let command: ZoneCommand
        switch request.action {
        case "play_pause", "playpause": command = .toggle
        case "play" where zone.source != .roon: command = .play
        case "pause" where zone.source != .roon: command = .pause
        case "stop" where zone.source != .roon: command = .stop
        case "next" where zone.source == .upnp: return failure("Next track not supported by pure UPnP renderers")
        case "previous" where zone.source == .upnp, "prev" where zone.source == .upnp:
            return failure("Previous track not supported by pure UPnP renderers")
        case "next": command = .next
        case "previous", "prev": command = .previous
        case "vol_abs", "volume":
            let value = number(request.value)
            command = .volume(rounded(value.isNaN ? zone.volume.minimum : value, for: zone))
        case "vol_rel":
            let value = number(request.value)
            guard value.isFinite else { return done }
            // For Roon the value is a number of steps, at most 25 at a time.
            command = .nudge(zone.source == .roon ? min(max(value, -25), 25) * zone.volume.step : rounded(value, for: zone))
        default: return failure("Unknown action")
        }
        guard world.lost == nil || zone.source != .roon else { return failure("Roon core unavailable") }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay)
        return done
    }

    /// The result of JavaScript's `Number()`: null and an empty text become 0, which is full volume on a scale in decibels.
    private static func number(_ value: JSONValue?) -> Double {
        switch value {
        case nil, .object: return .nan
        case .null: return 0
        case .bool(let bool): return bool ? 1 : 0
        case .string(let text):
            guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace }) else {
                return 0
            }
            return Double(text[start...end]) ?? .nan
        case .array(let values): return values.isEmpty ? 0 : values.count == 1 ? number(values[0]) : .nan
        case .integer, .unsigned, .double: return value?.number ?? .nan
        }
    }

    private static func rounded(_ value: Double, for zone: Scenario.Zone) -> Double {
        zone.source == .lms && value.isFinite ? value.rounded() : value
    }

    /// A parameter as text; nil if it is falsy in JavaScript.
    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .null, .bool(false), .integer(0), .double(0), .string(""): nil
        case .string(let text): text
        case .double(let number): JSONValue.number(number).wireText
        default: value.wireText
        }
    }

    private static var done: Reply { .json(["status": "ok"]) }

    private static func failure(_ message: String) -> Reply {
        .json(["error": .string(message), "error_code": "CONTROL_FAILED"], status: 500)
    }
}

/// The responses of the Rust bridge, version 3.3.0.
struct RustWire {
    private let world: ScenarioState
    /// The zones in the order of this response: the bridge iterates over a hash map.
    private let sightings: [ScenarioState.Sighting]

    init(_ world: ScenarioState, random: inout SplitMix64) {
        self.world = world
        self.sightings = world.sightings(.rust).shuffled(using: &random)
    }

    func zones() -> Reply { .json(["zones": list]) }

    fileprivate func nowPlaying(_ query: Query, knob: String?) -> Reply {
        if let rejection = query.rejectedInteger("battery_level", in: 0...255) { return rejection }
        guard let id = query["zone_id"] else {
            return .json(error("zone_id required", "MISSING_ZONE_ID"), status: 400)
        }
        // An id without a prefix is a Roon id, for compatibility with old clients.
        guard let sighting = sightings.first(where: { $0.zone.zone.id == (id.contains(":") ? id : "roon:" + id) }) else {
            return .json(error("zone not found", "ZONE_NOT_FOUND"), status: 404)
        }
        return .json(nowPlaying(sighting, knob: knob))
    }

    fileprivate func image(_ query: Query) -> Reply {
        guard let id = query["zone_id"] else { return .text("Failed to deserialize query string: missing field `zone_id`", status: 400) }
        if let rejection = query.rejectedInteger("width", in: 0...Int(UInt32.max))
            ?? query.rejectedInteger("height", in: 0...Int(UInt32.max))
        {
            return rejection
        }
        let placeholder = Placeholder(width: query.integer("width") ?? 240, height: query.integer("height") ?? 240)
        guard query["format"] != "rgb565" else { return placeholder.rgb565 }
        guard
            let zone = sightings.first(where: { $0.zone.zone.id == id })?.zone, zone.zone.source != .upnp,
            let artwork = zone.heard?.artwork
        else { return placeholder.svg }
        return Reply(status: 200, body: .bytes(Array(artwork.bytes.readableBytesView), type: artwork.contentType))
    }

    func status(listeners: Int) -> Reply {
        .json([
            "service": "unified-hifi-control",
            "version": "3.3.0",
            "git_sha": "e4a1a62",
            "uptime_secs": JSONValue(world.now.wholeSeconds),
            "roon_connected": .bool(world.lost == nil),
            "hqplayer_connected": .bool(count(.hqplayer) > 0),
            "lms_connected": .bool(count(.lms) > 0),
            "openhome_devices": JSONValue(count(.openhome)),
            "upnp_devices": JSONValue(count(.upnp)),
            "bus_subscribers": JSONValue(2 + listeners),
        ])
    }

    private func count(_ source: Scenario.Source) -> Int { sightings.count { $0.zone.zone.source == source } }

    private var list: JSONValue { .array(sightings.map { $0.zone.rust(at: $0.time) }) }

    private var digest: JSONValue { .string(ZonesDigest.rust(sightings.map { ($0.zone.zone.id, $0.zone.zone.name) })) }

    private func error(_ message: String, _ code: String) -> JSONValue {
        ["error": .string(message), "error_code": .string(code), "zones": list, "zones_sha": digest]
    }

    private func nowPlaying(_ sighting: ScenarioState.Sighting, knob: String?) -> JSONValue {
        let zone = sighting.zone
        let track = zone.heard
        let volume = zone.rustVolume(at: sighting.time)
        let controls = zone.zone.source == .roon ? zone.discovery.controls : zone.controls
        let length = zone.zone.source == .roon ? zone.discovery.length : track?.length?.wholeSeconds
        return [
            "zone_id": .string(zone.zone.id),
            "line1": .string(track.flatMap { $0.title.isEmpty ? nil : $0.title } ?? "Idle"),
            "line2": .string(track?.artist ?? ""),
            "line3": JSONValue(track?.album),
            "is_playing": .bool(zone.state == .playing),
            "volume": volume.map { .double(Double($0.value)) } ?? .null,
            "volume_type": .string(volume.map { $0.maximum <= 0 ? "db" : "number" } ?? "fixed"),
            "volume_min": .double(Double(volume?.minimum ?? 0)),
            "volume_max": .double(Double(volume?.maximum ?? 0)),
            "volume_step": .double(Double(volume?.step ?? 1)),
            "image_url": .string("/knob/now_playing/image?zone_id=" + zone.zone.id.queryEncoded),
            "image_key": JSONValue(zone.imageKey),
            "seek_position": JSONValue(track == nil ? nil : zone.reportedPosition(at: sighting.time).wholeSeconds),
            "length": JSONValue(track == nil ? nil : length),
            "is_play_allowed": .bool(controls.play),
            "is_pause_allowed": .bool(controls.pause),
            "is_next_allowed": .bool(controls.next),
            "is_previous_allowed": .bool(controls.previous),
            "zones": list,
            "config_sha": knob == nil ? .null : .string(Knob.digest),
            "zones_sha": digest,
        ]
    }
}

import SubdialDocuments

/// The controls of the Rust bridge, version 3.3.0.
enum RustControl {
    /// Executes the control in a body and returns the response.
    static func reply(to body: [UInt8], contentType: String?, world: inout ScenarioState) -> Reply {
        // The web framework sends the first three as plain text.
        guard let contentType, isJSON(contentType) else {
            return .text("Expected request with `Content-Type: application/json`", status: 415)
        }
        guard let json = try? JSONValue(parsing: body) else {
            return .text("Failed to parse the request body as JSON: expected value at line 1 column 1", status: 400)
        }
        guard let zoneID = json["zone_id"]?.string else { return rejection(of: json["zone_id"], "zone_id") }
        guard let action = json["action"]?.string else { return rejection(of: json["action"], "action") }
        let request = ControlRequest(zoneID: zoneID, action: action, value: json["value"])
        let id = request.zoneID.contains(":") ? request.zoneID : "roon:" + request.zoneID
        if let refusal = refusal(of: request.action, in: id, world) { return refusal }
        let cause = LevelChange.Cause.request(String(decoding: body, as: UTF8.self))
        switch Scenario.Source(zoneID: id) {
        case .lms: return lms(id, request, cause, &world)
        case .openhome: return renderer(id, request, skips: true, cause, &world)
        case .upnp: return renderer(id, request, skips: false, cause, &world)
        default: return roon(id, request, cause, &world)
        }
    }

    /// The refusal of a control that the zone does not allow, from version 3.7 on.
    private static func refusal(of action: String, in id: String, _ world: ScenarioState) -> Reply? {
        guard world.scenario.bridge.isAtLeast(3, 7), let controls = world.sighting(of: id, .rust)?.zone.controls else { return nil }
        let isAllowed =
            switch transport(action) {
            case .play: controls.play
            case .pause: controls.pause
            case .toggle: controls.play || controls.pause
            case .next: controls.next
            case .previous: controls.previous
            default: true
            }
        return isAllowed
            ? nil : .json(["error": .string("action not allowed: \(action)"), "error_code": "ACTION_NOT_ALLOWED"], status: 400)
    }

    /// Controls Roon zones, and HQPlayer zones because of a bug in the bridge: for those it reports success without any effect.
    private static func roon(
        _ id: String, _ request: ControlRequest, _ cause: LevelChange.Cause, _ world: inout ScenarioState
    ) -> Reply {
        let index = world.index(of: id, in: [.roon])
        let step = index.flatMap { world.zones[$0].rustVolume(at: world.now) }.map { Double($0.step) } ?? 1
        guard let command = transport(request.action) ?? level(request, step: step) else { return unknown(request.action) }
        guard !world.isLost(.roon) else { return failure("Not connected to Roon") }
        guard let index else {
            if transport(request.action) != nil { return done }
            return failure("Zone not found: \(id.hasPrefix("roon:") ? String(id.dropFirst("roon:".count)) : id)")
        }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay, cause: cause)
        return done
    }

    private static func lms(
        _ id: String, _ request: ControlRequest, _ cause: LevelChange.Cause, _ world: inout ScenarioState
    ) -> Reply {
        guard var command = transport(request.action) ?? mixer(request) else { return unknown(request.action) }
        // The pause command of LMS toggles.
        if command == .pause { command = .toggle }
        guard !world.isLost(.lms) else { return failure("error sending request for url (\(LMS.rpc))") }
        // LMS accepts a command for a player that it does not have.
        if let index = world.index(of: id, in: [.lms]) {
            world.schedule(.zone(index, command), after: world.scenario.controlDelay, cause: cause)
        }
        return done
    }

    /// Controls OpenHome and UPnP renderers: without volume, and `play_pause` never plays.
    private static func renderer(
        _ id: String, _ request: ControlRequest, skips: Bool, _ cause: LevelChange.Cause, _ world: inout ScenarioState
    ) -> Reply {
        guard var command = transport(request.action) else { return unknown(request.action) }
        if command == .toggle { command = .pause }
        guard let index = world.index(of: id, in: [.openhome, .upnp]) else {
            return failure("\(skips ? "Device" : "Renderer") not found: \(id.drop { $0 != ":" }.dropFirst())")
        }
        if !skips, command == .next || command == .previous {
            return failure("\(command == .next ? "Next" : "Previous") track not supported by pure UPnP renderers")
        }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay, cause: cause)
        return done
    }

    private static func transport(_ action: String) -> ZoneCommand? {
        switch action {
        case "play": .play
        case "pause": .pause
        case "stop": .stop
        case "play_pause", "playpause": .toggle
        case "next": .next
        case "previous", "prev": .previous
        default: nil
        }
    }

    /// A change of a Roon zone's volume.
    private static func level(_ request: ControlRequest, step: Double) -> ZoneCommand? {
        // The core clamps to the range that the device really has.
        if let value = absolute(request) { return .volume(value) }
        return relative(request, step: step).map { .nudge(min(max($0, -10), 10)) }
    }

    /// A change of an LMS player's volume, as a text for LMS: a level below 0 is relative there, and a change of 0 is a level.
    private static func mixer(_ request: ControlRequest) -> ZoneCommand? {
        if let value = absolute(request) { return .mixer(JSONValue.number(min(max(value, -1e9), 1e9)).wireText) }
        guard let change = relative(request, step: 2.5)?.rounded() else { return nil }
        let whole = JSONValue.number(min(max(change, -1e9), 1e9)).wireText
        return .mixer(change > 0 ? "+" + whole : whole)
    }

    /// The level to set; a value that is not a number is replaced by 50, which is full volume on a scale that ends at 0 dB.
    private static func absolute(_ request: ControlRequest) -> Double? {
        ["vol_abs", "volume"].contains(request.action) ? Double(Float(request.value?.number ?? 50)) : nil
    }

    /// The change of a level, whose sign the value can turn around.
    private static func relative(_ request: ControlRequest, step: Double) -> Double? {
        let change = request.value?.number ?? step
        return switch request.action {
        case "vol_up", "volume_up": change
        case "vol_down", "volume_down": -change
        default: nil
        }
    }

    private static func isJSON(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }

    private static func rejection(of value: JSONValue?, _ field: String) -> Reply {
        let problem = value == nil ? "missing field `\(field)`" : "\(field): invalid type, expected a string"
        return .text("Failed to deserialize the JSON body into the target type: \(problem) at line 1 column 1", status: 422)
    }

    private static var done: Reply { .json(["ok": true]) }

    private static func unknown(_ action: String) -> Reply { .json(["error": .string("Unknown action: \(action)")], status: 400) }

    private static func failure(_ message: String) -> Reply { .json(["error": .string(message)], status: 500) }
}

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
        return reply(to: ControlRequest(zoneID: zoneID, action: action, value: json["value"]), world: &world)
    }

    private static func reply(to request: ControlRequest, world: inout ScenarioState) -> Reply {
        let id = request.zoneID.contains(":") ? request.zoneID : "roon:" + request.zoneID
        switch Scenario.Source(zoneID: id) {
        case .lms: return lms(id, request, &world)
        case .openhome: return renderer(id, request, skips: true, &world)
        case .upnp: return renderer(id, request, skips: false, &world)
        default: return roon(id, request, &world)
        }
    }

    /// Controls Roon zones, and HQPlayer zones because of a bug in the bridge: for those it reports success without any effect.
    private static func roon(_ id: String, _ request: ControlRequest, _ world: inout ScenarioState) -> Reply {
        let index = world.index(of: id, in: [.roon])
        let volume = index.map { world.zones[$0].zone.volume }
        let step = volume?.step ?? 1
        guard let command = transport(request.action) ?? level(request, volume: volume, step: step, limit: 10) else {
            return unknown(request.action)
        }
        guard world.lost == nil else { return failure("Not connected to Roon") }
        guard let index else {
            if transport(request.action) != nil { return done }
            return failure("Zone not found: \(id.hasPrefix("roon:") ? String(id.dropFirst("roon:".count)) : id)")
        }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay)
        return done
    }

    private static func lms(_ id: String, _ request: ControlRequest, _ world: inout ScenarioState) -> Reply {
        let index = world.index(of: id, in: [.lms])
        let volume = index.map { world.zones[$0].zone.volume }
        let level = level(request, volume: volume, step: volume?.step ?? 1, limit: .infinity)
        guard var command = transport(request.action) ?? level else { return unknown(request.action) }
        // The pause command of LMS toggles.
        if command == .pause { command = .toggle }
        guard let index else { return failure("Player not found: \(id.dropFirst("lms:".count))") }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay)
        return done
    }

    /// Controls OpenHome and UPnP renderers: without volume, and `play_pause` never plays.
    private static func renderer(_ id: String, _ request: ControlRequest, skips: Bool, _ world: inout ScenarioState) -> Reply {
        guard var command = transport(request.action) else { return unknown(request.action) }
        if command == .toggle { command = .pause }
        guard let index = world.index(of: id, in: [.openhome, .upnp]) else {
            return failure("Renderer not found: \(id.drop { $0 != ":" }.dropFirst())")
        }
        if !skips, command == .next || command == .previous {
            return failure("\(command == .next ? "Next" : "Previous") track not supported by pure UPnP renderers")
        }
        world.schedule(.zone(index, command), after: world.scenario.controlDelay)
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

    private static func level(_ request: ControlRequest, volume: Scenario.Volume?, step: Double, limit: Double) -> ZoneCommand? {
        switch request.action {
        case "vol_abs", "volume":
            // A value that is not a number is replaced by 50: full volume on a scale that ends at 0 dB.
            return .volume(Double(Float(request.value?.number ?? 50)))
        case "vol_up", "volume_up", "vol_down", "volume_down":
            let magnitude = min((request.value?.number ?? step).magnitude, limit)
            return .nudge(request.action.hasSuffix("up") ? magnitude : -magnitude)
        default: return nil
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

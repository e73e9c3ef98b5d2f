import SubdialDocuments

/// The controls of the last Node.js bridge, version 2.7.1-rc.1.
enum NodeControl {
    /// The maximum size of a body in bytes.
    private static let bodyLimit = 100 * 1024

    /// Executes the control in a body and returns the response.
    static func reply(to body: [UInt8], contentType: String?, world: inout ScenarioState) -> Reply {
        var json: JSONValue = [:]
        // The bridge ignores bodies of other types. The errors of the parser have no response of their own.
        if isJSON(contentType), !body.isEmpty {
            guard
                body.count <= bodyLimit, hasKnownCharset(contentType),
                // The parser takes objects and lists only.
                let first = body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
                [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first),
                let parsed = try? JSONValue(parsing: body)
            else { return NodeWire.internalError }
            json = parsed
        }
        guard let zoneID = json["zone_id"].flatMap(truthy), let action = json["action"].flatMap(truthy) else {
            return .json(["error": "zone_id and action required", "error_code": "MISSING_PARAMETERS"], status: 400)
        }
        guard case .string(let id) = zoneID else { return failure("zone_id.split is not a function") }
        let request = ControlRequest(zoneID: id, action: text(action), value: json["value"])
        return reply(to: request, cause: .request(String(decoding: body, as: UTF8.self)), world: &world)
    }

    private static func reply(to request: ControlRequest, cause: LevelChange.Cause, world: inout ScenarioState) -> Reply {
        let listed = world.sighting(of: request.zoneID, .node)?.zone.zone
        // An id that is not listed goes to the client of its source, if the bridge has one.
        let prefix = request.zoneID.prefix { $0 != ":" }
        let source = listed?.source ?? Scenario.Source(rawValue: String(prefix))
        guard let source, source == .roon || source != .hqplayer && world.zones.contains(where: { $0.zone.source == source }) else {
            return NodeWire(world).unknownZone
        }
        let index = listed == nil ? nil : world.zones.firstIndex { $0.zone.id == request.zoneID }
        if source == .roon, world.isLost(.roon) { return failure("Roon core unavailable") }
        guard let index else {
            switch source {
            case .upnp: return failure("Renderer not found")
            case .openhome: return failure("Device not found")
            // LMS accepts a command for a player that it does not have.
            case .lms:
                guard actions(.lms).contains(request.action) else { return failure("Unknown command: \(request.action)") }
                return world.isLost(.lms) ? unreachableLMS : done
            case .roon, .hqplayer: return NodeWire(world).unknownZone
            }
        }
        if source == .upnp { world.zones[index].renderer.isSubscribed = true }
        guard actions(source).contains(request.action) else {
            return failure(
                source == .lms
                    ? "Unknown command: \(request.action)" : source == .openhome ? "Unknown action: \(request.action)" : "Unknown action")
        }
        if source == .lms, world.isLost(.lms) { return unreachableLMS }
        if source == .upnp, request.action == "next" { return failure("Next track not supported") }
        if source == .upnp, request.action.hasPrefix("prev") { return failure("Previous track not supported") }
        if let command = command(request, for: world.zones[index], at: world.now) {
            world.zones[index].renderer.firstPoll = min(world.zones[index].renderer.firstPoll, world.now)
            world.schedule(.zone(index, command), after: world.scenario.controlDelay, cause: cause)
        }
        return done
    }

    /// The actions of a source's client.
    private static func actions(_ source: Scenario.Source) -> Set<String> {
        let all: Set = ["play_pause", "next", "previous", "prev", "vol_abs", "vol_rel"]
        return switch source {
        case .roon, .hqplayer: all
        case .openhome, .upnp: all.union(["play", "pause", "stop"])
        case .lms: all.union(["play", "pause", "stop", "volume"])
        }
    }

    /// The effect of a known action; nil if there is none.
    private static func command(_ request: ControlRequest, for zone: ZoneState, at now: Duration) -> ZoneCommand? {
        switch request.action {
        case "play": return .play
        case "pause": return .pause
        case "stop": return .stop
        case "next": return .next
        case "previous", "prev": return .previous
        case "play_pause":
            // A renderer gets the opposite of the state that the bridge last heard of.
            guard zone.zone.source == .upnp || zone.zone.source == .openhome else { return .toggle }
            return zone.nodeState(at: now) == .playing ? .pause : .play
        case "vol_rel": return relative(request.value, for: zone, at: now)
        default: return absolute(request.value, for: zone)
        }
    }

    private static func absolute(_ value: JSONValue?, for zone: ZoneState) -> ZoneCommand? {
        let wish = Self.number(value)
        switch zone.zone.source {
        case .roon, .hqplayer: return .volume(wish.isNaN ? zone.control.minimum : wish)
        case .openhome, .upnp: return .rendererVolume(min(max(wish.isNaN ? 0 : wish, 0), 100))
        case .lms: return value == nil || value == .null ? nil : .mixer(text(value))
        }
    }

    private static func relative(_ value: JSONValue?, for zone: ZoneState, at now: Duration) -> ZoneCommand? {
        let wish = Self.number(value)
        let delta = wish.isNaN ? 0 : wish
        switch zone.zone.source {
        // For Roon the value is a number of steps, at most 25 at a time.
        case .roon, .hqplayer: return delta == 0 ? nil : .nudge(min(max(delta, -25), 25) * zone.control.step)
        // The bridge asks a UPnP renderer for its volume, but counts from what it has of an OpenHome one.
        case .upnp: return .rendererVolume(min(max(zone.volume + delta, 0), 100))
        case .openhome: return .rendererVolume(min(max((zone.nodeVolume(at: now) ?? 0) + delta, 0), 100))
        // Only a value above 0 gets a sign: without one LMS sets it.
        case .lms: return .mixer((wish > 0 ? "+" : "") + text(value))
        }
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

    /// The result of JavaScript's `String()`.
    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil: "undefined"
        case .string(let text): text
        case .object: "[object Object]"
        case .array(let values): values.map { $0 == .null ? "" : text($0) }.joined(separator: ",")
        case .double(let number): JSONValue.number(number).wireText
        case .null, .bool, .integer, .unsigned: value?.wireText ?? ""
        }
    }

    /// A parameter; nil if it is falsy in JavaScript.
    private static func truthy(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null, .bool(false), .integer(0), .double(0), .string(""): nil
        default: value
        }
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        contentType?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() == "application/json"
    }

    private static func hasKnownCharset(_ contentType: String?) -> Bool {
        let parameters = (contentType ?? "").lowercased().filter { $0 != " " && $0 != "\"" }.split(separator: ";").dropFirst()
        return parameters.first { $0.hasPrefix("charset=") }?.hasPrefix("charset=utf-") ?? true
    }

    private static var done: Reply { .json(["status": "ok"]) }

    private static var unreachableLMS: Reply {
        failure("request to \(LMS.rpc) failed, reason: connect ECONNREFUSED \(LMS.host):9000")
    }

    private static func failure(_ message: String) -> Reply {
        .json(["error": .string(message), "error_code": "CONTROL_FAILED"], status: 500)
    }
}

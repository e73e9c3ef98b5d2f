import FoundationEssentials
import SubdialDocuments

/// The controls of the last Node.js bridge, version 2.7.1-rc.1.
enum NodeControl {
    /// Executes the control in a body and returns the response.
    static func reply(to body: [UInt8], contentType: String?, world: inout World) -> Reply {
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

    static func reply(to request: ControlRequest, world: inout World) -> Reply {
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
    static func number(_ value: JSONValue?) -> Double {
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

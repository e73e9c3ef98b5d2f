import JSON
import Playback

/// The list of zones as `subdial zones` prints it.
public struct ZonesList: Sendable {
    private let zones: [Zone]
    private let chosen: ZoneID?

    /// Asks the source for its zones.
    public init(at address: String, in hub: Hub) async throws(SourceError) {
        zones = try await hub.source(at: address).zones()
        chosen = await hub.knownZone(nil, at: address)
    }

    /// A line per zone: a mark before the chosen one, its name, status, volume and id.
    public var text: String {
        guard !zones.isEmpty else { return "" }
        let width = zones.map { $0.name.count }.max() ?? 0
        return zones.map { zone in
            let name = zone.name + String(repeating: " ", count: width - zone.name.count)
            let status = zone.status.rawValue + String(repeating: " ", count: max(0, 8 - zone.status.rawValue.count))
            let volume = zone.volume.map { $0.isMuted ? "\($0.text) muted" : $0.text } ?? "–"
            return "\(zone.id == chosen ? "*" : " ") \(name)  \(status)  \(volume)  \(zone.id)\n"
        }.joined()
    }

    /// The same for scripts: a list of objects with typed keys.
    public var json: String {
        JSONValue.array(
            zones.map { zone in
                .object([
                    JSONMember("id", .string(zone.id.rawValue)), JSONMember("name", .string(zone.name)),
                    JSONMember("source", zone.source.map(JSONValue.string) ?? .null), JSONMember("status", .string(zone.status.rawValue)),
                    JSONMember("volume", zone.volume.map(\.json) ?? .null), JSONMember("selected", .bool(zone.id == chosen)),
                ])
            }
        ).text(indented: true) + "\n"
    }
}

extension Volume {
    fileprivate var json: JSONValue {
        [
            "value": .double(value), "minimum": .double(scale.minimum), "maximum": .double(scale.maximum), "step": .double(scale.step),
            "unit": .string(scale.unit.rawValue), "muted": .bool(isMuted),
        ]
    }
}

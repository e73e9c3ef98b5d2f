import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialExpressions
import SubdialPlayback

/// The list of zones, as `subdial zones` prints it.
package struct ZonesList: Sendable {
    private let list: ZoneMenu
    private let rules: ZoneRules
    private let chosen: ZoneID?

    /// Requests the source's zones, and keeps those that `rules` permit.
    package init(at address: String, in hub: Hub, rules: ZoneRules = ZoneRules()) async throws(SourceError) {
        let zones = try await Self.withVolumes(hub.choosableZones(at: address), from: hub.source(at: address))
        list = ZoneMenu(zones, rules: rules)
        self.rules = rules
        chosen = try await hub.chosenZone(at: address, rules: rules)
    }

    /// The maximum number of zones whose volume is requested individually.
    private static let mostAsked = 32

    /// Adds the volumes that the source reports only in answers for individual zones.
    private static func withVolumes(_ zones: [Zone], from source: any PlaybackSource) async -> [Zone] {
        let untold = zones.filter { $0.volume == nil && $0.hasUntoldVolume }.prefix(mostAsked)
        let told = await untold.concurrentMap { zone -> Volume? in
            let reading = try? await source.read(zone.id)
            guard let scale = reading?.volumeScale ?? nil, scale.isUsable, let value = reading?.volumeValue else { return nil }
            return Volume(value: value, scale: scale, isMuted: reading?.isMuted ?? false)
        }
        var volumes: [ZoneID: Volume] = [:]
        for (zone, volume) in zip(untold, told) { volumes[zone.id] = volume }
        return zones.map { zone in
            var zone = zone
            if let volume = volumes[zone.id] { zone.volume = volume }
            return zone
        }
    }

    /// One line per zone: a mark before the chosen one, its unique name, status, volume and id; for a locked zone only its name and id.
    package var text: String {
        let rows = zip(list.zones, list.lines).map { zone, line in
            let isLocked = rules.locks(zone)
            let volume = isLocked ? nil : zone.volume.map { $0.isMuted ? "\($0.text) muted" : $0.text }
            return [line, isLocked ? "locked" : zone.status.rawValue, volume ?? "–"]
        }
        let widths = (0..<3).map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
        return zip(list.zones, rows).map { zone, row in
            let columns = zip(row, widths).map { $0.padded(columns: $1) } + [zone.id.rawValue]
            return "\(zone.id == chosen ? "*" : " ") \(columns.joined(separator: "  "))\n"
        }.joined()
    }

    /// One line per zone with only its name, for menus such as rofi, wofi, fuzzel, dmenu and fzf.
    ///
    /// ``ControlSession/choose(_:)`` accepts such a line.
    package var menu: String {
        list.lines.map { $0 + "\n" }.joined()
    }

    /// The list for scripts: JSON objects with typed values; `label` is the name that no other zone has.
    package var json: String {
        JSONValue.array(
            zip(list.zones, list.names).map { zone, name in
                let isLocked = rules.locks(zone)
                return .object([
                    JSONMember("id", .string(zone.id.rawValue)), JSONMember("name", .string(zone.name)), JSONMember("label", .string(name)),
                    JSONMember("source", zone.source.map(JSONValue.string) ?? .null),
                    JSONMember("status", isLocked ? .null : .string(zone.status.rawValue)),
                    JSONMember("volume", isLocked ? .null : zone.volume.map(\.json) ?? .null),
                    JSONMember("selected", .bool(zone.id == chosen)), JSONMember("locked", .bool(isLocked)),
                ])
            }
        ).text(indented: true) + "\n"
    }
}

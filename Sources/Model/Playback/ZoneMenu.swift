import SubdialBasics

/// Zones as lines of a menu such as rofi's, with a lookup from line to zone.
public struct ZoneMenu: Sendable {
    /// The prefix of a locked zone's name.
    public static let lock = "🔒 "

    /// The zones in the order of their lines.
    public let zones: [Zone]
    /// One line for each zone, without line feeds: its name, followed by the id if the name is not unique.
    public let lines: [String]

    /// Makes a menu of the zones that `rules` allow.
    public init(_ zones: [Zone], rules: ZoneRules = ZoneRules()) {
        self.zones = zones.filter(rules.allows)
        var counts: [String: Int] = [:]
        for zone in self.zones { counts[zone.menuName, default: 0] += 1 }
        lines = self.zones.map { zone in
            let name = zone.menuName
            let unique = counts[name] == 1 ? name : "\(name) (\(zone.id))"
            return rules.locks(zone) ? lock(unique) : unique
        }
        func lock(_ line: String) -> String { Self.lock + line }
    }

    /// The zone of a line that a menu returns, with or without the lock and surrounding blanks; nil if no line matches.
    public func zone(of line: String) -> Zone? {
        func bare(_ line: String) -> String {
            let trimmed = line.trimmed()
            return trimmed.hasPrefix(Self.lock.trimmed())
                ? String(trimmed.dropFirst(Self.lock.trimmed().count)).trimmed() : trimmed
        }
        let wanted = bare(line)
        return zip(zones, lines).first { bare($0.1) == wanted }?.0
    }
}

extension Zone {
    /// The cleaned name on one line; the id if the cleaned name is empty.
    public var menuName: String {
        let name = name.cleaned().trimmed()
        return name.isEmpty ? id.rawValue.cleaned() : name
    }
}

/// Zones as lines for a menu such as rofi's: one to choose a zone from, and to find it by.
public struct ZoneMenu: Sendable {
    /// What stands before the name of a locked zone.
    public static let lock = "🔒 "

    /// The zones in the order of their lines.
    public let zones: [Zone]
    /// A line per zone, without newlines: its name, with the id behind it where others have the same name.
    public let lines: [String]

    /// The menu of the zones that `rules` let through.
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

    /// The zone of a line as a menu hands it back, be it without the lock or with blanks around it; nil where no line is that.
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
    /// The name on one line, clean; the id where no name is left.
    public var menuName: String {
        let name = name.cleaned().trimmed()
        return name.isEmpty ? id.rawValue.cleaned() : name
    }
}

import SubdialBasics

/// Zones as lines of a menu such as rofi's, with a lookup from line to zone.
public struct ZoneMenu: Sendable {
    /// The prefix of a locked zone's name.
    public static let lock = "🔒 "

    /// The zones in the order of their lines.
    public let zones: [Zone]
    /// A name for each zone that no other one has: its own on one line, followed by what distinguishes the zone from others of that name.
    package let names: [String]
    /// One line for each zone, without line feeds: its unique name, after a lock for a zone that is locked.
    public let lines: [String]

    /// Makes a menu of the zones that `rules` allow.
    public init(_ zones: [Zone], rules: ZoneRules = ZoneRules()) {
        self.zones = zones.filter(rules.allows)
        var counts: [String: Int] = [:]
        for zone in self.zones { counts[zone.menuName, default: 0] += 1 }
        names = self.zones.map { counts[$0.menuName] == 1 ? $0.menuName : $0.distinctName }
        lines = zip(self.zones, names).map { rules.locks($0) ? Self.lock + $1 : $1 }
    }

    /// The zone of a line that a menu returns, with or without the lock and surrounding blanks; nil if no line matches.
    ///
    /// A line with what distinguishes the zone also matches after its name has become unique.
    public func zone(of line: String) -> Zone? {
        func bare(_ line: String) -> String {
            let trimmed = line.trimmed()
            return trimmed.hasPrefix(Self.lock.trimmed())
                ? String(trimmed.dropFirst(Self.lock.trimmed().count)).trimmed() : trimmed
        }
        let wanted = bare(line)
        if let index = names.firstIndex(where: { bare($0) == wanted }) { return zones[index] }
        // The other zone of this name may be gone since the line was shown.
        return zones.first { bare($0.distinctName) == wanted }
    }
}

extension Zone {
    /// The cleaned name on one line; the id if the cleaned name is empty.
    public var menuName: String {
        let name = name.cleaned().trimmed()
        return name.isEmpty ? id.rawValue.cleaned() : name
    }

    /// The name followed by the player's bus name, or by the id of any other zone.
    fileprivate var distinctName: String {
        let prefix = "mpris:"
        let id = id.rawValue.cleaned()
        return "\(menuName) (\(id.hasPrefix(prefix) && id != prefix ? String(id.dropFirst(prefix.count)) : id))"
    }
}

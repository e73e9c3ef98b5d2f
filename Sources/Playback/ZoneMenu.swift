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
            let trimmed = line.trimmingBlanks
            return trimmed.hasPrefix(Self.lock.trimmingBlanks)
                ? String(trimmed.dropFirst(Self.lock.trimmingBlanks.count)).trimmingBlanks : trimmed
        }
        let wanted = bare(line)
        return zip(zones, lines).first { bare($0.1) == wanted }?.0
    }
}

extension Zone {
    /// The name on one line: what is no character to be seen, such as a newline, becomes a blank, and what turns text round is left out.
    public var menuName: String {
        let text = String(
            String.UnicodeScalarView(
                name.unicodeScalars.compactMap { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    // What turns the direction of the text behind it.
                    case .format where (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value): nil
                    default: scalar
                    }
                }))
        let trimmed = text.trimmingBlanks
        return trimmed.isEmpty ? id.rawValue : trimmed
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

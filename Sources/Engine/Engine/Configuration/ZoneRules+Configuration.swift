import SubdialBasics
import SubdialDocuments
import SubdialPlayback

extension ZoneRules {
    /// Parses a value such as `{ allowed: [Kitchen, Library], locked: [Office] }` or `{ only: Kitchen }`.
    init(_ node: SettingsNode) {
        var rules = Self()
        node.forEach(of: ["allowed", "locked", "only"], like: "allowed: [Kitchen, Library]") { (member) throws(SettingsProblem) in
            switch member.name {
            case "only": rules.only = try member.value.text()
            case "locked": rules.locked = try member.value.texts()
            default:
                let names = try member.value.texts()
                guard !names.isEmpty else { throw member.value.error("zones: allowed lets no zone through; name one, or leave it out") }
                rules.allowed = names
            }
        }
        self = rules
    }
}

extension PollIntervals {
    /// Parses a value such as `{ watched: 3, background: 120 }`.
    init(_ node: SettingsNode) {
        var intervals = Self()
        node.forEach(of: ["watched", "background"], like: "watched: 3") { (member) throws(SettingsProblem) in
            let isWatched = member.name == "watched"
            let seconds = try member.value.seconds(in: isWatched ? Self.watchedRange : Self.backgroundRange)
            if isWatched { intervals.watched = seconds } else { intervals.background = seconds }
        }
        self = intervals
    }
}

extension SettingsNode {
    fileprivate func seconds(in range: ClosedRange<Double>) throws(SettingsProblem) -> Double {
        let text = try text()
        guard let seconds = Double(text), range.contains(seconds) else {
            let bounds = "from \(Int(saturating: range.lowerBound)) to \(Int(saturating: range.upperBound))"
            throw error("\(name) takes seconds, \(bounds), not '\(text)'")
        }
        return seconds
    }
}

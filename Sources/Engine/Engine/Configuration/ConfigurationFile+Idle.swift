import SubdialDocuments
import SubdialPlayback

/// Warnings about values that do nothing: the file can be used, and `subdial config check` reports them as errors.
extension ConfigurationFile {
    /// Adds a warning for each value that is without effect, or contradicts another one.
    ///
    /// - Parameter problems: The problems so far; a value that is wrong gets no warning.
    func warnAboutIdleValues(in root: SettingsNode, besides problems: SettingsProblems) {
        let wrong = Set(problems.all.map { [$0.line, $0.column] })
        func warn(_ node: SettingsNode, _ message: String) {
            let problem = node.error(message)
            if !wrong.contains([problem.line, problem.column]) { node.warn(message) }
        }
        Self.findEmptyLists(in: root) { warn($0, "\($0.name): an empty list does nothing; leave the key out") }
        for key in ["source", "players", "ignoredPlayers"] { Self.findRepeats(in: values[key], warn) }
        warnAboutPlayers(warn)
        warnAboutVolume(warn)
        warnAboutZones(warn)
        warnAboutZone(warn)
    }

    private typealias Warn = (SettingsNode, String) -> Void

    private static func findEmptyLists(in node: SettingsNode, _ found: (SettingsNode) -> Void) {
        // Without elements, `maxStep` removes the standard ones.
        if node.isList, node.elements.isEmpty, node.name != "volume: maxStep" { found(node) }
        // What the values of a kind mean, only the kind knows.
        guard node.name != "kinds" else { return }
        if node.isList { for element in node.elements { findEmptyLists(in: element, found) } }
        for member in node.members { findEmptyLists(in: member.value, found) }
    }

    private static func findRepeats(in list: SettingsNode?, _ warn: Warn) {
        var known: Set<String> = []
        for element in list?.elements ?? [] {
            guard let text = try? element.text(), !known.insert(text.lowercased()).inserted else { continue }
            warn(element, "\(element.name): '\(text)' stands here twice")
        }
    }

    private func warnAboutPlayers(_ warn: Warn) {
        let ignored = Set(ignoredPlayers.map { $0.lowercased() })
        for element in values["players"]?.elements ?? [] {
            guard let text = try? element.text(), ignored.contains(text.lowercased()) else { continue }
            warn(element, "players: '\(text)' does nothing, because it is in 'ignoredPlayers' too; take it out of one of them")
        }
    }

    /// Of several limits in one measure, only the lowest applies.
    private func warnAboutVolume(_ warn: Warn) {
        for key in ["max", "maxStep"] {
            let amounts = (values["volume"]?[key]?.elements ?? []).compactMap { element in
                (try? element.text()).flatMap { text in VolumeAmount(text).map { (element: element, text: text, amount: $0) } }
            }
            for (place, one) in amounts.enumerated() {
                let lower = amounts.enumerated().first { other in
                    let amount = other.element.amount
                    guard other.offset != place, amount.measure == one.amount.measure else { return false }
                    return amount.number < one.amount.number || amount.number == one.amount.number && other.offset < place
                }
                guard let lower else { continue }
                warn(one.element, "\(one.element.name): '\(one.text)' does nothing beside '\(lower.element.text)', which is not above it")
            }
        }
    }

    private func warnAboutZones(_ warn: Warn) {
        guard let node = values["zones"] else { return }
        for key in ["allowed", "locked"] { Self.findRepeats(in: node[key], warn) }
        if let only = zones.only, let value = node["only"] {
            if let locked = node["locked"], !zones.locked.isEmpty {
                warn(locked, "zones: locked does nothing beside 'only', which locks all zones but '\(only)'; leave it out")
            }
            if let allowed = zones.allowed, !allowed.contains(where: only.mayMeanZone) {
                warn(value, "zones: '\(only)' is not in 'allowed', so that no zone can be shown; add it there, or leave 'allowed' out")
            }
            return
        }
        guard let allowed = zones.allowed, let locked = node["locked"] else { return }
        for element in locked.elements {
            guard let text = try? element.text(), !allowed.contains(where: text.mayMeanZone) else { continue }
            warn(element, "zones: locked does nothing for '\(text)', which is not in 'allowed' and therefore not listed at all")
        }
        let names = Set(zones.locked.map { $0.lowercased() })
        if allowed.allSatisfy({ names.contains($0.lowercased()) }) {
            warn(locked, "zones: every allowed zone is locked, so that none can be shown; take one out of 'locked'")
        }
    }

    /// Warns if the rules never permit the zone that is set.
    private func warnAboutZone(_ warn: Warn) {
        guard let zone, let value = values["zone"] else { return }
        if let allowed = zones.allowed, !allowed.contains(where: zone.mayMeanZone) {
            warn(value, "zone: '\(zone)' is not in 'zones: allowed', so that it is never shown; add it there")
        } else if let only = zones.only, !zone.mayMeanZone(only) {
            warn(value, "zone: '\(zone)' is locked by 'zones: only', which is '\(only)'; leave 'zone' out")
        } else if zones.locked.contains(where: { $0.lowercased() == zone.lowercased() }) {
            warn(value, "zone: '\(zone)' is in 'zones: locked', so that it is never shown; take it out of one of them")
        }
    }
}

extension SettingsNode {
    /// The keys and values of a map; none for another value.
    fileprivate var members: [Member] { isMap ? (try? anyMembers(like: "")) ?? [] : [] }

    /// The value of a key of a map; nil if it is absent.
    fileprivate subscript(key: String) -> SettingsNode? { members.first { $0.name == key }?.value }
}

extension String {
    /// True if two texts of a configuration may mean the same zone: equal ones do, and an id may be that of any name.
    fileprivate func mayMeanZone(_ other: String) -> Bool {
        if lowercased() == other.lowercased() || contains(":") != other.contains(":") { return true }
        // Further bridges have their addresses in the ids of their zones.
        return hasPrefix(other + "@") || other.hasPrefix(self + "@")
    }
}

/// The zones that a user allows, the locked ones among them, and how they are followed and shown.
public struct ZoneRules: Hashable, Sendable {
    /// The ids or names of the allowed zones; nil for all zones.
    public var allowed: [String]?
    /// The ids or names of zones that are listed, but not shown, controlled or chosen.
    public var locked: [String]
    /// The id or name of the only zone that is not locked; nil if ``locked`` alone determines that.
    public var only: String?
    /// The rules of the listening history; nil if nothing is recorded.
    public var history: HistoryRules?
    /// The intervals at which shown zones are polled.
    public var polls: PollIntervals
    /// What is removed from the titles that are shown.
    public var titles: TitleRules

    /// Makes rules; by default all zones are allowed, none is locked, and nothing is recorded.
    public init(
        allowed: [String]? = nil, locked: [String] = [], only: String? = nil, history: HistoryRules? = nil,
        polls: PollIntervals = PollIntervals(), titles: TitleRules = .none
    ) {
        self.allowed = allowed
        self.locked = locked
        self.only = only
        self.history = history
        self.polls = polls
        self.titles = titles
    }

    /// The rules for recording the zone's tracks; nil if they are not recorded.
    public func recording(of zone: Zone) -> HistoryRules? {
        guard let history, admits(zone),
            !history.privateZones.contains(where: { zone.isMeant(by: $0) || zone.source?.lowercased() == $0.lowercased() })
        else { return nil }
        return history
    }

    /// True if the zone is allowed.
    public func allows(_ zone: Zone) -> Bool {
        allowed?.contains { zone.isMeant(by: $0) } ?? true
    }

    /// True if the zone is locked.
    public func locks(_ zone: Zone) -> Bool {
        if let only, !zone.isMeant(by: only) { return true }
        return locked.contains { zone.isMeant(by: $0) }
    }

    /// True if the zone may be shown by default, when no zone is named.
    public func admits(_ zone: Zone) -> Bool { allows(zone) && !locks(zone) }

    /// The reason why the zone may not be chosen or controlled, with a remedy; nil if it may.
    public func refusal(of zone: Zone) -> String? {
        if !allows(zone) { return "'\(zone.name)' is not among the zones allowed by 'zones: allowed' in the configuration" }
        guard locks(zone) else { return nil }
        if let only { return "'\(zone.name)' is locked, because 'zones: only' in the configuration leaves nothing open but '\(only)'" }
        return "'\(zone.name)' is locked; take it out of 'zones: locked' in the configuration to use it"
    }
}

extension Zone {
    /// True if `text` is the zone's id, with or without the address of its bridge, its name in any case, or the bus name of its player.
    public func isMeant(by text: String) -> Bool {
        id.rawValue == text || isKnown(toItsBridgeAs: text) || name.lowercased() == text.lowercased() || isPlayer(named: text)
    }

    /// True if the zone's id is `text`, followed by an at sign and the address of the bridge: several bridges are followed, and `text` is the id that
    /// the bridge itself uses.
    public func isKnown(toItsBridgeAs text: String) -> Bool { id.rawValue.hasPrefix(text + "@") }

    /// The texts that mean the zone beside its id: its name in lower case, and the bus names of which its player is an instance, at most four.
    public var aliases: [String] {
        let player = id.rawValue.hasPrefix("mpris:") ? id.rawValue.dropFirst("mpris:".count) : ""
        return [name.lowercased()] + player.indices.filter { player[$0] == "." }.prefix(4).map { String(player[..<$0]) }
    }

    /// True if the zone is the player with that bus name or an instance of it: `mpv` for `mpris:mpv.instance42`.
    func isPlayer(named text: String) -> Bool {
        id.rawValue == "mpris:\(text)" || id.rawValue.hasPrefix("mpris:\(text).")
    }
}

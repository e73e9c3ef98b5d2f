/// Which zones a user has let through, and which of them are locked.
public struct ZoneRules: Hashable, Sendable {
    /// The zones there are for this user, by id or name; nil where all are.
    public var allowed: [String]?
    /// Zones that are listed, and neither shown nor controlled nor chosen, by id or name.
    public var locked: [String]
    /// The rules of the listening history; nil where nothing is recorded.
    public var history: HistoryRules?

    /// Makes rules; without any all zones are there, none is locked, and none is recorded.
    public init(allowed: [String]? = nil, locked: [String] = [], history: HistoryRules? = nil) {
        self.allowed = allowed
        self.locked = locked
        self.history = history
    }

    /// The rules by which the zone's tracks are recorded; nil where they are not.
    public func recording(of zone: Zone) -> HistoryRules? {
        guard let history, admits(zone),
            !history.privateZones.contains(where: { zone.isMeant(by: $0) || zone.source?.lowercased() == $0.lowercased() })
        else { return nil }
        return history
    }

    /// Whether the zone is there for this user.
    public func allows(_ zone: Zone) -> Bool {
        allowed?.contains { zone.isMeant(by: $0) } ?? true
    }

    /// Whether the zone is locked.
    public func locks(_ zone: Zone) -> Bool {
        locked.contains { zone.isMeant(by: $0) }
    }

    /// Whether the zone may be shown where nobody names one.
    public func admits(_ zone: Zone) -> Bool { allows(zone) && !locks(zone) }

    /// Why the zone may not be chosen or controlled, and what to do; nil where it may.
    public func refusal(of zone: Zone) -> String? {
        if !allows(zone) { return "'\(zone.name)' is not among the zones allowed by 'zones: allowed' in the configuration" }
        if locks(zone) { return "'\(zone.name)' is locked; take it out of 'zones: locked' in the configuration to use it" }
        return nil
    }
}

extension Zone {
    /// True where `text` is the zone's id, its name in any case, or the name that a player has on the bus.
    public func isMeant(by text: String) -> Bool {
        id.rawValue == text || name.lowercased() == text.lowercased() || isPlayer(named: text)
    }

    /// True where the zone is the player with that name on the bus, or an instance of it: `mpv` for `mpris:mpv.instance42`.
    func isPlayer(named text: String) -> Bool {
        id.rawValue == "mpris:\(text)" || id.rawValue.hasPrefix("mpris:\(text).")
    }
}

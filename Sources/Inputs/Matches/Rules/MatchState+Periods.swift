import FoundationEssentials

extension MatchState {
    /// The part of a match that follows a period.
    enum Next: Hashable, Sendable {
        case period(Int)
        case shootout
    }

    /// The next part: a period or kicks from the penalty mark; nil if the match is decided or nothing more is agreed.
    func next(_ settings: MatchSettings) -> Next? {
        guard phase != .shootout, phase != .ended else { return nil }
        if period < settings.periods { return .period(period + 1) }
        guard isLevel || period == settings.periods + 1 else { return nil }
        if settings.hasExtraTime, period < settings.periods + 2 { return .period(period + 1) }
        return settings.hasPenalties ? .shootout : nil
    }

    /// The team that kicks off a period.
    func kickOff(of period: Int, _ settings: MatchSettings) -> TeamSide {
        let isExtra = period > settings.periods
        let first = isExtra ? extraKickOff ?? firstKickOff : firstKickOff
        let number = isExtra ? period - settings.periods : period
        return number % 2 == 1 ? first : first.other
    }

    /// The name of a period: `2nd half`, `Extra time, 1st half`; empty if there is only one.
    static func name(of period: Int, _ settings: MatchSettings) -> String {
        let ordinals = ["1st", "2nd", "3rd", "4th"]
        if period > settings.periods { return "Extra time, \(ordinals[min(max(period - settings.periods, 1), 2) - 1]) half" }
        let part = ["", "", "half", "period", "quarter"][min(max(settings.periods, 1), 4)]
        return part.isEmpty ? "" : "\(ordinals[min(max(period, 1), 4) - 1]) \(part)"
    }

    /// The name of the break after a period: `Half-time`.
    static func breakName(after period: Int, _ settings: MatchSettings) -> String {
        if period == settings.periods + 2 { return "End of extra time" }
        if period == settings.periods + 1 { return "Half-time of extra time" }
        if period == settings.periods { return "End of normal time" }
        return period * 2 == settings.periods ? "Half-time" : "Break"
    }

    /// The name of the match's phase: `2nd half`, `Half-time`, `Full time`.
    package func label(_ settings: MatchSettings) -> String {
        switch phase {
        case .scheduled: return "Kick-off"
        case .playing, .paused:
            let name = Self.name(of: period, settings)
            return name.isEmpty ? "Under way" : name
        case .interval: return Self.breakName(after: period, settings)
        case .shootout: return "Penalties"
        case .ended:
            return Self.endLabel(isAbandoned: isAbandoned, hasKicks: shootout != nil, hasExtraTime: period > settings.periods).long
        }
    }

    /// The outcome as text and in up to four letters.
    static func endLabel(isAbandoned: Bool, hasKicks: Bool, hasExtraTime: Bool) -> (long: String, short: String) {
        if isAbandoned { return ("Abandoned", "Abd") }
        if hasKicks { return ("After penalties", "Pens") }
        return hasExtraTime ? ("After extra time", "AET") : ("Full time", "FT")
    }

    /// The match's phase in up to four letters: `2nd`, `HT`, `FT`.
    package func shortLabel(_ settings: MatchSettings) -> String {
        switch phase {
        case .scheduled: "KO"
        case .playing, .paused:
            period > settings.periods
                ? "ET\(period - settings.periods)"
                : settings.periods == 1 ? "Live" : ["1st", "2nd", "3rd", "4th"][min(max(period, 1), 4) - 1]
        case .interval:
            period == settings.periods || period == settings.periods + 2
                ? "End" : period * 2 == settings.periods || period > settings.periods ? "HT" : "Brk"
        case .shootout: "Pens"
        case .ended: Self.endLabel(isAbandoned: isAbandoned, hasKicks: shootout != nil, hasExtraTime: period > settings.periods).short
        }
    }
}

import FoundationEssentials

extension Match {
    /// The match in one line: `Union 2–1 Hertha 67'`.
    package func line(at now: Date) -> String {
        let teams = settings.teams
        guard state.phase != .scheduled else { return "\(teams.home.name) – \(teams.away.name), not begun" }
        var text = "\(teams.home.name) \(state.tallies.home.score)–\(state.tallies.away.score) \(teams.away.name)"
        if let shootout = state.shootout { text += " (\(shootout.score(.home))–\(shootout.score(.away)))" }
        switch state.phase {
        case .playing, .paused:
            text += " \(MatchMinute(state.elapsed(at: now), in: state.period, of: settings))'"
            if state.phase == .paused { text += ", halted" }
            if let added = state.added { text += ", +\(added) shown" }
        case .scheduled, .interval, .shootout, .ended: text += ", \(state.label(settings))"
        }
        return text
    }

    /// A team with fewer than the seven players that a match requires (law 3), according to the cards; nil if there is none.
    package var teamBelowSeven: TeamSide? {
        guard [.playing, .paused, .interval].contains(state.phase) else { return nil }
        return TeamSide.allCases.first { state.tallies[$0].missing > 4 }
    }
}

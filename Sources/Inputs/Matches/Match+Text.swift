import FoundationEssentials

extension Match {
    /// The match as display lines: the score, then the events.
    package func text(at now: Date) -> [String] {
        var lines = [line(at: now)]
        if let competition = settings.competition { lines.append(competition) }
        if let venue = settings.venue { lines.append(venue) }
        for event in state.events {
            guard let words = words(of: event) else { continue }
            let minute =
                event.isInShootout || event.kind == .end && state.shootout != nil
                ? "" : "\(MatchMinute(event.elapsed, in: event.period, of: settings))'"
            let team = event.side.map { settings.teams[$0].short + "  " } ?? ""
            lines.append(String(repeating: " ", count: max(0, 6 - minute.count)) + minute + "  " + team + words)
        }
        if case .period? = state.next(settings), state.phase == .interval || state.phase == .scheduled {
            lines.append("\(settings.teams[state.kickOff].name) kicks off")
        } else if let side = state.shootout?.next, state.phase == .shootout {
            lines.append("\(settings.teams[side].name) kicks next")
        }
        return lines
    }

    private func words(of event: MatchEvent) -> String? {
        func named(_ what: String, _ who: String?) -> String { who.map { "\(what), \($0)" } ?? what }
        let score = "\(event.score.home)–\(event.score.away)"
        switch event.kind {
        case .kickOff: return "Kick-off"
        case .periodStart: return "\(MatchState.name(of: event.period, settings)) begins"
        case .periodEnd: return MatchState.breakName(after: event.period, settings)
        case .goal(let type, let player):
            let what =
                type == .ownGoal ? "Own goal" : type == .penalty ? "Goal by a penalty" : type == .freeKick ? "Goal by a free kick" : "Goal"
            return named("\(score)  \(what)", player.text)
        case .card(let card, let recipient, let reason, _):
            return named("\(card.rawValue) card", recipient.text) + (reason.map { " (\($0))" } ?? "")
        case .substitution(let out, let player): return "\(player.text ?? "A substitute") for \(out.text ?? "a player")"
        case .shootoutStart: return "Kicks from the penalty mark"
        case .kick(let scored, let player, let round): return named("Kick \(round): \(scored ? "scored" : "missed")", player.text)
        case .shootoutEnd: return nil
        case .end: return state.isAbandoned ? "Abandoned" : "End"
        }
    }
}

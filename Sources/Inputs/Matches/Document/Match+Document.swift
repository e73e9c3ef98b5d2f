import FoundationEssentials
import SubdialExpressions

extension Match {
    /// The match as a document.
    ///
    /// - Parameter shift: The seconds by which the wall clock is ahead of the match's time line.
    package func document(shift: Double) -> Value {
        func date(_ date: Date?) -> Value? { date.map { .date($0.addingTimeInterval(shift)) } }
        let isRunning = state.phase == .playing || state.phase == .paused
        var members: [String: Value?] = [
            "id": .string(id.uuidString), "phase": .string(state.phase.rawValue), "label": .string(state.label(settings)),
            "labelShort": .string(state.shortLabel(settings)),
            "period": .integer(Int64(state.period)),
            "home": team(.home), "away": team(.away),
            "kickOff": date(state.started) ?? settings.kickOff.map(Value.date),
            "since": date(state.since), "endedAt": date(state.ended), "abandoned": .bool(state.isAbandoned),
            "added": state.added.map { .integer(Int64($0)) },
            "competition": settings.competition.map(Value.string), "venue": settings.venue.map(Value.string),
            "length": .double(settings.offset(of: (state.period > settings.periods ? settings.periods + 2 : settings.periods) + 1)),
            "events": MatchEventLine.list(lines), "shootout": state.shootout.map(document),
        ]
        if state.phase == .ended {
            members["winner"] = state.isAbandoned ? nil : .string(state.leader?.rawValue ?? "draw")
        } else if state.phase == .scheduled || state.phase == .interval {
            if case .period? = state.next(settings) { members["kicksOff"] = .string(state.kickOff.rawValue) }
        }
        if isRunning, let zero {
            let end = zero.addingTimeInterval(settings.offset(of: state.period) + settings.length(of: state.period))
            members["from"] = date(zero)
            members["to"] = date(end)
            members["pausedAt"] = date(state.pausedAt)
        }
        if state.phase == .interval, state.period * 2 == settings.periods, let since = state.since {
            members["until"] = date(since.addingTimeInterval(settings.intervalLength))
        }
        members["clock"] = clock(shift: shift)
        return .map(members.compactMapValues { $0 })
    }

    /// The time at which the match clock would have been 0 without pauses; nil while no period is being played.
    private var zero: Date? {
        guard let start = state.periodStart else { return nil }
        return start.addingTimeInterval(state.halted - settings.offset(of: state.period))
    }

    /// The match clock, without stoppage time.
    private func clock(shift: Double) -> Value? {
        guard state.period > 0, let since = state.since else { return nil }
        let end = settings.offset(of: state.period) + settings.length(of: state.period)
        if state.phase == .playing, let zero {
            return [
                "anchor": .date(zero.addingTimeInterval(shift)), "value": 0.0, "rate": 1.0, "maximum": .double(end),
            ]
        }
        let value = state.phase == .paused ? settings.offset(of: state.period) + state.elapsed(at: since) : end
        return ["anchor": .date(since.addingTimeInterval(shift)), "value": .double(min(value, end)), "rate": 0.0]
    }

    private func team(_ side: TeamSide) -> Value {
        let (team, tally) = (settings.teams[side], state.tallies[side])
        return .map(
            [
                "name": .string(team.name), "short": .string(team.short), "color": team.color.map(Value.string),
                "score": .integer(Int64(tally.score)), "kicks": state.shootout.map { .integer(Int64($0.score(side))) },
                "yellows": .integer(Int64(tally.yellows)), "reds": .integer(Int64(tally.reds)),
                "substitutions": .integer(Int64(tally.substitutions)),
                "scorers": MatchEventLine.scorers(lines, side).map(Value.string),
            ].compactMapValues { $0 })
    }

    private func document(_ shootout: Shootout) -> Value {
        let count = max(shootout.rounds, shootout.kicks.home.count, shootout.kicks.away.count, shootout.next == nil ? 0 : shootout.round)
        func kicks(_ side: TeamSide) -> Value {
            let taken = shootout.kicks[side]
            return .list(
                (0..<count).map { index in
                    if index < taken.count { return taken[index] ? "scored" : "missed" }
                    return index == taken.count && shootout.next == side ? "next" : "open"
                })
        }
        return .map(
            [
                "round": .integer(Int64(shootout.round)), "sudden": .bool(shootout.isSuddenDeath),
                "next": shootout.next.map { .string($0.rawValue) }, "home": kicks(.home), "away": kicks(.away),
            ].compactMapValues { $0 })
    }

    /// Goals, cards and substitutions as display lines, in order.
    var lines: [MatchEventLine] {
        state.events.compactMap { event in
            guard let side = event.side else { return nil }
            let minute = event.isInShootout ? "" : MatchMinute(event.elapsed, in: event.period, of: settings).description
            switch event.kind {
            case .goal(let type, let player):
                return MatchEventLine(
                    kind: type == .ownGoal ? .ownGoal : type == .penalty ? .penaltyGoal : .goal, side: side, minute: minute,
                    text: player.text, score: event.score)
            case .card(let card, let recipient, _, let isSecond):
                // A second caution is listed as one event.
                if isSecond, card == .yellow { return nil }
                return MatchEventLine(
                    kind: isSecond ? .secondYellow : card == .red ? .red : .yellow, side: side, minute: minute, text: recipient.text)
            case .substitution(let out, let player):
                return MatchEventLine(kind: .substitution, side: side, minute: minute, text: player.text, detail: out.text)
            default: return nil
            }
        }
    }
}

extension CardRecipient {
    /// The player's name or number, or the official's name or role.
    var text: String? {
        switch self {
        case .player(let player): player.text
        case .official(let role, let name): name ?? role.rawValue
        }
    }
}

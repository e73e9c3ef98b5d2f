import FoundationEssentials

extension MatchState {
    /// Applies an action.
    ///
    /// - Parameters:
    ///   - date: The time on the match's time line; not before the last action.
    ///   - record: The index of its line in the log.
    /// - Throws: `refused` if the rules do not allow it now; the state is unchanged then.
    mutating func apply(_ action: MatchAction, at date: Date, record: Int, _ settings: MatchSettings) throws(MatchError) {
        try action.check()
        switch action {
        case .start(let first): try start(first, at: date, record, settings)
        case .pause:
            guard phase == .playing else { throw .refused(phase == .paused ? "the clock is halted already" : notPlaying(settings)) }
            (phase, pausedAt, since) = (.paused, date, date)
        case .resume:
            guard phase == .paused, let pausedAt else {
                throw .refused(phase == .playing ? "the clock runs already" : notPlaying(settings))
            }
            halted += date.timeIntervalSince(pausedAt)
            (phase, self.pausedAt, since) = (.playing, nil, date)
        case .periodEnd: try endPeriod(at: date, record, settings)
        case .goal(let side, let type, let player):
            try requireUnderWay(settings)
            try requireOnField(player, type == .ownGoal ? side.other : side, settings)
            tallies[side].score += 1
            if phase != .interval { kickOff = side.other }
            note(.goal(type, player), side, at: date, record)
        case .card(let side, let card, let recipient, let reason):
            try show(card, recipient, reason, side, at: date, record, settings)
        case .substitution(let side, let out, let player):
            try substitute(out, player, side, at: date, record, settings)
        case .penalty(let scored, let player):
            guard phase == .shootout, let side = shootout?.next, let round = shootout?.round else {
                throw .refused(
                    phase == .shootout
                        ? "the kicks have decided the match: 'end' ends it"
                        : "there are no kicks from the penalty mark now; a penalty in a period is 'goal --penalty'")
            }
            try requireOnField(player, side, settings)
            shootout?.kick(scored: scored)
            note(.kick(scored: scored, player, round: round), side, at: date, record)
        case .added(let minutes):
            guard phase == .playing || phase == .paused else { throw .refused(notPlaying(settings)) }
            guard (0...30).contains(minutes) else { throw .refused("added time takes 0 to 30 minutes, not \(minutes)") }
            added = minutes == 0 ? nil : minutes
        case .end(let isAbandoned): try end(isAbandoned, at: date, record, settings)
        }
    }

    // MARK: Periods

    private mutating func start(_ first: TeamSide?, at date: Date, _ record: Int, _ settings: MatchSettings) throws(MatchError) {
        guard phase == .scheduled || phase == .interval else {
            switch phase {
            case .paused: throw .refused("the clock is halted: 'resume' goes on")
            case .playing: throw .refused("the \(Self.lowerName(of: period, settings)) is under way")
            case .shootout: throw .refused("the kicks from the penalty mark are under way")
            default: throw .refused("the match has ended: 'new' makes another, 'undo' takes the end back")
            }
        }
        switch next(settings) {
        case .period(let number):
            if let first, number != 1, number != settings.periods + 1, first != kickOff(of: number, settings) {
                throw .refused("\(settings.teams[first.other].name) kicks off this period: the teams take turns")
            }
            if number == 1 { (started, firstKickOff) = (date, first ?? firstKickOff) }
            if number == settings.periods + 1 { extraKickOff = first ?? firstKickOff }
            (phase, period, periodStart, since) = (.playing, number, date, date)
            (halted, pausedAt, added, lastElapsed) = (0, nil, nil, 0)
            kickOff = kickOff(of: number, settings)
            note(number == 1 ? .kickOff : .periodStart, nil, at: date, record)
        case .shootout:
            shootout = Shootout(rounds: settings.penaltyRounds, first: first ?? .home)
            (phase, since) = (.shootout, date)
            note(.shootoutStart, nil, at: date, record)
        case nil: throw .refused("the match is decided: 'end' ends it")
        }
    }

    private mutating func endPeriod(at date: Date, _ record: Int, _ settings: MatchSettings) throws(MatchError) {
        guard phase == .playing || phase == .paused else { throw .refused(notPlaying(settings)) }
        guard let next = next(settings) else { throw .refused("no period follows: 'end' ends the match") }
        lastElapsed = elapsed(at: date)
        note(.periodEnd, nil, at: date, record)
        (phase, since, pausedAt, added) = (.interval, date, nil, nil)
        if case .period(let number) = next { kickOff = kickOff(of: number, settings) }
    }

    private mutating func end(_ isAbandoned: Bool, at date: Date, _ record: Int, _ settings: MatchSettings) throws(MatchError) {
        guard phase != .ended else { throw .refused("the match has ended") }
        if !isAbandoned {
            let how = "; 'end --abandoned' ends the match all the same"
            if phase == .scheduled { throw .refused("the match has not begun" + how) }
            if phase == .shootout, shootout?.winner == nil { throw .refused("the kicks have not decided the match yet" + how) }
            if phase != .shootout, let next = next(settings) {
                switch next {
                case .period(let number) where number <= settings.periods:
                    throw .refused("the \(Self.lowerName(of: number, settings)) is still to come" + how)
                case .period: throw .refused("extra time is still to come\(isLevel ? ", for the score is level" : "")" + how)
                case .shootout: throw .refused("kicks from the penalty mark are still to come, for the score is level" + how)
                }
            }
        }
        if phase == .playing || phase == .paused {
            lastElapsed = elapsed(at: date)
            note(.periodEnd, nil, at: date, record)
        }
        if phase == .shootout { note(.shootoutEnd, nil, at: date, record) }
        self.isAbandoned = isAbandoned
        (phase, since, ended, pausedAt, added) = (.ended, date, date, nil, nil)
        note(.end, nil, at: date, record)
    }

    // MARK: Players

    private mutating func show(
        _ card: MatchCard, _ recipient: CardRecipient, _ reason: String?, _ side: TeamSide, at date: Date, _ record: Int,
        _ settings: MatchSettings
    ) throws(MatchError) {
        guard phase != .ended else { throw .refused("the match has ended: 'undo' takes the end back") }
        let key = recipient.key
        if let key, tallies[side].sentOff.contains(key) {
            throw .refused("\(recipient.text ?? "this player") of \(settings.teams[side].name) has been sent off already")
        }
        switch card {
        case .red:
            sendOff(recipient, side)
            note(.card(.red, recipient, reason: reason, isSecond: false), side, at: date, record)
        case .yellow:
            tallies[side].yellows += 1
            // A second caution is a sending-off (law 12); cautions from the match do not count in kicks from the penalty mark (law 10).
            let cautioned = phase == .shootout ? \MatchState.Tally.cautionedInKicks : \MatchState.Tally.cautioned
            let isSecond = key.map { tallies[side][keyPath: cautioned].contains($0) } ?? false
            note(.card(.yellow, recipient, reason: reason, isSecond: isSecond), side, at: date, record)
            if let key { tallies[side][keyPath: cautioned].insert(key) }
            guard isSecond else { return }
            sendOff(recipient, side)
            note(.card(.red, recipient, reason: "Second caution", isSecond: true), side, at: date, record)
        }
    }

    private mutating func sendOff(_ recipient: CardRecipient, _ side: TeamSide) {
        tallies[side].reds += 1
        if let key = recipient.key { tallies[side].sentOff.insert(key) }
        // Before the kick-off a sent-off player can be replaced, and a substituted one is not on the field.
        let isOnField = recipient.key.map { !tallies[side].substituted.contains($0) } ?? true
        if recipient.player != nil, phase != .scheduled, phase != .shootout, isOnField { tallies[side].missing += 1 }
    }

    private mutating func substitute(
        _ out: MatchPlayer, _ player: MatchPlayer, _ side: TeamSide, at date: Date, _ record: Int, _ settings: MatchSettings
    ) throws(MatchError) {
        guard phase != .ended, phase != .scheduled else {
            throw .refused(phase == .ended ? "the match has ended: 'undo' takes the end back" : "the match has not begun")
        }
        let team = settings.teams[side].name
        if let maximum = settings.maximumSubstitutions {
            // Extra time adds one (law 3).
            let limit = maximum + (period > settings.periods ? 1 : 0)
            if tallies[side].substitutions >= limit { throw .refused("\(team) has made all of its \(limit) substitutions") }
        }
        try requireOnField(out, side, settings)
        if let key = player.key, let name = player.text {
            if key == out.key { throw .refused("\(name) cannot come on for himself") }
            if tallies[side].sentOff.contains(key) { throw .refused("\(name) of \(team) has been sent off") }
            if tallies[side].cameOn.contains(key) { throw .refused("\(name) of \(team) is on the field") }
            if tallies[side].substituted.contains(key), !settings.allowsReturn {
                throw .refused("\(name) of \(team) has been substituted and may not come back")
            }
        }
        tallies[side].substitutions += 1
        if let key = out.key {
            tallies[side].substituted.insert(key)
            tallies[side].cameOn.remove(key)
        }
        if let key = player.key {
            tallies[side].cameOn.insert(key)
            tallies[side].substituted.remove(key)
        }
        note(.substitution(out: out, in: player), side, at: date, record)
    }

    /// - Throws: `refused` if the player was sent off or substituted.
    private func requireOnField(_ player: MatchPlayer, _ side: TeamSide, _ settings: MatchSettings) throws(MatchError) {
        guard let key = player.key, let name = player.text else { return }
        let team = settings.teams[side].name
        if tallies[side].sentOff.contains(key) { throw .refused("\(name) of \(team) has been sent off") }
        if tallies[side].substituted.contains(key) { throw .refused("\(name) of \(team) has been substituted") }
    }

    /// - Throws: `refused` before the first period, during kicks from the penalty mark, and after the end.
    private func requireUnderWay(_ settings: MatchSettings) throws(MatchError) {
        switch phase {
        case .playing, .paused, .interval: return
        case .shootout: throw .refused("kicks from the penalty mark are taken: 'penalty scored' or 'penalty missed'")
        case .scheduled, .ended: throw .refused(notPlaying(settings))
        }
    }

    private func notPlaying(_ settings: MatchSettings) -> String {
        switch phase {
        case .scheduled: "the match has not begun: 'start' begins it"
        case .interval: "no period is played now: 'start' begins the next"
        case .shootout: "kicks from the penalty mark are taken"
        case .ended: "the match has ended: 'undo' takes the end back"
        case .playing, .paused: "the \(Self.lowerName(of: period, settings)) is under way"
        }
    }

    /// The name of a period as part of a sentence.
    static func lowerName(of period: Int, _ settings: MatchSettings) -> String {
        let name = name(of: period, settings)
        return name.isEmpty ? "match" : name.prefix(1).lowercased() + name.dropFirst()
    }

    private mutating func note(_ kind: MatchEvent.Kind, _ side: TeamSide?, at date: Date, _ record: Int) {
        events.append(
            MatchEvent(
                date: date, period: max(1, period), elapsed: elapsed(at: date), isInShootout: phase == .shootout, side: side, kind: kind,
                score: BothSides(home: tallies.home.score, away: tallies.away.score), record: record))
    }
}

import FoundationEssentials

/// The state of a match after the last line of its log.
///
/// It depends only on the settings and the log: see ``Match``.
package struct MatchState: Hashable, Sendable {
    /// The phase.
    package internal(set) var phase = MatchPhase.scheduled
    /// The number of the current or last period, from 1, through extra time; 0 before the first.
    package internal(set) var period = 0
    /// When the match started; nil before.
    package internal(set) var started: Date?
    /// When the phase started.
    package internal(set) var since: Date?
    /// When the match ended; nil before.
    package internal(set) var ended: Date?
    /// True if the match ended early.
    package internal(set) var isAbandoned = false
    /// The added minutes that the fourth official has shown in this period; nil for none.
    package internal(set) var added: Int?
    /// The team of the next kick-off: in the next period, or after a goal.
    package internal(set) var kickOff: TeamSide
    /// The kicks from the penalty mark; nil before them.
    package internal(set) var shootout: Shootout?
    /// Goals, cards and substitutions of each team.
    package internal(set) var tallies = BothSides(both: Tally())
    /// The events in order.
    package internal(set) var events: [MatchEvent] = []

    /// When the period started.
    var periodStart: Date?
    /// The seconds for which the clock was paused in this period.
    var halted = 0.0
    /// When the clock was paused; nil while it runs.
    var pausedAt: Date?
    /// The seconds that the last period took.
    private var lastElapsed = 0.0
    /// The team that kicks off the first period.
    private var firstKickOff: TeamSide
    /// The team that kicked off the first period of extra time.
    private var extraKickOff: TeamSide?

    /// Goals, cards and substitutions of a team.
    package struct Tally: Hashable, Sendable {
        /// Goals, without kicks from the penalty mark.
        package internal(set) var score = 0
        /// Yellow cards.
        package internal(set) var yellows = 0
        /// Red cards, including those after a second caution.
        package internal(set) var reds = 0
        /// Substitutions.
        package internal(set) var substitutions = 0
        /// The recipients of a caution, by key.
        var cautioned: Set<String> = []
        /// The recipients of a caution during kicks from the penalty mark, by key: those from the match do not count there (law 10).
        var cautionedInKicks: Set<String> = []
        /// The recipients who were sent off, by key.
        var sentOff: Set<String> = []
        /// Players who were substituted and are not on the field, by key.
        var substituted: Set<String> = []
        /// Players who came on as substitutes and are on the field, by key.
        var cameOn: Set<String> = []
        /// The number of players missing because they were sent off from the field.
        var missing = 0
    }

    /// The state before a match.
    init(_ settings: MatchSettings) {
        kickOff = settings.firstKickOff
        firstKickOff = settings.firstKickOff
    }

    /// True if both teams have the same number of goals.
    private var isLevel: Bool { tallies.home.score == tallies.away.score }

    /// The leading team, by kicks from the penalty mark if the score is level; nil if neither leads.
    package var leader: TeamSide? {
        guard isLevel else { return tallies.home.score > tallies.away.score ? .home : .away }
        return shootout?.winner
    }

    /// The seconds played of the current or last period, at `now`.
    package func elapsed(at now: Date) -> Double {
        guard let periodStart, phase == .playing || phase == .paused else { return lastElapsed }
        return max(0, (pausedAt ?? now).timeIntervalSince(periodStart) - halted)
    }
}

/// An event of a match.
package struct MatchEvent: Hashable, Sendable {
    /// The kind of the event.
    package enum Kind: Hashable, Sendable {
        case kickOff
        case periodStart
        case periodEnd
        case goal(GoalType, MatchPlayer)
        case card(MatchCard, CardRecipient, reason: String?, isSecond: Bool)
        case substitution(out: MatchPlayer, in: MatchPlayer)
        case shootoutStart
        case kick(scored: Bool, MatchPlayer, round: Int)
        case shootoutEnd
        case end
    }

    /// The time on the match's time line.
    package var date: Date
    /// The period, from 1 through extra time.
    package var period: Int
    /// The seconds into the period.
    package var elapsed: Double
    /// True during kicks from the penalty mark, which have no minute.
    package var isInShootout: Bool
    /// The team; nil for an event of the match itself.
    package var side: TeamSide?
    /// The kind of the event.
    package var kind: Kind
    /// The score after the event.
    package var score: BothSides<Int>
    /// The index of the log line that caused the event.
    package var record: Int
}

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
            addEvent(.goal(type, player), side, at: date, record)
        case .card(let side, let card, let recipient, let reason):
            try addCard(card, recipient, reason, side, at: date, record, settings)
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
            addEvent(.kick(scored: scored, player, round: round), side, at: date, record)
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
            addEvent(number == 1 ? .kickOff : .periodStart, nil, at: date, record)
        case .shootout:
            shootout = Shootout(rounds: settings.penaltyRounds, first: first ?? .home)
            (phase, since) = (.shootout, date)
            addEvent(.shootoutStart, nil, at: date, record)
        case nil: throw .refused("the match is decided: 'end' ends it")
        }
    }

    private mutating func endPeriod(at date: Date, _ record: Int, _ settings: MatchSettings) throws(MatchError) {
        guard phase == .playing || phase == .paused else { throw .refused(notPlaying(settings)) }
        guard let next = next(settings) else { throw .refused("no period follows: 'end' ends the match") }
        lastElapsed = elapsed(at: date)
        addEvent(.periodEnd, nil, at: date, record)
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
            addEvent(.periodEnd, nil, at: date, record)
        }
        if phase == .shootout { addEvent(.shootoutEnd, nil, at: date, record) }
        self.isAbandoned = isAbandoned
        (phase, since, ended, pausedAt, added) = (.ended, date, date, nil, nil)
        addEvent(.end, nil, at: date, record)
    }

    // MARK: Players

    private mutating func addCard(
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
            addEvent(.card(.red, recipient, reason: reason, isSecond: false), side, at: date, record)
        case .yellow:
            tallies[side].yellows += 1
            // A second caution is a sending-off (law 12); cautions from the match do not count in kicks from the penalty mark (law 10).
            let cautioned = phase == .shootout ? \MatchState.Tally.cautionedInKicks : \MatchState.Tally.cautioned
            let isSecond = key.map { tallies[side][keyPath: cautioned].contains($0) } ?? false
            addEvent(.card(.yellow, recipient, reason: reason, isSecond: isSecond), side, at: date, record)
            if let key { tallies[side][keyPath: cautioned].insert(key) }
            guard isSecond else { return }
            sendOff(recipient, side)
            addEvent(.card(.red, recipient, reason: "Second caution", isSecond: true), side, at: date, record)
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
        addEvent(.substitution(out: out, in: player), side, at: date, record)
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
    private static func lowerName(of period: Int, _ settings: MatchSettings) -> String {
        let name = name(of: period, settings)
        return name.isEmpty ? "match" : name.prefix(1).lowercased() + name.dropFirst()
    }

    private mutating func addEvent(_ kind: MatchEvent.Kind, _ side: TeamSide?, at date: Date, _ record: Int) {
        events.append(
            MatchEvent(
                date: date, period: max(1, period), elapsed: elapsed(at: date), isInShootout: phase == .shootout, side: side, kind: kind,
                score: BothSides(home: tallies.home.score, away: tallies.away.score), record: record))
    }
}

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
    private func kickOff(of period: Int, _ settings: MatchSettings) -> TeamSide {
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

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
    var lastElapsed = 0.0
    /// The team that kicks off the first period.
    var firstKickOff: TeamSide
    /// The team that kicked off the first period of extra time.
    var extraKickOff: TeamSide?

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
    package var isLevel: Bool { tallies.home.score == tallies.away.score }

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

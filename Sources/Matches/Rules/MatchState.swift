import FoundationEssentials

/// The state of a match after the last line of its log.
///
/// It follows from the settings and the log alone: see ``Match``.
public struct MatchState: Hashable, Sendable {
    /// The phase.
    public internal(set) var phase = MatchPhase.scheduled
    /// The number of the period that is or was played last, from 1, through extra time; 0 before the first.
    public internal(set) var period = 0
    /// When the match began; nil before.
    public internal(set) var started: Date?
    /// When the phase began.
    public internal(set) var since: Date?
    /// When the match ended; nil before.
    public internal(set) var ended: Date?
    /// True where it ended before the rules had it end.
    public internal(set) var isAbandoned = false
    /// The minutes that the fourth official has shown in this period; nil for none.
    public internal(set) var added: Int?
    /// The team that kicks off next: in the next period, or after a goal.
    public internal(set) var kickOff: TeamSide
    /// The kicks from the penalty mark; nil before they begin.
    public internal(set) var shootout: Shootout?
    /// Goals, cards and substitutions of each team.
    public internal(set) var tallies = BothSides(both: Tally())
    /// The events in their order.
    public internal(set) var events: [MatchEvent] = []

    /// When the period began.
    var periodStart: Date?
    /// Seconds for which the clock was halted in this period.
    var halted = 0.0
    /// Since when the clock is halted; nil while it runs.
    var pausedAt: Date?
    /// Seconds that the last period took, once it is over.
    var lastElapsed = 0.0
    /// The team that kicks off the first period.
    var firstKickOff: TeamSide
    /// The team that kicked off the first period of extra time.
    var extraKickOff: TeamSide?

    /// Goals, cards and substitutions of a team.
    public struct Tally: Hashable, Sendable {
        /// Goals, without kicks from the penalty mark.
        public internal(set) var score = 0
        /// Yellow cards.
        public internal(set) var yellows = 0
        /// Red cards, those after a second caution among them.
        public internal(set) var reds = 0
        /// Substitutions.
        public internal(set) var substitutions = 0
        /// Who has a caution, by key.
        var cautioned: Set<String> = []
        /// Who has a caution in the kicks from the penalty mark, by key: those of the match do not count there (law 10).
        var cautionedInKicks: Set<String> = []
        /// Who was sent off, by key.
        var sentOff: Set<String> = []
        /// Players who were substituted and are not on the field, by key.
        var substituted: Set<String> = []
        /// Players who are on the field because they came on, by key.
        var cameOn: Set<String> = []
        /// Players by whom the team is fewer, because they were sent off from the field.
        var missing = 0
    }

    /// The state before a match.
    init(_ settings: MatchSettings) {
        kickOff = settings.firstKickOff
        firstKickOff = settings.firstKickOff
    }

    /// True where both teams have scored as often.
    public var isLevel: Bool { tallies.home.score == tallies.away.score }

    /// The team that is ahead, by kicks from the penalty mark where the score is level; nil where neither is.
    public var leader: TeamSide? {
        guard isLevel else { return tallies.home.score > tallies.away.score ? .home : .away }
        return shootout?.winner
    }

    /// Seconds that are played of the current period, or were of the last, at `now`.
    public func elapsed(at now: Date) -> Double {
        guard let periodStart, phase == .playing || phase == .paused else { return lastElapsed }
        return max(0, (pausedAt ?? now).timeIntervalSince(periodStart) - halted)
    }
}

/// An event of a match.
public struct MatchEvent: Hashable, Sendable {
    /// What it was.
    public enum Kind: Hashable, Sendable {
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

    /// When it was, on the match's time line.
    public var date: Date
    /// The period, from 1 through extra time.
    public var period: Int
    /// Seconds into the period.
    public var elapsed: Double
    /// True in the kicks from the penalty mark, which have no minute.
    public var isInShootout: Bool
    /// The team; nil for the match's own.
    public var side: TeamSide?
    /// What it was.
    public var kind: Kind
    /// The score after it.
    public var score: BothSides<Int>
    /// The number of the line of the log that it comes from.
    public var record: Int
}

import FoundationEssentials

/// A team as scoreboards name it.
public struct MatchTeam: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The short name, for places with little room: `HER`.
    public var short: String
    /// The colour of its shirts, as templates write colours; nil where it is not known.
    public var color: String?

    /// Makes a team; without `short` its short name is the first three letters of its name, in capitals.
    public init(_ name: String, short: String? = nil, color: String? = nil) {
        self.name = name
        self.short = short ?? Self.abbreviation(of: name)
        self.color = color
    }

    /// The first three letters or digits of a name, in capitals; the name itself where it has none.
    public static func abbreviation(of name: String) -> String {
        let letters = name.filter { $0.isLetter || $0.isNumber }.prefix(3)
        return letters.isEmpty ? name : letters.uppercased()
    }
}

/// What is agreed before a match.
///
/// The defaults are those of the Laws of the Game (IFAB, 2025/26), for a match without extra time.
public struct MatchSettings: Hashable, Sendable, Codable {
    /// The teams.
    public var teams: BothSides<MatchTeam>
    /// Periods of normal time, 1 to 4.
    public var periods = 2
    /// Seconds of a period of normal time, 60 to 7,200 (law 7).
    public var periodLength = 2700.0
    /// Seconds of half-time, up to 3,600 (law 7).
    public var intervalLength = 900.0
    /// True where a level score leads to two periods of extra time.
    public var hasExtraTime = false
    /// Seconds of a period of extra time, 60 to 3,600.
    public var extraPeriodLength = 900.0
    /// True where a score that is still level leads to kicks from the penalty mark.
    public var hasPenalties = false
    /// Kicks of each team before sudden death, 1 to 20 (law 10).
    public var penaltyRounds = 5
    /// The team that kicks off the first period.
    public var firstKickOff = TeamSide.home
    /// The most substitutions of a team, to which extra time adds one; nil for any number.
    public var maximumSubstitutions: Int?
    /// True where a player who was substituted may come back.
    public var allowsReturn = false
    /// The competition's name; nil where none is given.
    public var competition: String?
    /// The ground's name; nil where none is given.
    public var venue: String?
    /// The date of the kick-off as planned, by the wall clock; nil where it is not known.
    public var kickOff: Date?

    /// Makes the settings of a match of two halves of 45 minutes.
    public init(home: MatchTeam, away: MatchTeam) {
        teams = BothSides(home: home, away: away)
    }

    /// Checks the ranges of all numbers and the lengths of all texts.
    ///
    /// - Throws: `setting` for the first that is out of range.
    public func check() throws(MatchError) {
        func require(_ isFine: Bool, _ name: String, _ range: String) throws(MatchError) {
            if !isFine { throw .setting(name, range) }
        }
        try require((1...4).contains(periods), "periods", "a whole number from 1 to 4")
        try require((60...7200).contains(periodLength), "length", "1 to 120 minutes")
        try require((0...3600).contains(intervalLength), "half-time", "0 to 60 minutes")
        try require((60...3600).contains(extraPeriodLength), "extra-time-length", "1 to 60 minutes")
        try require((1...20).contains(penaltyRounds), "rounds", "a whole number from 1 to 20")
        if let maximumSubstitutions { try require((0...99).contains(maximumSubstitutions), "substitutions", "a whole number from 0 to 99") }
        for team in [teams.home, teams.away] {
            try require(!team.name.allSatisfy(\.isWhitespace) && team.name.count <= 80, "team", "a name of up to 80 letters")
            try require(!team.short.isEmpty && team.short.count <= 5, "short", "up to 5 letters")
        }
    }

    // MARK: Periods

    /// The number of the last period of normal time or, where there is extra time, of extra time.
    var lastPeriod: Int { hasExtraTime ? periods + 2 : periods }

    /// Seconds of a period, counted from 1 through extra time.
    func length(of period: Int) -> Double { period <= periods ? periodLength : extraPeriodLength }

    /// Seconds of normal time and extra time before a period.
    func offset(of period: Int) -> Double {
        (1..<max(1, period)).reduce(0) { $0 + length(of: $1) }
    }
}

import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A team as scoreboards show it.
package struct MatchTeam: Hashable, Sendable, Codable {
    /// The name.
    package var name: String
    /// The short name, for small spaces: `HER`.
    package var short: String
    /// The shirt colour, in the syntax of templates; nil if unknown.
    package var color: String?

    /// Makes a team; by default its short name is the first three letters of its name, in capitals.
    package init(_ name: String, short: String? = nil, color: String? = nil) {
        self.name = MatchText.clean(name)
        self.short = MatchText.clean(short ?? Self.abbreviation(of: self.name))
        self.color = color
    }

    /// The first three letters or digits of a name, in capitals; its first three characters if it has neither.
    package static func abbreviation(of name: String) -> String {
        let letters = name.filter { $0.isLetter || $0.isNumber }
        return String((letters.isEmpty ? name : letters).uppercased().prefix(3))
    }
}

/// The settings of a match.
///
/// The defaults follow the Laws of the Game (IFAB, 2025/26), for a match without extra time.
package struct MatchSettings: Hashable, Sendable, Codable {
    /// The teams.
    package var teams: BothSides<MatchTeam>
    /// The number of periods in normal time, 1 to 4.
    package var periods = 2
    /// The seconds of a period in normal time, 60 to 7,200 (law 7).
    package var periodLength = 2700.0
    /// The seconds of half-time, up to 3,600 (law 7).
    package var intervalLength = 900.0
    /// True if a level score leads to two periods of extra time.
    package var hasExtraTime = false
    /// The seconds of a period in extra time, 60 to 3,600.
    package var extraPeriodLength = 900.0
    /// True if a score that is still level leads to kicks from the penalty mark.
    package var hasPenalties = false
    /// The number of kicks per team before sudden death, 1 to 20 (law 10).
    package var penaltyRounds = 5
    /// The team that kicks off the first period, unless `start` names another.
    package var firstKickOff = TeamSide.home
    /// The maximum number of substitutions per team, plus one in extra time; nil for any number.
    package var maximumSubstitutions: Int?
    /// True if a substituted player may return.
    package var allowsReturn = false
    /// The competition's name; nil if there is none.
    package var competition: String? { didSet { competition = competition.map(MatchText.clean) } }
    /// The venue's name; nil if there is none.
    package var venue: String? { didSet { venue = venue.map(MatchText.clean) } }
    /// The scheduled kick-off, as a wall-clock time; nil if unknown.
    package var kickOff: Date?
    /// The ids of the scheduled match, its owner, teams, competition and venue, by RefWatch's keys; nil for a match that was not scheduled.
    package var references: [String: String]?

    /// Makes settings of a match with two halves of 45 minutes.
    package init(home: MatchTeam, away: MatchTeam) {
        teams = BothSides(home: home, away: away)
    }

    /// Checks the ranges of all numbers and the lengths of all texts.
    ///
    /// - Throws: `setting` for the first value that is out of range.
    package func check() throws(MatchError) {
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
            try require(MatchText.fits(team.name, letters: 80), "team", "a name of up to 80 letters")
            try require(MatchText.fits(team.short, letters: 5), "short", "up to 5 letters")
        }
        for (name, text) in [("competition", competition), ("venue", venue)] {
            if let text { try require(MatchText.fits(text, letters: 120), name, "up to 120 letters") }
        }
    }

    // MARK: Periods

    /// The seconds of a period, counted from 1 through extra time.
    func length(of period: Int) -> Double { period <= periods ? periodLength : extraPeriodLength }

    /// The seconds of normal time and extra time before a period.
    func offset(of period: Int) -> Double {
        (1..<max(1, period)).reduce(0) { $0 + length(of: $1) }
    }
}

/// Texts that users enter for a match: names, reasons, places.
enum MatchText {
    /// The text, cleaned, with single spaces between its words.
    static func clean(_ text: String) -> String { text.cleaned().split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// True if the text is not blank and has at most this many characters, of four bytes each on average.
    static func fits(_ text: String, letters: Int) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.utf8.count <= letters * 4 && text.count <= letters
    }
}

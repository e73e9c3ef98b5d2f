import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// RefWatch's `LiveActivityState` (version 1): the data that its widgets show during a match.
///
/// ``json`` contains all of its members, including unknown ones. Dates are either seconds since 2001-01-01, which is what RefWatch writes,
/// or ISO 8601 text.
package struct LiveActivityState: Hashable, Sendable {
    /// The state as it is in the file.
    package let json: JSONValue
    /// The version of the format.
    package let version: Int
    /// The teams' short names.
    package let names: BothSides<String>
    /// The goals.
    package let score: BothSides<Int>
    /// The name of the period: `First Half`.
    package let periodLabel: String
    /// True while the clock is paused.
    package let isPaused: Bool
    /// When the period would have started if the clock had never been paused.
    package let periodStart: Date
    /// When the period's normal time ends; nil if unknown.
    package let expectedPeriodEnd: Date?
    /// The seconds into the period at which the clock was paused; nil while it runs.
    package let elapsedAtPause: Double?
    /// When the state was written.
    package let lastUpdated: Date

    /// True if the value has two members that occur only in a state.
    static func isLike(_ json: JSONValue) -> Bool { json["periodLabel"] != nil && json["homeAbbr"] != nil }

    /// Decodes a state.
    ///
    /// - Throws: `wrong` with the path of the first invalid value.
    package init(_ json: JSONValue) throws(MatchError) {
        func require<T>(_ value: T?, _ key: String, _ what: String) throws(MatchError) -> T {
            guard let value else { throw .wrong(path: key, reason: "\(what) is missing") }
            return value
        }
        self.json = json
        version = Int(saturating: json["version"]?.number ?? 1)
        names = BothSides(
            home: try require(json["homeAbbr"]?.string, "homeAbbr", "the home team's short name"),
            away: try require(json["awayAbbr"]?.string, "awayAbbr", "the away team's short name"))
        score = BothSides(
            home: try require(json.count("homeScore"), "homeScore", "the home team's goals"),
            away: try require(json.count("awayScore"), "awayScore", "the away team's goals"))
        periodLabel = try require(json["periodLabel"]?.string, "periodLabel", "the period's name")
        isPaused = json["isPaused"]?.bool ?? false
        periodStart = try require(RefWatchDate.date(json["periodStart"]), "periodStart", "a date")
        expectedPeriodEnd = RefWatchDate.date(json["expectedPeriodEnd"])
        elapsedAtPause = json["elapsedAtPause"]?.number
        lastUpdated = RefWatchDate.date(json["lastUpdated"]) ?? periodStart
    }
}

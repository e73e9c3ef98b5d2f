import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A match in RefWatch's `completed_matches.json`.
///
/// ``json`` contains all of its members, including unknown ones.
package struct CompletedMatch: Hashable, Sendable {
    /// The match as it is in the file.
    package let json: JSONValue
    /// The id as it is in the file.
    package let id: String
    /// The version of the format; 1 if the file contains none.
    package let schemaVersion: Int
    /// When the match ended.
    package let completedAt: Date
    /// The teams' names.
    package let names: BothSides<String>
    /// The goals, without kicks from the penalty mark.
    package let score: BothSides<Int>

    /// Decodes a match.
    ///
    /// - Throws: `wrong` with the path of the first invalid value.
    package init(_ json: JSONValue, path: String = "") throws(MatchError) {
        func require<T>(_ value: T?, _ key: String, _ what: String) throws(MatchError) -> T {
            guard let value else { throw .wrong(path: path.isEmpty ? key : "\(path).\(key)", reason: "\(what) is missing") }
            return value
        }
        self.json = json
        id = try require(json["id"]?.string, "id", "the match's identity")
        schemaVersion = Int(saturating: json["schemaVersion"]?.number ?? 1)
        completedAt = try require(RefWatchDate.date(json["completedAt"]), "completedAt", "an ISO 8601 date or seconds since 2001")
        let match = try require(json["match"], "match", "the match")
        names = BothSides(
            home: try require(match["homeTeam"]?.string, "match.homeTeam", "the home team's name"),
            away: try require(match["awayTeam"]?.string, "match.awayTeam", "the away team's name"))
        score = BothSides(
            home: try require(match.count("homeScore"), "match.homeScore", "the home team's goals"),
            away: try require(match.count("awayScore"), "match.awayScore", "the away team's goals"))
    }

    /// The goals in kicks from the penalty mark; nil if there were none.
    package var kicks: BothSides<Int>? {
        var kicks = BothSides<[Bool]>(both: [])
        for event in events {
            guard case .object = event, let side = event.side, let kick = event["eventType"]?["penaltyAttempt"]?["_0"] else { continue }
            kicks[side].append(kick["result"]?.string == "scored")
        }
        guard !kicks.home.isEmpty || !kicks.away.isEmpty else { return nil }
        return BothSides(home: kicks.home.count { $0 }, away: kicks.away.count { $0 })
    }

    /// The events as they are in the file.
    var events: [JSONValue] {
        if case .array(let events)? = json["events"] { events } else { [] }
    }
}

extension JSONValue {
    /// A whole number from 0 to 999 at a key; nil for anything else.
    func count(_ key: String) -> Int? {
        self[key]?.number.flatMap { (0...999).contains($0) ? Int(saturating: $0) : nil }
    }

    /// The team of an event of RefWatch.
    var side: TeamSide? {
        switch self["team"]?.string {
        case "Home": .home
        case "Away": .away
        default: nil
        }
    }
}

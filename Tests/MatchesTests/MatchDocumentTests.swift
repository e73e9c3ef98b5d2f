import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialMatches
import Testing

/// Tests of the documents of all match files.
@Suite struct MatchDocumentTests {
    private func document(_ text: String) throws -> [String: Value] {
        try #require(try MatchDocument.value(of: Array(text.utf8), nil).members)
    }

    private func state(_ changes: String = "") -> String {
        """
        {"version": 1, "homeAbbr": "HOM", "awayAbbr": "AWA", "homeScore": 1, "awayScore": 0, "periodLabel": "First Half",
         "isPaused": false, "isInStoppage": false, "periodStart": 788918400, "expectedPeriodEnd": 788921100, "stoppageAccumulated": 0,
         "canPause": true, "lastUpdated": 788918700, "later": {"key": [1]}\(changes.isEmpty ? "" : ", " + changes)}
        """
    }

    /// RefWatch's states: running, paused, half-time, over; of two equal keys, the last one is used.
    @Test(
        arguments: [
            ("", "playing 1 0"), ("\"isPaused\": true, \"elapsedAtPause\": 300", "paused 1 0"),
            ("\"periodLabel\": \"Half Time\"", "interval 1 –"), ("\"periodLabel\": \"Second Half\"", "playing 2 2700"),
            ("\"periodLabel\": \"ET 1\", \"expectedPeriodEnd\": null", "playing 3 5400"),
            ("\"periodLabel\": \"ET 2\", \"expectedPeriodEnd\": null", "playing 4 6300"),
            ("\"periodLabel\": \"2nd Half Expired\"", "playing 2 2700"), ("\"periodLabel\": \"Penalties\"", "shootout – –"),
            ("\"periodLabel\": \"Full Time\"", "ended – –"),
        ])
    func liveActivityStates(_ changes: String, _ expected: String) throws {
        let members = try document(state(changes))
        var offset = "–"
        if case .date(let from)? = members["from"], case .date(let to)? = members["to"] {
            offset = Value.double(Date(timeIntervalSinceReferenceDate: 788_918_400).timeIntervalSince(from)).text
            if members["phase"] == "paused" { offset = "0" }
            #expect(to.timeIntervalSince(from) > 0)
        }
        let text = "\(members["phase"]?.text ?? "") \(members["period"]?.text ?? "–") \(offset)"
        #expect(text == expected)
    }

    /// Seconds since 2001 and ISO 8601, with and without fractions, are the same date.
    @Test(arguments: [
        "788918400", "788918400.0", "\"2026-01-01T00:00:00Z\"", "\"2026-01-01T00:00:00.000Z\"", "\"2026-01-01T01:00:00+01:00\"",
    ])
    func datesHaveThreeForms(_ date: String) throws {
        let members = try document(state("\"periodStart\": \(date)"))
        #expect(members["from"] == .date(Date(timeIntervalSinceReferenceDate: 788_918_400)))
    }

    @Test func unknownMembersAndVersionsSurvive() throws {
        let json = try JSONValue(parsing: state("\"version\": 7"))
        let read = try LiveActivityState(json)
        #expect(read.version == 7 && read.json == json && read.json["later"]?["key"] == [1])
    }

    @Test(
        arguments: [
            "", "[1]", "{}", "{\"periodLabel\": 1, \"homeAbbr\": 2}", "[{\"id\": \"a\"}]", "\"text\"",
            "{\"periodLabel\": \"x\", \"homeAbbr\": \"a\", \"awayAbbr\": \"b\", \"homeScore\": -1, \"awayScore\": 0, \"periodStart\": 0}",
            "{\"periodLabel\": \"x\", \"homeAbbr\": \"a\", \"awayAbbr\": \"b\", \"homeScore\": 1e300, \"awayScore\": 0, \"periodStart\": 0}",
        ])
    func otherFilesAreErrors(_ text: String) {
        #expect(throws: MatchError.self) { _ = try document(text) }
    }

    /// Event times that no watch writes, an abandoned match, and a red card after a yellow one for another reason.
    @Test(arguments: ["0:1e300", "0:inf", "1e300:0", ":", "", "-1:00", "99999:00", "12", "1:2:3"])
    func absurdTimes(_ time: String) throws {
        let match = try MatchScript("0 start\n1 yellow away 4\n2 red away 4\n3 goal home 9\n4 own home 9\n5 abandon").match
        let text = CompletedMatch.json(of: match).text().replacing(#""matchTime":"03:00""#, with: #""matchTime":"\#(time)""#)
        let members = try document("[\(text)]")
        #expect(members["label"] == "Abandoned" && members["winner"] == nil && members["abandoned"] == true)
        let events = try #require(members["events"]?.elements)
        try #require(events.count == 4)
        #expect(events[2].members?["type"] == "red")
        // The same number in two teams.
        let home = try #require(members["home"]?.members)
        #expect(home["scorers"]?.text.hasSuffix("No. 9 5' o.g.") == true, "\(home)")
    }

    @Test func noMatchIsNoError() throws {
        #expect(try document("[]") == ["phase": "none"])
    }

    /// The last match of a file, with ended matches and kicks from the penalty mark.
    @Test func completedMatches() throws {
        let match = try MatchScript(
            "0 start\n11 goal home 9\n45 break\n60 start\n61 goal home 9\n107:20 spot away 10\n107:40 goal away\n108 break\n109 start away\n110 scored\n111 missed\n112 scored\n113 missed\n114 scored\n115 missed\n116 end"
        ) { $0.hasPenalties = true }.match
        let ended = try document("[\(CompletedMatch.json(of: match).text())]")
        let own = try #require(match.document(shift: 0).members)
        // Both ways result in the same document, except for data that RefWatch's format does not contain.
        for key in ["phase", "label", "labelShort", "period", "kickOff", "endedAt", "winner", "events", "length"] {
            #expect(ended[key] == own[key], "\(key)")
        }
        for side in ["home", "away"] {
            let (there, here) = (try #require(ended[side]?.members), try #require(own[side]?.members))
            #expect(there == here)
        }
        let kicks = try #require(ended["shootout"]?.members)
        #expect(kicks["away"] == ["scored", "scored", "scored", "open", "open"])
        let (home, away) = (try #require(own["home"]?.members), try #require(own["away"]?.members))
        #expect(home["scorers"] == "No. 9 12', 47'" && away["scorers"] == "No. 10 90+3' pen., 90+3'")
    }
}

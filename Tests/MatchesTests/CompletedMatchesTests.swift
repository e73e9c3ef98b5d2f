import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialMatches
import SubdialTestSupport
import Testing

/// Tests of RefWatch's `completed_matches.json`.
@Suite struct CompletedMatchesTests {
    private func element(_ id: String) -> JSONValue { ["id": .string(id), "future": ["a": [1, 2.50]]] }

    /// Insertions and removals change no other bytes.
    @Test(
        arguments: [
            "", "[]", "[ ]\n", "[\n  {\"id\" : \"a\", \"x\":1.50e3, \"s\":\"]\\\"},[\"}\n]\n",
            "[{\"id\":\"a\"},{\"id\":\"b\",\"deep\":[[{}],[]]}]",
            "\n[{\"id\":\"a\"} , {\"id\":\"b\"}\n , {\"id\":\"c\"}]  \n",
        ])
    func othersAreLeftAsTheyAre(_ text: String) throws {
        let before = try MatchListFile(Array(text.utf8))
        var file = before
        file.append(element("new"))
        let read = try MatchListFile(file.bytes)
        #expect(read.elements == before.elements + [element("new")])
        #expect(file.elements == read.elements)
        file.remove(at: before.elements.count)
        let after = try MatchListFile(file.bytes)
        #expect(after.elements == before.elements)
        func solid(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { ![0x20, 0x0A].contains($0) } }
        #expect(solid(file.bytes) == solid(before.bytes))
        for index in before.elements.indices {
            var less = before
            less.remove(at: index)
            var expected = before.elements
            expected.remove(at: index)
            #expect(try MatchListFile(less.bytes).elements == expected)
        }
    }

    @Test(arguments: ["{", "{}", "[1", "[{\"id\":\"a\"},]", "null", "\u{0}"])
    func brokenFilesAreErrors(_ text: String) {
        #expect(throws: MatchError.self) { _ = try MatchListFile(Array(text.utf8)) }
    }

    /// A file of RefWatch's own encoder, with members of a later version.
    @Test func readsRefWatchsOwn() throws {
        let bytes = try Repository.fixtureBytes("matches/completed_matches.json")
        let file = try MatchListFile(bytes)
        let matches = file.matches.map(\.match)
        #expect(matches.map(\.line) == ["Union 1–1 Hertha (4–2), After penalties", "FC Alder 3–0 Quay Rovers, Full time"])
        #expect(matches.map(\.schemaVersion) == [1, 2])
        #expect(matches[1].json["weather"]?["sky"] == "rain")
        #expect(
            matches[1].text == [
                "   24'  FC Alder  goal 1–0 No. 9", "   31'  FC Alder  yellow No. 4", " 45+3'  FC Alder  ownGoal 2–0 Petty",
                "   61'  FC Alder  substitution Okafor for No. 7", "   81'  FC Alder  secondYellow No. 4",
                "   90'  FC Alder  penaltyGoal 3–0 Okafor",
            ])
        var longer = file
        longer.append(CompletedMatch.json(of: try MatchScript("0 start\n45 break\n60 start\n105 end").match))
        // The existing content is preserved byte for byte.
        #expect(longer.bytes.starts(with: bytes[..<(bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)]))
    }

    /// RefWatch's decoder, as synthesised by Swift for the types of the file, with ISO 8601 dates.
    private struct Decoded: Decodable {
        struct Match: Decodable {
            let id: UUID
            let homeTeam: String, awayTeam: String
            let startTime: Date?
            let duration: Double
            let numberOfPeriods: Int
            let halfTimeLength: Double, extraTimeHalfLength: Double
            let hasExtraTime: Bool, hasPenalties: Bool
            let penaltyInitialRounds: Int
            let homeScore: Int, awayScore: Int, homeYellowCards: Int, awayYellowCards: Int, homeRedCards: Int, awayRedCards: Int
            let homeSubs: Int, awaySubs: Int
        }
        struct Goal: Decodable {
            enum Kind: String, Decodable { case goal = "Goal", own = "Own Goal", penalty = "Penalty", freeKick = "Free Kick" }
            let goalType: Kind
            let playerNumber: Int?
            let playerName: String?
        }
        struct Card: Decodable {
            enum Color: String, Decodable { case yellow = "Yellow", red = "Red" }
            enum Recipient: String, Decodable { case player = "Player", official = "Team Official" }
            enum Role: String, Decodable {
                case manager = "Manager", assistant = "Assistant Manager", coach = "Coach", physio = "Physio", doctor = "Doctor"
            }
            let cardType: Color
            let recipientType: Recipient
            let playerNumber: Int?
            let officialRole: Role?
            let reason: String
        }
        struct Change: Decodable {
            let playerOut: Int?, playerIn: Int?
        }
        struct Kick: Decodable {
            enum Result: String, Decodable { case scored, missed }
            let result: Result
            let playerNumber: Int?
            let round: Int
        }
        enum EventType: Decodable {
            case goal(Goal)
            case card(Card)
            case substitution(Change)
            case kickOff
            case periodStart(Int)
            case halfTime
            case periodEnd(Int)
            case matchEnd
            case penaltiesStart
            case penaltyAttempt(Kick)
            case penaltiesEnd
        }
        enum Details: Decodable {
            case goal(Goal)
            case card(Card)
            case substitution(Change)
            case general
            case penalty(Kick)
        }
        enum Team: String, Decodable { case home = "Home", away = "Away" }
        struct Event: Decodable {
            let id: UUID
            let timestamp: Date, actualTime: Date
            let matchTime: String
            let period: Int
            let eventType: EventType
            let team: Team?
            let details: Details
        }
        let id: UUID
        let schemaVersion: Int?
        let completedAt: Date
        let match: Match
        let events: [Event]
        let competitionName: String?
    }

    @Test func refWatchsDecoderReadsOurs() throws {
        let match = try MatchScript(
            """
            0 start
            0:30.5 goal home 9
            1 own away 3
            2 spot home
            3 yellow home 4
            4 yellow home 4
            5 bench away
            6 sub home 7 14
            45 break
            60 start
            70 goal away 10
            105:30 break
            106 start
            107 scored 9
            108 missed
            109 scored
            110 missed
            111 scored
            112 missed
            113 end
            """
        ) {
            $0.hasPenalties = true
            $0.competition = "Cup"
        }.match
        var file = try MatchListFile([])
        file.append(CompletedMatch.json(of: match))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let decoded = try #require(try decoder.decode([Decoded].self, from: Data(file.bytes)).first)
        #expect(decoded.id == match.id && decoded.schemaVersion == 1 && decoded.competitionName == "Cup")
        #expect(
            [
                decoded.match.homeScore, decoded.match.awayScore, decoded.match.homeYellowCards, decoded.match.homeRedCards,
                decoded.match.awayRedCards, decoded.match.homeSubs,
            ] == [2, 2, 2, 1, 1, 1])
        #expect(decoded.match.startTime == MatchScript.zero && decoded.completedAt == MatchScript.zero.addingTimeInterval(113 * 60))
        #expect(decoded.events.map(\.matchTime).prefix(4) == ["00:00", "00:30", "01:00", "02:00"])
        // Minutes continue beyond a period's end; the second half begins at 45.
        #expect(decoded.events.contains { $0.matchTime == "90:30" } && decoded.events.contains { $0.matchTime == "55:00" })
        #expect(Set(decoded.events.map(\.id)).count == decoded.events.count)
        #expect(decoded.events.filter { $0.period == 5 }.count == 8)
    }
}

import SubdialDocuments
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP
@testable import SubdialHTTPSupport

/// Changes of the list of zones that show in answers about single zones.
@Suite struct ZoneListMarksTests {
    private static let kitchen = #"{"zone_id":"a:1","zone_name":"Kitchen","state":"playing"}"#
    private static let paused = #"{"zone_id":"a:1","zone_name":"Kitchen","state":"paused"}"#
    private static let pantry = #"{"zone_id":"a:1","zone_name":"Pantry","state":"playing"}"#
    private static let hall = #"{"zone_id":"a:2","zone_name":"Hall"}"#

    /// Two answers, and whether the second one shows another list.
    @Test(
        arguments: [
            (#"{"zones":[\#(kitchen)],"zones_sha":"1"}"#, #"{"zones":[\#(paused)],"zones_sha":"1"}"#, false),
            // One dialect does not count names.
            (#"{"zones":[\#(kitchen)],"zones_sha":"1"}"#, #"{"zones":[\#(pantry)],"zones_sha":"1"}"#, true),
            (#"{"zones":[\#(kitchen)]}"#, #"{"zones":[\#(kitchen),\#(hall)]}"#, true),
            (#"{"zones":[\#(kitchen),\#(hall)]}"#, #"{"zones":[\#(hall),\#(kitchen)]}"#, false),
            // The order may count in the hash.
            (#"{"zones":[\#(kitchen),\#(hall)],"zones_sha":"1"}"#, #"{"zones":[\#(hall),\#(kitchen)],"zones_sha":"2"}"#, true),
            (#"{"zones":[],"zones_sha":"1"}"#, #"{"zones":[],"zones_sha":"2"}"#, true),
            (#"{"zones":[\#(kitchen)]}"#, #"{"error":"zone not found","error_code":"ZONE_NOT_FOUND","zones":[]}"#, true),
            (#"{"config_sha":"1"}"#, #"{"config_sha":"2"}"#, true), (#"{"config_sha":null}"#, #"{"config_sha":"2"}"#, false),
            // What is missing, or of another type, tells nothing.
            (#"{"zones":[\#(kitchen)],"zones_sha":"1","config_sha":"1"}"#, #"{"zones":7,"zones_sha":null,"config_sha":[]}"#, false),
            (#"{"zones":[\#(kitchen)]}"#, #"{"zones":[]}"#, false), ("{}", "{}", false),
        ] as [(String, String, Bool)])
    func aChangeIsNoticed(_ first: String, _ second: String, _ isOther: Bool) throws {
        var marks = ZoneListMarks()
        let changes = try [first, second, second].map { marks.record(try JSONValue(parsing: $0)) }
        #expect(changes == [false, isOther, false])
    }

    /// A list that was requested before the first answer about a zone is compared with it.
    @Test func theListItselfIsTheBeginning() throws {
        var marks = ZoneListMarks()
        let answer = try JSONValue(parsing: #"{"zones":[\#(Self.pantry)]}"#)
        marks.begin(with: [try #require(WireZone(try JSONValue(parsing: Self.kitchen)))])
        let isOther = marks.record(answer)
        // Later lists are not compared: the two may differ in general.
        marks.begin(with: [])
        let isOtherAgain = marks.record(answer)
        #expect(isOther && !isOtherAgain)
    }

    @Test func anEventHasAnotherName() throws {
        var marks = ZoneListMarks()
        let zone = ZoneID("a:1")
        // Without a list, nothing is known of the name.
        var changes = [marks.rename(zone, to: "Pantry")]
        changes.append(marks.record(try JSONValue(parsing: #"{"zones":[\#(Self.kitchen)]}"#)))
        for name in ["Kitchen", "Pantry", "Pantry"] { changes.append(marks.rename(zone, to: name)) }
        changes.append(marks.record(try JSONValue(parsing: #"{"zones":[\#(Self.pantry)]}"#)))
        #expect(changes == [false, false, false, true, false, false])
    }

    /// A reading of one zone shows that another has come, gone, or is called something else; the same answer again shows nothing.
    @Test(arguments: ["new-zone", "vanishing-zone", "renamed-zone"], Dialect.allCases)
    func aReadingShowsAnotherList(_ name: String, _ dialect: Dialect) async throws {
        let scenario = try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path(percentEncoded: false))
        let clock = SteppedClock()
        try await withSimulator(scenario: scenario, dialect: dialect, clock: clock) { simulator async throws in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient())
            let (changes, room) = (Counter(), ZoneID("roon:1601"))
            let stream = client.listChanges()
            let counting = Task { for await _ in stream { changes.increment() } }
            defer { counting.cancel() }
            for _ in 0..<3 { _ = try await client.read(room) }
            clock.advance(by: .seconds(4))
            for _ in 0..<3 { _ = try await client.read(room) }
            try await eventually("the change") { changes.value == 1 }
            for _ in 0..<3 { _ = try await client.read(room) }
            #expect(changes.value == 1)
        }
    }
}

import Foundation
import JSON
import TestSupport
import Testing

/// `timeline` and `expr` as processes.
@Suite struct TimelineCommandTests {
    @Test func printsEntriesPolicyAndNextWake() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let playing = Repository.fixtureURL("entries/playing.json").path
        let json = try JSONValue(parsing: try sandbox.run("timeline", "--json", "--entry", playing).output)
        guard case .array(let entries)? = json["entries"] else { return #expect(Bool(false), "no entries: \(json)") }
        #expect(entries.first?["date"]?.string == "2026-01-08T20:15:04Z")
        // So What: 562 s long, 104 s in; its end comes before a quarter of an hour is over.
        #expect(json["reload"]?["policy"]?.string == "after")
        #expect(json["reload"]?["date"]?.string == "2026-01-08T20:22:42.250Z")
        // A progress line of 300 pixels moves each 1.873 s, and here before the second is over.
        #expect(json["nextWake"]?.string == "2026-01-08T20:15:04.907Z")
    }

    @Test(arguments: [
        ("title", "So What"), ("uc(artist)", "MILES DAVIS"), ("elapsed", "1:44"), ("mpris:length", "562000000"), ("position", "104000000"),
        ("{{ artist }} - {{ title }}", "Miles Davis - So What"), ("5", "5.0"), ("status", "Playing"), ("volume_text", "−23.5 dB"),
    ])
    func printsWhatAnExpressionComesTo(_ expression: String, _ text: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("expr", expression, "--entry", Repository.fixtureURL("entries/playing.json").path)
        #expect(outcome.output == text + "\n")
        #expect(outcome.status == 0)
    }
}

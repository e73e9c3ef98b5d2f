import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `timeline` and `expr`.
@Suite struct TimelineCommandTests {
    @Test func printsEntriesPolicyAndNextWake() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let playing = Repository.fixtureURL("entries/playing.json").path
        let json = try JSONValue(parsing: await sandbox.perform("timeline", "--json", "--entry", playing).output)
        guard case .array(let entries)? = json["entries"] else { return #expect(Bool(false), "no entries: \(json)") }
        #expect(entries.first?["date"]?.string == "2026-01-08T20:15:04Z")
        // So What: 562 s long, 104 s elapsed; it ends within a quarter of an hour.
        #expect(json["reload"]?["policy"]?.string == "after")
        #expect(json["reload"]?["date"]?.string == "2026-01-08T20:22:42.250Z")
        // A progress line of 300 pixels moves every 1.873 s, and here within the next second.
        #expect(json["nextWake"]?.string == "2026-01-08T20:15:04.907Z")
    }

    @Test(arguments: [
        ("title", "So What"), ("uc(artist)", "MILES DAVIS"), ("elapsed", "1:44"), ("mpris:length", "562000000"), ("position", "104000000"),
        ("{{ artist }} - {{ title }}", "Miles Davis - So What"), ("5", "5.0"), ("status", "Playing"), ("volume_text", "−23.5 dB"),
    ])
    func printsWhatAnExpressionComesTo(_ expression: String, _ text: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform("expr", expression, "--entry", Repository.fixtureURL("entries/playing.json").path)
        #expect(outcome.output == text + "\n")
        #expect(outcome.status == 0)
    }

    @Test(
        arguments: [
            ([], "20:15"), (["--time-zone", "Europe/Berlin"], "21:15"), (["--time-zone", "local"], "05:15"),
        ] as [([String], String)])
    func tellsDatesInAZone(_ flags: [String], _ text: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let entry = ["--entry", Repository.fixtureURL("entries/playing.json").path]
        #expect(try sandbox.run(["expr", "date(now, 'HH:mm')"] + entry + flags, environment: ["TZ": "Asia/Tokyo"]).output == text + "\n")
    }

    /// A new track alerts for a few seconds; then the island is compact, becomes stale, ends after eight hours, and is removed.
    @Test func tellsTheLifeOfAnActivity() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let (before, after) = (Repository.fixtureURL("entries/radio.json").path, Repository.fixtureURL("entries/playing.json").path)
        let id = await sandbox.perform("timeline", "--activity", "--entry", after)
        #expect(id.status == 0, "\(id.errors)")
        #expect(id.lines.count == 4)
        #expect(id.lines.first?.hasPrefix("2026-01-08T20:15:04Z  island: compact roon:1601bb42@2026-01-08T20:15:04Z") == true)
        #expect(id.lines[1].hasPrefix("2026-01-08T20:35:04Z") && id.lines[1].hasSuffix(" stale"))
        #expect(id.lines[2].hasPrefix("2026-01-09T04:15:04Z  island: none") && id.lines[2].hasSuffix(" ended"))
        #expect(id.lines[3] == "2026-01-09T08:15:04Z  island: none; lock screen: nothing")
        let entry = try String(contentsOfFile: before, encoding: .utf8).replacingOccurrences(
            of: #""id": "[^"]*""#, with: #""id": "roon:1601bb42""#, options: .regularExpression)
        try entry.write(toFile: sandbox.path("before.json"), atomically: true, encoding: .utf8)
        let alert = await sandbox.perform("timeline", "--activity", "--before", "before.json", "--entry", after)
        #expect(alert.lines.first?.contains("island: expanded ") == true, "\(alert.output)")
        #expect(alert.lines.dropFirst().first?.hasPrefix("2026-01-08T20:15:09Z  island: compact") == true, "\(alert.output)")
    }
}

import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Two bridges whose zones have the same ids, through front and engine.
@Suite(.serialized) struct TwoBridgesTests {
    private static let kitchen = "lms:00:04:20:12:ab:cd"

    private func scenario(_ title: String, name: String, _ sandbox: Sandbox) throws -> String {
        let path = sandbox.path("\(title).yaml")
        let text = """
            description: A room

            zones:
              - id: \(Self.kitchen)
                name: \(name)
                state: playing
                volume: { kind: number, value: 20 }
                queue:
                  - { title: \(title), artist: Somebody, album: Many, length: 3000 }

            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Feeds and commands reach the bridge of their zone, also while the other bridge is away.
    @Test func eachZoneBelongsToItsBridge() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (first, port) = try await sandbox.bridge(try scenario("Here", name: "Kitchen", sandbox))
        defer { first.stop() }
        let (second, otherPort) = try await sandbox.bridge(try scenario("There", name: "Cabin", sandbox))
        defer { second.stop() }
        let ids = [Self.kitchen, "\(Self.kitchen)@127.0.0.1:\(otherPort)"]
        let environment = ["SUBDIAL_SOURCE": "http://127.0.0.1:\(port) http://127.0.0.1:\(otherPort)"]
        func run(_ words: String...) throws -> Sandbox.Outcome { try sandbox.run(words, environment: environment) }

        let zones = try #require(try JSONValue(parsing: try run("zones", "--json").output).elements)
        #expect(zones.compactMap { $0["id"]?.string } == ["active"] + ids)
        let feeds = try ids.map { id in
            try FeedFront(
                sandbox, ["feed", "--format", "json", "--text", "{{ title }} {{ status }}", "--zone", id], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        func text(_ feed: FeedFront) -> String? { feed.last.flatMap { try? JSONValue(parsing: $0)["text"]?.string } }
        func connection(_ feed: FeedFront) -> String? { feed.last.flatMap { try? JSONValue(parsing: $0)["connection"]?.string } }
        try await eventually("a track of each") { feeds.map(text) == ["Here Playing", "There Playing"] }

        #expect(try run("control", "pause", "--zone", ids[1]).status == 0)
        try await eventually("the second one's pause") { feeds.map(text) == ["Here Playing", "There Paused"] }
        #expect(try run("control", "pause", "--zone", "Kitchen").status == 0)
        #expect(try run("control", "play", "--zone", "Cabin").status == 0)
        try await eventually("the first one's pause") { feeds.map(text) == ["Here Paused", "There Playing"] }

        // The first bridge is away: its zone is, and the other one keeps its id.
        first.stop()
        try await eventually("that the first one is away") { connection(feeds[0]) == "stale" }
        #expect(try run("control", "pause", "--zone", ids[1]).status == 0)
        try await eventually("the second one's pause") { text(feeds[1]) == "There Paused" && connection(feeds[1]) == "live" }
        #expect(try run("control", "play", "--zone", ids[0]).status == 69)
        #expect(text(feeds[1]) == "There Paused")
        // The chosen zone stays that of the second bridge, also in the next engine.
        #expect(try run("control", "zone", "Cabin").output == "Cabin\n")
        #expect(try run("feed", "--once", "--text", "{{ zone_id }} {{ title }}").output == "\(ids[1]) There\n")
        #expect(try run("engine", "stop").status == 0)
        #expect(try run("feed", "--once", "--text", "{{ zone_id }} {{ title }}").output == "\(ids[1]) There\n")
    }
}

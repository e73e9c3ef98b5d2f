import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// What odd players send, through the bus, the engine and the front.
@Suite(.serialized, .enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon")) struct PlayerMetadataTests {
    private let sandbox: Sandbox
    private let bus: PrivateBus

    init() throws { (sandbox, bus) = (try Sandbox(), try PrivateBus()) }

    private func run(_ words: String...) throws -> Sandbox.Outcome {
        try sandbox.run(words + ["--source", "mpris"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    }

    private func once(_ text: String) throws -> String {
        try run("feed", "--once", "--text", text).output.trimmingCharacters(in: .newlines)
    }

    private static func playing(_ metadata: [String: Wire]) -> [String: Wire] {
        ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(metadata)]
    }

    @Test func theSongOfAStreamIsTheTitle() async throws {
        defer { sandbox.clean() }
        let stream = ["xesam:title": "Radio X", "cmus:stream_title": "Ada - Song", "xesam:url": "http://r/x"]
        let player = await FakePlayer(bus, "cmus", Self.playing(stream.mapValues { Wire.text($0) }))
        #expect(try once("{{ title }}|{{ album }}|{{ xesam:title }}") == "Ada - Song|Radio X|Radio X")
        player.change(Self.playing(["xesam:url": .text("https://open.spotify.com/track/4uLU6h"), "xesam:album": .text("Kind of Blue")]))
        try await eventually("the album in place of an id") { try once("{{ title }}") == "Kind of Blue" }
    }

    @Test func lengthsOfAnyFormAreTold() async throws {
        defer { sandbox.clean() }
        let player = await FakePlayer(bus, "odd")
        let lengths: [(Wire, String)] = [
            (.text("149000000"), "2:29"), (Wire("d", .double(149_000_000.4)), "2:29"), (Wire("t", .int(149_000_000)), "2:29"),
            (Wire("x", .int(-1)), ""), (Wire("x", .int(.max)), ""), (Wire("t", .uint(.max)), ""), (.text("unknown"), ""),
        ]
        for (place, (length, shown)) in lengths.enumerated() {
            player.change(Self.playing(["xesam:title": .text("T\(place)"), "mpris:length": length]))
            try await eventually("length \(place)") {
                try once("{{ title }}|{{ duration(mpris:length) }}|{{ length }}") == "T\(place)|\(shown)|\(shown)"
            }
        }
    }

    @Test func aMissingPlayerIsNamedAndNoWordSuggestedForItself() async throws {
        defer { sandbox.clean() }
        func errors(_ words: String...) throws -> String {
            let outcome = try sandbox.run(words + ["--source", "mpris"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            return outcome.errors
        }
        for key in ["title", "xesam:title", "mpris:length"] {
            let message = try errors("metadata", key)
            #expect(message.contains("no player that counts is running") && !message.contains("did you mean"), "\(message)")
        }
        #expect(try errors("metadata", "titel").contains("did you mean 'title'?"))
        let missing = try run("metadata", "title", "--zone", "mpris:nosuch")
        #expect(missing.status == 69)
        #expect(missing.errors.contains("nosuch") && !missing.errors.contains("did you mean"))
        let player = await FakePlayer(bus, "idle")
        _ = player
        try await eventually("a player that plays nothing") { try errors("metadata", "title").contains("plays nothing") }
    }

    @Test func titlesAreStrippedAsTheConfigurationSays() async throws {
        defer { sandbox.clean() }
        let (file, raw) = (sandbox.path("subdial.yaml"), "(3) Song (Official Video)")
        func strip(_ patterns: String) throws {
            try "titles: { strip: [\(patterns)] }".write(toFile: file, atomically: true, encoding: .utf8)
        }
        try strip(#"'^\(\d+\) ', '\(Official.*\)'"#)
        let player = await FakePlayer(bus, "browser", Self.playing(["xesam:title": .text(raw)]))
        let feed = try FeedFront(
            sandbox, ["feed", "--source", "mpris", "--config", file, "--text", "{{ title }}|{{ xesam:title }}"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        defer { feed.stop() }
        try await eventually("the title without its parts") { feed.last == "Song|\(raw)" }
        #expect(try run("metadata", "title", "--config", file).output == "Song\n")
        #expect(try run("metadata", "xesam:title", "--config", file).output == "\(raw)\n")
        try strip(#"'^\(\d+\) '"#)
        #expect(try sandbox.run("engine", "reload").status == 0)
        try await eventually("the title by the new file") { feed.last == "Song (Official Video)|\(raw)" }
        withExtendedLifetime(player) {}
    }

    @Test func loopGoesThroughAllModes() async throws {
        defer { sandbox.clean() }
        let playing = Self.playing(["xesam:title": .text("T")])
        let player = await FakePlayer(bus, "looping", playing.merging(["LoopStatus": .text("None")]) { $1 })
        for (mode, next) in [("None", "Playlist"), ("Playlist", "Track"), ("Track", "None")] {
            player.change(["LoopStatus": .text(mode)])
            try await eventually("\(mode)") { try once("{{ loop }}") == mode }
            #expect(try run("control", "loop", "toggle").status == 0)
            try await eventually("a call for \(next)") { player.calls.all.contains { $0.contains("LoopStatus") && $0.contains(next) } }
        }
        let refused = try run("control", "consume", "on")
        #expect(refused.status == 77)
    }
}

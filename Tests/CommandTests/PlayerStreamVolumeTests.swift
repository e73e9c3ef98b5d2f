import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// Players without a volume of their own, whose streams a real PulseAudio plays.
@Suite(
    .serialized, .enabled(if: Tool.has("pulseaudio", "pactl", "pacat", "dbus-daemon"), "needs pulseaudio, pulseaudio-utils and dbus-daemon")
)
struct PlayerStreamVolumeTests {
    private static let playing: [String: Wire] = [
        "PlaybackStatus": .text("Playing"), "Metadata": .metadata(["xesam:title": .text("Song")]),
    ]

    private struct Stage {
        let sound: Sound
        let bus: PrivateBus
        var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

        func run(_ words: String...) throws -> Sandbox.Outcome {
            try sound.sandbox.run(words + ["--source", "mpris"], environment: environment)
        }

        /// The volumes and mute states of all streams, as `pactl` prints them.
        func streams() throws -> [String] {
            let lines = try sound.pactl("list", "sink-inputs").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let volumes = lines.filter { $0.hasPrefix("Volume:") }.map { line in
                line.split(separator: "/").dropFirst().first.map { $0.trimmingCharacters(in: .whitespaces) } ?? "?"
            }
            let mutes = lines.filter { $0.hasPrefix("Mute:") }.map { $0.dropFirst(6) }
            return zip(volumes, mutes).map { "\($0) \($1)" }
        }
    }

    /// The streams of pacat belong to the player, because this process has started pacat, and is the player.
    @Test func theVolumeOfAStreamIsShownAndSet() async throws {
        let stage = Stage(sound: try Sound(), bus: try PrivateBus())
        defer { stage.sound.clean() }
        try await stage.sound.startServer()
        let player = await FakePlayer(stage.bus, "mute", Self.playing, without: ["Volume"])
        let feed = try FeedFront(
            stage.sound.sandbox, ["feed", "--source", "mpris", "--text", "{{ title }} {{ percent(volume) }} {{ muted }}"],
            environment: stage.environment)
        defer { feed.stop() }
        try await eventually("the player, not \(feed.lines)") { feed.last?.hasPrefix("Song") == true }
        let before = try stage.run("zones", "--json")
        #expect(try JSONValue(parsing: before.output).elements?.last?["volume"] == .null, "\(before.output)")
        _ = try stage.sound.play("A", "One")
        try await eventually("its volume, not \(feed.last ?? "")") { feed.last == "Song 100 false" }
        _ = try stage.sound.play("B", "Two")
        try await eventually("two streams") { try stage.streams().count == 2 }

        #expect(try stage.run("control", "volume", "40").status == 0)
        #expect(try stage.streams() == ["40% no", "40% no"])
        try await eventually("40, not \(feed.last ?? "")") { feed.last == "Song 40 false" }
        #expect(try stage.run("control", "volume", "+5").status == 0)
        #expect(try stage.streams() == ["45% no", "45% no"])
        #expect(try stage.run("control", "mute").status == 0)
        #expect(try stage.streams() == ["45% yes", "45% yes"])
        try await eventually("muted, not \(feed.last ?? "")") { feed.last == "Song 45 true" }
        #expect(try stage.run("control", "mute", "off").status == 0)
        #expect(try stage.streams() == ["45% no", "45% no"])

        // Changes of others are seen.
        _ = try stage.sound.pactl("set-sink-input-volume", "0", "70%")
        try await eventually("70, not \(feed.last ?? "")") { feed.last == "Song 70 false" }
        #expect(try stage.run("zones").output.contains("70"))
        #expect(try stage.run("control", "volume", "300").status != 0)
        #expect(try stage.streams() == ["70% no", "45% no"])

        // Without the server, the player stays, without a volume.
        stage.sound.stopServer()
        try await eventually("no volume, not \(feed.last ?? "")") {
            feed.last?.hasPrefix("Song 70") == false && feed.last?.hasPrefix("Song") == true
        }
        #expect(try stage.run("control", "volume", "40").status == 77)
        #expect(feed.errors.isEmpty, "\(feed.errors)")
        withExtendedLifetime(player) {}
    }

    @Test func aVolumeOfItsOwnCountsMore() async throws {
        let stage = Stage(sound: try Sound(), bus: try PrivateBus())
        defer { stage.sound.clean() }
        try await stage.sound.startServer()
        _ = try stage.sound.play("A", "One")
        try await eventually("a stream") { try stage.streams().count == 1 }
        let player = await FakePlayer(stage.bus, "loud", Self.playing)
        #expect(try stage.run("control", "volume", "30").status == 0)
        #expect(try stage.streams() == ["100% no"])
        #expect(player.calls.all.contains { $0.contains("Set Volume") || $0.contains("Volume") && $0.contains("0.3") })
    }

    /// Two players of one name.
    @Test func playersOfOneNameAreToldApart() async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        let identity = ["Identity": Wire.text("mpv Media Player")]
        func titled(_ title: String) -> [String: Wire] {
            ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(["xesam:title": .text(title)])].merging(identity) { $1 }
        }
        let players = [await FakePlayer(bus, "mpv", titled("First")), await FakePlayer(bus, "mpv.instance42", titled("Second"))]
        func run(_ words: String...) throws -> Sandbox.Outcome {
            try sandbox.run(words + ["--source", "mpris"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        }
        let (first, second) = ("mpv Media Player (mpv)", "mpv Media Player (mpv.instance42)")
        #expect(try run("zones", "--menu").lines == ["Active player", first, second])
        let table = try run("zones").lines
        #expect(table.count == 3 && table[1].contains(first) && table[2].contains(second), "\(table)")
        let zones = try #require(JSONValue(parsing: try run("zones", "--json").output).elements)
        #expect(zones.map { $0["label"] } == [.string("Active player"), .string(first), .string(second)])
        #expect(zones.map { $0["name"] } == [.string("Active player"), .string("mpv Media Player"), .string("mpv Media Player")])
        for (name, title) in [(second, "Second"), (first, "First"), ("mpv.instance42", "Second"), ("mpris:mpv", "First")] {
            #expect(try run("control", "zone", name).status == 0, "\(name)")
            #expect(try run("feed", "--once", "--text", "{{ title }}").lines == [title], "\(name)")
        }
        #expect(try run("feed", "--once", "--zone", second, "--text", "{{ title }}").lines == ["Second"])
        let refused = try run("control", "zone", "mpv Media Player")
        #expect(refused.status == 77 && refused.errors.contains("'mpris:mpv', 'mpris:mpv.instance42'"), "\(refused.errors)")
        await players[0].giveUp("mpv")
        // The line of a menu that was open meanwhile.
        try await eventually("one player") { try run("zones", "--menu").lines == ["Active player", "mpv Media Player"] }
        #expect(try run("control", "zone", second).status == 0)
        #expect(try run("control", "zone", first).status != 0)
    }
}

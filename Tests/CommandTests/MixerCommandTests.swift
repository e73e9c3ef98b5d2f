import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// A real PulseAudio without hardware: null sinks, a null source, and real programs that play and record.
@Suite(
    .serialized,
    .enabled(
        if: ["pulseaudio", "pactl", "pacat"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/bin/\($0)") },
        "needs pulseaudio and pulseaudio-utils"))
struct MixerCommandTests {
    @Test func everythingIsListedAndChanged() async throws {
        let sound = try Sound()
        defer { sound.clean() }
        try await sound.startServer()
        _ = try sound.play("Player", "A \u{1B}[31mSong")
        try await eventually("the stream is there") { try sound.run("mixer").output.contains("Player") }
        let list = try sound.run("mixer", "list").lines
        #expect(list.first == "* 100 %   Hall  (output:hall)" && list.count == 4, "\(list)")
        #expect(list.last == "  100 %   Player: A [31mSong on Hall  (playback:0)")

        #expect(try sound.run("mixer", "volume", "output", "40").status == 0)
        #expect(try sound.pactl("get-sink-volume", "hall").contains("40%"))
        #expect(try sound.run("mixer", "volume", "hall", "+15%").status == 0)
        #expect(try sound.pactl("get-sink-volume", "hall").contains("55%"))
        #expect(try sound.run("mixer", "volume", "playback:0", "-30").status == 0)
        #expect(try sound.pactl("list", "sink-inputs").contains("70%"))
        #expect(try sound.run("mixer", "volume", "hall", "130").status == 0)
        #expect(try sound.pactl("get-sink-volume", "hall").contains("100%"))
        #expect(try sound.run("mixer", "volume", "hall", "130", "--over").status == 0)
        #expect(try sound.pactl("get-sink-volume", "hall").contains("130%"))
        #expect(try sound.run("mixer", "mute", "input").status == 0)
        #expect(try sound.pactl("get-source-mute", "mic") == "Mute: yes\n")
        #expect(try sound.run("mixer", "mute", "microphone", "off").status == 0)
        #expect(try sound.pactl("get-source-mute", "mic") == "Mute: no\n")
        #expect(try sound.run("mixer", "move", "Player", "Den").status == 0)
        #expect(try sound.run("mixer").lines.last?.contains("on Den") == true)
        #expect(try sound.run("mixer", "default", "den").status == 0)
        #expect(try sound.pactl("get-default-sink") == "den\n")

        for (arguments, status) in [
            (["volume", "hal", "5"], 69), (["volume", "hall", "loud"], 64), (["volume", "hall", "nan"], 64), (["move", "Hall", "Den"], 64),
            (["default", "Player"], 64), (["mute", "hall", "perhaps"], 64),
        ] as [([String], Int32)] {
            #expect(try sound.sandbox.run(["mixer"] + arguments).status == status, "\(arguments)")
        }
        #expect(try sound.run("mixer", "volume", "hal", "5").errors == "subdial: the mixer has no 'hal'; did you mean 'Hall'?\n")
        #expect(try JSONValue(parsing: sound.run("mixer", "list", "--json").output)["output"]?["name"] == "Den")
    }

    @Test func aBarFollowsAndChangesIt() async throws {
        let sound = try Sound()
        defer { sound.clean() }
        try await sound.startServer()
        let feed = try FeedFront(sound.sandbox, ["feed", "--kind", "mixer", "--text", "{{name}} {{percent(volume)}} {{muted}}"])
        defer { feed.stop() }
        try await eventually("the volume") { feed.last == "Hall 100 false" }
        _ = try sound.pactl("set-sink-volume", "hall", "25%")
        try await eventually("another's change") { feed.last == "Hall 25 false" }
        #expect(try sound.run("control", "--kind", "mixer", "up").status == 0)
        try await eventually("a turn of the wheel") { feed.last == "Hall 30 false" }
        #expect(try sound.run("control", "--kind", "mixer", "mute").status == 0)
        try await eventually("a click") { feed.last == "Hall 30 true" }
        _ = try sound.pactl("set-default-sink", "den")
        try await eventually("another default") { feed.last == "Den 100 false" }
        sound.stopServer()
        try await eventually("the server is away, not \(feed.lines)") { try sound.run("mixer").status == 69 }
        try await sound.startServer()
        _ = try sound.pactl("set-sink-volume", "hall", "33%")
        try await eventually("the server is back, not \(feed.lines)") { feed.last == "Hall 33 false" }
    }

    /// On a silent machine, the engine sends no requests to the sound server.
    @Test func atRestNothingIsAsked() async throws {
        let sound = try Sound()
        defer { sound.clean() }
        try await sound.startServer()
        let feed = try FeedFront(sound.sandbox, ["feed", "--kind", "mixer", "--text", "{{percent(volume)}}"])
        defer { feed.stop() }
        try await eventually("the volume") { feed.last == "100" }
        // The engine is a client of the server, and sends no more requests from now on.
        let before = try sound.pactl("list", "short", "clients")
        #expect(before.contains("subdial-engine"))
        #expect(try sound.pactl("list", "source-outputs").isEmpty)
        // The first line may be empty, until the server has answered.
        #expect(feed.lines.drop(while: \.isEmpty) == ["100"])
    }

    /// Real tones through a real server: levels by device and stream, and no meter without subscribers.
    @Test func metersFollowWhatSounds() async throws {
        let sound = try Sound()
        defer { sound.clean() }
        try await sound.startServer()
        let player = try sound.play("Player", "A Song", input: try sound.tone(0.5))
        try await eventually("the stream is there") { try sound.run("mixer").output.contains("Player") }
        try FileManager.default.createDirectory(atPath: sound.sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try Data(
            "kinds: [ { kind: mixer, id: meters, with: { meters: 15 }, feed: { text: \"{{ join(' ', levels) }} {{ sparkline(levels, -60, 0) }}\" } } ]"
                .utf8
        ).write(to: URL(filePath: sound.sandbox.path("config/subdial/config.yaml")))
        let feed = try FeedFront(sound.sandbox, ["feed", "--kind", "mixer:meters"])
        defer { feed.stop() }
        // Half of full scale is 6 dB below it.
        try await eventually("the levels of the device and of the stream, not \(feed.lines)") { feed.last == "-6 -6 ██" }
        let outputs = try sound.pactl("list", "short", "source-outputs")
        #expect(outputs.split(separator: "\n").count == 3, "the two sinks' and the stream's: \(outputs)")
        _ = try sound.pactl("set-sink-input-volume", "0", "50%")
        // Half of PulseAudio's cubic scale is 18 dB.
        try await eventually("a quieter stream, not \(feed.lines.suffix(3))") { feed.last?.hasPrefix("-24") == true }
        // A single reading measures for a moment.
        let once = try sound.run("kind", "fetch", "mixer", "--set", "meters=10").output
        #expect(try JSONValue(parsing: once)["levels"] == [-24.0, -24.0], "\(once)")
        kill(player.processIdentifier, SIGKILL)
        try await eventually("silence") { feed.last == "-60 ▁" }
        // A tone after the silence gives further lines.
        let count = feed.lines.count
        try sound.play("Second", "B", input: try sound.tone(1))
        try await eventually("full scale") { feed.last == "0 0 ██" }
        #expect(feed.lines.count > count)
        feed.stop()
        try await eventually("no meter is left") { try sound.pactl("list", "short", "source-outputs").isEmpty }
    }

    @Test func picturesAreDrawn() async throws {
        let sound = try Sound()
        defer { sound.clean() }
        try await sound.startServer()
        _ = try sound.play("Player", "A Song")
        try await eventually("the stream is there") { try sound.run("mixer").output.contains("Player") }
        let outcome = try sound.run("render", "mixer", "--all", "-o", "out/")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let shown = try sound.run("kind", "show", "mixer").output
        #expect(shown.contains("Hall") && shown.contains("live"), "\(shown)")
    }

    @Test func withoutAServerItIsSaid() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("mixer")
        #expect(outcome.status == 69 && outcome.errors.contains("the sound server cannot be reached"), "\(outcome.errors)")
        #expect(try sandbox.run("kind", "fetch", "mixer").status == 69)
    }
}

import Foundation
import SubdialDocuments
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// The players of a desktop through front and engine: a real mpv on its own bus, with playerctl as the reference.
@Suite(.serialized, .enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
struct PlayerFeedTests {
    /// Without a bridge, the players are followed, and format strings give the same results as playerctl.
    @Test func aFormatStringGivesWhatPlayerctlGives() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("So What")])
        try await desktop.waitUntilPlaying("So What")
        for format in [
            "{{artist}} - {{title}}", "{{playerName}} {{playerInstance}} {{status}} {{loop}} {{shuffle}} {{volume}}",
            "{{mpris:length}} {{duration(mpris:length)}} {{xesam:url}}", "{{markup_escape(artist)}} {{uc(title)}} {{lc(title)}}",
            "{{default(xesam:comment, \"none\")}} {{emoji(status)}} {{trunc(title, 4)}}", "{{xesam:album}}|{{album}}",
        ] {
            let outcome = try desktop.subdial("feed", "--once", "--text", format)
            #expect(outcome.status == 0)
            #expect(outcome.output == (try desktop.playerctl("metadata", "--format", format)), "\(format)")
        }
    }

    @Test func followsAndControlsWithoutAsking() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let mpv = try desktop.play([try desktop.song("First"), try desktop.song("Second")])
        try await desktop.waitUntilPlaying("First")
        let feed = LineReader(
            desktop.sandbox.process(["feed", "--text", "{{title}} {{status}} {{volume_text}}"], environment: desktop.environment))
        try feed.start()
        defer { feed.stop() }
        #expect(try await feed.next { !$0.isEmpty } == "First Playing 100")
        _ = try desktop.playerctl("pause")
        #expect(try await feed.next() == "First Paused 100")
        #expect(try desktop.subdial("control", "play-pause").status == 0)
        #expect(try await feed.next() == "First Playing 100")
        #expect(try desktop.subdial("control", "volume", "40").status == 0)
        #expect(try await feed.next() == "First Playing 40")
        try await eventually("the volume") { try desktop.playerctl("volume").hasPrefix("0.4") }
        #expect(try desktop.subdial("control", "next").status == 0)
        _ = try await feed.next { $0 == "Second Playing 40" }
        #expect(try desktop.subdial("control", "seek", "120").status == 0)
        try await eventually("the place") { try desktop.playerctl("position").hasPrefix("12") }
        let list = try desktop.subdial("zones").output
        #expect(list.contains("Active player") && list.contains("mpris:mpv"))
        kill(mpv.processIdentifier, SIGKILL)
        _ = try await feed.next { $0.isEmpty }
        #expect(try desktop.subdial("feed", "--once").output == "\n")
    }

    /// The commands of playerctl, with playerctl as the reference.
    @Test func controlsAsPlayerctlDoes() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let (first, second) = (try desktop.song("First"), try desktop.song("Sec ond #2"))
        _ = try desktop.play([first])
        try await desktop.waitUntilPlaying("First")
        func control(_ words: String...) throws -> Int32 {
            try desktop.sandbox.run(["control"] + words, environment: desktop.environment).status
        }
        #expect(try control("loop", "track") == 0)
        try await eventually("a track that is repeated") { try desktop.playerctl("loop") == "Track\n" }
        #expect(try control("loop", "Playlist") == 0)
        try await eventually("a playlist that is repeated") { try desktop.playerctl("loop") == "Playlist\n" }
        try await eventually("its name") { try desktop.subdial("feed", "--once", "--text", "{{loop}}").output == "Playlist\n" }
        #expect(try control("loop", "none") == 0)
        // A busy mpv replies to it, but does not always apply it.
        try await eventually("random order") {
            #expect(try control("shuffle", "on") == 0)
            return try desktop.playerctl("shuffle") == "On\n"
        }
        // mpv does not restore the order, and its report is shown.
        #expect(try control("shuffle", "off") == 0)
        try await eventually("the order that the player tells") {
            try desktop.subdial("feed", "--once", "--text", "{{shuffle}}").output
                == (try desktop.playerctl("metadata", "--format", "{{shuffle}}"))
        }
        #expect(try control("seek", "1:30") == 0)
        try await eventually("the place") { (90..<100).contains(Double(try desktop.playerctl("position").dropLast()) ?? 0) }
        for _ in 0..<2 { #expect(try control("mute", "on") == 0) }
        try await eventually("silence") { try desktop.playerctl("volume").hasPrefix("0.0") }
        for _ in 0..<2 { #expect(try control("mute", "off") == 0) }
        try await eventually("sound") { try desktop.playerctl("volume").hasPrefix("1.0") }
        // A volume above 100 % requires `=`.
        let careless = try desktop.subdial("control", "volume", "120")
        #expect(careless.status == 77 && careless.errors.contains("write '=120' to have it amplified"), "\(careless.errors)")
        #expect(try control("volume", "=120") == 0)
        try await eventually("a boost") { try desktop.playerctl("volume").hasPrefix("1.2") }
        try await eventually("its number") {
            try desktop.subdial("feed", "--once", "--text", "{{volume}} {{volume_text}}").output == "1.2 120\n"
        }
        #expect(try control("volume", "+5") == 0)
        #expect(try desktop.playerctl("volume").hasPrefix("1.2"))
        #expect(try control("volume", "-5") == 0)
        try await eventually("one step") { try desktop.playerctl("volume").hasPrefix("1.15") }
        // Commands that read once.
        #expect(try desktop.subdial("status").output == (try desktop.playerctl("status")))
        for key in ["xesam:artist", "xesam:title", "mpris:length", "title", "artist", "xesam:genre"] {
            #expect(try desktop.subdial("metadata", key).output == (try desktop.playerctl("metadata", key)), "\(key)")
        }
        let lines = Set(
            try desktop.subdial("metadata").output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
        for line in try desktop.playerctl("metadata").split(separator: "\n") where !line.contains("mpris:trackid") {
            #expect(lines.contains(line.split(separator: " ").joined(separator: " ")), "\(line)")
        }
        #expect(try desktop.subdial("metadata", "xesam:titel").status == 66)
        // Another file, by its path.
        #expect(try desktop.subdial("control", "open", String(second.split(separator: "/").last ?? "")).status == 0)
        try await eventually("the other file") { try desktop.playerctl("metadata", "title") == "Sec ond #2\n" }
        // An instance, by the name of its program.
        let another = try desktop.play([first])
        let instance = "mpris:mpv.instance\(another.processIdentifier)"
        try await eventually("another mpv") { try desktop.subdial("zones").output.contains(instance) }
        #expect(try control("zone", "mpv") == 0)
        #expect(try desktop.subdial("zones").output.split(separator: "\n").contains { $0.hasPrefix("*") && $0.hasSuffix("mpris:mpv") })
        #expect(try control("zone", "mpv.instance\(another.processIdentifier)") == 0)
        #expect(try desktop.subdial("zones").output.split(separator: "\n").contains { $0.hasPrefix("*") && $0.hasSuffix(instance) })
    }

    @Test func playersAreChosenAndLeftOut() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("Here")])
        try await desktop.waitUntilPlaying("Here")
        #expect(try desktop.subdial("feed", "--once", "--player", "vlc,%any", "--text", "{{title}}").output == "Here\n")
        #expect(try desktop.subdial("feed", "--once", "--ignore-player", "mpv", "--text", "{{title}}").output == "\n")
        #expect(try desktop.subdial("feed", "--once", "--zone", "mpris:mpv", "--source", "mpris", "--text", "{{title}}").output == "Here\n")
        let both = try desktop.subdial("zones", "--source", "mpris,mpd://127.0.0.1:1")
        #expect(both.status == 0)
        #expect(both.output.contains("mpris:mpv"))
    }

    /// A script as a source, on the feed's own standard input.
    @Test func messagesOnStandardInputAreFollowed() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let process = sandbox.process(["feed", "--source", "file:-", "--text", "{{title}} {{status}}"])
        let input = Pipe()
        process.standardInput = input
        let feed = LineReader(process)
        try feed.start()
        defer { feed.stop() }
        func say(_ title: String, _ status: String, at second: Int) {
            let message = #"{"type":"now_playing","timestamp":\#(1_767_903_300 + second),"title":"\#(title)","status":"\#(status)"}"#
            input.fileHandleForWriting.write(Data("\(message)\n".utf8))
        }
        say("One", "playing", at: 1)
        _ = try await feed.next { $0 == "One Playing" }
        say("Two", "paused", at: 3)
        #expect(try await feed.next() == "Two Paused")
        // A late message, older than the shown one.
        say("Late", "playing", at: 2)
        say("Three", "playing", at: 4)
        #expect(try await feed.next() == "Three Playing")
    }
}

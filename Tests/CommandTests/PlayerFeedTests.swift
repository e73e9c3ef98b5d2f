import Foundation
import JSON
import Testing

@testable import DesktopSupport
@testable import ProcessSupport

/// The players of a desktop through front and engine: a real mpv on a bus of its own, with playerctl as the judge.
@Suite(.serialized, .enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
struct PlayerFeedTests {
    /// Without a bridge it is the players that are followed, and format strings give what playerctl gives.
    @Test func aFormatStringGivesWhatPlayerctlGives() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("So What")])
        try await eventually("mpv") { try desktop.playerctl("status") == "Playing\n" }
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
        try await eventually("mpv") { try desktop.playerctl("status") == "Playing\n" }
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

    @Test func playersAreChosenAndLeftOut() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("Here")])
        try await eventually("mpv") { try desktop.playerctl("status") == "Playing\n" }
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
        // Late, and older than what is shown.
        say("Late", "playing", at: 2)
        say("Three", "playing", at: 4)
        #expect(try await feed.next() == "Three Playing")
    }
}

import Foundation
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// The player that is shown and controlled when no zone is named: real players of two sources, through front and engine.
@Suite(.serialized, .enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
struct ActivePlayerTests {
    private func statuses(_ desktop: Desktop, _ daemon: MPDDaemon) throws -> [String] {
        let mpd = try daemon.mpc("status").contains("[playing]") ? "Playing" : "Paused"
        return [try desktop.playerctl("status").trimmingCharacters(in: .newlines), mpd]
    }

    @Test func theActiveOneOfAllSourcesCounts() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        try await MPDDaemon.run { daemon in
            try daemon.mpc("add", "inside.flac")
            _ = try desktop.play([try desktop.song("Here")])
            try await desktop.waitUntilPlaying("Here")
            let source = ["--source", "mpris,\(daemon.overSocket)"]
            func control(_ words: String...) throws -> Sandbox.Outcome {
                try desktop.sandbox.run(["control"] + words + source, environment: desktop.environment)
            }
            func once() throws -> String {
                let arguments = ["feed", "--once", "--text", "{{title}} {{status}}"] + source
                return try desktop.sandbox.run(arguments, environment: desktop.environment).output
            }
            // Without a feed, the current playback determines the answer.
            #expect(try once() == "Here Playing\n")
            _ = try desktop.playerctl("pause")
            // Two players that pause between two polls of the engine have no order.
            try await eventually("mpv's pause is seen") {
                let zones = try desktop.subdial("zones", "--source", source[1]).output
                return zones.contains("paused") && !zones.contains("playing")
            }
            try daemon.mpc("play")
            try await eventually("the daemon's") { try once() == "Åben \"dør\" Playing\n" }
            #expect(try control("pause").status == 0)
            #expect(try statuses(desktop, daemon) == ["Paused", "Paused"])

            let feed = try FeedFront(
                desktop.sandbox, ["feed", "--text", "{{title}} {{status}}"] + source, environment: desktop.environment)
            defer { feed.stop() }
            try await eventually("what was paused last") { feed.last == "Åben \"dør\" Paused" }
            _ = try desktop.playerctl("play")
            try await eventually("mpv's") { feed.last == "Here Playing" }
            try daemon.mpc("play")
            try await eventually("what began to play last") { feed.last == "Åben \"dør\" Playing" }
            #expect(try control("play-pause").status == 0)
            try await eventually("mpv's again") { feed.last == "Here Playing" }
            #expect(try statuses(desktop, daemon) == ["Playing", "Paused"])

            // A choice remains, whatever the others do.
            #expect(try control("zone", "MPD").status == 0)
            try await eventually("the chosen one's") { feed.last == "Åben \"dør\" Paused" }
            #expect(try control("play").status == 0)
            _ = try desktop.playerctl("pause")
            _ = try desktop.playerctl("play")
            try await eventually("the chosen one's, playing") { feed.last == "Åben \"dør\" Playing" }
            #expect(try desktop.subdial("zones", "--source", source[1]).output.contains("* MPD"))
            // The chosen player is replaced while it is unreachable, and shown again after that.
            daemon.kill()
            try await eventually("mpv's, without the daemon") { feed.last == "Here Playing" }
            #expect(try control("pause").status == 0)
            #expect(try desktop.playerctl("status") == "Paused\n")
            _ = try desktop.playerctl("play")
            try await daemon.start()
            try daemon.mpc("add", "inside.flac")
            try daemon.mpc("play")
            try daemon.mpc("pause")
            try await eventually("the chosen one's, come back") { feed.last == "Åben \"dør\" Paused" }
            // The name of the active zone cancels the choice.
            #expect(try control("zone", "Active player").status == 0)
            try await eventually("the active one's") { feed.last == "Here Playing" }
            let zones = try desktop.subdial("zones", "--source", source[1]).output.split(separator: "\n")
            #expect(zones.first?.hasPrefix("* Active player") == true && zones.count { $0.hasPrefix("*") } == 1)
            #expect(zones.contains { $0.hasPrefix("  Active desktop player") })
            // Without a feed, a chosen player that is unreachable is replaced too, and shown again after that.
            feed.stop()
            #expect(try control("zone", "MPD").status == 0)
            #expect(try once() == "Åben \"dør\" Paused\n")
            daemon.kill()
            try await eventually("mpv's, once") { try once() == "Here Playing\n" }
            try await daemon.start()
            try daemon.mpc("add", "inside.flac")
            try daemon.mpc("play")
            try daemon.mpc("pause")
            try await eventually("the chosen one's, once") { try once() == "Åben \"dør\" Paused\n" }
            #expect(try control("zone", "active").status == 0)
            // The zones are distinguished by name and by id.
            for (zone, title) in [("active", "Here"), ("Active desktop player", "Here"), ("mpris", "Here"), ("MPD", "Åben \"dør\"")] {
                let arguments = ["feed", "--once", "--text", "{{title}}", "--zone", zone] + source
                #expect(try desktop.sandbox.run(arguments, environment: desktop.environment).output == "\(title)\n", "\(zone)")
            }
        }
    }

    @Test func allPlayersAtOnce() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        try await MPDDaemon.run { daemon in
            try daemon.mpc("add", "inside.flac")
            try daemon.mpc("play")
            _ = try desktop.play([try desktop.song("Here")])
            try await desktop.waitUntilPlaying("Here")
            let source = ["--source", "mpris,\(daemon.overSocket)", "--all-players"]
            func run(_ words: String...) throws -> Sandbox.Outcome {
                try desktop.sandbox.run(words + source, environment: desktop.environment)
            }
            let feed = try FeedFront(
                desktop.sandbox, ["feed", "--text", "{{title}} {{status}}"] + source, environment: desktop.environment)
            defer { feed.stop() }
            try await eventually("a line of each") { Set(feed.lines) == ["Here Playing", "Åben \"dør\" Playing"] }
            let words = try run("status").output
            #expect(words == "Playing\nPlaying\n")
            #expect(try run("metadata", "title").output == "Here\nÅben \"dør\"\n")
            #expect(try run("control", "pause").status == 0)
            #expect(try statuses(desktop, daemon) == ["Paused", "Paused"])
            try await eventually("a line for each change") {
                ["Here", "Åben \"dør\""].allSatisfy { title in feed.lines.last { $0.hasPrefix(title) } == "\(title) Paused" }
            }
            let once = try run("feed", "--once", "--text", "{{title}} {{status}}").output
            #expect(once == "Here Paused\nÅben \"dør\" Paused\n")
            // A player that starts later is followed too.
            _ = try desktop.play([try desktop.song("Later")])
            try await eventually("the new one's") { feed.last == "Later Playing" }
            #expect(try run("control", "zone", "MPD").status == 64)
            #expect(try run("status", "--zone", "MPD").status == 64)
        }
    }

    @Test func aChosenPlayerThatExitsGivesWay() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("First")])
        try await desktop.waitUntilPlaying("First")
        let second = try desktop.play([try desktop.song("Second")])
        let instance = "mpris:mpv.instance\(second.processIdentifier)"
        try await eventually("another mpv") { try desktop.subdial("zones").output.contains(instance) }
        #expect(try desktop.subdial("control", "zone", "mpris:mpv").status == 0)
        #expect(try desktop.subdial("control", "zone", instance).status == 0)
        let feed = try FeedFront(desktop.sandbox, ["feed", "--text", "{{title}} {{status}}"], environment: desktop.environment)
        defer { feed.stop() }
        try await eventually("the chosen one") { feed.last == "Second Playing" }
        kill(second.processIdentifier, SIGKILL)
        try await eventually("the other one") { feed.last == "First Playing" }
        // The first line may be empty, until the player is known.
        #expect(!feed.lines.drop(while: \.isEmpty).contains(""), "\(feed.lines)")
        #expect(try desktop.subdial("control", "pause").status == 0)
        #expect(try desktop.playerctl("status") == "Paused\n")
        // The same without a feed that has seen the player exit.
        feed.stop()
        let third = try desktop.play([try desktop.song("Third")])
        let next = "mpris:mpv.instance\(third.processIdentifier)"
        try await eventually("a third mpv") { try desktop.subdial("zones").output.contains(next) }
        #expect(try desktop.subdial("control", "zone", next).status == 0)
        kill(third.processIdentifier, SIGKILL)
        try await eventually("its exit") { try !desktop.subdial("zones").output.contains(next) }
        #expect(try desktop.subdial("control", "play").status == 0)
        #expect(try desktop.playerctl("status") == "Playing\n")
        #expect(try desktop.subdial("feed", "--once", "--text", "{{title}}").output == "First\n")
    }
}

import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers
@testable import SubdialProcessSupport

/// The player that is shown, on a message bus of the test's own, through front and engine.
@Suite(.serialized, .enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon"))
struct PlayerChoiceTests {
    private struct Stage {
        let bus: PrivateBus
        let sandbox: Sandbox

        var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }

        func run(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: environment) }

        /// The player and the title that are shown.
        func once(_ options: String...) throws -> String {
            try sandbox.run(["feed", "--once", "--text", "{{ title }} {{ status }}"] + options, environment: environment).output
                .trimmingCharacters(in: .newlines)
        }

        func feed(_ options: String...) throws -> FeedFront {
            try FeedFront(sandbox, ["feed", "--text", "{{ title }} {{ status }}"] + options, environment: environment)
        }

        /// The files with choices in the state folder.
        var choices: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: sandbox.path("state/subdial")).filter { $0.hasPrefix("selection-") }
            }
        }
    }

    private func with(_ body: (Stage) async throws -> Void) async throws {
        let stage = Stage(bus: try PrivateBus(), sandbox: try Sandbox())
        defer { stage.sandbox.clean() }
        try await body(stage)
    }

    private static func state(_ status: String, _ title: String?) -> [String: Wire] {
        var metadata: [String: Wire] = [:]
        if let title { metadata = ["xesam:title": .text(title), "mpris:trackid": Wire("o", .objectPath("/track/1"))] }
        return ["PlaybackStatus": .text(status), "Metadata": .metadata(metadata), "Position": Wire("x", .int(10_000_000))]
    }

    @Test("The user's order decides, whatever plays, also after a restart; only the user chooses a player")
    func theOrderDecides() async throws {
        try await with { stage in
            let spotify = await FakePlayer(stage.bus, "spotify", Self.state("Paused", "Preferred"))
            let browser = await FakePlayer(stage.bus, "firefox.instance_1_42", Self.state("Playing", "Video"))
            let order = ["--player", "spotify,%any"]
            func once() throws -> String { try stage.once("--player", order[1]) }
            #expect(try once() == "Preferred Paused")
            // Without an order, what plays is shown.
            #expect(try stage.once() == "Video Playing")
            let feed = try stage.feed("--player", order[1])
            defer { feed.stop() }
            try await eventually("the preferred player") { feed.last == "Preferred Paused" }
            #expect(try stage.run("zones", "--player", order[1]).output.hasPrefix("* Active player"))
            feed.stop()
            #expect(try stage.run("engine", "stop").status == 0)
            #expect(try stage.choices.isEmpty)
            spotify.change(["PlaybackStatus": .text("Playing")])
            try await eventually("the preferred player, playing") { try once() == "Preferred Playing" }
            // A choice of the user survives the engine, and ends with `active`, also in a combination of sources that may show few zones.
            try "".write(toFile: stage.sandbox.path("messages"), atomically: true, encoding: .utf8)
            try "zones: { allowed: [Fake spotify, Fake firefox.instance_1_42] }".write(
                toFile: stage.sandbox.path("few.yaml"), atomically: true, encoding: .utf8)
            let several = "mpris,file:\(stage.sandbox.path("messages"))"
            for options in [order, ["--source", several], ["--source", several, "--config", stage.sandbox.path("few.yaml")]] {
                func control(_ zone: String) throws -> Int32 {
                    try stage.sandbox.run(["control", "zone", zone] + options, environment: stage.environment).status
                }
                func title() throws -> String {
                    let arguments = ["feed", "--once", "--text", "{{ title }}"] + options
                    return try stage.sandbox.run(arguments, environment: stage.environment).output.trimmingCharacters(in: .newlines)
                }
                #expect(try control("mpris:firefox.instance_1_42") == 0)
                #expect(try title() == "Video")
                #expect(try stage.run("engine", "stop").status == 0)
                #expect(try title() == "Video")
                #expect(try control("active") == 0, "\(options)")
                guard !options.contains("--config") else { continue }
                try await eventually("the default of \(options)") { try title() == "Preferred" }
            }
            withExtendedLifetime(browser) {}
        }
    }

    @Test("After a failed control, one-shots succeed as soon as the players are back")
    func aFailedControlDoesNotStay() async throws {
        try await with { stage in
            var player: FakePlayer? = await FakePlayer(stage.bus, "music", Self.state("Playing", "Song"))
            let feed = try stage.feed()
            defer { feed.stop() }
            try await eventually("the song") { feed.last == "Song Playing" }
            player = nil
            stage.bus.stopDaemon()
            try await eventually("a control that fails") { try stage.run("control", "pause").status == 69 }
            #expect(try stage.run("status").status == 69)
            try stage.bus.startDaemon()
            player = await FakePlayer(stage.bus, "music", Self.state("Paused", "Later"))
            try await eventually("the feed's new song") { feed.last == "Later Paused" }
            for arguments in [["feed", "--once"], ["status"]] {
                let outcome = try stage.sandbox.run(arguments, environment: stage.environment)
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            }
            withExtendedLifetime(player) {}
        }
    }

    @Test("A player without a track does not displace one that has one", arguments: ["Paused", "Playing", "Stopped"])
    func aPlayerWithoutATrackGivesWay(_ status: String) async throws {
        try await with { stage in
            let music = await FakePlayer(stage.bus, "music", Self.state("Paused", "Song"))
            let feed = try stage.feed()
            defer { feed.stop() }
            try await eventually("the song") { feed.last == "Song Paused" }
            let empty = await FakePlayer(stage.bus, "empty", Self.state("Stopped", nil))
            empty.change(Self.state(status, nil))
            try await eventually("both players") { try stage.run("zones").output.contains("Fake empty") }
            #expect(try stage.once() == "Song Paused")
            // Over several sources too.
            let messages = stage.sandbox.path("messages")
            try #"{"type":"now_playing","title":"Message","status":"paused"}"#.appending("\n").write(
                toFile: messages, atomically: true, encoding: .utf8)
            #expect(try stage.once("--source", "mpris,file:\(messages)", "--player", "empty") == "Message Paused")
            #expect(feed.last == "Song Paused")
            // With a track it counts again.
            empty.change(Self.state("Playing", "Other"))
            try await eventually("the other song") { feed.last == "Other Playing" }
            // What plays without a track comes before what is stopped.
            empty.change(Self.state("Playing", nil))
            music.change(Self.state("Stopped", nil))
            try await eventually("nothing to show") { feed.last == "" }
            #expect(try stage.run("control", "pause").status == 0)
            #expect(empty.calls.count("Pause") == 1 && music.calls.count("Pause") == 0)
        }
    }

    @Test("A feed hides a player that is paused for long, until the user does something with it")
    func aPauseIsHidden() async throws {
        try await with { stage in
            let player = await FakePlayer(stage.bus, "firefox", Self.state("Playing", "Video"))
            let feed = try stage.feed("--hide-after", "1s", "--text-stopped", "nothing")
            defer { feed.stop() }
            try await eventually("the video") { feed.last == "Video Playing" }
            player.change(["PlaybackStatus": .text("Paused")])
            try await eventually("the hidden pause") { feed.lines.suffix(3) == ["Video Playing", "Video Paused", "nothing"] }
            #expect(try stage.once("--hide-after", "1s", "--text-stopped", "nothing") == "nothing")
            #expect(try stage.once() == "Video Paused")
            #expect(try stage.once("--hide-after", "none") == "Video Paused")
            player.seek(to: 90_000_000)
            try await eventually("the seek") { feed.lines.suffix(2) == ["Video Paused", "nothing"] && feed.lines.count >= 5 }
            player.change(["PlaybackStatus": .text("Playing")])
            try await eventually("the video again") { feed.last == "Video Playing" }
            let wrong = try stage.run("feed", "--once", "--hide-after", "soon")
            #expect(wrong.status == 64 && wrong.errors.contains("--hide-after"), "\(wrong.errors)")
        }
    }
}

import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// A real daemon, through front and engine.
@Suite(.serialized, .enabled(if: Tool.has("mpd", "mpc", "ffmpeg"), "needs mpd, mpc and ffmpeg")) struct MPDCommandTests {
    /// Each caller has variables of its own, whatever those were with which the engine was started.
    @Test func theVariablesOfTheCallerNameTheDaemon() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func expect(
            _ found: String, of variables: [String: String], source: String = "mpd", sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let outcome = try sandbox.run(["zones", "--json", "--source", source], environment: variables)
            let shown = outcome.status == 0 ? outcome.output : "exit \(outcome.status)"
            #expect(shown.contains(found), sourceLocation: sourceLocation)
        }
        try await MPDDaemon.run { daemon in
            let port = "\(daemon.port)"
            // The engine starts with the variables of a daemon that does not exist.
            try expect("exit 69", of: ["MPD_HOST": "127.0.0.1", "MPD_PORT": "1", "MPD_TIMEOUT": "2"])
            try expect("mpd:127.0.0.1:\(port)", of: ["MPD_HOST": "127.0.0.1", "MPD_PORT": port])
            try expect("mpd:\(daemon.socketPath)", of: ["MPD_HOST": daemon.socketPath], source: "mpd:")
            try expect("mpd:\(daemon.socketPath)", of: ["MPD_HOST": "~/socket", "HOME": daemon.folder.path])
            try expect("exit 69", of: ["MPD_HOST": "@subdial-nowhere"])
            try expect("exit", of: ["MPD_PORT": "port"])
        }
        let settings = ["password \"ge heim@read,add,control,admin\"", "default_permissions \"\""]
        try await MPDDaemon.run(password: "ge heim", settings: settings) { daemon in
            let port = "\(daemon.port)"
            try expect("mpd:127.0.0.1:\(port)", of: ["MPD_HOST": "ge heim@127.0.0.1", "MPD_PORT": port])
            try expect("mpd:\(daemon.socketPath)", of: ["MPD_HOST": "ge heim@\(daemon.socketPath)"])
            let refused = try sandbox.run(["zones", "--source", "mpd"], environment: ["MPD_HOST": "falsch@127.0.0.1", "MPD_PORT": port])
            #expect(refused.status != 0)
            #expect(!refused.errors.contains("falsch"))
        }
    }

    @Test func itsQueueAndItsFormatAreNamesAndControls() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await MPDDaemon.run { daemon in
            for song in ["inside.flac", "beside/a \"b\".flac"] { try daemon.mpc("add", song) }
            try daemon.mpc("play")
            let source = ["--source", daemon.overSocket]
            func once(_ text: String) throws -> String {
                try sandbox.run(["feed", "--once", "--text", text] + source).output.trimmingCharacters(in: .newlines)
            }
            func control(_ words: String...) throws { #expect(try sandbox.run(["control"] + words + source).status == 0, "\(words)") }
            let text = "{{ file }} {{ queue_position }}/{{ queue_length }} {{ audio_format }} {{ bitrate > 0 }}"
            let feed = try FeedFront(sandbox, ["feed", "--text", text] + source)
            defer { feed.stop() }
            // The format is shown as soon as the decoder knows it, although the daemon reports no change.
            try await eventually("its place and its format") { feed.last == "inside.flac 1/2 8000:16:1 true" }
            #expect(try once("{{ consume }} {{ single }} {{ loop }}") == "false false None")
            try control("consume", "on")
            try control("single", "oneshot")
            try await eventually("both modes") { try once("{{ consume }} {{ single }}") == "true oneshot" }
            #expect(try daemon.mpc("status").contains("single: once"))
            try control("consume")
            try control("single", "toggle")
            try await eventually("none of them") { try once("{{ consume }} {{ single }}") == "false false" }
            for mode in ["Playlist", "Track", "None"] {
                try control("loop", "toggle")
                try await eventually("\(mode)") { try once("{{ loop }}") == mode }
            }
            #expect(try once("{{ date }}|{{ nothing_at_all }}") == "|")
        }
    }

    @Test func whatIsShownStandsStillWhenTheDaemonDies() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await MPDDaemon.run { daemon in
            try daemon.mpc("add", "inside.flac")
            try daemon.mpc("play")
            let feed = try FeedFront(sandbox, ["feed", "--text", "{{ elapsed }} {{ connection }}", "--source", daemon.overSocket])
            defer { feed.stop() }
            try await eventually("a position that advances") {
                feed.last?.hasSuffix("live") == true && feed.last?.hasPrefix("0:00") == false
            }
            daemon.kill()
            try await eventually("the loss") { feed.last?.hasSuffix("stale") == true }
            let (stale, lost) = (feed.last, Date())
            // Until then, a position that runs on would be another one.
            try await eventually("three seconds later") { Date().timeIntervalSince(lost) > 3 }
            #expect(feed.last == stale)
        }
    }
}

import Foundation
import JSON
import Testing

@testable import DesktopSupport
@testable import ProcessSupport

/// The players of a desktop through front and engine: a real mpv on a bus of its own, with playerctl as the judge.
@Suite(.serialized, .enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
struct PlayerFeedTests {
    /// A session bus that ends with the test, and what is started on it.
    private final class Desktop {
        let sandbox: Sandbox
        private(set) var processes: [Process] = []
        private(set) var environment: [String: String] = [:]

        init() throws {
            sandbox = try Sandbox()
            let address = Pipe()
            let bus = Process()
            bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
            bus.arguments = ["--session", "--nofork", "--print-address"]
            bus.standardOutput = address
            bus.standardError = FileHandle.nullDevice
            try bus.run()
            processes.append(bus)
            let line = String(decoding: address.fileHandleForReading.availableData, as: UTF8.self)
            environment["DBUS_SESSION_BUS_ADDRESS"] = line.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        func clean() {
            sandbox.clean()
            for process in processes.reversed() where process.isRunning {
                // A player may have reasons not to end when it is asked to.
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }

        /// Makes a song.
        func song(_ title: String) throws -> String {
            let path = sandbox.path("\(title).flac")
            let tags = ["-metadata", "title=\(title)", "-metadata", "artist=Tom & <Jerry>", "-metadata", "genre=Jazz"]
            let maker = try start(
                "ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=220:duration=300"] + tags + [path])
            maker.waitUntilExit()
            #expect(maker.terminationStatus == 0)
            return path
        }

        @discardableResult
        func start(_ program: String, _ arguments: [String], output: Pipe? = nil) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.environment = sandbox.environment(environment)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output ?? FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            processes.append(process)
            return process
        }

        func play(_ songs: [String]) throws -> Process {
            let options = ["--no-config", "--no-video", "--ao=null", "--no-terminal", "--script=/usr/lib/mpv-mpris/mpris.so"]
            return try start("mpv", options + songs)
        }

        func playerctl(_ arguments: String...) throws -> String {
            let pipe = Pipe()
            let process = try start("playerctl", arguments, output: pipe)
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }

        func subdial(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: environment) }
    }

    private func wait(_ what: String, _ isTrue: () throws -> Bool) async throws {
        for _ in 0..<300 {
            if try isTrue() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("waited in vain for \(what)")
    }

    /// Without a bridge it is the players that are followed, and format strings give what playerctl gives.
    @Test func aFormatStringGivesWhatPlayerctlGives() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        _ = try desktop.play([try desktop.song("So What")])
        try await wait("mpv") { try desktop.playerctl("status") == "Playing\n" }
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
        try await wait("mpv") { try desktop.playerctl("status") == "Playing\n" }
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
        try await wait("the volume") { try desktop.playerctl("volume").hasPrefix("0.4") }
        #expect(try desktop.subdial("control", "next").status == 0)
        _ = try await feed.next { $0 == "Second Playing 40" }
        #expect(try desktop.subdial("control", "seek", "120").status == 0)
        try await wait("the place") { try desktop.playerctl("position").hasPrefix("12") }
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
        try await wait("mpv") { try desktop.playerctl("status") == "Playing\n" }
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

import Foundation
import Testing

@testable import DesktopSupport
@testable import ProcessSupport

/// What `subdial doctor` and `subdial config check` tell, and where messages are logged.
@Suite struct DoctorTests {
    private func write(_ text: String, _ name: String, in sandbox: Sandbox) throws {
        let file = sandbox.folder.appending(path: "config/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The lines of a report by their names, each with its sign.
    private func report(_ outcome: Sandbox.Outcome) -> [String: String] {
        let pairs = outcome.lines.map { line in
            (String(line.dropFirst(2).prefix { $0 != " " }), String(line.prefix(1)) + line.dropFirst(16))
        }
        return Dictionary(pairs) { "\($0)\n\($1)" }
    }

    @Test func whatIsNotNeededIsNoFailure() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let nothing = try sandbox.run("doctor")
        #expect(nothing.status == 69)
        #expect(report(nothing)["source"]?.hasPrefix("✗there is no session bus to find players on, and no bridge is set") == true)
        try await sandbox.withBridge { address in
            let outcome = try sandbox.run("doctor", "--bridge", address)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(report(outcome)["bridge"]?.hasPrefix("✓\(address)") == true)
            #expect(report(outcome)["state"] == "✓\(sandbox.path("state"))/subdial")
            #expect(report(outcome)["waybar"] == nil)
        }
        // The bridge is gone, and all that is followed is a file.
        try #"{"type":"now_playing","title":"So What"}"#.write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        let file = try sandbox.run("doctor", "--source", "file:now.jsonl", "--bridge", "http://127.0.0.1:9")
        #expect(file.status == 0, "\(file.output)")
        #expect(report(file)["messages"]?.hasSuffix(", playing") == true && report(file)["bridge"] == nil)
    }

    /// The default setup: a session bus, with players or without.
    @Test func aDesktopIsHealthy() async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let none = try sandbox.run("doctor", environment: environment)
        #expect(none.status == 0 && report(none)["players"] == "✓none is running", "\(none.output)")
        let player = await FakePlayer(bus, "fake")
        let one = try sandbox.run("doctor", environment: environment)
        #expect(one.status == 0 && report(one)["players"] == "✓Fake fake", "\(one.output)")
        _ = player
        bus.stopDaemon()
        let gone = try sandbox.run("doctor", environment: environment)
        #expect(gone.status == 69 && report(gone)["players"]?.hasPrefix("✗cannot reach the session bus") == true, "\(gone.output)")
    }

    @Test func whatKeepsItFromWorkingIsTold() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            try write(
                "bridge: \(address)\nzone: Kichen\ntheme: studo\nart: { path: /proc/no/cover.png }\n", "subdial/config.yaml", in: sandbox)
            try write(
                "// subdial feed --format nope\n\"exec\": \"exec subdial feed --width 9 --format wayber\",\n", "waybar/config", in: sandbox)
            try write("set -g status-right '#(exec subdial --zone Den feed --format tmux)'\n", "tmux/tmux.conf", in: sandbox)
            // A folder where state is kept stands as a file.
            try FileManager.default.removeItem(atPath: sandbox.path("state"))
            try "".write(toFile: sandbox.path("state"), atomically: true, encoding: .utf8)
            let outcome = try sandbox.run("doctor")
            let lines = report(outcome)
            #expect(outcome.status == 69)
            #expect(lines["theme"]?.hasPrefix("✗there is no theme 'studo'; did you mean 'studio'?") == true, "\(outcome.output)")
            #expect(lines["zone"] == "✗there is no zone 'Kichen'; did you mean 'Kitchen'?", "\(outcome.output)")
            #expect(lines["state"]?.hasPrefix("✗cannot write \(sandbox.path("state"))/subdial") == true, "\(outcome.output)")
            #expect(lines["cover"]?.hasPrefix("✗") == true, "\(outcome.output)")
            #expect(lines["waybar"]?.hasSuffix("waybar/config: there is no format 'wayber'; did you mean 'waybar'?") == true)
            #expect(lines["tmux"]?.hasSuffix("tmux/tmux.conf, --format tmux") == true)
        }
    }

    @Test func aCheckOfTheConfigurationTellsAll() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            "bridge: ftp://nas\nsource: mrpis\ntheme: studo\ntemplates: /nope\nfeed: { text: '{{ titel }}', widht: 3 }\n",
            "subdial/config.yaml",
            in: sandbox)
        let outcome = try sandbox.run("config", "check")
        #expect(outcome.status == 65)
        let wrong = ["'ftp://nas'", "'mrpis'", "'studo'", "'/nope'", "'titel'", "'widht'"]
        #expect(outcome.lines.count == wrong.count)
        for (line, word) in zip(outcome.lines, wrong) {
            #expect(line.hasPrefix("\(sandbox.path("config"))/subdial/config.yaml:") && line.contains(word), "\(line)")
        }
        // Whoever uses it is told the first, and that there is more.
        let used = try sandbox.run("zones")
        #expect(used.status == 65 && used.errors.contains("'ftp://nas'"))
        #expect(used.errors.hasSuffix("(and 2 more; see 'subdial config check')\n"), "\(used.errors)")
    }

    /// The level reaches the feed that asks for it, and the engine while it is attached, or by the configuration.
    @Test func theLevelOfLogsReachesFeedAndEngine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func log() -> String { (try? String(contentsOfFile: sandbox.path("state/subdial/engine.log"), encoding: .utf8)) ?? "" }
        try await sandbox.withBridge("living-room") { address in
            let quiet = try FeedFront(sandbox, ["feed", "--bridge", address])
            try await eventually("a line") { quiet.last?.isEmpty == false }
            #expect(quiet.errors.isEmpty && !log().contains("following a zone"))
            let loud = try FeedFront(sandbox, ["--log-level", "debug", "feed", "--bridge", address])
            try await eventually("its own log") { loud.errors.contains("subdial: debug: following a zone") }
            try await eventually("the engine's log") { log().contains("following a zone") }
            #expect(quiet.errors.isEmpty)
            loud.stop()
            quiet.stop()
            try write("logLevel: debug\n", "subdial/config.yaml", in: sandbox)
            try sandbox.run("engine", "stop")
            let before = log().count
            let again = try FeedFront(sandbox, ["feed", "--bridge", address])
            try await eventually("the engine's log by the configuration") { log().dropFirst(before).contains("following a zone") }
            again.stop()
        }
    }
}

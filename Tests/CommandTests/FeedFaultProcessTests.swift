import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Feeds that cannot start: their bars show the reason until it is gone.
@Suite struct FeedFaultProcessTests {
    private func write(_ text: String, in sandbox: Sandbox) throws {
        let file = sandbox.folder.appending(path: "config/subdial/config.yaml")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// A sandbox whose configuration follows a file that says what plays.
    private func sandbox(_ configuration: String = "") throws -> Sandbox {
        let sandbox = try Sandbox()
        try #"{"type":"now_playing","title":"So What","artist":"Miles Davis"}"#.write(
            toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        try write("source: file:\(sandbox.path("now.jsonl"))\n" + configuration, in: sandbox)
        return sandbox
    }

    private func source(_ sandbox: Sandbox) -> String { "source: file:\(sandbox.path("now.jsonl"))\n" }

    @Test(arguments: [
        (["--text", "{{ title"], "⚠ subdial: text, "), (["--widht", "3"], "⚠ subdial: unknown option '--widht'."),
        (["--width", "900"], "⚠ subdial: a width of 900 columns is not possible"),
        (["--kind", "wether"], "⚠ subdial: there is no kind of widget 'wether'"),
        (["--source", "mrpis"], "⚠ subdial: there is no source 'mrpis'"),
        (["--text", "{{ titel }}"], "⚠ subdial: text, there is no variable 'titel'"),
    ])
    func aWrongCommandIsShownAndDoesNotEnd(_ arguments: [String], _ text: String) async throws {
        let sandbox = try sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--format", "waybar"] + arguments)
        defer { feed.stop() }
        let markup = text.replacing("'", with: "&apos;")
        // The bar and the log of its session have the error, each by a stream of its own.
        try await eventually("the error") { feed.last?.contains(markup) == true && !feed.errors.isEmpty }
        let line = try JSONValue(parsing: #require(feed.last))
        #expect(line["class"] == ["error"] && line["tooltip"]?.string?.isEmpty == false)
        #expect(feed.isRunning && feed.errors.split(separator: "\n").count == 1, "\(feed.errors)")
    }

    /// An option before the command.
    @Test func aWrongOptionBeforeTheCommandIsShown() async throws {
        let sandbox = try sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["--zoen", "Kitchen", "feed", "--format", "tmux"])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") { feed.last?.hasPrefix("⚠ subdial: unknown option '--zoen'") == true }
        #expect(feed.isRunning)
        // A kind may have the name of the command.
        let other = try sandbox.run("--zoen", "Kitchen", "render", "feed")
        #expect(other.status == 64 && other.output.isEmpty, "\(other.output)")
    }

    /// The nearest format of a wrong name; the bar would not read another one.
    @Test(arguments: [("wayber", "{\"text\":"), ("i3bra", ",[{\"full_text\":"), ("nope", "⚠ subdial: there is no format")])
    func aWrongFormatIsShownInTheNearest(_ format: String, _ start: String) async throws {
        let sandbox = try sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--format", format])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") { feed.last?.hasPrefix(start) == true }
        #expect(feed.last?.contains("⚠ subdial: there is no format ") == true && feed.isRunning, "\(feed.lines)")
    }

    @Test func aCorrectedConfigurationIsUsedAtOnce() async throws {
        let sandbox = try sandbox("feed: { text: '{{ title' }\n")
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--format", "i3bar"])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") { feed.last?.contains("⚠ subdial: config.yaml:2:") == true }
        try write(source(sandbox) + "feed: { text: '{{ title }}', widht: 4 }\n", in: sandbox)
        try await eventually("the next error in \(feed.lines)") { feed.last?.contains("widht") == true }
        try write(source(sandbox) + "feed: { text: '{{ title }}!' }\n", in: sandbox)
        try await eventually("the line in \(feed.lines)") { feed.last?.contains(#""full_text":"So What!""#) == true }
        // The bar has one header, and the log of its session the messages of both errors.
        #expect(feed.lines.count { $0.contains("\"version\":1") } == 1)
        #expect(feed.lines[1...2] == ["[", "[]"])
        try await eventually("two messages in \(feed.errors)") { feed.errors.split(separator: "\n").count == 2 }
    }

    /// A text of unknown names is no error of the configuration, and is followed as one.
    @Test func aCorrectedNameIsUsedAtOnce() async throws {
        let sandbox = try sandbox("feed: { text: '{{ titel }}' }\n")
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed"])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") { feed.last == "⚠ subdial: text, there is no variable 'titel'" }
        try write(source(sandbox) + "feed: { text: '{{ trak }}' }\n", in: sandbox)
        try await eventually("the next error in \(feed.lines)") { feed.last == "⚠ subdial: text, there is no variable 'trak'" }
        try write(source(sandbox) + "feed: { text: '{{ title }}!' }\n", in: sandbox)
        try await eventually("the line in \(feed.lines)") { feed.last == "So What!" }
        let once = try sandbox.run("feed", "--once", "--text", "{{ titel }}")
        #expect(once.status == 0 && once.output == "\n" && once.errors.contains("'titel'"), "\(once.output)")
    }

    @Test func aLostEngineLeavesTheErrorAsItIs() async throws {
        let sandbox = try sandbox("feed: { text: '{{ title' }\n")
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--format", "i3bar"])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") { feed.last?.contains("⚠ subdial") == true }
        try sandbox.run("engine", "stop")
        try write(source(sandbox), in: sandbox)
        try await eventually("the line in \(feed.lines)") { feed.last?.contains("Miles Davis – So What") == true }
        #expect(feed.lines.count { $0.contains("\"version\":1") } == 1 && feed.lines.count { $0.contains("⚠") } == 1, "\(feed.lines)")
    }

    @Test("Without a session bus, the bar says so, and shows a bridge as soon as there is one")
    func noSessionBus() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--format", "waybar"])
        defer { feed.stop() }
        try await eventually("the error in \(feed.lines)") {
            feed.last?.contains("⚠ subdial: there is no session bus (DBUS_SESSION_BUS_ADDRESS)") == true
        }
        #expect(feed.last?.contains("dbus-run-session") == true)
        for command in [["status"], ["control", "play"], ["play"], ["zones"], ["feed", "--once"]] {
            let outcome = try sandbox.run(command)
            #expect(outcome.status == 64 && outcome.errors.hasPrefix("subdial: there is no session bus (DBUS_SESSION_BUS_ADDRESS)"))
        }
        // A source that was asked for is no wrong usage.
        let asked = try sandbox.run("--source", "mpris", "status")
        #expect(asked.status == 69 && asked.errors.contains("session bus"), "\(asked.errors)")
        try await sandbox.withBridge("steady") { address in
            try write("bridge: \(address)\nzone: Kitchen\n", in: sandbox)
            try await eventually("a line in \(feed.lines)") { feed.last?.contains("Kettle") == true }
        }
    }

    /// Scripts have the exit code; a bar that runs the command again has its line too.
    @Test(arguments: [("waybar", true), ("genmon", true), ("tmux", true), ("plain", false), ("json", false)])
    func onceEndsWithAnExitCode(_ format: String, _ isShown: Bool) throws {
        let sandbox = try sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("feed", "--once", "--format", format, "--text", "{{ title")
        #expect(outcome.status == 65 && outcome.errors.hasPrefix("subdial: text, "), "\(outcome.errors)")
        #expect(outcome.output.contains("⚠ subdial: text, ") == isShown, "\(outcome.output)")
        #expect(try sandbox.run("feed", "--once", "--format", format, "--widht", "3").status == 64)
    }

    @Test func aTerminalHasTheExitCode() async throws {
        try Tool.need("script")
        let sandbox = try sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, shell: #"script -qec "$0 feed --widht 3" /dev/null; echo "code $?""#)
        defer { feed.stop() }
        try await eventually("the end of \(feed.lines)") { feed.last == "code 64" }
        #expect(feed.lines.contains { $0.hasPrefix("subdial: unknown option '--widht'") })
    }

    /// The words of `control` are commands themselves.
    @Test func wordsOfControlAreCommands() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let environment = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            func run(_ words: String) throws -> Sandbox.Outcome {
                try sandbox.run(words.split(separator: " ").map(String.init), environment: environment)
            }
            let paused = try run("pause")
            #expect(paused.status == 0, "\(paused.errors)")
            #expect(try run("status").output == "Paused\n")
            #expect(try run("play").status == 0)
            #expect(try run("status").output == "Playing\n")
            #expect(try run("volume 40").status == 0)
            #expect(try run("zones --json").output.replacing(" ", with: "").contains(#""value":40"#))
            #expect(try run("volume --help").output.contains("subdial control volume"))
            #expect(try run("playy").errors == "subdial: there is no command 'playy'; did you mean 'play'?\n")
        }
    }
}

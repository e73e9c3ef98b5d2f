import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The contract of exit codes and messages: one line on stderr with the problem, its place and the remedy.
@Suite struct ExitCodeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        /// A part of the only line on stderr.
        let message: String

        init(_ arguments: String, _ status: Int32, _ message: String) {
            self.arguments = arguments.split(separator: " ").map {
                String($0).replacing("ENTRIES", with: Repository.fixtureURL("entries").path)
            }
            self.status = status
            self.message = message
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// Command lines that are wrong before a source is followed.
    static let cases = [
        Case("nonsense", 64, "there is no command 'nonsense'; there are demo, feed, render"),
        Case("rendr --all", 64, "did you mean 'render'?"),
        Case("render --family systemSmall --entry missing.json -o x.png", 66, "missing.json: there is no such entry file"),
        Case("render --family systemSmal --entry ENTRIES/playing.json -o x.png", 64, "did you mean 'systemSmall'?"),
        Case("render --family systemSmall --device iphone-51 --entry ENTRIES/playing.json -o x.png", 64, "there is no device 'iphone-51'"),
        Case("render --family accessoryCorner --device iphone-15 --entry ENTRIES/playing.json -o x.png", 64, "has no accessoryCorner"),
        Case("render --family systemSmall --theme sepia --entry ENTRIES/playing.json -o x.png", 64, "there is no theme 'sepia'"),
        Case("render football --family systemSmall --entry ENTRIES/playing.json -o x.png", 64, "there is no kind of widget 'football'"),
        Case("render weather --family systemSmall --entry ENTRIES/playing.json -o x.png", 65, "show entries of that kind"),
        Case("render --family systemSmall --entry ENTRIES/playing.json", 64, "-o FILE"),
        Case("render --entry ENTRIES/playing.json -o x.png", 64, "--family NAME"),
        Case("render --all --entry ENTRIES/playing.json -o -", 64, "-o - takes one picture"),
        Case("render --family systemSmall --scale 0 --entry ENTRIES/playing.json -o x.png", 64, "--scale"),
        Case("render --family systemSmall --at yesterday --entry ENTRIES/playing.json -o x.png", 64, "ISO 8601"),
        Case("render --family systemSmall --template missing.yaml --entry ENTRIES/playing.json -o x.png", 66, "missing.yaml"),
        Case("render --family systemSmall --entry ENTRIES/playing.json -o /proc/x/y.png", 74, "cannot write /proc/x/y.png"),
        Case("expr uc(titel --entry ENTRIES/playing.json", 65, "character 9: a ')' should stand here"),
        Case("expr uq(title) --entry ENTRIES/playing.json", 65, "there is no function 'uq'"),
        Case("timeline --entry missing.json", 66, "missing.json"),
        Case("simulate --scenario living-rom --port 0", 64, "did you mean 'living-room'?"),
        Case("simulate --port 70000", 64, "--port"),
        Case("render --family systemSmall --all --entry ENTRIES/playing.json -o x", 64, "give one of the two"),
        Case(
            "timeline nope", 64,
            "there is no kind of widget 'nope'; there are album-of-the-day, calendar, clock, console, countdown, departures, disk, display, feed, home-assistant"
        ),
        Case("help rendr", 64, "there is no command 'rendr'; did you mean 'render'?"),
        Case("help template chek", 64, "there is no command 'template chek'; did you mean 'check'?"),
        Case("template chek", 64, "there is no command 'template chek'; did you mean 'check'?"),
        Case("snapshot fonts lokc", 64, "there is no command 'snapshot fonts lokc'; did you mean 'lock'?"),
        Case("help snapshot fonts lokc", 64, "there is no command 'snapshot fonts lokc'; did you mean 'lock'?"),
        Case("--bridge http://x rendr", 64, "there is no command 'rendr'; did you mean 'render'?"),
        Case("template --bridge http://x chek", 64, "there is no command 'template chek'; did you mean 'check'?"),
        Case("--zone=render --config x templte check", 64, "there is no command 'templte'; did you mean 'template'?"),
        Case("console --url ws://x fadr", 64, "there is no command 'console fadr'; did you mean 'fader'?"),
        Case("match gaol home", 64, "there is no command 'match gaol'; did you mean 'goal'?"),
        Case("match goal hmoe", 64, "Did you mean 'home'? See 'subdial match goal --help'"),
        Case("snapshot check --record chnaged", 64, "Did you mean 'changed'? See 'subdial snapshot check --help'"),
        Case("template check", 64, "see 'subdial template check --help'"),
        Case("expr title --entry ENTRIES", 66, "this entry file cannot be read"),
        Case("feed --format waybra --bridge http://127.0.0.1:9", 64, "did you mean 'waybar'?"),
        Case("feed --text {{title --bridge http://127.0.0.1:9", 65, "not closed"),
        Case("control volume", 64, "takes one value"),
        Case("control volume loud", 64, "takes a number"),
        Case("control play now", 64, "takes nothing"),
        Case("--config missing.yaml zones", 66, "missing.yaml"),
        Case("--log-level loud --bridge http://127.0.0.1:9 zones", 64, "'loud' is no log level"),
        Case("--brige http://x feed", 64, "Did you mean '--bridge'? See 'subdial feed --help'"),
        Case("paly", 64, "there is no command 'paly'; did you mean 'play'?"),
        Case("volume loud", 64, "takes a number"),
        Case("control paly", 64, "control does not know 'paly'; did you mean 'play'?"),
        Case("feed --once --source mrpis", 64, "there is no source 'mrpis'; did you mean 'mpris'?"),
    ]

    /// Command lines whose errors come from a source, and some that the engine parses.
    static let processes = [
        Case("feed --once --widht 3", 64, "'--width'"),
        Case("feed --once", 64, "no bridge is set"),
        Case("--bridge file:///etc/passwd feed --once", 64, "http or https, not by 'file'"),
        Case("--bridge http://127.0.0.1:9 feed --once", 69, "connection refused"),
        Case("--bridge http://127.0.0.1:9 zones", 69, "cannot reach http://127.0.0.1:9"),
        Case("control explode", 64, "control does not know 'explode'"),
        Case("expr title --bridge http://127.0.0.1:9", 69, "cannot reach http://127.0.0.1:9"),
    ]

    @Test(arguments: cases) func tellsInOneLine(_ example: Case) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        expect(await sandbox.perform(example.arguments), example)
    }

    @Test(arguments: processes) func tellsInOneLineAsAProcess(_ example: Case) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        expect(try sandbox.run(example.arguments), example)
    }

    private func expect(_ outcome: Sandbox.Outcome, _ example: Case) {
        #expect(outcome.status == example.status, "\(outcome.errors)")
        #expect(outcome.errors.contains(example.message), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("subdial: "))
        #expect(outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
        #expect(outcome.output.allSatisfy { $0 == "\n" })
    }

    @Test func aPortInUseIsTold() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            let port = address.split(separator: ":").last.map(String.init) ?? ""
            let outcome = try sandbox.run("simulate", "--port", port)
            #expect(outcome.status == 69)
            #expect(
                outcome.errors
                    == "subdial: cannot listen on 127.0.0.1:\(port): Address already in use; choose another port, or 0 for any free one\n")
            // A misspelled name.
            let zones = try sandbox.run("feed", "--once", "--zone", "Kichen", "--bridge", address)
            #expect(
                zones.status == 69 && zones.errors == "subdial: there is no zone 'Kichen'; did you mean 'Kitchen'?\n", "\(zones.errors)")
        }
    }

    /// An entry may come from any readable file, including standard input and pipes.
    @Test(arguments: ["--entry - < FILE", "--entry /dev/stdin < FILE", "--entry /dev/stdin <<< \"$(cat FILE)\"", "--entry <(cat FILE)"])
    func anEntryIsReadFromAnywhere(_ words: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let file = Repository.fixtureURL("entries/playing.json").path
        let expected = try sandbox.run("expr", "title", "--entry", file).output
        #expect(expected.count > 1)
        let process = sandbox.process([])
        let front = process.executableURL?.path ?? ""
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "exec '\(front)' expr title \(words.replacing("FILE", with: "'\(file)'"))"]
        let output = Pipe()
        process.standardOutput = output
        try process.runUnblocked()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == expected)
    }

    @Test func namesStandForWhatPlays() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("living-room") { address in
            let line = try sandbox.run("feed", "--once", "--text", "{{ title }}", "--bridge", address).output
            #expect(line.count > 1)
            #expect(try sandbox.run("expr", "title", "--bridge", address).output == line)
        }
        #expect(try sandbox.run("expr", "title").output == "\n")
    }

    @Test func tellsWhereATemplateIsWrong() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let template = sandbox.path("mine.yaml")
        try "body:\n  VStack:\n    - Txt: hello\n    - Text: \"{{ titel }}\"\n".write(toFile: template, atomically: true, encoding: .utf8)
        let outcome = await sandbox.perform("template", "check", "mine.yaml")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors == """
                subdial: mine.yaml:3:7: there is no element 'Txt'; did you mean 'Text'? (at body.VStack[0])
                subdial: mine.yaml:4:17: there is no variable 'titel'; did you mean 'title'? (at body.VStack[1].Text)

                """)
        let drawn = await sandbox.perform(
            "render", "--family", "systemSmall", "--template", "mine.yaml", "--entry", Repository.fixtureURL("entries/playing.json").path,
            "-o", "x.png")
        #expect(drawn.status == 65)
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("x.png")))
    }

    @Test(arguments: [
        ("{", "broken.json:1:2: a key in quotes should stand here"),
        ("{\"date\": \"2026-01-08T20:15:04Z\"}", "the entry's status is missing"),
        ("{\"date\": \"2026-01-08T20:15:04Z\", \"status\": \"humming\"}", "'humming' is not one of"),
    ])
    func tellsWhatIsWrongWithAnEntry(_ text: String, _ message: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try text.write(toFile: sandbox.path("broken.json"), atomically: true, encoding: .utf8)
        let outcome = await sandbox.perform("render", "--family", "systemSmall", "--entry", "broken.json", "-o", "x.png")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["--help"], "SUBCOMMANDS:"), (["feed", "--help"], "--marquee"), (["help", "render"], "--family"), (["engine"], "stop"),
        ([], "SUBCOMMANDS:"),
        (["template", "check", "--help"], "The templates."),
    ])
    func helpIsAboutWhatWasAsked(_ arguments: [String], _ part: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(part), "\(outcome.output)")
        #expect(outcome.errors.isEmpty)
    }

    @Test func helpAndVersionGoToStdout() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for arguments in [
            ["--version"], ["--help"], ["feed", "--help"], ["render", "--list-devices"], ["simulate", "--list"], ["feed", "--list"],
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
            #expect(!outcome.output.isEmpty)
        }
    }
}

import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Output that differs on a terminal.
@Suite(.enabled(if: Tool.has("script"), "needs script")) struct TerminalTests {
    /// Runs the front with a pseudo-terminal as stdin, stdout and stderr.
    private func run(_ sandbox: Sandbox, _ arguments: [String], _ environment: [String: String] = [:]) throws -> (Int32, String) {
        let process = sandbox.process([], environment: ["TERM": "xterm", "SHELL": "/bin/sh"].merging(environment) { $1 })
        let command = ([process.executableURL?.path ?? ""] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
        process.arguments = ["-qec", command.joined(separator: " "), "/dev/null"]
        process.executableURL = URL(filePath: Tool.path("script") ?? "")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.runUnblocked()
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text.replacing("\r\n", with: "\n"))
    }

    private static let entry = Repository.fixtureURL("entries/playing.json").path

    @Test(arguments: [
        ["render", "--family", "systemSmall"], ["render", "--family", "systemSmall", "--scale", "1"],
        ["activity", "--presentation", "minimal"],
    ])
    func aPictureIsNotWrittenToIt(_ words: [String]) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let arguments = words + ["--entry", Self.entry, "-o", "-"]
        let (status, text) = try run(sandbox, arguments)
        #expect(status == 64)
        #expect(
            text == "subdial: -o - writes the bytes of a picture, and stdout is a terminal: give -o FILE, or redirect it: -o - > FILE\n",
            "\(text.prefix(300))")
        // A file or a pipe gets the picture.
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 0 && outcome.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    private static let (green, yellow, red, bold, end) = ("\u{1B}[32m", "\u{1B}[33m", "\u{1B}[31m", "\u{1B}[1m", "\u{1B}[0m")

    @Test(arguments: [
        ([], [:], true), (["--color", "auto"], [:], true), (["--color", "never"], [:], false), ([], ["NO_COLOR": "1"], false),
        ([], ["NO_COLOR": ""], true), (["--color=always"], ["NO_COLOR": "1"], true), ([], ["TERM": "dumb"], false),
    ])
    func colorsCanBeTurnedOff(_ options: [String], _ environment: [String: String], _ isColored: Bool) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let doctor = try run(sandbox, options + ["doctor"], environment).1
        #expect(doctor.hasPrefix(isColored ? "\(Self.green)✓\(Self.end) version " : "✓ version "), "\(doctor)")
        let help = try run(sandbox, options + ["zones", "--help"], environment).1
        #expect(help.hasPrefix(isColored ? "\(Self.bold)OVERVIEW: \(Self.end)" : "OVERVIEW: "), "\(help)")
        #expect(isColored || !(doctor + help).contains("\u{1B}"))
    }

    @Test func outputToAPipeHasColorsOnlyOnRequest() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        #expect(try sandbox.run("doctor").output.hasPrefix("✓ version "))
        #expect(try sandbox.run("doctor", "--color", "always").output.hasPrefix("\(Self.green)✓\(Self.end) version "))
        #expect(try sandbox.run("zones", "--help", environment: ["TERM": "xterm"]).output.hasPrefix("OVERVIEW: "))
    }

    @Test func theSelectedZoneIsMarkedInColor() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            #expect(try sandbox.run("control", "zone", "Kitchen", "--bridge", address).status == 0)
            let plain = try sandbox.run("zones", "--bridge", address).output
            #expect(plain.contains("* Kitchen") && !plain.contains("\u{1B}"), "\(plain)")
            // The engine writes the list, and the front knows the terminal.
            let (status, text) = try run(sandbox, ["zones", "--bridge", address])
            #expect(status == 0 && text.contains("\(Self.green)*\(Self.end) Kitchen"), "\(text)")
            #expect(try !run(sandbox, ["--color", "never", "zones", "--bridge", address]).1.contains("\u{1B}"))
        }
    }

    @Test func locationsOfErrorsAreMarked() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try "body:\n  Txt: hello\n".write(toFile: sandbox.path("mine.yaml"), atomically: true, encoding: .utf8)
        let plain = try sandbox.run("template", "check", "mine.yaml").errors
        #expect(plain.hasPrefix("subdial: mine.yaml:2:3: there is no element 'Txt'"), "\(plain)")
        let (status, text) = try run(sandbox, ["template", "check", "mine.yaml"])
        #expect(status == 65)
        #expect(text.hasPrefix("subdial: \(Self.red)mine.yaml:2:3:\(Self.end) there is no element 'Txt'"), "\(text)")
    }

    @Test func longWorkEndsWithASummary() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let arguments = ["render", "--all", "--appearance", "dark", "--entry", Self.entry, "-o", "many"]
        let outcome = try sandbox.run(arguments)
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        let count = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("many")).count
        let (status, text) = try run(sandbox, arguments)
        #expect(status == 0)
        #expect(
            text.split(separator: "\n").last?.firstMatch(of: /(\d+) pictures in many, \d+(\.\d)? s$/)?.output.1 == "\(count)", "\(text)")
        // One picture needs no summary.
        #expect(try run(sandbox, ["render", "--family", "systemSmall", "--entry", Self.entry, "-o", "one.png"]).1.isEmpty)
    }

    @Test func aSnapshotRunTellsItsTime() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").output.hasSuffix("\n8 snapshots: 8 new\n"))
        let (status, text) = try run(place.sandbox, ["snapshot", "check"])
        #expect(status == 0)
        let line = try #require(text.split(separator: "\n").last)
        #expect(line.firstMatch(of: /8 snapshots: \u{1B}\[32m8 passed\u{1B}\[0m, \d+(\.\d)? s$/) != nil, "\(text)")
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }
}

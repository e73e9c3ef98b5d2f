import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Messages from the view of a script's author: through front, engine and exit codes.
@Suite struct MessageFeedTests {
    private static let text = "{{ title }} {{ elapsed }}/{{ length }}"

    /// Runs a feed of one line on standard input, which contains `input` and then ends.
    private func once(_ input: String, in sandbox: Sandbox) throws -> (status: Int32, output: String, errors: String) {
        let process = sandbox.process(["feed", "--once", "--source", "file:-", "--text", Self.text])
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.runUnblocked()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        let errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }

    private static let example =
        #"{"type":"now_playing","title":"So What","artist":"Miles Davis","length":562,"position":104,"status":"paused"}"#

    @Test func aLineOfStandardInputIsShown() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try once(Self.example + "\n", in: sandbox)
        #expect(outcome.status == 0)
        #expect(outcome.output == "So What 1:44/9:22\n")
        #expect(outcome.errors == "")
    }

    /// The last line applies, and an invalid one is reported and skipped.
    @Test func whatIsWrongWithALineIsTold() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try once("nonsense\n" + Self.example + "\n" + #"{"type":"now_playing","title":"Last"}"#, in: sandbox)
        #expect(outcome.status == 0)
        #expect(outcome.output == "Last /\n")
        #expect(outcome.errors.contains("line 1 of file:- is skipped: it is no JSON object"))
        #expect(outcome.errors.count { $0 == "\n" } == 1)
    }

    @Test(arguments: ["", "nonsense\n"]) func anEndWithoutAMessageIsAnError(input: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try once(input, in: sandbox)
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("standard input has ended without a message"))
    }

    @Test(arguments: ["/dev/zero", "/dev/null", "/tmp"]) func whatIsNoFileIsRefused(path: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("feed", "--once", "--source", "file:\(path)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("give a regular file, a FIFO"), "\(outcome.errors)")
    }

    /// The documentation's message is old, so its position is the track's end.
    @Test func thePositionStopsAtTheLength() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let message =
            #"{"type":"now_playing","timestamp":"2026-01-08T20:15:04Z","title":"So What","length":562,"position":104,"status":"playing"}"#
        try (message + "\n").write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        let outcome = try sandbox.run("feed", "--once", "--source", "file:\(sandbox.path("now.jsonl"))", "--text", Self.text)
        #expect(outcome.status == 0)
        #expect(outcome.output == "So What 9:22/9:22\n")
    }

    /// A player that adjusts its controls: its volume has steps of five, and it seeks one second beyond each target.
    private static let player = """
        import json, os, sys
        state, control = sys.argv[1], sys.argv[1] + ".control"
        def say(**message):
            with open(state, "a") as file: file.write(json.dumps(message) + "\\n")
        say(type="now_playing", title="So What", status="paused", length=562, position=104, volume=40)
        while True:
            with open(control) as file:
                for line in file:
                    asked = json.loads(line)
                    if asked["type"] == "volume_control": say(type="volume_control", value=5 * round(asked["value"] / 5))
                    if asked["type"] == "seek_control": say(type="seek_control", position=105)
        """

    @Test func whatAPlayerMakesOfAControlIsShown() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("radio.jsonl")
        try #require(mkfifo(path + ".control", 0o600) == 0)
        let player = Process()
        player.executableURL = URL(filePath: Tool.python)
        player.arguments = ["-c", Self.player, path]
        try player.run()
        defer { kill(player.processIdentifier, SIGKILL) }
        let source = ["--source", "file:\(path)"]
        try await eventually("the player's file") { FileManager.default.fileExists(atPath: path) }
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ elapsed }} {{ volume_text }}"] + source)
        defer { feed.stop() }
        try await eventually("its state") { feed.last == "1:44 40" }
        // Both reports of the player arrive after the expected result, and replace it permanently.
        #expect(try sandbox.run(["control", "volume", "37%"] + source).status == 0)
        try await eventually("its own volume") { feed.last == "1:44 35" }
        #expect(try sandbox.run(["control", "seek", "200"] + source).status == 0)
        try await eventually("its own position") { feed.last == "1:45 35" }
        #expect(try sandbox.run(["feed", "--once", "--text", "{{ elapsed }} {{ volume_text }}"] + source).output == "1:45 35\n")
    }
}

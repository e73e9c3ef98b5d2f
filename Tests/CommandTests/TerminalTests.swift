import Foundation
import TestSupport
import Testing

@testable import ProcessSupport

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
        ["render", "--family", "systemSmall"], ["render", "--family", "systemSmall", "--scale", "1"], ["activity", "--presentation", "minimal"],
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
}

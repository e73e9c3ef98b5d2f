import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialFeeds

/// The commands in lines, as the bars and then a shell read them.
@Suite struct ClickCommandTests {
    /// A format with a command in its lines: how its program finds the commands in a line.
    private struct Reader {
        let format: String
        let start: String
        let end: String
        /// The escapes of the format, each with the text that it stands for.
        var escapes: [(String, String)] = []

        static let all = [
            Reader(format: "polybar", start: "%{A1:", end: ":}", escapes: [("\\:", ":")]),
            Reader(format: "lemonbar", start: "%{A1:", end: ":}", escapes: [("\\:", ":")]),
            Reader(format: "xmobar", start: "<action=`", end: "` button=1>"),
            Reader(format: "genmon", start: "<txtclick>", end: "</txtclick>"),
            Reader(
                format: "argos", start: "Pause | bash=\"", end: "\" terminal=",
                escapes: [("\\\\", "\\"), ("\\\"", "\""), ("\\$", "$"), ("\\`", "`")]),
            Reader(format: "kargos", start: "Pause | bash='", end: "' onclick=", escapes: [("\\'", "'")]),
        ]

        /// The command of the left button, or of the menu's first item, in a line; nil if there is none.
        func command(in line: String) -> String? { command(in: line, from: start) }

        /// Works on bytes, as the programs do: a combining scalar hides a quote from a comparison of characters.
        func command(in line: String, from start: String) -> String? {
            guard let found = Array(line.utf8).firstRange(of: Array(start.utf8)) else { return nil }
            var (rest, command) = (Array(line.utf8)[found.upperBound...], [UInt8]())
            while !rest.isEmpty, !rest.starts(with: end.utf8) {
                if let (escape, meant) = escapes.first(where: { rest.starts(with: $0.0.utf8) }) {
                    command += Array(meant.utf8)
                    rest = rest.dropFirst(escape.utf8.count)
                } else {
                    command.append(rest.removeFirst())
                }
            }
            return rest.isEmpty ? nil : String(decoding: command, as: UTF8.self)
        }
    }

    /// The words that a shell passes to `subdial`, with an end after each.
    private func words(_ command: String) throws -> [String] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "subdial() { for word; do printf '%s\\036' \"$word\"; done; }; \(command)"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return bytes.split(separator: 0x1E, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
    }

    /// A value, and the formats whose lines cannot contain it: they have no command then, and never another one.
    @Test(
        arguments: [
            ("/home/me/config.yaml", []), ("Living Room", []), ("o'neill", []), ("; touch x #", []), ("$HOME $(id) \"x\"", []), ("a&b", []),
            (":}%{A}", []), ("a\\b", ["kargos"]), ("`id`", ["xmobar"]), ("a`\u{301}", ["xmobar"]), ("</txtclick><img>", ["genmon"]),
            ("a|b", ["argos", "kargos"]), ("a!b", ["argos"]), ("--- a", ["kargos"]), ("' onclick=bash bash='id", []), ("", []),
            ("a\nb", Reader.all.map(\.format)), ("\u{1B}[2J", Reader.all.map(\.format)), ("a\u{85}b", Reader.all.map(\.format)),
        ] as [(String, [String])])
    func optionsAreKept(_ value: String, _ impossible: [String]) throws {
        let control = ClickCommand(source: ["--source", "http://nas.local:8088", "--config", value], subject: ["--zone", value])
        let details = FeedDetails(
            menu: [FeedMenuItem("Pause", words: "play-pause")],
            zones: [FeedZone(id: "lms:aa:bb@nas:8088", name: "Hall", isShown: false, isLocked: false)])
        let content = FeedContent(text: "a", details: details, actions: ClickActions(command: control))
        let source = ["control", "--source", "http://nas.local:8088", "--config", value]
        for reader in Reader.all {
            let line = try FeedFormat.named(reader.format).line(for: content)
            let command = try reader.command(in: line).map(words)
            #expect(command == (impossible.contains(reader.format) ? nil : source + ["--zone", value, "play-pause"]), "\(line)")
            guard reader.start.hasPrefix("Pause") else { continue }  // lint: skips
            // An item that selects a zone selects it at the same source, and has no other zone.
            let selection = try reader.command(in: line, from: reader.start.replacing("Pause", with: "Hall")).map(words)
            #expect(selection == (impossible.contains(reader.format) ? nil : source + ["zone", "lms:aa:bb@nas:8088"]), "\(line)")
        }
    }
}

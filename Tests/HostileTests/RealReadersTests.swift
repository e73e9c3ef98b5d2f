import Foundation
import SubdialFeeds
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Real programs read hostile titles: every scalar that could hide a character from an escaper, around every way to run a command.
///
/// The formats make the lines; each program reads them as the documentation configures it.
@Suite(.serialized) struct RealReadersTests {
    /// Closes the descriptors that a daemon would keep open: Foundation considers a process running until all of them are closed.
    private static let alone = #"for n in $(ls /proc/$$/fd); do [ "$n" -gt 2 ] && eval "exec $n>&-"; done; "#

    /// Titles with `attack` after, before and between each joiner.
    private static func titles(_ attack: String) -> [String] {
        Joiners.all.filter { $0 != "\n" }.map { "a\($0)\(attack)\($0)b" }
    }

    /// The part of a title that every program may show: everything but controls.
    private static func visible(_ title: String) -> String {
        String(
            String.UnicodeScalarView(
                title.unicodeScalars.filter {
                    !($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || [0x2028, 0x2029].contains($0.value))
                }))
    }

    /// The number of occurrences of a text in another, byte by byte: with characters, a joiner after it would hide it.
    private static func count(of part: String, in text: String) -> Int {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        return bytes.indices.count { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }

    private func write(_ lines: [String], to name: String, in sandbox: Sandbox) throws -> String {
        let path = sandbox.path(name)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        return path
    }

    /// Runs a script, and returns the lines of its output as bytes.
    private func lines(_ program: String, _ script: String, _ arguments: [String], in sandbox: Sandbox) throws -> [[UInt8]] {
        let process = sandbox.process([])
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + (program == "zsh" ? ["-f"] : ["--norc"]) + ["-c", script, "reader"] + arguments
        process.environment?.merge(["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]) { $1 }
        let output = sandbox.path("read")
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        process.waitUntilExit()
        return (FileManager.default.contents(atPath: output) ?? Data()).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            .map { [UInt8]($0) }
    }

    private func expectLiteral(_ shown: [[UInt8]], _ titles: [String]) {
        #expect(shown.count == titles.count)
        for (line, title) in zip(shown, titles) where line != Array(Self.visible(title).utf8) {
            Issue.record("\(title.debugDescription) is shown as \(String(decoding: line, as: UTF8.self).debugDescription)")
            return
        }
    }

    /// As in `PS1="[$(subdial feed --once --format bash)]"`, and as in `PS1='[$SUBDIAL]'` with plain text in the variable.
    @Test(arguments: [
        ("bash", #"while IFS= read -r line; do PS1="$line"; printf '%s\n' "${PS1@P}"; done < "$1""#),
        ("plain", #"while IFS= read -r SUBDIAL; do PS1='$SUBDIAL'; printf '%s\n' "${PS1@P}"; done < "$1""#),
    ])
    func bashRunsNothing(_ format: String, _ script: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let canary = Canary(sandbox)
        let format = try FeedFormat.named(format)
        for attack in ["$(touch \(canary.path))", "`touch \(canary.path)`", #"\$(touch \#(canary.path))\\u\[\033[31m\]\!"#] {
            let titles = Self.titles(attack)
            let file = try write(titles.map { format.line(for: FeedContent(text: $0)) }, to: "lines", in: sandbox)
            expectLiteral(try lines("bash", script, [file], in: sandbox), titles)
            #expect(!canary.hasSung)
        }
    }

    /// As in `RPROMPT='$(subdial feed --once --format zsh)'` with `prompt_subst`.
    @Test(.enabled(if: Tool.has("zsh"), "needs zsh")) func zshRunsNothing() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let canary = Canary(sandbox)
        let format = try FeedFormat.named("zsh")
        let script = #"setopt prompt_subst; while IFS= read -r line; do p='${line}'; print -rP -- "$p"; done < "$1""#
        for attack in ["$(touch \(canary.path))%F{red}%n%(?.a.b)", "`touch \(canary.path)`%{%}%%"] {
            let titles = Self.titles(attack)
            let file = try write(titles.map { format.line(for: FeedContent(text: $0)) }, to: "lines", in: sandbox)
            expectLiteral(try lines("zsh", script, [file], in: sandbox), titles)
            #expect(!canary.hasSung)
        }
    }

    /// As in `${execpi 1 subdial feed --once --format conky}`, and as in `${execi 1 subdial feed --once --format plain}`.
    @Test(.enabled(if: Tool.has("conky"), "needs conky"), arguments: [("conky", "execp"), ("plain", "exec")])
    func conkyRunsNothing(_ format: String, _ variable: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let canary = Canary(sandbox)
        let format = try FeedFormat.named(format)
        let titles = Self.titles("${exec touch \(canary.path)}$nodename#x")
        // Conky reads some kilobytes at a time.
        for part in stride(from: 0, to: titles.count, by: 100).map({ Array(titles[$0..<min($0 + 100, titles.count)]) }) {
            let file = try write(part.map { format.line(for: FeedContent(text: $0)) }, to: "lines", in: sandbox)
            let configuration = sandbox.path("conkyrc")
            try """
            conky.config = { out_to_console = true, out_to_x = false, update_interval = 1, total_run_times = 1, text_buffer_size = 65536 }
            conky.text = [[${\(variable) cat \(file)}]]
            """.write(toFile: configuration, atomically: true, encoding: .utf8)
            let shown = try lines("bash", #"conky -c "$1""#, [configuration], in: sandbox).filter { !$0.isEmpty }
            expectLiteral(Array(shown.suffix(part.count)), part)
            #expect(!canary.hasSung)
        }
    }

    /// The status lines of tmux, drawn on the screen of another tmux: no format, style or command is expanded.
    @Test(.enabled(if: Tool.has("tmux"), "needs tmux")) func tmuxExpandsNothing() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let canary = Canary(sandbox)
        let format = try FeedFormat.named("tmux")
        let columns = 1800
        let attack = "#[bg=red]#{pid}#(touch \(canary.path))"
        // tmux may change joiners; the text of the attack must be shown literally. A title has twelve columns more at most, with a space: two letters
        // and two joiners.
        let perLine = columns / (attack.count + 12)
        let titles = Self.titles(attack)
        let (inner, outer) = (sandbox.path("inner"), sandbox.path("outer"))
        /// The command of a status line. Tmux runs one at most once a second: each round has files of its own, whose commands it runs at once.
        func status(_ line: Int, _ round: Int) -> String { "#(cat \(sandbox.path("round\(round)line\(line)")))" }
        func tmux(_ socket: String, _ arguments: [String]) throws -> String {
            try String(
                decoding: Array(
                    lines("bash", Self.alone + #"exec tmux "$@""#, ["-S", socket] + arguments, in: sandbox).joined(separator: [0x0A])),
                as: UTF8.self)
        }
        var configuration =
            "set -g status 5\nset -g status-interval 1\nset -g status-style fg=default,bg=default\nset -g default-terminal screen\n"
        for line in 0..<5 {
            configuration += "set -g 'status-format[\(line)]' '\(status(line, 0))'\n"
            _ = try write(["ready\(line)"], to: "round0line\(line)", in: sandbox)
        }
        try configuration.write(toFile: sandbox.path("tmux.conf"), atomically: true, encoding: .utf8)
        _ = try tmux(
            outer,
            [
                "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "8",
                "env TERM=xterm tmux -S \(inner) -f \(sandbox.path("tmux.conf")) new-session 'sleep 300'",
            ])
        defer { for socket in [inner, outer] { _ = try? tmux(socket, ["kill-server"]) } }
        func screen() throws -> String { try tmux(outer, ["capture-pane", "-p", "-e"]) }
        try await eventually("tmux with five status lines") { try screen().contains("ready4") }
        var rest = titles[...]
        var round = 0
        while !rest.isEmpty {
            round += 1
            var shown = 0
            for line in 0..<5 {
                let part = rest.prefix(perLine)
                rest = rest.dropFirst(perLine)
                shown += part.count
                let text = part.map { format.escape($0) }.joined(separator: " ")
                _ = try write(["r\(round)l\(line)e \(text)"], to: "round\(round)line\(line)", in: sandbox)
            }
            _ = try tmux(inner, Array((0..<5).map { ["set", "-g", "status-format[\($0)]", status($0, round)] }.joined(separator: [";"])))
            try await eventually("round \(round)") {
                let screen = try screen()
                return (0..<5).allSatisfy { screen.contains("r\(round)l\($0)e") }
            }
            let screen = try screen()
            #expect(Self.count(of: attack, in: screen) == shown, "round \(round)")
            #expect(!screen.contains("\u{1B}[41m"))
            #expect(!canary.hasSung)
        }
    }

    /// Bars in which a tag assigns a command to a click; each is clicked everywhere while it shows titles with such a tag.
    @Test(arguments: [
        ("lemonbar", "%{A1:touch CANARY:}WIDE%{A}"), ("polybar", "%{A1:touch CANARY:}WIDE%{A}"),
        ("xmobar", "<action=`touch CANARY`>WIDE</action>"),
    ])
    func noClickRunsATitle(_ bar: String, _ attack: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let canary = Canary(sandbox)
        try Tool.need(bar, "Xvfb", "xdotool", "import")
        let format = try FeedFormat.named(bar)
        let attack = attack.replacingOccurrences(of: "CANARY", with: canary.path)
            .replacingOccurrences(of: "WIDE", with: String(repeating: "click ", count: 10))
        // All titles take ten minutes, in a bar that is clicked a few hundred times for each line.
        let step = Joiners.areWhole ? 1 : 60
        let all = Self.titles(attack)
        let titles = stride(from: 0, to: all.count, by: step).map { all[$0] }
        // The number of titles that fit beside each other on a screen of 15,900 pixels.
        let perLine = 2200 / (attack.count + 5)
        let rows = stride(from: 0, to: titles.count, by: perLine).enumerated().map { row, start in
            format.line(for: FeedContent(text: "\(row + 1) " + titles[start..<min(start + perLine, titles.count)].joined(separator: " ")))
        }
        let file = try write(["0 \(attack)"] + rows, to: "lines", in: sandbox)
        let script = Repository.root.appending(path: "Tests/HostileTests/ClickedBar.py").path
        let reader = sandbox.process([])
        reader.executableURL = URL(filePath: Tool.python)
        reader.arguments = [script, bar, file, canary.path]
        let output = Pipe()
        reader.standardOutput = output
        let errors = sandbox.path("errors")
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        reader.standardError = FileHandle(forWritingAtPath: errors)
        try reader.runUnblocked()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        // Only the first line, which is not escaped: it proves that a click would have run a command.
        #expect(told == "[0]\n", "\((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
    }
}

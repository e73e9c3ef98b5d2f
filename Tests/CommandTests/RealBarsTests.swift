import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Real bars with a feed, each without a screen: their display of a title that breaks bars, and the effect of clicks on the bridge.
///
/// `Tests/RealBars/run.py` drives the bars. If a bar's text can be read, it is; otherwise its pixels are compared with those of the same bar with
/// text that does not depend on the feed's escaping.
@Suite(.serialized) struct RealBarsTests {
    @Test(arguments: ["i3blocks", "tmux", "xmobar", "conky", "conky-setup", "zsh", "bash", "bash-setup"])
    func showsTheTitleLiterally(_ bar: String) throws {
        let result = try run(bar)
        let expected = try #require(result["expected"]?.string)
        #expect(expected.hasPrefix(#"AC/DC & "Mountain" <live> \o/ 100% %{F#f00} #[fg=red] $(id) `id` | :horse: 日本語 "#))
        #expect(result["shown"]?.string == expected)
        if result["clicks"] != nil { expectClicks(result) }
    }

    @Test(arguments: ["waybar", "i3bar", "polybar", "yambar", "lemonbar"])
    func showsTheSamePixelsAsTheTitleWrittenOtherwise(_ bar: String) throws {
        let result = try run(bar)
        #expect(result["same pixels"]?.bool == true)
        expectClicks(result)
    }

    /// A module whose feed has no line yet is empty, and does not show the name of a tag.
    @Test func yambarShowsNothingBeforeTheFirstLine() throws {
        #expect(try run("yambar-waiting")["same pixels"]?.bool == true)
    }

    /// A kind's own text, class and action; Xfce's monitor, where only the left button has an action.
    @Test(arguments: ["waybar-kind", "genmon"])
    func showsTheSamePixelsAndTakesAClick(_ bar: String) throws {
        let result = try run(bar)
        #expect(result["same pixels"]?.bool == true && result["clicked"]?.bool == true, "\(result)")
    }

    /// A wrong text is shown in the bar, which is not started again when it is corrected.
    @Test(arguments: [("waybar-fault", "same pixels"), ("tmux-fault", "shown")])
    func showsAWrongConfigurationUntilItIsCorrected(_ bar: String, _ key: String) throws {
        let result = try run(bar)
        #expect(result[key]?.bool == true && result["corrected"]?.bool == true, "\(result)")
    }

    @Test(arguments: ["swaybar", "i3blocks-click"])
    func clicksReachTheBridge(_ bar: String) throws {
        expectClicks(try run(bar))
    }

    private func expectClicks(_ result: JSONValue) {
        guard case .object(let reached)? = result["clicks"] else { return #expect(Bool(false), "\(result)") }
        #expect(reached.map(\.key) == ["left", "left again", "up", "down", "right"])
        for click in reached { #expect(click.value.bool == true, "\(click.key)") }
    }

    /// The programs of bars that are a part of another program.
    private static let hosts = ["genmon": "xfce4-panel"]

    private func run(_ bar: String) throws -> JSONValue {
        let program = String(bar.prefix { $0 != "-" })
        try Tool.need(Self.hosts[program] ?? program, "dbus-run-session")
        if program == "genmon", !FileManager.default.fileExists(atPath: "/usr/share/xfce4/panel/plugins/genmon.desktop") {
            try Tool.skip("needs xfce4-genmon-plugin")
        }
        let isWayland = ["waybar", "swaybar"].contains(program)
        if !isWayland { try Tool.need("Xvfb", "xdotool", "import") }
        let script = Repository.root.appending(path: "Tests/RealBars/run.py").path
        var command = [Tool.python, script, bar, Sandbox.build.path]
        if isWayland {
            try Tool.need("sway", "grim")
            guard let user = Tool.ordinaryUser else { try Tool.skip("sway: \(Tool.needsOrdinaryUser)") }
            guard Tool.succeeds(user + ["test", "-x", "\(Sandbox.build.path)/subdial", "-a", "-r", script]) else {
                try Tool.skip("sway refuses to run as root, and another user may not enter \(Sandbox.build.path)")
            }
            command = user + command
        }
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let (output, errors) = (sandbox.path("output"), sandbox.path("errors"))
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.runUnblocked()
        process.waitUntilExit()
        let said = String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(said)")
        return try JSONValue(parsing: String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self))
    }
}

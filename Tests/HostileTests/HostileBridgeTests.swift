import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Bridges that send wrong data: the engine must live, an unaffected bar gets its lines, and a click on it arrives.
@Suite(.serialized) struct HostileBridgeTests {
    struct Attack: CustomTestStringConvertible {
        /// The attack's name in `HostileBridge.py`.
        let name: String
        /// The feed that follows it.
        var feed = ["--text", "{{ title }} {{ position }} {{ elapsed }} {{ volume }} {{ age }} {{ mpris:length }}"]

        var testDescription: String { name }
    }

    static let attacks = [
        Attack(name: "length"), Attack(name: "position"), Attack(name: "int"), Attack(name: "negative"),
        Attack(name: "position", feed: ["--format", "json"]), Attack(name: "length", feed: ["--format", "waybar", "--progress-class"]),
        Attack(name: "escapes"), Attack(name: "long", feed: ["--marquee", "--width", "40"]), Attack(name: "events"),
        Attack(name: "zones", feed: ["--format", "json"]),
    ]

    private func hostile(_ attack: String, in sandbox: Sandbox) async throws -> (bridge: FeedFront, address: String) {
        let bridge = try FeedFront(
            sandbox, [Repository.root.appending(path: "Tests/HostileTests/HostileBridge.py").path, attack], executable: Tool.python)
        try await eventually("a bridge that listens") { bridge.last?.hasPrefix("listening on ") == true || !bridge.isRunning }
        return (bridge, String(try #require(bridge.last, "\(bridge.errors)").dropFirst("listening on ".count)))
    }

    @Test(arguments: attacks)
    func theEngineServesOthersMeanwhile(_ attack: Attack) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, address) = try await hostile(attack.name, in: sandbox)
        defer { bridge.send(SIGKILL) }
        let victim = try FeedFront(sandbox, ["feed", "--bridge", address] + attack.feed)
        defer { victim.stop() }
        try await eventually("a line of the hostile bridge") { !victim.lines.isEmpty }
        let engine = try await sandbox.engine()
        try await Innocent.with(sandbox) { innocent in
            try await innocent.expectService()
            #expect(sandbox.engines == [engine])
        }
        // No stored state ends the next engine while the bridge is unreachable.
        for front in [victim, bridge] { front.stop() }
        _ = try sandbox.run("engine", "stop")
        let after = try sandbox.run("feed", "--once", "--bridge", address, "--text", "{{ title }} {{ position }}")
        #expect(after.status == 69)
        #expect(after.lines.count == 1)
        #expect(!after.errors.contains("ended before it had answered"))
    }

    /// No command prints terminal escapes, on stdout or stderr.
    @Test func noEscapeReachesATerminal() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, address) = try await hostile("escapes", in: sandbox)
        defer { bridge.send(SIGKILL) }
        try Data(
            #"{"date":"2026-01-08T20:15:04Z","status":"playing","zone":{"id":"a\u001b[2J","name":"\u009b2J"},"track":{"title":"\u001b]0;x\u0007\u009b31m"}}"#
                .utf8
        ).write(to: URL(filePath: sandbox.path("entry.json")))
        let commands = [
            ["zones"], ["zones", "--menu"], ["zones", "--json"], ["timeline"], ["timeline", "--json"], ["control", "zone", "next"],
            ["control", "zone", "nowhere"], ["feed", "--once", "--zone", "nowhere"], ["feed", "--once"],
            ["feed", "--once", "--format", "json"],
            ["doctor"], ["timeline", "--entry", "entry.json"], ["expr", "{{ title }}{{ zone }}{{ zone_id }}", "--entry", "entry.json"],
            ["template", "expand", "--entry", "entry.json", "systemSmall.yaml"], ["engine", "status"],
        ]
        for arguments in commands {
            let outcome = try sandbox.run(arguments, environment: ["SUBDIAL_BRIDGE": address])
            for (stream, text) in [("stdout", outcome.output), ("stderr", outcome.errors)] {
                let controls = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) }
                #expect(controls.isEmpty, "\(arguments.joined(separator: " ")) on \(stream): \(text.debugDescription)")
            }
        }
    }

    /// A menu of 8,000 zones is composed as quickly as a short one.
    @Test func aMenuOfManyZonesHoldsNobodyUp() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, address) = try await hostile("zones", in: sandbox)
        defer { bridge.send(SIGKILL) }
        let menus = try (0..<4).map { _ in try FeedFront(sandbox, ["feed", "--once", "--format", "argos", "--bridge", address]) }
        defer { for menu in menus { menu.stop() } }
        try await eventually("four menus") { menus.allSatisfy { $0.hasEnded } }
        for menu in menus {
            #expect(menu.lines.contains { $0.hasPrefix("● Kitchen |") })
            #expect(menu.lines.count { $0.contains("subdial control --bridge \(address) zone ") } <= 64)
        }
    }

    /// The requested output is written, or the command fails; a device remains a device.
    @Test(arguments: [
        ["expr", "{{ title }}"], ["timeline", "--entry", "playing.json"], ["template", "schema"], ["doctor", "--bar", "waybar"],
        ["render", "--family", "systemSmall", "--entry", "playing.json", "-o", "-"], ["feed", "--list"], ["config", "export"],
        ["feed", "--once"], ["zones"],
    ])
    func aFullDiskIsAnError(_ arguments: [String]) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.copyItem(at: Repository.fixtureURL("entries/playing.json"), to: URL(filePath: sandbox.path("playing.json")))
        try await sandbox.withBridge("steady") { address in
            let front = try FeedFront(
                sandbox, arguments, shell: #""$0" "$@" > /dev/full; echo "status $?""#, environment: ["SUBDIAL_BRIDGE": address])
            defer { front.stop() }
            try await eventually("the end of \(arguments[0])") { front.hasEnded }
            #expect(front.last == "status 74", "\(front.errors)")
            #expect(front.errors.contains("cannot be written"))
        }
    }

    @Test func aDeviceIsWrittenToAndNotReplaced() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let entry = Repository.fixtureURL("entries/playing.json").path
        let full = try sandbox.run("render", "--family", "systemSmall", "--entry", entry, "-o", "/dev/full")
        #expect(full.status == 74)
        #expect(try sandbox.run("render", "--family", "systemSmall", "--entry", entry, "-o", "/dev/null").status == 0)
        for device in ["/dev/full", "/dev/null"] {
            let type = try FileManager.default.attributesOfItem(atPath: device)[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    }
}

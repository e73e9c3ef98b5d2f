import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers
@testable import SubdialProcessSupport

/// Players that send wrong data, on their own message bus.
@Suite(.serialized, .enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon")) struct HostilePlayersTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let name: String
        let properties: [String: Wire]

        init(_ name: String, _ properties: [String: Wire]) { (self.name, self.properties) = (name, properties) }

        static func metadata(_ name: String, _ more: [String: Wire]) -> Attack {
            Attack(
                name,
                ["Metadata": .metadata(["xesam:title": .text("Lies"), "mpris:trackid": Wire("o", .objectPath("/1"))].merging(more) { $1 })])
        }

        var testDescription: String { name }
    }

    static let attacks: [Attack] = [
        Attack("a position of 1e300", ["Position": Wire("d", .double(1e300))]),
        Attack("a position that is no number", ["Position": Wire("d", .double(.nan))]),
        Attack("the greatest position", ["Position": Wire("x", .int(.max))]),
        Attack("the least position", ["Position": Wire("x", .int(.min))]),
        Attack("a volume of 1e300", ["Volume": Wire("d", .double(1e300))]),
        Attack("a volume that is no number", ["Volume": Wire("d", .double(.nan))]),
        Attack("an endless rate", ["Rate": Wire("d", .double(.infinity))]),
        Attack("a rate that is no number", ["Rate": Wire("d", .double(.nan))]),
        .metadata("the greatest length", ["mpris:length": Wire("x", .int(.max))]),
        .metadata("a length of 1e300", ["mpris:length": Wire("d", .double(1e300))]),
        .metadata("numbers for texts", ["xesam:title": Wire("d", .double(1e300)), "xesam:artist": Wire("x", .int(.min))]),
        .metadata("a rating of 1e300", ["xesam:userRating": Wire("d", .double(1e300)), "xesam:trackNumber": Wire("d", .double(.nan))]),
        .metadata("escapes", ["xesam:title": .text("a\u{1B}]0;x\u{7}\u{9B}31m"), "xesam:\u{1B}[2J": .text("\u{1B}[2J")]),
        .metadata("a title of 880 kB", ["xesam:title": .text(String(repeating: "x", count: 880_000))]),
        .metadata(
            "5,000 keys",
            Dictionary(uniqueKeysWithValues: (1...5000).map { ("xesam:key\($0)", Wire.text(String(repeating: "y", count: 50))) })),
        .metadata("a device as cover", ["mpris:artUrl": .text("file:///dev/zero")]),
        .metadata("a folder as cover", ["mpris:artUrl": .text("file:///tmp")]),
        Attack("a text for metadata", ["Metadata": .text("nothing")]),
        Attack("a number for the status", ["PlaybackStatus": Wire("d", .double(1))]),
    ]

    private static let text =
        "{{ title }} {{ position }} {{ elapsed }} {{ volume }} {{ mpris:length }} {{ xesam:userRating }} {{ art_path }}"

    @Test(arguments: attacks)
    func theEngineServesOthersMeanwhile(_ attack: Attack) async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let player = await FakePlayer(bus, "liar", ["PlaybackStatus": .text("Playing")].merging(attack.properties) { $1 })
        let victims = try [["--text", Self.text], ["--format", "json"], ["--format", "waybar", "--progress-class"]].map {
            try FeedFront(sandbox, ["feed", "--source", "mpris"] + $0, environment: environment)
        }
        defer { for victim in victims { victim.stop() } }
        try await eventually("lines of the player") { victims.allSatisfy { !$0.lines.isEmpty } }
        let engine = try await sandbox.engine()
        try await Innocent.with(sandbox) { innocent in
            player.burst((0..<500).map { ["Position": Wire("x", .int($0 * 1_000_000)), "Volume": Wire("d", .double(Double($0)))] })
            try await innocent.expectService()
            #expect(sandbox.engines == [engine])
        }
        // No stored state ends the next engine.
        for victim in victims { victim.stop() }
        _ = try sandbox.run("engine", "stop")
        let after = try await sandbox.outcome(["feed", "--once", "--source", "mpris", "--text", Self.text], environment: environment)
        #expect(after.status == 0, "\(after.errors)")
        for line in victims.flatMap(\.lines) + after.lines {
            #expect(line.utf8.count < 4096)
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }

    /// A player that does not answer, and three hundred that start and exit.
    @Test func silenceAndCrowdsHoldNobodyUp() async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let good = await FakePlayer(
            bus, "good", ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(["xesam:title": .text("Good")])])
        let silent = await FakePlayer(bus, "silent", manner: .never)
        for number in 0..<300 { await silent.own("silent.instance\(number)") }
        let feed = try FeedFront(sandbox, ["feed", "--source", "mpris", "--text", "{{ status }} {{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("the player that answers") { feed.last == "Playing Good" }
        let engine = try await sandbox.engine()
        try await Innocent.with(sandbox) { innocent in
            for number in 0..<300 { await silent.giveUp("silent.instance\(number)") }
            try await innocent.expectService()
            good.change(["PlaybackStatus": .text("Paused")])
            try await eventually("what the good player says") { feed.last == "Paused Good" }
            #expect(sandbox.engines == [engine])
        }
    }
}

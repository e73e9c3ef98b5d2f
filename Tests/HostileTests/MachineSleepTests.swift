import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialProcessSupport

/// A machine that sleeps while an engine follows what plays: players sleep too, and other machines do not.
@Suite(.serialized) struct MachineSleepTests {
    private let sandbox: Sandbox
    private var environment: [String: String]

    init() throws {
        sandbox = try Sandbox()
        environment = ["LD_PRELOAD": try sandbox.library("wallclock.c"), "SLEPT": sandbox.path("slept")]
    }

    /// The seconds of the last line, which is a duration; nil without one.
    private func seconds(_ feed: FeedFront) -> Int? {
        feed.last.map { $0.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 } }
    }

    /// Puts the machine to sleep for eight hours, and waits for three seconds of playback after it.
    private func sleepThrough(_ feed: FeedFront) async throws {
        try await eventually("three seconds of playback") { feed.lines.count > 3 }
        let before = feed.lines.count
        try "28800".write(toFile: sandbox.path("slept"), atomically: true, encoding: .utf8)
        try await eventually("three seconds after the sleep") { feed.lines.count > before + 3 && (seconds(feed) ?? .max) < 600 }
    }

    @Test(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon"))
    func anAudiobookIsWhereItWas() async throws {
        defer { sandbox.clean() }
        let bus = try PrivateBus()
        let metadata: [String: Wire] = ["xesam:title": .text("Book"), "mpris:length": Wire("x", .int(40_000_000_000))]
        let player = await FakePlayer(
            bus, "reader",
            ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(metadata), "Position": Wire("x", .int(120_000_000))])
        let feed = try FeedFront(
            sandbox, ["feed", "--source", "mpris", "--text", "{{ elapsed }}"],
            environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
        defer { feed.stop() }
        try await sleepThrough(feed)
        #expect((120..<180).contains(try #require(seconds(feed))), "\(feed.lines.suffix(8))")
        withExtendedLifetime(player) {}
    }

    @Test(.enabled(if: Tool.has("mpd") && Tool.has("mpc") && Tool.has("ffmpeg"), "needs mpd, mpc and ffmpeg"))
    func aDaemonTellsWhereItIs() async throws {
        defer { sandbox.clean() }
        try await MPDDaemon.run { daemon in
            try daemon.mpc("add", "inside.flac")
            try daemon.mpc("play")
            let feed = try FeedFront(sandbox, ["feed", "--source", daemon.overTCP, "--text", "{{ elapsed }}"], environment: environment)
            defer { feed.stop() }
            try await sleepThrough(feed)
            #expect((0..<90).contains(try #require(seconds(feed))), "\(feed.lines.suffix(8))")
        }
    }
}

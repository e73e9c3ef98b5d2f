import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Wall clocks that are set while an engine runs, and between two engines.
@Suite(.serialized) struct ClockTests {
    /// A sandbox whose programs have their own wall clock.
    private func sandbox() throws -> (sandbox: Sandbox, environment: [String: String]) {
        let sandbox = try Sandbox()
        let library = try sandbox.library("wallclock.c")
        return (sandbox, ["LD_PRELOAD": library, "WALLCLOCK": sandbox.path("clock")])
    }

    private func set(_ seconds: Int, in sandbox: Sandbox) throws {
        try "\(seconds)".write(toFile: sandbox.path("clock"), atomically: true, encoding: .utf8)
    }

    @Test(arguments: [-60, -3600, -34_560_000, 3600, 34_560_000])
    func aFeedGoesOn(_ seconds: Int) async throws {
        var (sandbox, environment) = try sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge(sandbox.scenario(tracks: 900, every: 0.2))
        defer { bridge.stop() }
        environment["SUBDIAL_BRIDGE"] = "http://127.0.0.1:\(port)"
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }} {{ connection }}"], environment: environment)
        defer { feed.stop() }
        func track() -> Int { feed.last.flatMap { Sandbox.track(in: $0) } ?? 0 }
        try await eventually("a first track") { track() > 0 }
        for offset in [seconds, 0] {
            try set(offset, in: sandbox)
            let before = track()
            try await eventually("five tracks after the clock was set by \(offset) s") { track() > before + 5 }
            #expect(feed.last?.hasSuffix("live") == true)
        }
    }

    @Test(arguments: [-3600, 3600])
    func aPositionRunsOn(_ seconds: Int) async throws {
        var (sandbox, environment) = try sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        environment["SUBDIAL_BRIDGE"] = "http://127.0.0.1:\(port)"
        let feed = try FeedFront(sandbox, ["feed", "--zone", "Kitchen", "--text", "{{ elapsed }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("three seconds") { feed.lines.count > 3 }
        try set(seconds, in: sandbox)
        let before = feed.lines.count
        try await eventually("three seconds more") { feed.lines.count > before + 3 }
        // The position advances by one second per second, whatever the wall clock is.
        let places = feed.lines.suffix(4).compactMap { line in
            line.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 0 && $1 - $0 <= 3 }, "\(feed.lines)")
    }

    /// Messages are dated by the wall clock of their senders, and ordered in this process by when they arrive.
    @Test(arguments: [-3600, 3600])
    func aMessageCountsAfterTheClockWasSet(_ seconds: Int) async throws {
        let (sandbox, environment) = try sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("now.jsonl")
        try #"{"type":"now_playing","title":"A","length":900,"position":10,"status":"playing"}"#.appending("\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let feed = try FeedFront(
            sandbox, ["feed", "--source", "file:\(path)", "--text", "{{ title }} {{ elapsed }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("three seconds of A") { feed.lines.count > 3 && feed.last?.hasPrefix("A") == true }
        try set(seconds, in: sandbox)
        let before = feed.lines.count
        try await eventually("three seconds more of A") { feed.lines.count > before + 3 }
        let last = try #require(feed.last?.split(separator: ":").compactMap { Int($0.filter(\.isNumber)) })
        #expect(last.first == 0, "the position of A is \(feed.last ?? "")")
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"type":"now_playing","title":"B","length":900,"position":5}"#.utf8) + Data("\n".utf8))
        try handle.close()
        try await eventually("B") { feed.last?.hasPrefix("B") == true }
    }

    /// The state that an engine stored while its clock was ahead does not override the source in the next engine.
    @Test func aStateFromTheFutureGivesWay() async throws {
        var (sandbox, environment) = try sandbox()
        defer { sandbox.clean() }
        try set(30 * 86_400, in: sandbox)
        let (bridge, port) = try await sandbox.bridge(sandbox.scenario(tracks: 900, every: 0.2))
        defer { bridge.stop() }
        environment["SUBDIAL_BRIDGE"] = "http://127.0.0.1:\(port)"
        let first = try sandbox.run("feed", "--once", "--text", "{{ title }}", environment: environment)
        _ = try sandbox.run("engine", "stop", environment: environment)
        try set(0, in: sandbox)
        let kept = try #require(Sandbox.track(in: first.output))
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }} {{ connection }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a later track") {
            feed.last.flatMap { Sandbox.track(in: $0) }.map { $0 > kept + 3 } ?? false
        }
    }
}

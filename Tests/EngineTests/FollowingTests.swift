import Foundation
import SubdialBasics
import SubdialBridge
import SubdialConcurrency
import SubdialHTTP
import SubdialPlayback
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine
@testable import SubdialFeeds

/// The real client with the simulated bridge, through followers and feeds.
@Suite struct FollowingTests {
    private func scenario(_ name: String) throws -> Scenario { try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path) }

    private func hub(_ folder: TemporaryFolder) -> Hub { Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) }

    @Test(arguments: Dialect.allCases)
    func aPlayingZoneIsChosenAndThenKept(_ dialect: Dialect) async throws {
        let folder = try TemporaryFolder()
        let hub = hub(folder)
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario, dialect: dialect) { simulator async throws in
            let chosen = try await hub.zone(nil, at: simulator.baseURL)
            #expect(chosen.status == .playing)
            #expect(try await hub.zone(nil, at: simulator.baseURL).id == chosen.id)
            // Another engine finds the choice on disk.
            await hub.flush()
            #expect(try await self.hub(folder).zone(nil, at: simulator.baseURL).id == chosen.id)
            let next = try await ControlSession(hub: hub, address: simulator.baseURL, zone: nil).choose("next")
            #expect(next.id != chosen.id)
            #expect(try await hub.zone(nil, at: simulator.baseURL).id == next.id)
        }
    }

    @Test func aZoneThatVanishesIsToldAsMissing() async throws {
        let folder = try TemporaryFolder()
        let hub = hub(folder)
        await #expect(throws: SourceError.self) {
            let scenario = try self.scenario("quiet")
            try await withSimulator(scenario: scenario) { simulator async throws in
                _ = try await hub.zone("Nowhere", at: simulator.baseURL)
            }
        }
    }

    @Test func aStateOnDiskIsStaleUntilTheBridgeAnswers() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        let (address, zone, title) = try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = hub(folder)
            let zone = try await hub.zone("Kitchen", at: simulator.baseURL)
            let follower = try await hub.follower(of: zone.id, name: zone.name, at: simulator.baseURL)
            await follower.waitForFirst()
            let entry = NowPlaying(await follower.entry())
            #expect(entry.freshness == .live)
            #expect(entry.zone?.name == "Kitchen")
            await hub.flush()
            return (simulator.baseURL, zone.id, entry.track?.title)
        }
        let follower = try await hub(folder).follower(of: zone, name: nil, at: address)
        let before = NowPlaying(await follower.entry())
        #expect(before.freshness == .stale)
        #expect(before.track?.title == title)
        #expect(title != nil)
        // The bridge is unreachable by now.
        await follower.waitForFirst()
        #expect(await follower.lastError != nil)
        #expect(await follower.entry().freshness == .stale)
        #expect(NowPlaying(await follower.entry()).track?.title == title)
    }

    /// While the bridge's events are open, the zone is polled once a minute; without them every two seconds while it plays.
    @Test(.timeLimit(.minutes(3)), arguments: [(Dialect.rust, 30.0...60), (.node, 0...3)])
    func eventsReplacePolls(_ dialect: Dialect, _ expected: ClosedRange<Double>) async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario, dialect: dialect) { simulator async throws in
            let hub = hub(folder)
            let zone = try await hub.zone("Living Room", at: simulator.baseURL)
            let follower = try await hub.follower(of: zone.id, name: zone.name, at: simulator.baseURL)
            let looking = Task { for await _ in await follower.entries() {} }
            defer { looking.cancel() }
            await follower.waitForFirst()
            try await eventually("the interval of the polls") {
                expected.contains(try #require(await follower.timeline().reloadDate).timeIntervalSince(.now))
            }
        }
    }

    /// The effect of a fault on a bar: its last valid line stays, and is marked as stale.
    @Test(
        arguments: [
            "fault-status", "fault-reset", "fault-invalid-json", "fault-truncated", "fault-wrong-types", "fault-huge-body", "fault-timeout",
            "fault-slow-drip", "fault-huge-headers", "fault-content-type",
        ], Dialect.allCases)
    func aFaultNeverEndsAFeed(_ name: String, _ dialect: Dialect) async throws {
        let folder = try TemporaryFolder()
        let hub = hub(folder)
        let options = try FeedOptions(format: "waybar")
        // The zone in its state before the fault.
        let good = try scenario("steady")
        try await withSimulator(scenario: good, dialect: dialect) { simulator async throws in
            let (lines, error) = await FeedSession(
                hub: hub, setup: FeedSetup(options: options, address: simulator.baseURL, zone: nil), logger: .silent
            ).once()
            #expect(error == nil)
            #expect(try #require(lines.first).contains("\"alt\":\"playing\""))
        }
        let faulty = try scenario(name)
        let calls = SourceCalls()
        try await withSimulator(scenario: faulty, dialect: dialect) { simulator async throws in
            let address = simulator.baseURL
            var limits = BridgeLimits()
            limits.stateTimeout = .milliseconds(400)
            let client = BridgeClient(address: try BridgeAddress(address), http: HTTPClient(), limits: limits)
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in
                ObservedSource(base: client, calls: calls)
            }
            let (lines, box) = (Lines(), TextBox("{{ title }}"))
            let reconfigure: FeedSession.Reconfigure = {
                let text = box.read()
                return FeedSetup(
                    options: try FeedOptions(format: "waybar", text: text, stateTexts: ["offline": text, "stopped": text]), address: address
                )
            }
            let session = FeedSession(hub: hub, setup: try reconfigure(), reconfigure: reconfigure, logger: .silent)
            let running = Task { await session.run { lines.add($0) } }
            try await eventually("a line") { !lines.all.isEmpty }
            try await eventually("the fault") { calls.endedRequests > 0 }
            // The feed runs on: it writes a line for another text.
            box.set("on")
            await hub.reload()
            try await eventually("a line after the fault") { lines.all.last?.contains("\"text\":\"on\"") == true }
            running.cancel()
            await running.value
            #expect(zip(lines.all, lines.all.dropFirst()).allSatisfy { $0 != $1 })
            for line in lines.all where !line.isEmpty { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test func aBurstGivesFewLines() async throws {
        let folder = try TemporaryFolder()
        let hub = hub(folder)
        let options = try FeedOptions(format: "plain", text: "{{ volume_text }}")
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario) { simulator async throws in
            let zone = try await hub.zone("Kitchen", at: simulator.baseURL)
            let follower = try await hub.follower(of: zone.id, name: zone.name, at: simulator.baseURL)
            await follower.waitForFirst()
            let lines = Lines()
            let session = FeedSession(
                hub: hub, setup: FeedSetup(options: options, address: simulator.baseURL, zone: zone.id.rawValue), logger: .silent)
            let running = Task { await session.run { lines.add($0) } }
            try await eventually("the first line") { lines.all.last?.hasPrefix("35") == true }
            let before = lines.all.count
            let state = await follower.state
            let took = await ContinuousClock().measure {
                for step in 1...50 {
                    if let reading = state.expected(from: .volume(.to(Double(step))), at: .now + Double(step) / 1000) {
                        await follower.expect(reading)
                    }
                }
            }
            try await eventually("the last volume") { lines.all.last?.hasPrefix("50") == true }
            running.cancel()
            await running.value
            // The first line immediately and the last one; one more for each period by which a busy machine has stretched the burst.
            #expect(lines.all.count - before <= 2 + Int(saturating: took / .milliseconds(50)))
        }
    }
}

/// Lines in the order in which they were written.
final class Lines: Sendable {
    private let content = Mutex<[String]>([])

    var all: [String] { content.withLock { $0 } }
    func add(_ line: String) { content.withLock { $0.append(line) } }
}

import Foundation
import SubdialBridge
import SubdialFeeds
import SubdialHTTP
import SubdialPlayback
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// Controls, wheels and rules with the simulated bridge.
@Suite struct ControllingTests {
    private func scenario(_ name: String) throws -> Scenario { try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path) }

    /// A hub whose source records its controls.
    private func hub(_ folder: TemporaryFolder, recording calls: SourceCalls) -> Hub {
        let folders = UserFolders(environment: ["HOME": folder.path])
        let messages = MessageSources(folders.state.folder("libraries"), logger: .silent)
        return Hub(folders: folders, logger: .silent) { address in
            let factory = SourceFactory(http: HTTPClient(), artwork: nil, messages: messages, logger: .silent)
            return ObservedSource(base: factory.source(at: address), calls: calls)
        }
    }

    @Test(arguments: ["Kitchen", "Living Room", "Library"])
    func aRowOfClicksIsOneVolume(_ zone: String) async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        let calls = SourceCalls()
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = hub(folder, recording: calls)
            let session = ControlSession(hub: hub, address: simulator.baseURL, zone: zone)
            let follower = try await hub.follower(ofZone: zone, at: simulator.baseURL)
            await follower.waitForFirst()
            let before = try #require(await follower.state.volume)
            await withDiscardingTaskGroup { group in
                for _ in 0..<5 { group.addTask { _ = try? await session.change(.up) } }
            }
            let expected = before.value + 5 * before.scale.step
            // The bridge rounds some zones' volumes to whole numbers.
            #expect(try #require(await follower.state.volume).value.distance(to: expected).magnitude <= 0.5)
            #expect(calls.controls.count == 1)
            let reading = try await follower.source.read(follower.zone)
            #expect(try #require(reading.volumeValue).distance(to: expected).magnitude <= 0.5)
        }
    }

    /// Subscribers see the volume rise with each click, and never fall.
    @Test func theVolumeShownNeverWalksBack() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("volume-fight")
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            let zone = try #require(try await hub.zones(at: simulator.baseURL).first { $0.volume != nil })
            let follower = try await hub.follower(of: zone.id, name: nil, at: simulator.baseURL)
            await follower.waitForFirst()
            let session = ControlSession(hub: hub, address: simulator.baseURL, zone: zone.id.rawValue)
            let seen = Mutex<[Double]>([])
            let watching = Task {
                for await entry in await follower.entries() {
                    if let value = NowPlaying(entry).volume?.value { seen.withLock { $0.append(value) } }
                }
            }
            try await eventually("the volume before the clicks") { seen.withLock { !$0.isEmpty } }
            seen.withLock { $0.removeAll() }
            await withDiscardingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { _ = try? await session.change(.up) }
                    // The clicks of a hand: the values of the bridge, and of the other user, arrive between them.
                    try? await Task.sleep(for: .milliseconds(30))
                }
            }
            watching.cancel()
            let values = seen.withLock { $0 }
            #expect(values.count > 1)
            // Another user changes the volume too: their value may come first, but no click of this feed is reverted.
            #expect(zip(values.dropFirst(), values.dropFirst(2)).allSatisfy { $0 <= $1 + 0.001 }, "\(values)")
        }
    }

    @Test func noVolumeIsAboveTheLimit() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            let rules = VolumeRules(limits: [VolumeAmount(50, .percent), VolumeAmount(-30, .db)])
            for (zone, limit) in [("Kitchen", 50.0), ("Living Room", -32), ("Library", 49)] {
                let session = ControlSession(hub: hub, address: simulator.baseURL, zone: zone, volumeRules: rules)
                let outcome = try await session.change(.to(VolumeAmount(100, .percent)))
                guard case .set(let volume, .limit) = outcome.change else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(volume.value <= limit + 0.001, "\(zone) \(volume.value)")
                try await session.perform(.volume(.by(1000)))
                let follower = try await hub.follower(ofZone: zone, at: simulator.baseURL)
                #expect(try #require(try await follower.source.read(follower.zone).volumeValue) <= limit + 0.5)
            }
        }
    }

    @Test func aLockedZoneIsListedAndTellsNothing() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            let rules = ZoneRules(allowed: ["Kitchen", "Library"], locked: ["Library"])
            let list = try await ZonesList(at: simulator.baseURL, in: hub, rules: rules)
            #expect(list.menu == "Kitchen\n🔒 Library\n")
            #expect(!list.json.contains("Living Room"))
            let session = ControlSession(hub: hub, address: simulator.baseURL, zone: nil, zoneRules: rules)
            for name in ["Library", "🔒 Library", "Living Room"] {
                await #expect(throws: SourceError.self) { try await session.choose(name) }
            }
            #expect(try await session.choose("next").name == "Kitchen")
            let locked = ControlSession(hub: hub, address: simulator.baseURL, zone: "Library", zoneRules: rules)
            await #expect(throws: SourceError.self) { try await locked.perform(.play) }
            let setup = FeedSetup(
                options: try FeedOptions(format: "json"),
                following: .players(FollowedPlayers(address: simulator.baseURL, zone: "Library", zoneRules: rules)),
                coverFolder: PrivateFolder(folder.path))
            let line = try #require(await FeedSession(hub: hub, setup: setup, logger: .silent).once().lines.first)
            #expect(line.contains(#""zone":"Library""#))
            #expect(line.contains(#""title":"""#) && !line.contains("Kettle"))
        }
    }

    /// A bar's clicks arrive on the feed's stdin; those of the wheel become one volume.
    @Test func clicksOnALineReachTheZone() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        let calls = SourceCalls()
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = hub(folder, recording: calls)
            let lines = Lines()
            let (input, clicks) = AsyncStream<[UInt8]>.makeStream()
            let options = try FeedOptions(format: "i3bar", text: "{{ status }} {{ volume_text }}")
            let session = FeedSession(
                hub: hub, setup: FeedSetup(options: options, address: simulator.baseURL, zone: "Kitchen"), logger: .silent)
            let running = Task { await session.run(input: input) { lines.add($0) } }
            try await eventually("the first line") { lines.all.last?.contains("Playing 35") == true }
            clicks.yield(Array("[\n{\"button\":1}\n".utf8))
            try await eventually("the pause") { lines.all.last?.contains("Paused") == true && calls.controls.count == 1 }
            for _ in 0..<4 { clicks.yield(Array(",{\"button\":4}\n".utf8)) }
            try await eventually("the volume") { lines.all.last?.contains("Paused 45") == true && calls.controls.last?.level == 45 }
            // One control for the pause, and one for the wheel: a further one of the wheel would come before that of the next click.
            clicks.yield(Array(",{\"button\":1}\n".utf8))
            try await eventually("the next click") { calls.controls.count { $0.level == nil } == 2 }
            #expect(calls.controls.count == 3, "\(calls.controls)")
            running.cancel()
            await running.value
        }
    }

    @Test func aChangedConfigurationIsTakenUpAndAWrongOneIsNot() async throws {
        let folder = try TemporaryFolder()
        let scenario = try scenario("steady")
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            let lines = Lines()
            let address = simulator.baseURL
            let box = TextBox("one")
            let reconfigure: FeedSession.Reconfigure = {
                try FeedSetup(options: FeedOptions(text: box.read()), address: address, zone: "Kitchen")
            }
            let session = FeedSession(hub: hub, setup: try reconfigure(), reconfigure: reconfigure, logger: .silent)
            let running = Task { await session.run { lines.add($0) } }
            try await eventually("the first line") { lines.all.last == "one" }
            // A wrong setup writes no line, nor does an equal one: it would come before that of the next setup.
            for text in ["{{ two", "three", "three", "four"] {
                let reads = box.reads
                box.set(text)
                await hub.reload()
                try await eventually("the setup '\(text)'") { box.reads > reads }
                if !text.hasPrefix("{{") { try await eventually("the line '\(text)'") { lines.all.last == text } }
            }
            // On a busy machine, the line for a bridge that has not answered yet comes first.
            #expect(lines.all.filter { !$0.isEmpty } == ["one", "three", "four"])
            running.cancel()
            await running.value
        }
    }
}

extension PlaybackControl {
    /// The volume that the control sets; nil for other controls.
    fileprivate var level: Double? { if case .volume(.to(let level), _) = self { level } else { nil } }
}

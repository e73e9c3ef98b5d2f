import Foundation
import SubdialConcurrency
import SubdialFeeds
import SubdialPlayback
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialEngine

/// Zones of the simulated bridge that come, go and change their names, and rules for them.
@Suite struct BridgeZonesTests {
    /// Rules with the longest intervals, so that no poll shows what an event should show.
    private static let rare = ZoneRules(polls: PollIntervals(background: PollIntervals.backgroundRange.upperBound))

    private struct Stage: Sendable {
        let hub: Hub
        let address: String
        let clock: SteppedClock

        func known(_ name: String) async -> ZoneID? { await hub.knownZone(name, at: address)?.id }
    }

    private func play(_ name: String, _ dialect: Dialect, _ body: @Sendable (Stage) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let scenario = try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path(percentEncoded: false))
        let clock = SteppedClock()
        try await withSimulator(scenario: scenario, dialect: dialect, clock: clock) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            try await body(Stage(hub: hub, address: simulator.baseURL, clock: clock))
            await hub.stop()
        }
    }

    /// A follower with a subscriber, after its first answer and after the bridge's events, if it has any, are followed.
    private func follow(_ name: String, _ dialect: Dialect, _ stage: Stage) async throws -> (ZoneFollower, Task<Void, Never>) {
        let follower = try await stage.hub.follower(ofZone: name, at: stage.address)
        let watching = Task { for await _ in await follower.entries(through: Self.rare) {} }
        try await eventually("the zone") { await follower.entry().freshness == .live }
        if dialect == .rust { try await eventually("the events") { await follower.source.polling(of: follower.zone) == .occasional } }
        return (follower, watching)
    }

    @Test(.timeLimit(.minutes(2)), arguments: Dialect.allCases)
    func aVanishedZoneIsMissingAtOnce(_ dialect: Dialect) async throws {
        try await play("vanishing-zone", dialect) { stage async throws in
            let (follower, watching) = try await follow("Kitchen", dialect, stage)
            defer { watching.cancel() }
            stage.clock.advance(by: .seconds(4))
            try await eventually("the missing zone") { await follower.entry().freshness == .missing }
            #expect(await follower.knownPresence == .missing)
            // The zone is not replaced, and shown as soon as it is back.
            stage.clock.advance(by: .seconds(4))
            try await eventually("the zone again") { await follower.entry().freshness == .live }
            try await eventually("an answer without an error") { await follower.lastError == nil }
        }
    }

    /// The answer about one zone shows that another one has a new name; only then the list is requested again.
    @Test(.timeLimit(.minutes(2)), arguments: Dialect.allCases)
    func aNewNameIsKnownAfterTheNextPoll(_ dialect: Dialect) async throws {
        try await play("renamed-zone", dialect) { stage async throws in
            let chosen = try await ControlSession(hub: stage.hub, address: stage.address, zone: nil).choose("Kitchen")
            let (follower, watching) = try await follow("Living Room", dialect, stage)
            defer { watching.cancel() }
            #expect(await stage.known("Pantry") == nil)
            stage.clock.advance(by: .seconds(4))
            await follower.readOnce()
            try await eventually("the new name") { await stage.known("Pantry") == chosen.id }
            #expect(await stage.known("Kitchen") == nil)
            #expect(try await stage.hub.selection(at: stage.address).choice?.name == "Pantry")
            // The followed zone has the old name of the other.
            stage.clock.advance(by: .seconds(4))
            await follower.readOnce()
            #expect(await follower.entry().subject?.name == "Kitchen")
            try await eventually("the name in the list") { await stage.known("Kitchen") == follower.zone }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: Dialect.allCases)
    func aNewZoneIsAChoiceAfterTheNextPoll(_ dialect: Dialect) async throws {
        try await play("new-zone", dialect) { stage async throws in
            let (follower, watching) = try await follow("Living Room", dialect, stage)
            defer { watching.cancel() }
            let entries = stage.hub.entries(of: .players(FollowedPlayers(address: stage.address)))
            #expect(await entries.choices(showing: nil).map(\.name) == ["Living Room"])
            let changes = entries.choiceChanges()
            stage.clock.advance(by: .seconds(4))
            await follower.readOnce()
            for await _ in changes { break }
            #expect(await stage.known("Guest Room") == ZoneID("roon:1604"))
            #expect(await entries.choices(showing: nil).map(\.name) == ["Guest Room", "Living Room"])
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [(Dialect.rust, 61.0...900), (.node, 30...60)])
    func theConfiguredIntervalsApply(_ dialect: Dialect, _ expected: ClosedRange<Double>) async throws {
        try await play("steady", dialect) { stage async throws in
            let follower = try await stage.hub.follower(ofZone: "Living Room", at: stage.address)
            let rules = ZoneRules(polls: PollIntervals(watched: 60, background: 900))
            let watching = Task { for await _ in await follower.entries(through: rules) {} }
            defer { watching.cancel() }
            await follower.waitForFirst(through: rules)
            try await eventually("the interval of the polls") {
                expected.contains(try #require(await follower.timeline().reloadDate).timeIntervalSince(.now))
            }
        }
    }

    /// One zone is open; the others are listed with a lock, and neither shown nor controlled.
    @Test(.timeLimit(.minutes(2)), arguments: Dialect.allCases)
    func oneZoneIsOpenAndTheRestLocked(_ dialect: Dialect) async throws {
        try await play("steady", dialect) { stage async throws in
            let rules = ZoneRules(only: "Kitchen")
            let list = try await ZonesList(at: stage.address, in: stage.hub, rules: rules)
            let lines = list.menu.split(separator: "\n")
            #expect(lines.count > 2 && lines.filter { !$0.hasPrefix(ZoneMenu.lock) } == ["Kitchen"])
            let session = ControlSession(hub: stage.hub, address: stage.address, zone: nil, zoneRules: rules)
            let refusal = await #expect(throws: SourceError.self) { try await session.choose("Living Room") }
            #expect(refusal?.description.contains("'zones: only'") == true)
            #expect(try await session.choose("next").name == "Kitchen")
            try await session.perform(.pause)
            let locked = ControlSession(hub: stage.hub, address: stage.address, zone: "Living Room", zoneRules: rules)
            await #expect(throws: SourceError.self) { try await locked.perform(.pause) }
            let text = "{{ zone }}: {{ title }}"
            func line(_ zone: String?) async throws -> String? {
                let setup = FeedSetup(
                    options: try FeedOptions(format: "plain", text: text, stateTexts: ["stopped": text]),
                    following: .players(FollowedPlayers(address: stage.address, zone: zone, zoneRules: rules)))
                return await FeedSession(hub: stage.hub, setup: setup, logger: .silent).once().lines.first
            }
            #expect(try await line(nil) == "Kitchen: Kettle")
            // The other zone plays the same record.
            #expect(try await line("Living Room")?.contains("Kettle") == false)
        }
    }
}

import SubdialBasics
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP

/// What the client makes of the answers that are easily misunderstood, each told by a scenario.
@Suite struct ScenarioStoriesTests {
    private static let room = ZoneID("roon:1601")
    private static let kitchen = ZoneID("lms:00:04:20:12:ab:cd")
    private static let pantry = ZoneID("lms:00:04:20:12:ab:ce")
    private static let bedroom = ZoneID("openhome:4c494e4e-0026-0f21-dd34")
    private static let terrace = ZoneID("upnp:uuid:5f9ec1b3-ed59-79bb-4530-745e1c0ae4f1")

    private struct Stage: Sendable {
        let simulator: RunningSimulator
        let clock: SteppedClock
        let client: BridgeClient

        /// The volumes that clients have set on the devices, in their order.
        func setLevels() async -> [Double] {
            await simulator.levels().compactMap { if case .request = $0.cause { $0.level } else { nil } }
        }

        /// The error of a control; nil if it was sent.
        func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
            do {
                try await client.perform(control, in: zone, showing: nil)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    private func play(_ name: String, _ dialect: Dialect, _ body: @Sendable (Stage) async throws -> Void) async throws {
        let scenario = try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path(percentEncoded: false))
        let clock = SteppedClock()
        var limits = BridgeLimits()
        limits.statusAge = .zero
        try await withSimulator(scenario: scenario, dialect: dialect, clock: clock) { [limits] simulator async throws in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient(), limits: limits)
            try await body(Stage(simulator: simulator, clock: clock, client: client))
        }
    }

    @Test(arguments: Dialect.allCases)
    func aMutedPlayerIsMutedAtItsLevel(_ dialect: Dialect) async throws {
        try await play("muted-lms", dialect) { stage async throws in
            let reading = try await stage.client.read(Self.kitchen)
            #expect(reading.volumeValue == 35 && reading.isMuted == true && reading.volumeRefusal == nil)
            for step in [1.0, -1, 2.5] {
                #expect(await stage.refusal(of: .volume(.by(step)), in: Self.kitchen)?.contains("is muted") == true)
            }
            #expect(await stage.setLevels() == [])
            #expect(await stage.refusal(of: .mute(false), in: Self.kitchen) == nil)
            let after = try await stage.client.read(Self.kitchen)
            #expect(after.volumeValue == 35 && after.isMuted != true)
            #expect(await stage.setLevels() == [35])
        }
    }

    @Test func aRendererThatTellsNoVolumeIsMovedBySteps() async throws {
        try await play("untold-volume", .node) { stage async throws in
            #expect(try await stage.client.read(Self.terrace).volumeScale == .some(.incremental))
            #expect(await stage.refusal(of: .volume(.to(30)), in: Self.terrace)?.contains("does not tell where") == true)
            #expect(await stage.refusal(of: .volume(.by(2)), in: Self.terrace) == nil)
            #expect(await stage.setLevels() == [62])
            // From now on, the bridge knows the volume.
            #expect(try await stage.client.read(Self.terrace).volumeValue == 62)
            #expect(await stage.refusal(of: .volume(.to(30)), in: Self.terrace) == nil)
            // Before its first poll, the bridge would count a step of this zone from 0.
            #expect(await stage.refusal(of: .volume(.by(1)), in: Self.bedroom)?.contains("does not tell its volume") == true)
            #expect(await stage.setLevels() == [62, 30])
        }
    }

    /// One dialect sends a placeholder for a cover that is no JPEG, unless no size is requested.
    @Test(arguments: Dialect.allCases, [(pantry, PictureFormat.png), (bedroom, .webp)])
    func aCoverThatIsNoJPEGAppears(_ dialect: Dialect, _ sample: (zone: ZoneID, format: PictureFormat)) async throws {
        try await play("picture-formats", dialect) { stage async throws in
            let artwork = try #require(try await stage.client.read(sample.zone).artwork ?? nil)
            let picture = try #require(try await stage.client.picture(of: artwork, in: sample.zone, side: 240))
            #expect(PictureFormat(picture) == sample.format)
        }
    }

    @Test func aCoreThatIsAwayIsNoMissingZone() async throws {
        try await play("core-lost", .node) { stage async throws in
            #expect(try await stage.client.read(Self.room).connection == .live)
            stage.clock.advance(by: .seconds(10))
            let address = stage.client.address.text
            await #expect(throws: SourceError.away("Roon", address: address)) { try await stage.client.read(Self.room) }
            let zones = try await stage.client.zones()
            #expect(await stage.client.awaySources(of: zones) == ["Roon"])
            #expect(try await stage.client.read(Self.kitchen).connection == .live)
            stage.clock.advance(by: .seconds(10))
            #expect(try await stage.client.read(Self.room).connection == .live)
        }
    }

    /// The newer dialect goes on answering, and only its status tells that the answers are old.
    @Test(arguments: [("core-lost", room, kitchen, "Roon"), ("lms-lost", kitchen, room, "LMS")])
    func whatIsAwayIsStale(_ scenario: String, _ lost: ZoneID, _ other: ZoneID, _ name: String) async throws {
        try await play(scenario, .rust) { stage async throws in
            #expect(try await stage.client.read(lost).connection == .live)
            stage.clock.advance(by: .seconds(12))
            let reading = try await stage.client.read(lost)
            #expect(reading.connection == .stale && reading.track != .some(nil))
            #expect(try await stage.client.read(other).connection == .live)
            let zones = try await stage.client.zones()
            #expect(await stage.client.awaySources(of: zones) == [name])
            stage.clock.advance(by: .seconds(10))
            #expect(try await stage.client.read(lost).connection == .live)
            #expect(await stage.client.awaySources(of: zones) == [])
        }
    }

    /// On an old range, any number could be full volume: nothing is sent until range and volume are told anew.
    @Test func anOldRangeIsNotUsed() async throws {
        try await play("stale-range", .rust) { stage async throws in
            #expect(try await stage.client.read(Self.room).volumeValue == 40)
            stage.clock.advance(by: .seconds(5))
            let reading = try await stage.client.read(Self.room)
            #expect(reading.volumeValue == -32 && reading.volumeScale??.minimum == 0)
            for change in [Change.by(1), .by(-1), .to(1), .to(50), .to(0), .to(-40)] {
                let refusal = await stage.refusal(of: .volume(change), in: Self.room)
                #expect(refusal?.contains("−32, which is not in its range, 0 to 100") == true, "\(refusal ?? "sent")")
            }
            #expect(await stage.setLevels() == [])
            stage.clock.advance(by: .seconds(8))
            #expect(await stage.refusal(of: .volume(.by(-1)), in: Self.room) == nil)
            #expect(await stage.setLevels() == [-33])
        }
    }

    /// A volume of 0 of 0 to 100 may be one that is not told.
    @Test func aVolumeThatOnlyMovesIsMoved() async throws {
        try await play("incremental", .rust) { stage async throws in
            let zone = ZoneID("roon:1603")
            #expect(try await stage.client.read(zone).volumeScale == .some(.incremental))
            for count in [2.0, -1] { #expect(await stage.refusal(of: .volume(.by(count)), in: zone) == nil) }
            #expect(await stage.setLevels() == [42, 41])
            #expect(try await stage.client.zones().map(\.volume) == [nil])
            #expect(await stage.refusal(of: .volume(.to(30)), in: zone) != nil)
            #expect(await stage.setLevels() == [42, 41])
        }
    }

    @Test func whatIsNotAllowedIsNotSent() async throws {
        try await play("allowed-newer", .rust) { stage async throws in
            #expect(try await stage.client.read(Self.room).unavailable == [.previous])
            #expect(try await stage.client.read(Self.kitchen).unavailable == [.next, .previous])
            #expect(await stage.client.refusal(of: .previous, in: Self.room) != nil)
            #expect(await stage.client.refusal(of: .next, in: Self.room) == nil)
            stage.clock.advance(by: .seconds(5))
            #expect(try await stage.client.read(Self.room).unavailable == [.next])
            #expect(await stage.client.refusal(of: .next, in: Self.room) == "the bridge says that there is no next track now")
            #expect(await stage.client.refusal(of: .previous, in: Self.room) == nil)
        }
        // The flags of Roon's zones are those of the discovery there.
        try await play("allowed", .rust) { stage async throws in
            #expect(try await stage.client.read(Self.room).unavailable == [])
            #expect(try await stage.client.read(Self.kitchen).unavailable == [.next, .previous])
        }
    }

    @Test func lockedControlsSayWhatToDo() async throws {
        try await play("locked", .rust) { stage async throws in
            #expect(try await stage.client.read(Self.room).connection == .live)
            #expect(await stage.refusal(of: .next, in: Self.room)?.contains("remove UHC_REQUIRE_CONTROLLER_AUTH") == true)
        }
    }

    /// During a restart the bridge is away, then without events and zones, and then as before.
    @Test func aRestartIsSurvived() async throws {
        try await play("restart", .rust) { stage async throws in
            let pushes = stage.client.pushes(of: Self.room)
            let following = Task { for await _ in pushes {} }
            try await eventually("the events") { stage.client.polling(of: Self.room) == .occasional }
            stage.clock.advance(by: .seconds(5))
            await #expect(throws: SourceError.self) { try await stage.client.read(Self.room) }
            try await eventually("the end of the events") { stage.client.polling(of: Self.room) == .regular }
            stage.clock.advance(by: .seconds(4))
            let address = stage.client.address.text
            await #expect(throws: SourceError.away("Roon", address: address)) { try await stage.client.read(Self.room) }
            await #expect(throws: SourceError.away("LMS", address: address)) { try await stage.client.read(Self.kitchen) }
            stage.clock.advance(by: .seconds(4))
            #expect(try await stage.client.read(Self.room).connection == .live)
            stage.clock.advance(by: .seconds(2))
            #expect(try await stage.client.read(Self.room).connection == .live)
            try await eventually("the events again") { stage.client.polling(of: Self.room) == .occasional }
            following.cancel()
        }
    }
}

import SubdialBasics
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP

/// Tests of the client with the simulated bridge, in both dialects.
@Suite struct SimulatorIntegrationTests {
    static let dialects = Dialect.allCases

    private func scenario(_ name: String) throws -> Scenario {
        try Scenario.load(Repository.fixtureURL("scenarios/\(name).yaml").path(percentEncoded: false))
    }

    /// Runs `body` with a client of a bridge that plays the scenario, and with the clock of the scenario.
    private func play(
        _ name: String, _ dialect: Dialect, limits: BridgeLimits = BridgeLimits(),
        _ body: @Sendable @escaping (BridgeClient, SteppedClock) async throws -> Void
    ) async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: scenario(name), dialect: dialect, clock: clock) { simulator in
            try await body(BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient(), limits: limits), clock)
        }
    }

    private static func zone(_ name: String, of client: BridgeClient) async throws -> SubdialPlayback.Zone {
        try #require(try await client.zones().named(name))
    }

    @Test(arguments: dialects)
    func tellsItsDialect(_ dialect: Dialect) async throws {
        try await play("quiet", dialect) { client, _ in
            let status = try await client.status()
            #expect(status.isBridge)
            #expect(status.dialect.rawValue == dialect.rawValue)
        }
    }

    /// In the Rust dialect, the order of each response is different.
    @Test(arguments: dialects)
    func listsZonesInOneOrder(_ dialect: Dialect) async throws {
        try await play("living-room", dialect) { client, _ in
            let first = try await client.zones()
            #expect(first.count >= 7)
            #expect(first.map(\.name) == first.sortedByName().map(\.name))
            for _ in 0..<5 { #expect(try await client.zones().map(\.id) == first.map(\.id)) }
        }
    }

    @Test(arguments: ["living-room", "quiet", "busy", "hostile-titles", "vanishing-zone", "volume-fight", "core-lost"], dialects)
    func readsEveryZone(_ name: String, _ dialect: Dialect) async throws {
        try await play(name, dialect) { client, clock in
            for _ in 0..<3 {
                for zone in try await client.zones() {
                    let reading = try await client.read(zone.id)
                    #expect(reading.connection == .live)
                    #expect(reading.name == zone.name)
                    #expect(reading.source != nil)
                    #expect(reading.status != nil && reading.status != .unknown, "\(zone.name)")
                    if let title = reading.track??.title { #expect(!title.isEmpty) }
                }
                clock.advance(by: .seconds(1))
            }
        }
    }

    @Test(arguments: dialects)
    func readsWhatPlays(_ dialect: Dialect) async throws {
        try await play("core-lost", dialect) { client, _ in
            let zone = try await Self.zone("Living Room", of: client)
            let reading = try await client.read(zone.id)
            #expect(reading.status == .playing)
            #expect(reading.track == .some(Track(title: "Low Water", artist: "Marin Holt Trio", album: "Phases", length: 358)))
            #expect(reading.position??.seconds == 104)
            #expect(reading.volumeScale == .some(VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)))
            #expect(reading.volumeValue == -23.5)
            #expect(reading.isMuted == false)
            #expect(reading.artwork??.key.isEmpty == false)
        }
    }

    @Test(arguments: dialects)
    func controls(_ dialect: Dialect) async throws {
        try await play("core-lost", dialect) { client, clock in
            let zone = try await Self.zone("Living Room", of: client).id
            func status() async throws -> PlaybackStatus? { try await client.read(zone).status }

            for (control, expected) in [
                (PlaybackControl.pause, PlaybackStatus.paused), (.pause, .paused), (.play, .playing), (.play, .playing),
                (.playPause, .paused),
                (.playPause, .playing),
            ] {
                try await client.perform(control, in: zone, showing: nil)
                let status = try await status()
                #expect(status == expected, "after \(control)")
            }
            try await client.perform(.next, in: zone, showing: nil)
            clock.advance(by: .seconds(1))
            let title = try await client.read(zone).track??.title
            #expect(title == "Slow Carousel")

            for (change, expected) in [(Change.to(-30), -30.0), (.by(2.5), -27.5), (.by(-1000), -64), (.to(0), 0), (.by(1), 0)] {
                try await client.perform(.volume(change), in: zone, showing: nil)
                let value = try await client.read(zone).volumeValue
                #expect(value == expected, "after \(change)")
            }
        }
    }

    @Test(arguments: dialects)
    func everyControlOfEveryZoneIsDoneOrRefused(_ dialect: Dialect) async throws {
        try await play("living-room", dialect) { client, _ in
            let controls: [PlaybackControl] = [
                .play, .pause, .playPause, .next, .previous, .stop, .mute, .seek(.to(10)), .seek(.by(-5)), .volume(.by(1)),
                .volume(.to(1e9)),
            ]
            for zone in try await client.zones() {
                let before = try await client.read(zone.id)
                for control in controls {
                    do {
                        try await client.perform(control, in: zone.id, showing: nil)
                    } catch {
                        guard case .refused(let reason) = error as? SourceError else {
                            Issue.record("\(control) of \(zone.name): \(error)")
                            continue
                        }
                        // Unsupported controls are refused before a request, with a message for the user.
                        #expect(!reason.hasPrefix("the bridge did not do it"), "\(control) of \(zone.name): \(reason)")
                    }
                }
                if before.volumeScale == .some(nil) {
                    await #expect(throws: SourceError.self) { try await client.perform(.volume(.to(0)), in: zone.id, showing: nil) }
                }
            }
        }
    }

    @Test(arguments: dialects)
    func fetchesPictures(_ dialect: Dialect) async throws {
        try await play("core-lost", dialect) { client, clock in
            let zone = try await Self.zone("Living Room", of: client).id
            let artwork = try #require(try await client.read(zone).artwork ?? nil)
            #expect(try await client.picture(of: artwork, in: zone, side: 240) == Repository.fixtureBytes("artwork/blue.jpg"))
            try await client.perform(.next, in: zone, showing: nil)
            clock.advance(by: .seconds(1))
            #expect(try await client.picture(of: artwork, in: zone, side: 240) == nil, "the cover of another track by now")
        }
    }

    @Test(arguments: dialects)
    func aZoneThatGoes(_ dialect: Dialect) async throws {
        try await play("vanishing-zone", dialect) { client, clock in
            let kitchen = try await Self.zone("Kitchen", of: client).id
            clock.advance(by: .seconds(6))
            await #expect(throws: SourceError.zoneMissing(kitchen.rawValue, known: ["Guest Room", "Living Room"])) {
                try await client.read(kitchen)
            }
            clock.advance(by: .seconds(3))
            #expect(try await client.read(kitchen).connection == .live)
        }
    }

    @Test func aCoreThatIsLostInRust() async throws {
        var limits = BridgeLimits()
        limits.statusAge = .zero
        try await play("core-lost", .rust, limits: limits) { client, clock in
            let zones = try await client.zones()
            let roon = try #require(try zones.named("Living Room")).id
            let kitchen = try #require(try zones.named("Kitchen")).id
            #expect(try await client.read(roon).connection == .live)
            clock.advance(by: .seconds(10))
            #expect(try await client.read(roon).connection == .stale)
            #expect(try await client.read(kitchen).connection == .live)
            await #expect(throws: SourceError.refused("the bridge did not do it: Not connected to Roon")) {
                try await client.perform(.next, in: roon, showing: nil)
            }
            clock.advance(by: .seconds(10))
            #expect(try await client.read(roon).connection == .live)
        }
    }

    @Test func aCoreThatIsLostInNode() async throws {
        try await play("core-lost", .node) { client, clock in
            let roon = try await Self.zone("Living Room", of: client).id
            clock.advance(by: .seconds(12))
            await #expect(throws: SourceError.self) { try await client.read(roon) }
            clock.advance(by: .seconds(10))
            #expect(try await client.read(roon).connection == .live)
        }
    }
}

import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests of volumes that the bridge reports otherwise than the device has them.
@Suite struct ReportedVolumeTests {
    private static let kitchen = "lms:00:04:20:12:ab:cd"
    private static let terrace = "upnp:uuid:5f9ec1b3-ed59-79bb-4530-745e1c0ae4f1"
    private static let bedroom = "openhome:4c494e4e-0026-0f21-dd34"
    private static let attic = "upnp:uuid:9ab4c1b3-ed59-79bb-4530-745e1c0ae4f2"

    private static func play(
        _ name: String, _ dialect: Dialect, _ body: @escaping @Sendable (RunningSimulator, SteppedClock) async throws -> Void
    ) async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(name), dialect: dialect, clock: clock) { try await body($0, clock) }
    }

    /// A muted LMS player has a negative level and no mute, until its volume is set.
    @Test(arguments: Dialect.allCases)
    func aMutedPlayerHasANegativeLevel(_ dialect: Dialect) async throws {
        try await Self.play("muted-lms", dialect) { simulator, clock in
            let muted = try await simulator.nowPlaying(Self.kitchen)
            #expect([muted["volume"], muted["volume_min"], muted["volume_max"]] == [-35, 0, 100])
            #expect(muted.zone(Self.kitchen)?.at("volume_control.is_muted") == false)
            clock.advance(by: .seconds(10))
            #expect(try await simulator.nowPlaying(Self.kitchen)["volume"] == 35)
            clock.advance(by: .seconds(10))
            #expect(try await simulator.nowPlaying(Self.kitchen)["volume"] == -35)
            _ = try await simulator.control(Self.kitchen, "vol_abs", value: "20")
            #expect(try await simulator.nowPlaying(Self.kitchen)["volume"] == 20)
            let last = try #require(await simulator.levels().last)
            #expect(last.level == 20 && !last.isMuted)
        }
    }

    /// A relative change of a muted LMS player ends the mute, and counts from 0.
    @Test(arguments: [(Dialect.rust, "vol_up"), (.node, "vol_rel")])
    func aRelativeChangeEndsTheMute(_ dialect: Dialect, _ action: String) async throws {
        try await Self.play("muted-lms", dialect) { simulator, _ in
            _ = try await simulator.control(Self.kitchen, action, value: "5")
            #expect(try await simulator.nowPlaying(Self.kitchen)["volume"] == 5)
        }
    }

    /// The events about an LMS player have the negative level too.
    @Test func eventsHaveTheNegativeLevel() async throws {
        try await Self.play("muted-lms", .rust) { simulator, clock in
            clock.advance(by: .seconds(15))
            let stream = try await EventStream(simulator)
            clock.advance(by: .seconds(6))
            let event = try await stream.next("VolumeChanged")
            #expect(event?["payload"] == ["is_muted": false, "output_id": .string(Self.kitchen), "value": -35])
        }
    }

    /// Node learns the volume of a UPnP renderer only by setting it, and never puts it into the list by itself.
    @Test func aRendererIsUntoldInNode() async throws {
        try await Self.play("untold-volume", .node) { simulator, clock in
            let before = try await simulator.nowPlaying(Self.terrace)
            #expect(
                [before["volume"], before["volume_type"], before["volume_max"], before["volume_step"]] == [
                    JSONValue.null, "number", 100, 1,
                ])
            #expect(before.zone(Self.terrace)?["volume_control"] == JSONValue.null)
            // Relative to what the renderer has.
            _ = try await simulator.control(Self.terrace, "vol_rel", value: "2")
            let after = try await simulator.nowPlaying(Self.terrace)
            #expect(after["volume"] == 62)
            #expect(after["is_playing"] == true)
            #expect(after.zone(Self.terrace)?["volume_control"] == JSONValue.null)
            #expect(after.zone(Self.terrace)?["state"] == "stopped")
            // The copy is made when another renderer gets its name.
            clock.advance(by: .seconds(3))
            let listed = try await simulator.get("/zones").json?.zone(Self.terrace)
            #expect(listed?.at("volume_control.max") == 100)
            #expect(listed?["state"] == "playing")
        }
    }

    /// Node has a renderer's name when it has read its description.
    @Test func aRendererHasNoNameAtFirst() async throws {
        try await Self.play("untold-volume", .node) { simulator, clock in
            let before = try await simulator.nowPlaying(Self.attic)
            #expect(before["line1"] == JSONValue.null)
            #expect(before.zone(Self.attic)?["zone_name"] == JSONValue.null)
            clock.advance(by: .seconds(3))
            let after = try await simulator.nowPlaying(Self.attic)
            #expect(after["line1"] == "Attic")
            #expect(after.zone(Self.attic)?["zone_name"] == "Attic")
        }
    }

    /// Node has nothing of an OpenHome renderer before the first poll, and counts relative changes from 0 until then.
    @Test func openHomeIsUntoldBeforeThePoll() async throws {
        try await Self.play("untold-volume", .node) { simulator, clock in
            let before = try await simulator.nowPlaying(Self.bedroom)
            #expect([before["volume"], before["line1"], before["is_playing"]] == [JSONValue.null, "Bedroom", false])
            #expect(before.zone(Self.bedroom)?.at("volume_control.max") == 100)
            clock.advance(by: .seconds(2))
            let after = try await simulator.nowPlaying(Self.bedroom)
            #expect([after["volume"], after["line1"], after["is_playing"]] == [18, "Stained Glass", true])
        }
        try await Self.play("untold-volume", .node) { simulator, _ in
            _ = try await simulator.control(Self.bedroom, "vol_rel", value: "2")
            #expect(try await simulator.nowPlaying(Self.bedroom)["volume"] == 2)
        }
    }

    /// Rust discovers renderers before it polls their volume, and lists none without a description.
    @Test func renderersAreUntoldInRust() async throws {
        try await Self.play("untold-volume", .rust) { simulator, clock in
            for zone in [Self.terrace, Self.bedroom] {
                let answer = try await simulator.nowPlaying(zone)
                #expect([answer["volume"], answer["volume_type"]] == [JSONValue.null, "fixed"])
                #expect(answer.zone(zone)?["volume_control"] == nil)
            }
            #expect(try await simulator.get("/now_playing?zone_id=\(Self.attic)").status == 404)
            clock.advance(by: .seconds(3))
            #expect(try await simulator.get("/now_playing?zone_id=\(Self.attic)").status == 200)
        }
    }

    /// With `told`, Rust has the volume of the discovery, and no later one.
    @Test func aToldRendererStaysAsDiscovered() async throws {
        let yaml = """
            zones:
              - { id: openhome:1, name: A, volume: { kind: number, value: 18, maximum: 80, step: 2, told: true } }
            script:
              - { at: 1, zone: A, volume: 30 }
              - { at: 2, zone: A, do: discover }
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), clock: clock) { simulator in
            var volumes: [JSONValue?] = []
            for _ in 0..<3 {
                let answer = try await simulator.nowPlaying("openhome:1")
                #expect([answer["volume_max"], answer["volume_step"]] == [80, 2])
                volumes.append(answer["volume"])
                clock.advance(by: .seconds(1))
            }
            #expect(volumes == [18, 18, 30])
        }
    }

    /// Rust reports the range of the discovery, and a level is clamped to the range of the device: 1 of 100 becomes full volume.
    @Test func aStaleRange() async throws {
        try await Self.play("stale-range", .rust) { simulator, clock in
            clock.advance(by: .seconds(5))
            let stale = try await simulator.nowPlaying("roon:1601")
            #expect([stale["volume"], stale["volume_min"], stale["volume_max"], stale["volume_type"]] == [-32, 0, 100, "number"])
            _ = try await simulator.control("roon:1601", "vol_abs", value: "1")
            #expect(try await simulator.nowPlaying("roon:1601")["volume"] == 0)
            let last = try #require(await simulator.levels().last)
            #expect(last.level == 0 && last.range == -64...0)
            clock.advance(by: .seconds(7))
            let fresh = try await simulator.nowPlaying("roon:1601")
            #expect([fresh["volume"], fresh["volume_min"], fresh["volume_max"], fresh["volume_type"]] == [0, -64, 0, "db"])
        }
    }

    /// Node has the range of now.
    @Test func noStaleRangeInNode() async throws {
        try await Self.play("stale-range", .node) { simulator, clock in
            clock.advance(by: .seconds(5))
            let answer = try await simulator.nowPlaying("roon:1601")
            #expect([answer["volume"], answer["volume_min"], answer["volume_max"], answer["volume_type"]] == [-32, -64, 0, "db"])
        }
    }

    /// A zone that gains a volume control is discovered anew.
    @Test func aGainedVolumeIsDiscovered() async throws {
        let yaml = """
            zones: [{ id: roon:1, name: A }]
            script: [{ at: 1, zone: A, volume: { kind: db, value: -20, minimum: -64 } }]
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), clock: clock) { simulator in
            #expect(try await simulator.nowPlaying("roon:1")["volume_type"] == "fixed")
            clock.advance(by: .seconds(1))
            let answer = try await simulator.nowPlaying("roon:1")
            #expect([answer["volume"], answer["volume_min"], answer["volume_type"]] == [-20, -64, "db"])
        }
    }

    /// An incremental volume is 0 of 100 for Rust and has no level for Node; steps move the device, levels do not.
    @Test(arguments: [(Dialect.rust, "vol_up"), (.node, "vol_rel")])
    func anIncrementalVolume(_ dialect: Dialect, _ action: String) async throws {
        try await Self.play("incremental", dialect) { simulator, _ in
            for (action, value) in [(action, "3"), ("vol_abs", "90")] {
                #expect(try await simulator.control("roon:1603", action, value: value).status == 200)
                let answer = try await simulator.nowPlaying("roon:1603")
                let control = answer.zone("roon:1603")?["volume_control"]
                if dialect == .rust {
                    #expect(
                        [answer["volume"], answer["volume_max"], answer["volume_step"], answer["volume_type"]] == [0, 100, 1, "number"])
                    #expect([control?["value"], control?["scale"]] == [0, "percentage"])
                } else {
                    #expect([answer["volume"], answer["volume_type"]] == [JSONValue.null, "incremental"])
                    #expect(control == ["is_muted": false, "type": "incremental"])
                }
                #expect(await simulator.levels().map(\.level) == [40, 43])
            }
        }
    }

    /// The record has each change with the request or the cue that caused it, and nothing that changed nothing.
    @Test(arguments: Dialect.allCases)
    func levelsHaveTheirCauses(_ dialect: Dialect) async throws {
        let yaml = """
            control-delay: 0.5
            zones: [{ id: roon:1, name: A, volume: { kind: db, value: -20, minimum: -64 } }]
            script: [{ at: 1, zone: A, volume: -30 }, { at: 2, zone: A, muted: true }]
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), dialect: dialect, clock: clock) { simulator in
            let body = #"{"zone_id":"roon:1","action":"vol_abs","value":-10}"#
            _ = try await simulator.post(body)
            #expect(await simulator.levels().map(\.cause) == [.start])
            clock.advance(by: .seconds(2))
            _ = try await simulator.post(#"{"zone_id":"roon:1","action":"next"}"#)
            clock.advance(by: .seconds(1))
            let levels = await simulator.levels()
            #expect(levels.map(\.cause) == [.start, .request(body), .script, .script])
            #expect(levels.map(\.level) == [-20, -10, -30, -30])
            #expect(levels.map(\.isMuted) == [false, false, false, true])
            #expect(levels.map(\.time) == [.zero, .seconds(0.5), .seconds(1), .seconds(2)])
            #expect(levels.allSatisfy { $0.zone == "roon:1" && $0.range == -64...0 })
        }
    }
}

import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests of events over time, with a clock that the test advances.
@Suite struct StoryTests {
    @Test func tracksFollowEachOther() async throws {
        let yaml = """
            loading: 0.5
            zones:
              - id: lms:1
                name: A
                state: playing
                position: 8.5
                repeat: false
                queue: [{ title: One, length: 10 }, { title: Two, length: 3 }]
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), clock: clock) { simulator async throws in
            func see() async throws -> [JSONValue?] {
                let answer = try await simulator.nowPlaying("lms:1")
                return [answer["line1"], answer["is_playing"], answer.at("zones.0.state"), answer["length"]]
            }
            #expect(try await see() == ["One", true, "playing", 10])
            clock.advance(by: .seconds(1.4))
            #expect(try await see() == ["One", true, "playing", 10])
            clock.advance(by: .seconds(0.1))
            #expect(try await see() == ["Two", true, "playing", 3])
            clock.advance(by: .seconds(0.5))
            #expect(try await see() == ["Two", true, "playing", 3])
            clock.advance(by: .seconds(3))
            // At the end it stops, and still shows the last track.
            #expect(try await see() == ["Two", false, "stopped", 3])
        }
    }

    /// The bridge reads the length and flags of a Roon zone once, and keeps them for later tracks.
    @Test func lengthIsFrozen() async throws {
        let yaml = """
            zones:
              - id: roon:1
                name: A
                state: playing
                position: 5
                queue: [{ title: One, length: 100 }, { title: Two, length: 30 }]
            script:
              - { at: 10, zone: A, do: next }
              - { at: 20, zone: A, do: pause }
              - { at: 30, zone: A, do: vanish }
              - { at: 31, zone: A, do: return }
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), clock: clock) { simulator in
            clock.advance(by: .seconds(4.9))
            #expect(try await simulator.nowPlaying("roon:1")["seek_position"] == 9)
            clock.advance(by: .seconds(7.1))
            let second = try await simulator.nowPlaying("roon:1")
            #expect([second["line1"], second["length"], second["seek_position"]] == ["Two", 100, 1])
            clock.advance(by: .seconds(10))
            let paused = try await simulator.nowPlaying("roon:1")
            #expect([paused["is_playing"], paused["is_pause_allowed"], paused["seek_position"]] == [false, true, 9])
            clock.advance(by: .seconds(8))
            #expect(try await simulator.get("/now_playing?zone_id=roon:1").status == 404)
            clock.advance(by: .seconds(1))
            let back = try await simulator.nowPlaying("roon:1")
            #expect([back["length"], back["is_pause_allowed"]] == [30, false])
        }
    }

    @Test func zoneListFollows() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("vanishing-zone"), clock: clock) { simulator in
            func zones() async throws -> (Int, JSONValue?) {
                let answer = try await simulator.nowPlaying("roon:1601")
                guard case .array(let zones)? = answer["zones"] else { return (0, nil) }
                return (zones.count, answer["zones_sha"])
            }
            let first = try await zones()
            clock.advance(by: .seconds(4))
            let second = try await zones()
            clock.advance(by: .seconds(1))
            let third = try await zones()
            clock.advance(by: .seconds(3))
            let fourth = try await zones()
            #expect([first.0, second.0, third.0, fourth.0] == [2, 1, 2, 3])
            #expect(Set([first.1, second.1, third.1, fourth.1].compactMap { $0?.string }).count == 4)
        }
    }

    /// The hash of the list counts names in one dialect only; the list itself has the new name in both.
    @Test(arguments: Dialect.allCases)
    func aNameChanges(_ dialect: Dialect) async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("renamed-zone"), dialect: dialect, clock: clock) { simulator in
            let first = try await simulator.nowPlaying("roon:1602")
            #expect(first.zone("roon:1602")?["zone_name"] == "Kitchen")
            clock.advance(by: .seconds(4))
            let second = try await simulator.nowPlaying("roon:1602")
            #expect(second.zone("roon:1602")?["zone_name"] == "Pantry")
            #expect((first["zones_sha"] == second["zones_sha"]) == (dialect == .node))
            clock.advance(by: .seconds(4))
            #expect(try await simulator.get("/zones").json?.zone("roon:1601")?["zone_name"] == "Kitchen")
        }
    }

    /// Rust continues to report the last known state; only the status shows the loss.
    @Test func coreLostInRust() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("core-lost"), clock: clock) { simulator in
            clock.advance(by: .seconds(15))
            let stale = try await simulator.nowPlaying("roon:1601")
            #expect([stale["line1"], stale["is_playing"], stale["seek_position"]] == ["Low Water", true, 108])
            #expect(try await simulator.get("/status").json?["roon_connected"] == false)
            #expect(try await simulator.nowPlaying("lms:00:04:20:12:ab:cd")["seek_position"] == 45)
            clock.advance(by: .seconds(1))
            let fresh = try await simulator.nowPlaying("roon:1601")
            #expect([fresh["line1"], fresh["length"]] == ["Slow Carousel", 247])
            #expect(try await simulator.get("/status").json?["roon_connected"] == true)
        }
    }

    /// Node waits five seconds for the core, and keeps the list until the core returns.
    @Test func coreLostInNode() async throws {
        let clock = SteppedClock()
        let scenario = try Scenario(
            yaml: "description: x\nzones: [{ id: roon:1, name: A, state: playing, queue: [{ title: B }] }]\nscript: [{ at: 1, core: lost }]"
        )
        try await withSimulator(scenario: scenario, dialect: .node, clock: clock) { simulator in
            let path = "/now_playing?zone_id=roon:1"
            clock.advance(by: .seconds(5.5))
            #expect(try await simulator.get(path).status == 200)
            clock.advance(by: .seconds(0.5))
            let lost = try await simulator.get(path)
            #expect(lost.status == 404)
            #expect(lost.json?.zone("roon:1") != nil)
            // The list of the bus is a copy, which nothing empties until the core is back.
            clock.advance(by: .seconds(3600))
            #expect(try await simulator.get("/zones").json?.zone("roon:1") != nil)
            #expect(try await simulator.get(path).status == 404)
        }
    }

    @Test func speed() async throws {
        let clock = SteppedClock()
        let scenario = try Fixtures.scenario(yaml: "zones: [{ id: roon:1, name: A, state: playing, queue: [{ title: B, length: 900 }] }]")
        try await withSimulator(scenario: scenario, speed: 60, clock: clock) { simulator async throws in
            clock.advance(by: .seconds(2))
            #expect(try await simulator.nowPlaying("roon:1")["seek_position"] == 120)
        }
    }

    /// The result does not depend on how often the state is read.
    @Test func stepsDoNotMatter() throws {
        let scenario = try Fixtures.scenario("busy")
        var one = ScenarioState(scenario)
        one.advance(to: .seconds(60))
        var many = ScenarioState(scenario)
        for step in 1...6000 { many.advance(to: .milliseconds(10 * step)) }
        #expect(one.zones == many.zones)
    }
}

import Testing

@testable import SubdialSimulator

@Suite struct ShippedScenarioTests {
    static let names: [String] = {
        let scenarios = try? Scenario.list(in: Fixtures.folder + "/scenarios")
        return scenarios?.map(\.name) ?? []
    }()

    @Test func allAreThere() {
        let faults = Fault.kinds.map { "fault-\($0)" }
        let others = [
            "living-room", "hostile-titles", "vanishing-zone", "volume-fight", "faults", "core-lost", "busy", "quiet", "steady", "lms-lost",
            "restart", "muted-lms", "untold-volume", "stale-range", "incremental", "picture-formats", "allowed", "allowed-newer", "locked",
            "renamed-zone", "new-zone",
        ]
        #expect(Set(Self.names) == Set(faults + others))
    }

    /// Each loads, has a summary, and runs for an hour of scenario time.
    @Test(arguments: names)
    func runs(name: String) throws {
        let scenario = try Fixtures.scenario(name)
        #expect(scenario.name == name)
        #expect(!scenario.summary.isEmpty && !scenario.summary.contains("\n"))
        var world = ScenarioState(scenario)
        world.listening = true
        world.advance(to: .seconds(600))
        #expect(world.now == .seconds(600))
    }

    @Test func demonstrationIsLively() throws {
        let scenario = try Fixtures.scenario("living-room")
        var world = ScenarioState(scenario)
        world.listening = true
        world.advance(to: .seconds(10 * scenario.speed))
        let events = world.removeEvents()
        var titles: [String] = []
        var states: [String] = []
        var volumes = 0
        for event in events {
            switch event {
            case .nowPlayingChanged(scenario.zones[0].id, let track?, _): if titles.last != track.title { titles.append(track.title) }
            case .zoneUpdated(scenario.zones[0].id, _, let state): states.append(state)
            case .volumeChanged: volumes += 1
            default: break
            }
        }
        #expect(titles.count >= 4)
        #expect(volumes >= 1)
        let pause = try #require(states.firstIndex(of: "paused"))
        #expect(states[pause...].contains("playing"))
        #expect(Set(scenario.zones.map(\.source)) == Set(Scenario.Source.allCases))
        #expect(Set(scenario.zones.map(\.volume.kind)) == Set(Scenario.Volume.Kind.allCases))
    }

    @Test func everyFaultHasItsTurn() throws {
        let kinds = try Fixtures.scenario("faults").faults.map { "\($0.kind)".prefix { $0 != "(" } }
        #expect(Set(kinds).count == Fault.kinds.count)
    }

    /// The hostile title is preserved through YAML, JSON and HTTP.
    @Test(arguments: Dialect.allCases)
    func hostileTitle(dialect: Dialect) async throws {
        let scenario = try Fixtures.scenario("hostile-titles")
        let title =
            "AC/DC & \"Mountain\" <live> \\o/ 100% %{F#f00} #[fg=red] $(id) `id` | :horse: 日本語 e\u{301} 👨‍👩‍👧 \u{202e}\nsecond line\0after a NUL"
        try await withSimulator(scenario: scenario, dialect: dialect, clock: SteppedClock()) { simulator in
            let answer = try await simulator.nowPlaying(scenario.zones[0].id)
            #expect(answer["line1"] == .string(title))
            #expect(answer["zone_id"] == .string(scenario.zones[0].id))
        }
    }
}

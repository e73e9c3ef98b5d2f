import SubdialDocuments
import Testing

@testable import SubdialSimulator

@Suite struct EventStreamTests {
    @Test func frames() async throws {
        let yaml = """
            loading: 0.5
            zones:
              - id: roon:1
                name: A
                state: playing
                position: 7
                output: roon:17
                volume: { kind: db, value: -20, minimum: -64, maximum: 0 }
                queue: [{ title: One, length: 100 }, { title: Two, artist: X, album: Y, length: 30 }]
            script:
              - { at: 1.5, zone: A, do: next }
              - { at: 2.5, zone: A, volume: -30.5 }
            """
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), clock: clock) { simulator in
            let stream = try await EventStream(simulator)
            #expect(stream.head.lowercased().contains("content-type: text/event-stream"))
            clock.advance(by: .seconds(3))
            let changed =
                #"data: {"type":"NowPlayingChanged","payload":"#
                + #"{"zone_id":"roon:1","title":"Two","artist":"X","album":"Y","image_key":null}}"#
            for expected in [
                #"data: {"type":"SeekPositionChanged","payload":{"zone_id":"roon:1","position":8}}"#,
                #"data: {"type":"ZoneUpdated","payload":{"zone_id":"roon:1","display_name":"A","state":"loading"}}"#,
                changed,
                #"data: {"type":"ZoneUpdated","payload":{"zone_id":"roon:1","display_name":"A","state":"playing"}}"#,
                changed,
                #"data: {"type":"SeekPositionChanged","payload":{"zone_id":"roon:1","position":0}}"#,
                #"data: {"type":"VolumeChanged","payload":{"output_id":"roon:17","value":-30.5,"is_muted":false}}"#,
                #"data: {"type":"SeekPositionChanged","payload":{"zone_id":"roon:1","position":1}}"#,
            ] {
                let frame = try await stream.next()
                #expect(frame == expected)
            }
        }
    }

    /// Payloads have the keys of the known frames.
    @Test func shapes() async throws {
        let text = String(decoding: try Fixtures.bytes("bridge/rust-events.sse"), as: UTF8.self)
        let known = text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.compactMap {
            JSONValue(comparable: Array($0.utf8.dropFirst(6)))
        }
        #expect(known.count == 5)
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("core-lost"), clock: clock) { simulator in
            let stream = try await EventStream(simulator)
            _ = try await simulator.control("lms:00:04:20:12:ab:cd", "vol_abs", value: "42")
            _ = try await simulator.control("lms:00:04:20:12:ab:cd", "next")
            clock.advance(by: .seconds(17))
            var seen: [String: Set<String>] = [:]
            while seen["ZoneDiscovered"] == nil, let frame = try await stream.next() {
                guard let json = JSONValue(comparable: Array(frame.utf8.dropFirst(6))), let type = json["type"]?.string else { continue }
                seen[type] = json.keyPaths
            }
            for frame in known {
                let type = try #require(frame["type"]?.string)
                #expect(seen[type] == frame.keyPaths)
            }
            #expect(seen["RoonConnected"]?.contains("payload.core_name") == true)
        }
    }

    @Test func pingsInSilence() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("quiet"), clock: clock) { simulator in
            let stream = try await EventStream(simulator)
            for _ in 0..<2 {
                clock.advance(by: .seconds(15))
                let frame = try await stream.next()
                #expect(frame == ": ping")
            }
        }
    }

    /// There are no events from a time without subscribers, and there is no snapshot.
    @Test func noReplay() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("living-room"), clock: clock) { simulator in
            clock.advance(by: .seconds(8.6))
            let stream = try await EventStream(simulator)
            clock.advance(by: .seconds(1))
            let frame = try await stream.next()
            #expect(frame?.contains("SeekPositionChanged") == true)
        }
    }

    @Test func controlsAreTold() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario("quiet"), clock: clock) { simulator in
            let stream = try await EventStream(simulator)
            _ = try await simulator.control("roon:1601", "play")
            let changed = try await stream.next("NowPlayingChanged")
            #expect(changed?.at("payload.title") == "Not Yet")
            _ = try await simulator.control("lms:00:04:20:12:ab:cd", "vol_abs", value: "33")
            let volume = try await stream.next("VolumeChanged")
            #expect(volume?.at("payload.output_id") == "lms:00:04:20:12:ab:cd")
        }
    }

    @Test func breaksOff() async throws {
        let clock = SteppedClock()
        let scenario = try Fixtures.scenario(yaml: "script: [{ at: 1, events: drop }]")
        try await withSimulator(scenario: scenario, clock: clock) { simulator in
            let stream = try await EventStream(simulator)
            clock.advance(by: .seconds(1))
            // The body ends; the connection stays open for another request.
            let isOver = try await simulator.listenersFallTo(2)
            #expect(isOver)
            _ = stream
        }
    }

    /// A disconnected client is removed without sending it anything.
    @Test func leaving() async throws {
        try await withSimulator(scenario: try Fixtures.scenario("quiet"), clock: SteppedClock()) { simulator in
            do { _ = try await EventStream(simulator) }
            let isOver = try await simulator.listenersFallTo(2)
            #expect(isOver)
        }
    }
}

extension RunningSimulator {
    /// Waits until the bridge reports this many subscribers.
    fileprivate func listenersFallTo(_ count: Int) async throws -> Bool {
        for _ in 0..<2000 where try await get("/status").json?["bus_subscribers"] == JSONValue(count) { return true }
        return false
    }
}

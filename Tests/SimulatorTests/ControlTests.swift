import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// The effects of controls, by dialect and source.
@Suite struct ControlTests {
    static let yaml = """
        loading: 0
        zones:
          - id: roon:1
            name: Roon
            state: playing
            volume: { kind: db, value: -20, minimum: -64, maximum: 0, step: 0.5 }
            queue: &queue [{ title: A, length: 100 }, { title: B, length: 100 }, { title: C, length: 100 }]
          - { id: lms:2, name: LMS, state: playing, queue: *queue, volume: { kind: number, value: 40 } }
          - { id: openhome:3, name: OpenHome, state: playing, queue: *queue, volume: { kind: number, value: 40 } }
          - { id: upnp:4, name: UPnP, state: playing, queue: *queue, volume: { kind: number, value: 40 } }
          - { id: hqplayer:5, name: HQPlayer, state: stopped, volume: { kind: db, value: -20 } }
          - { id: roon:6, name: Fixed, state: playing, queue: *queue }
        script:
          - { at: 100, core: lost }
        """

    struct Case: Sendable, CustomTestStringConvertible {
        let dialect: Dialect
        let zone: String
        let action: String
        var value: String?
        var status = 200
        /// The error message, if the control fails.
        var error: String?
        /// A key of now_playing with its value afterwards.
        var then: (key: String, value: JSONValue)?

        var testDescription: String { "\(dialect) \(zone) \(action) \(value ?? "")" }
    }

    @Test(arguments: [
        // Transport, Rust
        Case(dialect: .rust, zone: "roon:1", action: "pause", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "roon:1", action: "play_pause", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "roon:1", action: "playpause", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "roon:1", action: "stop", then: ("line1", "A")),
        Case(dialect: .rust, zone: "roon:1", action: "next", then: ("line1", "B")),
        Case(dialect: .rust, zone: "roon:1", action: "prev", then: ("line1", "A")),
        Case(dialect: .rust, zone: "1", action: "next"),
        Case(dialect: .rust, zone: "lms:2", action: "play", then: ("is_playing", true)),
        Case(dialect: .rust, zone: "openhome:3", action: "next", then: ("line1", "B")),
        Case(dialect: .rust, zone: "openhome:3", action: "play_pause", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "upnp:4", action: "play_pause", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "upnp:4", action: "next", status: 500, error: "Next track not supported by pure UPnP renderers"),
        Case(dialect: .rust, zone: "upnp:4", action: "previous", status: 500, error: "Previous track not supported by pure UPnP renderers"),
        Case(dialect: .rust, zone: "hqplayer:5", action: "play", then: ("is_playing", false)),
        Case(dialect: .rust, zone: "roon:9", action: "play"),
        Case(dialect: .rust, zone: "openhome:9", action: "play", status: 500, error: "Device not found: 9"),
        Case(dialect: .rust, zone: "upnp:9", action: "play", status: 500, error: "Renderer not found: 9"),
        Case(dialect: .rust, zone: "lms:9", action: "play"),
        Case(dialect: .rust, zone: "roon:1", action: "seek", value: "10", status: 400, error: "Unknown action: seek"),
        Case(dialect: .rust, zone: "roon:1", action: "mute", status: 400, error: "Unknown action: mute"),
        Case(dialect: .rust, zone: "roon:1", action: "vol_rel", value: "1", status: 400, error: "Unknown action: vol_rel"),
        // Volume, Rust: a value that is not a number becomes 50, which is full volume here
        Case(dialect: .rust, zone: "roon:1", action: "vol_abs", value: "-23.5", then: ("volume", .double(-23.5))),
        Case(dialect: .rust, zone: "roon:1", action: "vol_abs", then: ("volume", 0)),
        Case(dialect: .rust, zone: "roon:1", action: "vol_abs", value: "null", then: ("volume", 0)),
        Case(dialect: .rust, zone: "roon:1", action: "vol_abs", value: "\"-30\"", then: ("volume", 0)),
        Case(dialect: .rust, zone: "roon:1", action: "vol_abs", value: "-100", then: ("volume", -64)),
        Case(dialect: .rust, zone: "roon:1", action: "vol_up", then: ("volume", .double(-19.5))),
        Case(dialect: .rust, zone: "roon:1", action: "vol_down", value: "30", then: ("volume", -30)),
        // A value below 0 turns the direction around.
        Case(dialect: .rust, zone: "roon:1", action: "vol_down", value: "-30", then: ("volume", -10)),
        Case(dialect: .rust, zone: "lms:2", action: "vol_up", then: ("volume", 43)),
        Case(dialect: .rust, zone: "lms:2", action: "vol_down", then: ("volume", 37)),
        Case(dialect: .rust, zone: "lms:2", action: "vol_up", value: "0.2", then: ("volume", 0)),
        Case(dialect: .rust, zone: "lms:2", action: "vol_abs", value: "-35", then: ("volume", 5)),
        Case(dialect: .rust, zone: "lms:2", action: "volume", then: ("volume", 50)),
        Case(dialect: .rust, zone: "lms:2", action: "vol_abs", value: "37.5", then: ("volume", .double(37.5))),
        Case(dialect: .rust, zone: "openhome:3", action: "vol_abs", value: "3", status: 400, error: "Unknown action: vol_abs"),
        Case(dialect: .rust, zone: "upnp:4", action: "vol_up", status: 400, error: "Unknown action: vol_up"),
        Case(dialect: .rust, zone: "hqplayer:5", action: "vol_abs", value: "-3", status: 500, error: "Zone not found: hqplayer:5"),
        Case(dialect: .rust, zone: "roon:9", action: "vol_abs", value: "-3", status: 500, error: "Zone not found: 9"),
        Case(dialect: .rust, zone: "roon:6", action: "vol_abs", value: "-3", then: ("volume", .null)),
        // Transport, Node
        Case(dialect: .node, zone: "roon:1", action: "play", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "roon:1", action: "stop", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "roon:1", action: "play_pause", then: ("is_playing", false)),
        Case(dialect: .node, zone: "roon:1", action: "next", then: ("line1", "B")),
        Case(dialect: .node, zone: "lms:2", action: "stop", then: ("line1", "A")),
        Case(dialect: .node, zone: "lms:2", action: "pause", then: ("is_playing", false)),
        Case(dialect: .node, zone: "upnp:4", action: "play", then: ("is_playing", true)),
        Case(dialect: .node, zone: "openhome:3", action: "pause", then: ("is_playing", false)),
        Case(dialect: .node, zone: "upnp:4", action: "next", status: 500, error: "Next track not supported"),
        Case(dialect: .node, zone: "upnp:4", action: "prev", status: 500, error: "Previous track not supported"),
        Case(dialect: .node, zone: "roon:1", action: "playpause", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "lms:2", action: "playpause", status: 500, error: "Unknown command: playpause"),
        Case(dialect: .node, zone: "openhome:3", action: "playpause", status: 500, error: "Unknown action: playpause"),
        Case(dialect: .node, zone: "upnp:4", action: "playpause", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "roon:1", action: "volume", value: "-30", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "openhome:3", action: "volume", value: "3", status: 500, error: "Unknown action: volume"),
        Case(dialect: .node, zone: "lms:9", action: "next"),
        Case(dialect: .node, zone: "lms:9", action: "dance", status: 500, error: "Unknown command: dance"),
        Case(dialect: .node, zone: "upnp:9", action: "play", status: 500, error: "Renderer not found"),
        Case(dialect: .node, zone: "openhome:9", action: "play", status: 500, error: "Device not found"),
        Case(dialect: .node, zone: "hqplayer:5", action: "play", status: 404, error: "zone not found"),
        Case(dialect: .node, zone: "roon:9", action: "next", status: 404, error: "zone not found"),
        Case(dialect: .node, zone: "1", action: "next", status: 404, error: "zone not found"),
        Case(dialect: .node, zone: "roon:1", action: "seek", value: "1", status: 500, error: "Unknown action"),
        Case(dialect: .node, zone: "roon:1", action: "vol_up", status: 500, error: "Unknown action"),
        // Volume, Node: values converted like JavaScript's `Number()`
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "-23.5", then: ("volume", .double(-23.5))),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "null", then: ("volume", 0)),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "\"\"", then: ("volume", 0)),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "50", then: ("volume", 0)),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", then: ("volume", -64)),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "\"-30\"", then: ("volume", -30)),
        Case(dialect: .node, zone: "roon:1", action: "vol_abs", value: "\"loud\"", then: ("volume", -64)),
        Case(dialect: .node, zone: "roon:1", action: "vol_rel", value: "-3", then: ("volume", .double(-21.5))),
        Case(dialect: .node, zone: "roon:1", action: "vol_rel", value: "99", then: ("volume", .double(-7.5))),
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", value: "37.5", then: ("volume", 38)),
        Case(dialect: .node, zone: "lms:2", action: "vol_rel", value: "-5", then: ("volume", 35)),
        Case(dialect: .node, zone: "lms:2", action: "volume", value: "12", then: ("volume", 12)),
        // LMS takes a sign for a direction, and a change of 0 for a level; no value changes nothing.
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", value: "-35", then: ("volume", 5)),
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", value: "\"+3\"", then: ("volume", 43)),
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", value: "\"0x10\"", then: ("volume", 0)),
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", then: ("volume", 40)),
        Case(dialect: .node, zone: "lms:2", action: "vol_abs", value: "null", then: ("volume", 40)),
        Case(dialect: .node, zone: "lms:2", action: "vol_rel", value: "0", then: ("volume", 0)),
        Case(dialect: .node, zone: "lms:2", action: "vol_rel", then: ("volume", 0)),
        Case(dialect: .node, zone: "lms:2", action: "vol_rel", value: "\" 7 \"", then: ("volume", 40)),
        Case(dialect: .node, zone: "openhome:3", action: "vol_abs", value: "12", then: ("volume", 12)),
        Case(dialect: .node, zone: "openhome:3", action: "vol_rel", value: "-12", then: ("volume", 28)),
        Case(dialect: .node, zone: "openhome:3", action: "vol_abs", then: ("volume", 0)),
        Case(dialect: .node, zone: "upnp:4", action: "vol_abs", value: "12", then: ("volume", 12)),
        Case(dialect: .node, zone: "upnp:4", action: "vol_rel", value: "5", then: ("volume", 45)),
        Case(dialect: .node, zone: "upnp:4", action: "vol_rel", value: "1000", then: ("volume", 100)),
    ])
    func control(_ expected: Case) async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), dialect: expected.dialect, clock: SteppedClock()) {
            simulator in
            let answer = try await simulator.control(expected.zone, expected.action, value: expected.value)
            #expect(answer.status == expected.status)
            if let error = expected.error {
                #expect(answer.json?["error"] == .string(error))
                #expect((answer.json?["error_code"] != nil) == (expected.dialect == .node))
            } else {
                #expect(answer.text == (expected.dialect == .rust ? #"{"ok":true}"# : #"{"status":"ok"}"#))
            }
            if let (key, value) = expected.then {
                #expect(try await simulator.nowPlaying(expected.zone)[key] == value)
            }
        }
    }

    /// LMS toggles on "pause", in Rust; `play_pause` never resumes a renderer.
    @Test func pausesThatDiffer() async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), clock: SteppedClock()) { simulator in
            for _ in 0..<2 { _ = try await simulator.control("lms:2", "pause") }
            #expect(try await simulator.nowPlaying("lms:2")["is_playing"] == true)
            for _ in 0..<2 { _ = try await simulator.control("openhome:3", "play_pause") }
            #expect(try await simulator.nowPlaying("openhome:3")["is_playing"] == false)
            for _ in 0..<2 { _ = try await simulator.control("roon:1", "pause") }
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == false)
        }
    }

    /// LMS stores whole numbers, which the bridge reads on its next poll.
    @Test func roundingAtThePoll() async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), clock: clock) { simulator in
            clock.advance(by: .seconds(1))
            _ = try await simulator.control("lms:2", "vol_abs", value: "37.5")
            #expect(try await simulator.nowPlaying("lms:2")["volume"] == .double(37.5))
            clock.advance(by: .seconds(1))
            #expect(try await simulator.nowPlaying("lms:2")["volume"] == 38)
        }
    }

    @Test func bodiesTheRustBridgeRefuses() async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), clock: SteppedClock()) { simulator in
            let good = #"{"zone_id":"roon:1","action":"pause"}"#
            for (body, type, status) in [
                (good, "text/plain", 415), (good, nil, 415), ("{", "application/json", 400), ("", "application/json", 400),
                (#"{"zone_id":"roon:1"}"#, "application/json", 422), (#"{"zone_id":1,"action":"pause"}"#, "application/json", 422),
            ] {
                let answer = try await simulator.post(body, type: type)
                #expect(answer.status == status)
                #expect(answer.contentType == "text/plain; charset=utf-8")
            }
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == true)
            #expect(try await simulator.post(good, type: "application/json; charset=utf-8", to: "/knob/control").status == 200)
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == false)
        }
    }

    @Test func bodiesTheNodeBridgeRefuses() async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), dialect: .node, clock: SteppedClock()) { simulator in
            let missing = try Fixtures.bridge("node-control-missing-parameters")
            for (body, type) in [(#"{"zone_id":"roon:1"}"#, "application/json"), ("{}", "application/json"), ("{}", "text/plain")] {
                let answer = try await simulator.post(body, type: type)
                #expect(answer.status == 400)
                #expect(answer.json == missing)
            }
            let internalError = #"{"error":"Internal server error"}"#
            for (body, type) in [
                ("{", "application/json"), ("abc", "application/json"), (#""x""#, "application/json"), ("5", "application/json"),
                ("   ", "application/json"), ("{}", "application/json; charset=iso-8859-1"),
                (#"{"x":"\#(String(repeating: "x", count: 102_400))"}"#, "application/json"),
            ] {
                let answer = try await simulator.post(body, type: type)
                #expect(answer.status == 500)
                #expect(answer.text == internalError)
            }
            for type in ["application/jsonx", "application/vnd.api+json"] {
                #expect(try await simulator.post(#"{"zone_id":"roon:1","action":"next"}"#, type: type).status == 400)
            }
            let number = try await simulator.post(#"{"zone_id":5,"action":"next"}"#)
            #expect(number.text == #"{"error":"zone_id.split is not a function","error_code":"CONTROL_FAILED"}"#)
            #expect(number.status == 500)
            #expect(try await simulator.control("roon:1", "dance").json == Fixtures.bridge("node-control-unknown-action"))
        }
    }

    @Test(arguments: [
        (Dialect.rust, "Not connected to Roon", 500), (.node, "Roon core unavailable", 500),
    ])
    func withoutCore(dialect: Dialect, error: String, status: Int) async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(yaml: Self.yaml), dialect: dialect, clock: clock) { simulator in
            clock.advance(by: .seconds(101))
            let answer = try await simulator.control("roon:1", "next")
            #expect(answer.status == status)
            #expect(answer.json?["error"] == .string(error))
            #expect(try await simulator.control("lms:2", "next").status == 200)
        }
    }

    /// With a delay, the response is immediate and the effect follows later.
    @Test func delayedControl() async throws {
        let clock = SteppedClock()
        let scenario = try Fixtures.scenario(yaml: "control-delay: 0.5\n" + Self.yaml)
        try await withSimulator(scenario: scenario, clock: clock) { simulator in
            let answer = try await simulator.control("roon:1", "pause")
            #expect(answer.status == 200)
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == true)
            clock.advance(by: .seconds(0.5))
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == false)
        }
    }
}

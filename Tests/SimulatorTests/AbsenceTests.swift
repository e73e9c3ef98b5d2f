import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests of bridges, cores and servers that are away, and of bridges that refuse.
@Suite struct AbsenceTests {
    private static let kitchen = "lms:00:04:20:12:ab:cd"
    private static let room = "roon:1601"

    private static func play(
        _ name: String, _ dialect: Dialect, _ body: @escaping @Sendable (RunningSimulator, SteppedClock) async throws -> Void
    ) async throws {
        let clock = SteppedClock()
        try await withSimulator(scenario: try Fixtures.scenario(name), dialect: dialect, clock: clock) { try await body($0, clock) }
    }

    /// Without the core there are no covers at once, in both dialects.
    @Test(arguments: Dialect.allCases)
    func noCoverWithoutCore(_ dialect: Dialect) async throws {
        try await Self.play("core-lost", dialect) { simulator, clock async throws in
            let path = "/now_playing/image?zone_id=\(Self.room)"
            #expect(try await simulator.get(path).contentType == "image/jpeg")
            clock.advance(by: .seconds(5))
            let answer = try await simulator.get(path)
            #expect(answer.status == 200)
            #expect(answer.contentType?.hasPrefix("image/svg+xml") == true)
        }
    }

    /// Both dialects serve the zones of a lost LMS as they were, and say so only where somebody controls them.
    @Test(arguments: [
        (Dialect.rust, "error sending request for url (http://192.0.2.10:9000/jsonrpc.js)"),
        (.node, "request to http://192.0.2.10:9000/jsonrpc.js failed, reason: connect ECONNREFUSED 192.0.2.10:9000"),
    ])
    func lmsIsLost(_ dialect: Dialect, _ error: String) async throws {
        try await Self.play("lms-lost", dialect) { simulator, clock async throws in
            clock.advance(by: .seconds(7))
            let stale = try await simulator.nowPlaying(Self.kitchen)
            #expect([stale["line1"], stale["is_playing"], stale["seek_position"], stale["volume"]] == ["Kettle", true, 35, 35])
            #expect(stale.zone(Self.kitchen) != nil)
            let answer = try await simulator.control(Self.kitchen, "vol_abs", value: "50")
            #expect(answer.status == 500)
            #expect(answer.json?["error"] == .string(error))
            #expect(await simulator.levels().allSatisfy { $0.level != 50 })
            #expect(try await simulator.get("/now_playing/image?zone_id=\(Self.kitchen)").contentType?.hasPrefix("image/svg+xml") == true)
            #expect(try await simulator.nowPlaying(Self.room)["line1"] == "Low Water")
            clock.advance(by: .seconds(10))
            #expect(try await simulator.nowPlaying(Self.kitchen)["line1"] == "Open Every Window")
        }
    }

    /// Rust counts LMS as lost after three polls.
    @Test func lmsIsGivenUp() async throws {
        try await Self.play("lms-lost", .rust) { simulator, clock async throws in
            let stream = try await EventStream(simulator)
            func isConnected() async throws -> JSONValue? { try await simulator.get("/status").json?["lms_connected"] }
            clock.advance(by: .seconds(9))
            #expect(try await isConnected() == true)
            clock.advance(by: .seconds(1))
            #expect(try await isConnected() == false)
            let lost = try await stream.next("LmsDisconnected")
            #expect(lost?.at("payload.host") == "192.0.2.10")
            clock.advance(by: .seconds(6))
            #expect(try await isConnected() == true)
            #expect(try await stream.next("LmsConnected") != nil)
        }
    }

    /// A restart: no connection, then no events and no zones, then as before.
    @Test(arguments: Dialect.allCases)
    func restart(_ dialect: Dialect) async throws {
        try await Self.play("restart", dialect) { simulator, clock async throws in
            clock.advance(by: .seconds(5))
            for path in ["/zones", "/status", "/now_playing?zone_id=\(Self.room)"] {
                await #expect(throws: Connection.Failure.reset) { try await simulator.get(path) }
            }
            clock.advance(by: .seconds(4))
            #expect(try await simulator.get("/zones").text == #"{"zones":[]}"#)
            #expect(try await simulator.get("/status").status == 200)
            #expect(try await simulator.get("/events").status == 404)
            #expect(try await simulator.get("/now_playing?zone_id=\(Self.room)").status == 404)
            clock.advance(by: .seconds(4))
            #expect(try await simulator.nowPlaying(Self.room)["line1"] == "Low Water")
            #expect(try await simulator.nowPlaying(Self.kitchen)["line1"] == "Kettle")
            #expect(try await simulator.get("/events").status == 404)
            clock.advance(by: .seconds(1))
            if dialect == .rust { #expect(try await EventStream(simulator).head.hasPrefix("HTTP/1.1 200")) }
        }
    }

    /// What Roon allows is that of the discovery in version 3.3, and that of now from 3.4 on; Node reports nothing.
    @Test(arguments: [("allowed", true), ("allowed-newer", false)])
    func allowedControls(_ scenario: String, _ isFrozen: Bool) async throws {
        try await Self.play(scenario, .rust) { simulator, clock async throws in
            func allowed(_ zone: String) async throws -> [Bool?] {
                let answer = try await simulator.nowPlaying(zone)
                return ["play", "pause", "next", "previous"].map { answer["is_\($0)_allowed"]?.bool }
            }
            #expect(try await allowed(Self.room) == [false, true, true, false])
            #expect(try await allowed(Self.kitchen) == [true, true, false, false])
            clock.advance(by: .seconds(4))
            #expect(try await allowed(Self.room) == (isFrozen ? [false, true, true, false] : [false, true, false, true]))
            #expect(try await allowed(Self.kitchen) == [false, false, false, false])
        }
    }

    /// A newer bridge refuses what a zone does not allow now.
    @Test(arguments: [("allowed", 200), ("allowed-newer", 400)])
    func refusedControls(_ scenario: String, _ status: Int) async throws {
        try await Self.play(scenario, .rust) { simulator, clock async throws in
            #expect(try await simulator.control(Self.room, "next").status == 200)
            clock.advance(by: .seconds(5))
            let answer = try await simulator.control(Self.room, "next")
            #expect(answer.status == status)
            #expect(answer.json?["error_code"] == (status == 400 ? "ACTION_NOT_ALLOWED" : nil))
            #expect(try await simulator.control(Self.room, "vol_abs", value: "-30").status == 200)
            #expect(try await simulator.control(Self.kitchen, "play_pause").status == status)
        }
    }

    @Test func nodeReportsNothingAllowed() async throws {
        try await Self.play("allowed", .node) { simulator, _ async throws in
            #expect(try await simulator.nowPlaying(Self.room)["is_next_allowed"] == nil)
            #expect(try await simulator.control(Self.room, "previous").status == 200)
        }
    }

    /// A locked bridge refuses controls, whatever they are, and answers everything else.
    @Test func locked() async throws {
        try await Self.play("locked", .rust) { simulator, _ async throws in
            #expect(try await simulator.get("/status").json?["version"] == "3.7.0")
            for path in ["/control", "/knob/control"] {
                let answer = try await simulator.post(#"{"zone_id":"roon:1601","action":"pause"}"#, to: path)
                #expect(answer.status == 401)
                #expect(answer.text == #"{"error":"Controller authentication required","code":"controller_unauthorized"}"#)
            }
            #expect(try await simulator.post("{").status == 401)
            #expect(try await simulator.nowPlaying(Self.room)["is_playing"] == true)
            #expect(try await simulator.get("/zones").status == 200)
        }
    }
}

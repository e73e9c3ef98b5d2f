import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests each fault on the wire.
@Suite struct FaultTests {
    static let zone = """
        zones:
          - id: roon:1
            name: Living Room
            state: playing
            volume: { kind: db, value: -23.5, minimum: -64, maximum: 0 }
            queue: [{ title: A, length: 100, artwork: blue.jpg }, { title: B }]
        faults:

        """

    static func run(
        _ fault: String, dialect: Dialect = .rust, clock: SteppedClock = SteppedClock(),
        _ body: @Sendable (RunningSimulator) async throws -> Void
    ) async throws {
        let scenario = try Fixtures.scenario(yaml: zone + fault.split(separator: "\n").map { "  - { \($0) }" }.joined(separator: "\n"))
        try await withSimulator(scenario: scenario, dialect: dialect, clock: clock, body)
    }

    @Test func latency() async throws {
        let clock = SteppedClock()
        try await Self.run("kind: latency, delay: 2, endpoints: [zones]", clock: clock) { simulator in
            async let answer = simulator.get("/zones")
            while clock.sleeperCount == 0 { await Task.yield() }
            #expect(try await simulator.get("/status").status == 200)
            clock.advance(by: .seconds(2))
            let late = try await answer
            #expect(late.status == 200)
        }
    }

    /// No response comes while the simulator runs, and its shutdown does not wait.
    @Test func timeout() async throws {
        let connections = Connections()
        try await Self.run("kind: timeout, endpoints: [zones]") { simulator in
            let connection = try Connection(port: simulator.port)
            try await connection.send("GET /zones HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await simulator.get("/status").status == 200)
            await connections.keep(connection)
        }
        let bytes = try? await connections.first?.receive()
        #expect(bytes?.isEmpty != false)
    }

    @Test(arguments: ["/zones", "/now_playing/image?zone_id=roon:1", "/events"])
    func reset(path: String) async throws {
        try await Self.run("kind: reset") { simulator in
            await #expect(throws: Connection.Failure.reset) { try await simulator.get(path) }
        }
    }

    @Test func status() async throws {
        try await Self.run("kind: status, status: 503, endpoints: [control, events, zones]") { simulator in
            let answer = try await simulator.control("roon:1", "pause")
            #expect(answer.status == 503)
            #expect(answer.json?.keys == ["error"])
            #expect(try await simulator.nowPlaying("roon:1")["is_playing"] == true)
            #expect(try await simulator.get("/events").status == 503)
        }
    }

    @Test(arguments: ["/zones", "/now_playing/image?zone_id=roon:1"])
    func truncated(path: String) async throws {
        try await Self.run("kind: truncated") { simulator in
            let answer = try await simulator.get(path)
            let promised = try #require(answer.headers["content-length"].flatMap { Int($0) })
            #expect(answer.status == 200)
            #expect(answer.body.count < promised)
            #expect(answer.body.count <= promised / 2)
        }
    }

    @Test func invalidJSON() async throws {
        try await Self.run("kind: invalid-json") { simulator in
            let answer = try await simulator.get("/zones")
            #expect(answer.headers["content-length"] == "\(answer.body.count)")
            #expect(answer.text.hasPrefix(#"{"zones":["#))
            #expect(answer.json == nil)
        }
    }

    @Test func wrongTypes() async throws {
        let clock = SteppedClock()
        let faults = """
            kind: wrong-types, until: 1
            kind: wrong-types, types: objects, from: 1, until: 2
            kind: wrong-types, types: nulls, from: 2
            """
        try await Self.run(faults, clock: clock) { simulator in
            let strings = try await simulator.nowPlaying("roon:1")
            #expect(strings["volume"] == "-23.5")
            #expect(strings["is_playing"] == "true")
            #expect(strings["line1"] == ["A"])
            clock.advance(by: .seconds(1))
            let objects = try await simulator.nowPlaying("roon:1")
            #expect(objects.at("zones")?["0"]?["zone_id"] == "roon:1")
            clock.advance(by: .seconds(1))
            let nulls = try await simulator.nowPlaying("roon:1")
            #expect(nulls["zone_id"] == JSONValue.null)
            #expect(nulls["zones"] == JSONValue.null)
        }
    }

    @Test func hugeBody() async throws {
        try await Self.run("kind: huge-body, size: 52428800") { simulator in
            let answer = try await simulator.get("/zones")
            #expect(answer.body.count == 52_428_800)
            #expect(answer.body.starts(with: #"{"zones":["#.utf8))
            #expect(answer.body.suffix(2) == Array("]}".utf8)[...])
        }
    }

    @Test func hugePicture() async throws {
        try await Self.run("kind: huge-body, size: 1048577") { simulator in
            let answer = try await simulator.get("/now_playing/image?zone_id=roon:1")
            #expect(answer.contentType == "image/jpeg")
            #expect(answer.body.count == 1_048_577)
        }
    }

    @Test func slowDrip() async throws {
        let clock = SteppedClock()
        try await Self.run("kind: slow-drip, delay: 0.5", clock: clock) { simulator in
            let connection = try Connection(port: simulator.port)
            try await connection.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try await connection.receive(upTo: 1) }
            var body = ""
            for _ in 0..<6 {
                let bytes = try await connection.receive()
                #expect(bytes.count == 1)
                body += String(decoding: bytes, as: UTF8.self)
                while clock.sleeperCount == 0 { await Task.yield() }
                clock.advance(by: .seconds(0.5))
            }
            #expect(body == #"{"serv"#)
        }
    }

    @Test func corruptJPEG() async throws {
        try await Self.run("kind: corrupt-jpeg, endpoints: [image]") { simulator in
            let answer = try await simulator.get("/now_playing/image?zone_id=roon:1")
            #expect(answer.contentType == "image/jpeg")
            #expect(answer.body.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
            #expect(try answer.body != Fixtures.bytes("artwork/blue.jpg"))
        }
    }

    @Test func contentType() async throws {
        try await Self.run("kind: content-type, type: text/plain") { simulator in
            let answer = try await simulator.get("/zones")
            #expect(answer.contentType == "text/plain")
            #expect(answer.json?.zone("roon:1") != nil)
        }
    }

    @Test func hugeHeaders() async throws {
        try await Self.run("kind: huge-headers, size: 262144") { simulator in
            let answer = try await simulator.get("/zones")
            #expect(answer.headers.filter { $0.key.hasPrefix("x-padding-") }.values.reduce(0) { $0 + $1.utf8.count } == 262_144)
            #expect(answer.json?.zone("roon:1") != nil)
        }
    }

    /// By endpoint, by count and by time; only the first matching fault strikes.
    @Test func strikes() async throws {
        let clock = SteppedClock()
        let faults = """
            kind: status, status: 501, endpoints: [zones], every: 3, count: 2
            kind: status, status: 502, endpoints: [zones, status], from: 5, until: 6
            """
        try await Self.run(faults, clock: clock) { simulator async throws in
            func statuses(_ count: Int, _ path: String) async throws -> [Int] {
                var statuses: [Int] = []
                for _ in 0..<count { statuses.append(try await simulator.get(path).status) }
                return statuses
            }
            #expect(try await statuses(8, "/zones") == [501, 200, 200, 501, 200, 200, 200, 200])
            clock.advance(by: .seconds(5))
            #expect(try await statuses(1, "/zones") == [502])
            #expect(try await statuses(1, "/knob/zones") == [502])
            #expect(try await statuses(2, "/status") == [502, 502])
            clock.advance(by: .seconds(1))
            #expect(try await statuses(1, "/status") == [200])
        }
    }
}

/// Keeps connections open longer than the simulator runs.
private actor Connections {
    private(set) var first: Connection?

    func keep(_ connection: Connection) { first = connection }
}

import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests of the Rust dialect with captured and derived responses.
@Suite struct RustEndpointTests {
    static func run(_ yaml: String, _ body: @Sendable (RunningSimulator) async throws -> Void) async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), dialect: .rust, clock: SteppedClock(), body)
    }

    /// The zones in the captures, with the keys of version 3.3.
    static let captured = """
        zones:
          - id: roon:1601deadbeef
            name: Front Family Room
            state: playing
            position: 104
            volume: { kind: number, value: 47.5, minimum: 0, maximum: 98, step: 0.5 }
            dsp: { instance: embedded, pipeline: poly-sinc-gauss-long, profiles: default }
            queue:
              - { title: Summer (B-Sides), artist: Moby, album: "Play & Play: The B Sides", length: 358, artwork: blue.jpg }
              - { title: Another, length: 10 }
          - { id: roon:16015f6dcafe, name: HQPlayer Embedded }
        """

    @Test(arguments: ["/zones", "/knob/zones"])
    func zones(path: String) async throws {
        try await Self.run(Self.captured) { simulator in
            let answer = try await simulator.get(path)
            #expect(answer.contentType == "application/json")
            let zones = try #require(answer.json)
            let first = try Fixtures.bridge("rust-zone-percentage-hqplayer").without("browse_supported", "library_tabs")
            let second = try Fixtures.bridge("rust-zone-without-volume").without("browse_supported", "library_tabs")
            #expect(zones.zone("roon:1601deadbeef") == first)
            #expect(zones.zone("roon:16015f6dcafe") == second)
        }
    }

    @Test(arguments: ["/now_playing?zone_id=roon%3A1601deadbeef", "/knob/now_playing?zone_id=1601deadbeef&battery_level=80"])
    func nowPlaying(path: String) async throws {
        try await Self.run(Self.captured) { simulator in
            let answer = try #require(try await simulator.get(path).json)
            let expected = try Fixtures.bridge("rust-now-playing-hqplayer")
            #expect(answer.keys == expected.keys)
            // The address of the picture has the id as the client wrote it.
            let others = ["image_key", "image_url", "zones", "zones_sha"]
            #expect(answer.without(others) == expected.without(others))
            #expect(answer["image_url"]?.string?.hasSuffix("1601deadbeef") == true)
        }
    }

    @Test func idle() async throws {
        try await Self.run("zones:\n  - { id: roon:1602, name: Office }") { simulator in
            let answer = try await simulator.nowPlaying("roon:1602")
            #expect(try answer.without("zones_sha") == Fixtures.bridge("rust-now-playing-fixed-idle").without("zones_sha"))
        }
    }

    @Test func singlePrecision() async throws {
        let yaml = """
            zones:
              - id: roon:1601
                name: Living Room
                state: playing
                position: 104
                output: roon:1701
                volume: { kind: db, value: -23.4, minimum: -64, maximum: 0, step: 0.1 }
                queue:
                  - { title: So What, artist: Miles Davis, album: Kind of Blue, length: 358, artwork: blue.jpg }
                  - { title: Next, length: 10 }
            """
        try await Self.run(yaml) { simulator in
            let answer = try await simulator.get("/now_playing?zone_id=roon:1601")
            let expected = try Fixtures.bytes("bridge/rust-now-playing-float-noise.json")
            #expect(answer.json?.without("image_key") == JSONValue(comparable: expected)?.without("image_key"))
            // Compares the spelling of the numbers too.
            let key = try #require(answer.json?["image_key"]?.string)
            let text = answer.text.split(separator: key).joined(separator: "b7df27c8dd25dd65084d8f2d94f616d0")
            #expect(text + "\n" == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test func lms() async throws {
        let yaml = """
            zones:
              - id: lms:aa:bb:cc:dd:ee:ff
                name: Kitchen
                state: playing
                volume: { kind: number, value: 37.5 }
                queue: [{ title: A, length: 300, artwork: blue.jpg }]
            """
        try await Self.run(yaml) { simulator in
            let answer = try await simulator.nowPlaying("lms:aa:bb:cc:dd:ee:ff")
            let expected = try Fixtures.bridge("rust-now-playing-lms")
            #expect(answer.keys == expected.keys)
            for key in ["zone_id", "volume_type", "volume_min", "volume_max", "volume_step", "image_url"] {
                #expect(answer[key] == expected[key])
            }
        }
    }

    /// The bridge infers decibels from the end of the range, and an incremental volume looks like a number.
    @Test(arguments: [
        ("{ kind: db, value: -20, minimum: -80, maximum: 10 }", "number", "percentage"),
        ("{ kind: db, value: -20, minimum: -80, maximum: 0 }", "db", "decibel"),
        ("{ kind: incremental }", "number", "percentage"),
    ])
    func volumeTypes(volume: String, type: String, scale: String) async throws {
        try await Self.run("zones:\n  - { id: roon:1, name: A, volume: \(volume) }") { simulator in
            let answer = try await simulator.nowPlaying("roon:1")
            #expect(answer["volume_type"] == .string(type))
            #expect(answer.at("zones.0.volume_control.scale") == .string(scale))
        }
    }

    @Test func emptyBridge() async throws {
        try await Self.run("") { simulator in
            #expect(try await simulator.get("/zones").text == #"{"zones":[]}"#)
            let missing = try await simulator.get("/now_playing?zone_id=roon:1")
            #expect(missing.status == 404)
            #expect(try missing.body + [10] == Fixtures.bytes("bridge/rust-404-zone-not-found.json"))
            #expect(try await simulator.get("/now_playing?zone_id=").status == 404)
            let unnamed = try await simulator.get("/now_playing")
            #expect(unnamed.status == 400)
            #expect(unnamed.json?["error_code"] == "MISSING_ZONE_ID")
            #expect(unnamed.json?["zones_sha"] == "e3b0c442")
        }
    }

    @Test(arguments: [
        ("-1", "invalid digit found in string"), ("300", "number too large to fit in target type"),
        ("", "cannot parse integer from empty string"), ("80.5", "invalid digit found in string"),
    ])
    func batteryLevel(value: String, problem: String) async throws {
        try await Self.run(Self.captured) { simulator in
            let answer = try await simulator.get("/now_playing?zone_id=roon:1601deadbeef&battery_level=\(value)")
            #expect(answer.status == 400)
            #expect(answer.contentType == "text/plain; charset=utf-8")
            #expect(answer.text == "Failed to deserialize query string: battery_level: \(problem)")
        }
    }

    @Test func otherPaths() async throws {
        try await Self.run(Self.captured) { simulator in
            let status = try await simulator.get("/status").json
            #expect(try status?.keys == Fixtures.bridge("rust-status").keys)
            #expect(status?["roon_connected"] == true)
            let page = try await simulator.get("/control")
            #expect(page.status == 303)
            #expect(page.headers["location"] == "/")
            #expect(try await simulator.get("/nowhere").status == 404)
            #expect(try await simulator.get("/knob/events").status == 404)
            #expect(try await simulator.post("{}", to: "/zones").status == 405)
        }
    }

    /// The order of zones is random, and reproducible with the same seed.
    @Test func order() async throws {
        let scenario = try Fixtures.scenario("living-room")
        @Sendable func orders() async throws -> [String] {
            try await withSimulator(scenario: scenario, clock: SteppedClock()) { simulator in
                var orders: [String] = []
                for _ in 0..<4 { orders.append(try await simulator.get("/zones").text) }
                return orders
            }
        }
        let first = try await orders()
        #expect(Set(first).count > 1)
        #expect(try await orders() == first)
    }

    @Test func otherSources() async throws {
        try await withSimulator(scenario: try Fixtures.scenario("living-room"), clock: SteppedClock()) { simulator in
            let renderer = try await simulator.nowPlaying("upnp:uuid:5f9ec1b3-ed59-79bb-4530-745e1c0ae4f1")
            #expect(renderer["line1"] == "Idle")
            #expect(renderer["is_playing"] == true)
            #expect(renderer["line3"] == JSONValue.null)
            #expect([renderer["volume"], renderer["volume_type"], renderer["is_next_allowed"]] == [JSONValue.null, "fixed", false])
            let bedroom = try await simulator.nowPlaying("openhome:4c494e4e-0026-0f21-dd34")
            #expect([bedroom["volume"], bedroom["seek_position"], bedroom["length"]] == [JSONValue.null, .null, .null])
            #expect(try await simulator.nowPlaying("hqplayer:Listening Room")["line1"] == "Idle")
            #expect(try await simulator.nowPlaying("openhome:4c494e4e-0026-0f21-dd34")["image_key"]?.string?.hasPrefix("http://") == true)
        }
    }

    @Test(arguments: [
        ("roon:1", "", "image/jpeg"), ("roon:2", "", "image/webp"), ("roon:3", "", "image/svg+xml"), ("upnp:4", "", "image/svg+xml"),
        ("roon:nowhere", "", "image/svg+xml"), ("roon:1", "&format=rgb565", "application/octet-stream"),
    ])
    func pictures(zone: String, query: String, type: String) async throws {
        let yaml = """
            zones:
              - { id: roon:1, name: A, state: playing, queue: [{ title: A, artwork: blue.jpg }] }
              - { id: roon:2, name: B, state: playing, queue: [{ title: A, artwork: mono.webp }] }
              - { id: roon:3, name: C, state: playing, queue: [{ title: A }] }
              - { id: upnp:4, name: D, state: playing, queue: [{ title: A, artwork: blue.jpg }] }
            """
        try await Self.run(yaml) { simulator in
            let answer = try await simulator.get("/now_playing/image?zone_id=\(zone)&width=100&height=50\(query)")
            #expect(answer.status == 200)
            #expect(answer.contentType == type)
            switch type {
            case "image/jpeg": #expect(try answer.body == Fixtures.bytes("artwork/blue.jpg"))
            case "image/svg+xml": #expect(answer.text.contains("width=\"100\" height=\"50\""))
            case "application/octet-stream": #expect(answer.body.count == 100 * 50 * 2)
            default: break
            }
        }
    }

    @Test func picturesWithoutZone() async throws {
        try await Self.run("") { simulator in
            let answer = try await simulator.get("/now_playing/image")
            #expect(answer.status == 400)
            #expect(answer.contentType == "text/plain; charset=utf-8")
            #expect(try await simulator.get("/now_playing/image?zone_id=roon:1&width=-1").status == 400)
        }
    }
}

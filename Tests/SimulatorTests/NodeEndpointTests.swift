import SubdialDocuments
import Testing

@testable import SubdialSimulator

/// Tests of the Node dialect with captured responses.
@Suite struct NodeEndpointTests {
    /// The zones in the captures.
    static let yaml = """
        zones:
          - id: roon:1601bb42ed14351b99c2926214f6cbb80724
            name: Living Room
            state: playing
            position: 104
            device: Raspberry Pi
            output-name: USB DAC
            volume: { kind: db, value: -23.5, minimum: -64, maximum: 0, step: 0.5 }
            queue: [{ title: So What, artist: Miles Davis, album: Kind of Blue, length: 358, artwork: blue.jpg }]
          - { id: roon:1602, name: Office, output-name: Fixed DAC, volume: { kind: fixed } }
          - id: roon:1603
            name: Amp
            state: paused
            volume: { kind: incremental }
            queue: [{ title: Radio X }]
        """

    static func run(_ body: @Sendable (RunningSimulator) async throws -> Void) async throws {
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), dialect: .node, clock: SteppedClock(), body)
    }

    @Test func zones() async throws {
        try await Self.run { simulator in
            let answer = try await simulator.get("/zones")
            #expect(answer.status == 200)
            #expect(answer.contentType == "application/json; charset=utf-8")
            #expect(answer.headers["access-control-allow-origin"] == "*")
            #expect(answer.headers["etag"]?.hasPrefix("W/") == true)
            #expect(try answer.body + [10] == Fixtures.bytes("bridge/node-zones.json"))
        }
    }

    @Test func nowPlaying() async throws {
        try await Self.run { simulator in
            let path = "/now_playing?zone_id=roon%3A1601bb42ed14351b99c2926214f6cbb80724"
            let answer = try await simulator.get(path, "X-Knob-Id: aabbccddeeff\r\n")
            let expected = try Fixtures.bridge("node-now-playing-db")
            #expect(answer.json?.without("image_key") == expected.without("image_key"))
            #expect(answer.json?["image_key"]?.string?.count == 32)
            #expect(try await simulator.get(path + "&knob_id=aabbccddeeff").json == answer.json)
            #expect(try await simulator.get(path).json?["config_sha"] == JSONValue.null)
        }
    }

    @Test func nothingPlays() async throws {
        try await Self.run { simulator in
            let answer = try await simulator.nowPlaying("roon:1602")
            #expect(try answer == Fixtures.bridge("node-now-playing-fixed-stopped"))
        }
    }

    @Test func incremental() async throws {
        try await Self.run { simulator in
            let answer = try await simulator.nowPlaying("roon:1603")
            let expected = try Fixtures.bridge("node-now-playing-incremental-paused")
            #expect(answer.without("seek_position") == expected.without("seek_position"))
            #expect(answer.keyPaths == expected.keyPaths)
        }
    }

    @Test(arguments: [
        ("/now_playing?zone_id=roon:9", 404, "node-404-zone-not-found"),
        ("/now_playing?zone_id=1602", 404, "node-404-zone-not-found"),
        ("/now_playing", 400, "node-400-missing-zone-id"),
        ("/now_playing/image?zone_id=roon:9", 404, "node-404-zone-not-found"),
        ("/now_playing/image", 400, "node-400-missing-zone-id"),
    ])
    func errors(path: String, status: Int, fixture: String) async throws {
        try await Self.run { simulator in
            let answer = try await simulator.get(path)
            #expect(answer.status == status)
            #expect(try answer.json == Fixtures.bridge(fixture))
        }
    }

    @Test(arguments: ["/events", "/knob/zones", "/knob/now_playing", "/knob/control"])
    func absent(path: String) async throws {
        try await Self.run { simulator in
            let answer = try await simulator.get(path)
            #expect(answer.status == 404)
            #expect(answer.contentType == "text/html; charset=utf-8")
        }
    }

    @Test func statusAndControlPage() async throws {
        try await Self.run { simulator in
            let status = try await simulator.get("/status").json
            #expect(status?.keys == ["service", "version", "uptime"])
            #expect(status?["service"] == "unified-hifi-control")
            #expect(try await simulator.get("/control").contentType == "text/html; charset=utf-8")
        }
    }

    @Test func otherSources() async throws {
        let scenario = try Fixtures.scenario("living-room")
        try await withSimulator(scenario: scenario, dialect: .node, clock: SteppedClock()) { simulator in
            let zones = try #require(try await simulator.get("/zones").json)
            #expect(zones.zone("lms:00:04:20:12:ab:cd")?["source"] == nil)
            #expect(zones.zone("openhome:4c494e4e-0026-0f21-dd34")?["source"] == nil)
            #expect(zones.zone("roon:1602")?["source"] == "roon")
            #expect(zones.zone("roon:1602")?["volume_control"] == JSONValue.null)
            #expect(zones.zone("hqplayer:Listening Room") == nil)

            let renderer = try await simulator.nowPlaying("upnp:uuid:5f9ec1b3-ed59-79bb-4530-745e1c0ae4f1")
            #expect(renderer["line1"] == "Unknown zone")
            #expect(renderer["line3"] == nil)
            let player = try await simulator.nowPlaying("lms:00:04:20:12:ab:cd")
            #expect(player.keys.isSuperset(of: ["artwork_url", "backend_data", "capabilities"]))
            #expect(player["is_play_allowed"] == nil)
        }
    }

    /// Node decodes only JPEG; any other picture becomes the placeholder of a fixed size.
    @Test(arguments: [
        ("blue.jpg", "", "image/jpeg"), ("blue.jpg", "&format=rgb565", "image/svg+xml"), ("mono.webp", "", "image/svg+xml"),
        ("sand-300.png", "", "image/svg+xml"),
    ])
    func pictures(file: String, query: String, type: String) async throws {
        let yaml = "zones:\n  - { id: roon:1, name: A, state: playing, queue: [{ title: B, artwork: \(file) }] }"
        try await withSimulator(scenario: try Fixtures.scenario(yaml: yaml), dialect: .node, clock: SteppedClock()) { simulator in
            let answer = try await simulator.get("/now_playing/image?zone_id=roon:1&width=100&height=50\(query)")
            #expect(answer.status == 200)
            #expect(answer.contentType == type)
            if type == "image/svg+xml" { #expect(answer.text.contains("width=\"360\" height=\"360\"")) }
        }
    }
}

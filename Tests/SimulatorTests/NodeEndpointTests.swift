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
            #expect(renderer["line1"] == "Terrace")
            #expect(renderer["line3"] == "")
            // Nobody has subscribed to its state yet.
            #expect(renderer["is_playing"] == false)
            let terrace = try #require(zones.zone("upnp:uuid:5f9ec1b3-ed59-79bb-4530-745e1c0ae4f1"))
            #expect(terrace["state"] == "stopped")
            #expect(terrace["unsupported"] == ["next", "previous", "track_metadata", "album_art"])
            #expect(terrace["source_control"] == nil && terrace["supports_grouping"] == nil)
            let bedroom = try await simulator.nowPlaying("openhome:4c494e4e-0026-0f21-dd34")
            #expect([bedroom["seek_position"], bedroom["length"]] == [JSONValue.null, .null])
            #expect(zones.zone("openhome:4c494e4e-0026-0f21-dd34")?.at("volume_control.is_muted") == false)
            #expect(zones.zone("roon:16015f6dcafe")?.at("dsp.pipeline") == "/hqp/pipeline?zone_id=roon%3A16015f6dcafe")
            let player = try await simulator.nowPlaying("lms:00:04:20:12:ab:cd")
            #expect(player["artwork_url"] == JSONValue.null)
            #expect([player["volume_min"], player["volume_max"], player["volume_step"]] == [0, 100, 1])
            #expect(try await simulator.nowPlaying("roon:16015f6dcafe").keys.isSuperset(of: ["backend_data", "capabilities"]))
            #expect(try await simulator.nowPlaying("roon:1603")["length"] == JSONValue.null)
            #expect(player["is_play_allowed"] == nil)
        }
    }

    @Test(arguments: ["/zones/", "/Zones", "/NOW_PLAYING?zone_id=roon:1602", "/now_playing/?zone_id=roon:1602"])
    func otherSpellings(path: String) async throws {
        try await Self.run { simulator async throws in #expect(try await simulator.get(path).status == 200) }
    }

    @Test func aZoneNamedTwice() async throws {
        try await Self.run { simulator in
            let answer = try await simulator.get("/now_playing?zone_id=roon:1602&zone_id=roon:1603")
            #expect(answer.status == 500)
            #expect(answer.text == #"{"error":"Internal server error"}"#)
        }
    }

    /// Node decodes only JPEG: a picture from an address that is none becomes the placeholder, if the request has a size.
    @Test(arguments: [
        ("Living Room", "", "image/png"), ("Living Room", "&width=100", "image/png"), ("Kitchen", "&width=100&height=50", "image/png"),
        ("Pantry", "", "image/png"), ("Pantry", "&width=100", "image/svg+xml; charset=utf-8"),
        ("Pantry", "&height=50", "image/svg+xml; charset=utf-8"), ("Pantry", "&format=rgb565", "image/svg+xml; charset=utf-8"),
        ("Bedroom", "", "image/webp"), ("Bedroom", "&width=100&height=50", "image/svg+xml; charset=utf-8"),
        ("Guest Room", "&width=100&height=50", "image/jpeg"), ("Guest Room", "&format=rgb565", "application/octet-stream"),
    ])
    func pictures(zone: String, query: String, type: String) async throws {
        let scenario = try Fixtures.scenario("picture-formats")
        let id = try #require(scenario.zones.first { $0.name == zone }?.id)
        try await withSimulator(scenario: scenario, dialect: .node, clock: SteppedClock()) { simulator in
            let answer = try await simulator.get("/now_playing/image?zone_id=\(id)\(query)")
            #expect(answer.status == 200)
            #expect(answer.contentType == type)
            if type.hasPrefix("image/svg") { #expect(answer.text.contains("width=\"360\" height=\"360\"")) }
            if type == "application/octet-stream" { #expect(answer.body.count == 360 * 360 * 2) }
        }
    }
}

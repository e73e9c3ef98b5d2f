import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import Testing

@testable import SubdialBridge

@Suite struct MappingTests {
    /// Returns a response about `roon:1`, named "Salon".
    private func answer(
        _ fields: String = "", title: String = "Low Water", artist: String = "Marin Holt", playing: String = "true",
        state: String? = "playing"
    ) -> String {
        let zone = state.map { "[{\"zone_id\":\"roon:1\",\"zone_name\":\"Salon\",\"state\":\"\($0)\"}]" } ?? "[]"
        return """
            {"zone_id":"roon:1","line1":"\(title)","line2":"\(artist)","line3":null,"is_playing":\(playing),"zones":\(zone)\(fields)}
            """
    }

    @Test(
        arguments: [
            ("playing", "true", "a title", PlaybackStatus.playing),
            ("paused", "false", "a title", .paused),
            ("stopped", "false", "a title", .stopped),
            ("stopped", "false", "Idle", .stopped),
            ("paused", "false", "Idle", .paused),
            ("loading", "false", "a title", .loading),
            ("buffering", "false", "Idle", .loading),
            ("Playing", "true", "a title", .playing),
            // The response contains the status twice; that in the list of zones is older.
            ("playing", "false", "a title", .paused),
            ("playing", "false", "Idle", .stopped),
            ("stopped", "true", "a title", .playing),
            ("loading", "true", "a title", .playing),
            ("unknown", "true", "a title", .playing),
            ("unknown", "false", "a title", .unknown),
            ("transmogrifying", "false", "a title", .unknown),
            // A field is missing or has the wrong type.
            (nil, "true", "a title", .playing),
            (nil, "false", "a title", .paused),
            (nil, "false", "Idle", .stopped),
            ("paused", "\"false\"", "a title", .paused),
            ("paused", "null", "a title", .paused),
            ("playing", "[true]", "a title", .playing),
        ] as [(String?, String, String, PlaybackStatus)])
    func status(state: String?, playing: String, title: String, expected: PlaybackStatus) throws {
        let text = answer(title: title, artist: "", playing: playing, state: state)
        #expect(try reading(text)?.status == expected)
    }

    @Test func statusOfNothing() throws {
        #expect(try reading("{\"line1\":\"a title\"}")?.status == nil)
    }

    /// The older bridge knows neither the track nor the volume of a UPnP zone.
    @Test func aPlayingUPnPZoneIsNotItsOwnTitle() throws {
        let text = """
            {"line1":"Terrace","line2":"","is_playing":true,"volume":null,"volume_type":null,
            "zones":[{"zone_id":"upnp:a","zone_name":"Terrace","state":"playing"}]}
            """
        let reading = try #require(try reading(text, of: "upnp:a", dialect: .node))
        #expect(reading.track == .some(nil) && reading.status == .playing)
        #expect(reading.volumeScale == .some(.incremental))
    }

    @Test func anOldStateOfLMSDoesNotCount() throws {
        let text = """
            {"line1":"Song","line2":"Someone","is_playing":false,"zones":[{"zone_id":"lms:a","zone_name":"Kitchen","state":"stopped"}]}
            """
        #expect(try reading(text, of: "lms:a", dialect: .node)?.status == .paused)
        #expect(try reading(text, of: "lms:a", dialect: .rust)?.status == .stopped)
    }

    @Test(arguments: [
        ("Idle", "", BridgeDialect.rust, "false", true),
        ("No track", "", .node, "false", true),
        ("Unknown zone", "", .node, "false", true),
        ("", "", .rust, "true", true),
        ("Idle", "", .rust, "true", true),
        // Titles that only look like placeholders.
        ("Idle", "Some Band", .rust, "true", false),
        ("No track", "Some Band", .node, "true", false),
        ("idle", "", .rust, "true", false),
        // In one dialect, the placeholder is the zone's own name.
        ("Salon", "", .node, "false", true),
        ("Salon", "", .node, "true", false),
        ("Salon", "Some Band", .node, "false", false),
        ("Salon", "", .rust, "false", false),
    ])
    func placeholder(title: String, artist: String, dialect: BridgeDialect, playing: String, isOne: Bool) throws {
        let text = answer(",\"image_key\":\"k\",\"seek_position\":3", title: title, artist: artist, playing: playing, state: "stopped")
        let reading = try #require(try reading(text, dialect: dialect))
        #expect((reading.track == .some(nil)) == isOne)
        #expect((reading.artwork == .some(nil)) == isOne)
        #expect((reading.position == .some(nil)) == isOne)
    }

    @Test func saysNothingOfTheTrackWhileOneLoads() throws {
        let reading = try #require(try reading(answer(title: "Idle", artist: "", playing: "false", state: "loading")))
        #expect(reading.status == .loading)
        #expect(reading.track == nil && reading.position == nil && reading.artwork == nil)
        let named = try #require(try SubdialBridgeTests.reading(answer(playing: "false", state: "loading")))
        #expect(named.track == .some(Track(title: "Low Water", artist: "Marin Holt")))
    }

    @Test func trimsAndKeepsText() throws {
        let reading = try reading(answer(title: "  A \\\"B\\\" \\u2013 \\ud83c\\udfb7 ", artist: "", playing: "true"))
        #expect(reading?.track??.title == "A \"B\" – 🎷")
    }

    @Test(
        arguments: [
            ("\"length\":358", 358.0), ("\"length\":0", nil), ("\"length\":null", nil), ("\"length\":-4", nil), ("\"length\":\"358\"", nil),
            ("\"x\":1", nil), ("\"length\":358,\"seek_position\":358", 358), ("\"length\":358,\"seek_position\":359", nil),
            ("\"length\":358.5", 358.5),
        ] as [(String, Double?)])
    func length(_ field: String, _ expected: Double?) throws {
        #expect(try reading(answer("," + field))?.track??.length == expected)
    }

    @Test(
        arguments: [
            ("\"seek_position\":104", 104.0), ("\"seek_position\":0", 0), ("\"seek_position\":null", nil), ("\"seek_position\":-1", nil),
            ("\"seek_position\":\"104\"", nil), ("\"x\":1", nil),
        ] as [(String, Double?)])
    func position(_ field: String, _ expected: Double?) throws {
        let position = try #require(try reading(answer("," + field))?.position)
        #expect(position?.seconds == expected)
        if let position { #expect(position.time == SteadyDate(seconds: 1000.125)) }
    }

    @Test(
        arguments: [
            // Decibels according to the type.
            (
                #""volume":-23.399999618530273,"volume_type":"db","volume_min":-64,"volume_max":0,"volume_step":0.100000001490116"#,
                "-64.0...0.0 by 0.1 db", -23.4
            ),
            (#""volume":40,"volume_type":"number","volume_min":0,"volume_max":100,"volume_step":1"#, "0.0...100.0 by 1.0 number", 40),
            // A fixed volume.
            (#""volume":null,"volume_type":"fixed","volume_min":0,"volume_max":0,"volume_step":1"#, "-", nil),
            (#""volume":null,"volume_type":null,"volume_min":-80,"volume_max":0,"volume_step":2"#, "-", nil),
            (#""volume":-10,"volume_type":"fixed","volume_min":-80,"volume_max":0"#, "-", nil),
            // A volume that is currently unknown.
            (#""volume":null,"volume_type":"db","volume_min":-80,"volume_max":0,"volume_step":2"#, nil, nil),
            // Invalid ranges and values.
            (#""volume":5,"volume_type":"number","volume_min":0,"volume_max":0"#, "-", nil),
            (#""volume":5,"volume_type":"number","volume_min":10,"volume_max":0"#, "-", nil),
            (#""volume":"-23","volume_type":"db","volume_min":-64,"volume_max":0"#, nil, nil),
            (#""volume":[-23],"volume_type":"db","volume_min":-64,"volume_max":0"#, nil, nil),
            (#""volume":-23"#, nil, nil),
            (#""volume":-23,"volume_min":"-64","volume_max":0"#, nil, nil),
            (#""x":1"#, nil, nil),
            // No valid step.
            (#""volume":5,"volume_min":0,"volume_max":10,"volume_step":0"#, "0.0...10.0 by 1.0 number", 5),
            (#""volume":5,"volume_min":0,"volume_max":10,"volume_step":null"#, "0.0...10.0 by 1.0 number", 5),
            (#""volume":null,"volume_type":"incremental""#, "0.0...0.0 by 1.0 incremental", nil),
        ] as [(String, String?, Double?)])
    func volume(_ fields: String, _ scale: String?, _ value: Double?) throws {
        let reading = try #require(try reading(answer("," + fields)))
        let lines = reading.summary.split(separator: "\n").map(String.init)
        #expect(lines.first { $0.hasPrefix("scale: ") } == scale.map { "scale: \($0)" })
        #expect(reading.volumeValue == value)
        // The other fields are independent of the volume.
        #expect(reading.track??.title == "Low Water")
    }

    @Test func theListKnowsDecibelsBetter() throws {
        let text = """
            {"zone_id":"roon:1","line1":"T","is_playing":true,"volume":-3.5,"volume_type":"number","volume_min":-80,"volume_max":10,
             "volume_step":0.5,
             "zones":[{"zone_id":"roon:1","volume_control":{"value":-3.5,"min":-80,"max":10,"step":0.5,"is_muted":true,"scale":"decibel"}}]}
            """
        let reading = try #require(try reading(text))
        #expect(reading.volumeScale??.unit == .db)
        #expect(reading.isMuted == true)
    }

    /// A player is one of LMS by what the list says of it, or else by its id.
    @Test(arguments: ["z", "lms:z"])
    func aNegativeVolumeOfAPlayerIsMuted(_ id: String) throws {
        let source = id == "z" ? #""source":"lms","# : ""
        let text = """
            {"zone_id":"\(id)","line1":"T","is_playing":true,"volume":-35,"volume_type":"number","volume_min":0,"volume_max":100,
             "volume_step":1,"zones":[{"zone_id":"\(id)",\(source)"zone_name":"Z","state":"playing"}]}
            """
        let reading = try #require(try reading(text, of: id))
        #expect(reading.volumeValue == 35 && reading.isMuted == true && reading.stepRefusal != nil)
    }

    @Test func oneWrongTypeDoesNotLoseTheRest() throws {
        let text = """
            {"zone_id":7,"line1":"Low Water","line2":["x"],"line3":{},"is_playing":"yes","volume":-20,"volume_type":3,"volume_min":-64,
             "volume_max":0,"volume_step":"0.5","image_key":12,"seek_position":[],"length":{},"zones":{"0":{}},"unheard_of":[[[]]]}
            """
        #expect(
            try reading(text)?.summary == """
                source: roon
                track: Low Water |  |  | -
                position: -
                scale: -64.0...0.0 by 1.0 number
                value: -20.0
                artwork: 12
                connection: live
                """)
    }

    @Test(arguments: [
        "{}", "[]", "null", "7", "\"text\"", "{\"zones\":[]}", "{\"line1\":null,\"is_playing\":null}", "{\"zone_id\":\"roon:1\"}",
        "{\"line1\":[\"x\"],\"is_playing\":\"true\",\"volume\":\"3\"}",
    ])
    func saysNothing(_ text: String) throws {
        #expect(try reading(text) == nil)
    }

    @Test func staleness() throws {
        #expect(try reading(answer(), isStale: true)?.connection == .stale)
        #expect(try reading(answer())?.connection == .live)
    }

    @Test func zonesWithoutIDsAreLeftOut() throws {
        let json = try JSONValue(
            parsing:
                "[{\"zone_name\":\"?\"},{\"zone_id\":\"\"},7,{\"zone_id\":\"upnp:1\",\"zone_name\":\"\",\"state\":5},{\"zone_id\":\"x\"}]"
        )
        let zones = try #require(WireZone.list(json)).map { Zone($0) }
        #expect(zones == [Zone(id: ZoneID("upnp:1"), name: "upnp:1", source: "upnp"), Zone(id: ZoneID("x"), name: "x")])
        #expect(WireZone.list(try JSONValue(parsing: "[]"))?.isEmpty == true)
        #expect(WireZone.list(try JSONValue(parsing: "[{\"zone_name\":\"no id\"}]")) == nil)
        #expect(WireZone.list(try JSONValue(parsing: "{}")) == nil)
        #expect(WireZone.list(nil) == nil)
    }

    @Test(
        arguments: [
            (nil, ["a", "B", "c"]), ("2.7.1-rc.1", ["a", "B", "c"]), ("3.3.0", ["a", "B", "c"]), ("nightly", ["a", "B", "c"]),
            ("3.4.0", ["c", "a", "B"]), ("3.7.0-alpha.9", ["c", "a", "B"]), ("v4.0.0-beta", ["c", "a", "B"]), ("10.0", ["c", "a", "B"]),
        ] as [(String?, [String])])
    func order(_ version: String?, _ expected: [String]) {
        let zones = ["c", "a", "B"].map { Zone(id: ZoneID($0), name: $0) }
        let status = BridgeStatus(version: version, dialect: .rust)
        #expect(zones.ordered(by: status).map(\.name) == expected)
    }

    @Test(
        arguments: [
            ("{\"service\":\"unified-hifi-control\",\"version\":\"2.7.1-rc.1\",\"uptime\":12}", BridgeDialect.node, nil),
            ("{\"service\":\"unified-hifi-control\",\"uptime_secs\":12}", .rust, nil),
            ("{\"version\":\"3.3.0\",\"roon_connected\":false}", .rust, "Roon"),
            ("{\"version\":\"3.3.0\",\"roon_connected\":true,\"lms_connected\":false,\"hqplayer_connected\":false}", .rust, "LMS"),
            ("{\"version\":\"3.3.0\",\"uptime_secs\":\"12\",\"roon_connected\":\"no\"}", .node, nil),
        ] as [(String, BridgeDialect, String?)])
    func statusDialect(_ text: String, _ dialect: BridgeDialect, _ away: String?) throws {
        let status = try #require(BridgeStatus(try JSONValue(parsing: text)))
        #expect(status.dialect == dialect)
        // A source without zones is not in use.
        let zones = ["roon:1", "lms:1", "upnp:1"].map { Zone(id: ZoneID($0), name: $0) }
        #expect(status.awaySources(of: zones) == (away.map { [$0] } ?? []))
        #expect(status.awaySources(of: []) == [])
    }

    @Test(arguments: ["[]", "{}", "{\"hello\":1}", "{\"service\":null,\"uptime\":\"x\"}"])
    func noStatus(_ text: String) throws {
        #expect(BridgeStatus(try JSONValue(parsing: text)) == nil)
    }
}

import SubdialHTTP
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialBridge

@Suite struct EventTests {
    @Test(
        arguments: [
            (
                "{\"type\":\"VolumeChanged\",\"payload\":{\"output_id\":\"roon:1\",\"value\":42,\"is_muted\":false}}",
                BridgeEvent.output("roon:1")
            ),
            (
                "{\"type\":\"NowPlayingChanged\",\"payload\":{\"zone_id\":\"roon:z\",\"title\":\"T\",\"image_key\":null}}",
                .zone(ZoneID("roon:z"))
            ),
            (
                "{\"type\":\"ZoneUpdated\",\"payload\":{\"zone_id\":\"roon:z\",\"display_name\":\"Salon\",\"state\":\"playing\"}}",
                .zone(ZoneID("roon:z"))
            ),
            ("{\"type\":\"ZoneDiscovered\",\"payload\":{\"zone\":{\"zone_id\":\"lms:a:b\"}}}", .zone(ZoneID("lms:a:b"))),
            ("{\"type\":\"NowPlayingChanged\",\"payload\":{\"zone_id\":\"roon:z\",\"now_playing\":null}}", .zone(ZoneID("roon:z"))),
            ("{\"type\":\"SomethingNew\",\"payload\":{\"zone_id\":\"roon:z\"}}", .zone(ZoneID("roon:z"))),
            ("{\"type\":\"RoonDisconnected\"}", .everything),
            ("{\"type\":\"LmsConnected\",\"payload\":{\"host\":\"nas\"}}", .everything),
            // A position advances on its own.
            ("{\"type\":\"SeekPositionChanged\",\"payload\":{\"zone_id\":\"lms:aa\",\"position\":10}}", .position(ZoneID("lms:aa"), 10)),
            ("{\"type\":\"SomethingNew\"}", nil), ("{\"type\":7,\"payload\":{\"zone_id\":\"x\"}}", nil), ("[]", nil), ("{", nil), ("", nil),
        ] as [(String, BridgeEvent?)])
    func events(_ data: String, _ expected: BridgeEvent?) {
        #expect(BridgeEvent(data: data) == expected)
    }

    @Test func theFixtureIsRead() throws {
        var parser = EventStreamParser()
        let data = parser.parse(try Repository.fixtureBytes("bridge/rust-events.sse"))
        #expect(data.count >= 5)
        #expect(data.allSatisfy { $0.hasPrefix("{\"type\":") })
    }

    @Test(arguments: [
        ("data: a\n\n", ["a"]), ("data:a\n\ndata:  b\n\n", ["a", " b"]), ("data: a\r\n\r\n", ["a"]), (": ping\n\n", []),
        ("event: x\nid: 7\ndata: a\nretry: 1\n\n", ["a"]), ("data: a\ndata: b\n\n", ["a\nb"]), ("data: a\n", []), ("\n\n\n", []),
        ("data\ndatabase: x\n\n", []), ("data: ä🎷\n\n", ["ä🎷"]),
    ])
    func parses(_ text: String, _ expected: [String]) {
        var whole = EventStreamParser()
        #expect(whole.parse(Array(text.utf8)) == expected)
        // The division of the bytes has no effect.
        var cut = EventStreamParser()
        #expect(text.utf8.flatMap { cut.parse([$0]) } == expected)
    }

    @Test func holdsNoMoreThanOneEventMayHave() {
        var parser = EventStreamParser()
        let line = Array("data: ".utf8) + [UInt8](repeating: 0x61, count: 1 << 16) + [0x0A]
        for _ in 0..<64 { #expect(parser.parse(line).isEmpty) }
        let event = parser.parse([0x0A]).first ?? ""
        #expect(event.utf8.count < EventStreamParser.maximumEvent + (1 << 17))
        #expect(parser.parse(Array("data: next\n\n".utf8)) == ["next"])

        var endless = EventStreamParser()
        for _ in 0..<64 { #expect(endless.parse([UInt8](repeating: 0x61, count: 1 << 16)).isEmpty) }
        #expect(endless.parse(Array("\n\ndata: next\n\n".utf8)) == ["next"])
    }
}

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
                .named(ZoneID("roon:z"), "Salon")
            ),
            ("{\"type\":\"ZoneUpdated\",\"payload\":{\"zone_id\":\"roon:z\",\"display_name\":\"\"}}", .zone(ZoneID("roon:z"))),
            ("{\"type\":\"ZoneDiscovered\",\"payload\":{\"zone\":{\"zone_id\":\"lms:a:b\"}}}", .listed(ZoneID("lms:a:b"))),
            ("{\"type\":\"ZoneRemoved\",\"payload\":{\"zone_id\":\"lms:a:b\"}}", .listed(ZoneID("lms:a:b"))),
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
}

import FoundationEssentials
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of the limit on zones.
@Suite struct MessageZonesTests {
    private static func message(_ zone: String?, _ second: Double, title: String = "T", more: Double? = nil) -> PlayerMessage {
        PlayerMessage(
            .nowPlaying(NowPlayingMessage(track: Track(title: title, length: more), position: more.map { _ in 0 }, status: .playing)),
            timestamp: Date(timeIntervalSinceReferenceDate: second), zone: zone)
    }

    @Test func displacesWhatWasSilentForLongest() {
        var zones = MessageZones(maximum: 3)
        _ = zones.merge(["a", "b", "c"].enumerated().map { Self.message($1, Double($0)) }, watched: [])
        _ = zones.merge([Self.message("a", 10)], watched: [])
        let changed = zones.merge([Self.message("d", 11)], watched: [])
        #expect(Set(zones.names) == ["a", "c", "d"])
        // The removed zone, the new one, and the one without a name, which may now stand for another.
        #expect(changed == ["b", "d", nil])
        #expect(zones.state(of: "b") == MessageState())
        // Zones with subscribers are replaced last.
        _ = zones.merge([Self.message("e", 12)], watched: ["c"])
        #expect(Set(zones.names) == ["c", "d", "e"])
        // The limit applies to them too.
        _ = zones.merge([Self.message("f", 13)], watched: ["c", "d", "e"])
        #expect(zones.names.count == 3)
        #expect(zones.has("f"))
    }

    @Test func manyZonesAreFew() {
        var zones = MessageZones(maximum: 256)
        for step in 0..<20 { _ = zones.merge((0..<100).map { Self.message("\(step) \($0)", 1) }, watched: ["0 0"]) }
        #expect(zones.names.count == 256)
        #expect(zones.has("0 0"))
        #expect(zones.has("19 99"))
    }

    @Test func theNamelessZoneStandsForTheFirst() {
        var zones = MessageZones(maximum: 10)
        #expect(zones.subject(of: nil) == nil)
        _ = zones.merge([Self.message("z", 5), Self.message("a", 1)], watched: [])
        #expect(zones.subject(of: nil) == "z")
        #expect(zones.subject(of: "a") == "a")
        #expect(zones.subject(of: "other") == "other")
        _ = zones.merge([Self.message(nil, 1)], watched: [])
        #expect(zones.subject(of: nil) == nil)
    }

    @Test func tellsTheEndOfATrackOnce() {
        var zones = MessageZones(maximum: 10)
        _ = zones.merge([Self.message("a", 0, more: 100), Self.message("b", 0, more: 50), Self.message("c", 0)], watched: [])
        #expect(zones.nextEnd == Date(timeIntervalSinceReferenceDate: 50))
        #expect(zones.removeEnded(by: Date(timeIntervalSinceReferenceDate: 49)) == [])
        #expect(zones.removeEnded(by: Date(timeIntervalSinceReferenceDate: 50)) == ["b"])
        #expect(zones.nextEnd == Date(timeIntervalSinceReferenceDate: 100))
        #expect(zones.removeEnded(by: Date(timeIntervalSinceReferenceDate: 51)) == [])
        // Another track has another end.
        _ = zones.merge([Self.message("b", 60, title: "U", more: 20)], watched: [])
        #expect(zones.nextEnd == Date(timeIntervalSinceReferenceDate: 80))
    }
}

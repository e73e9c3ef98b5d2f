import Foundation
import Testing

@testable import HiFiWidgets

/// Answers of bridges of several generations.
@Suite struct NowPlayingTests {
    private func decoded(_ text: String) throws -> NowPlaying { try JSONDecoder().decode(NowPlaying.self, from: Data(text.utf8)) }

    @Test func theRustBridgeSaysAll() throws {
        let answer = try decoded(
            """
            {"zone_id":"roon:1","line1":"So What","line2":"Miles Davis","line3":"Kind of Blue","is_playing":true,"volume":-23.4,
            "volume_type":"db","volume_min":-64,"volume_max":0,"volume_step":0.5,"image_key":"b7","seek_position":104,"length":358,
            "zones":[{"zone_id":"roon:1","zone_name":"Living Room","source":"roon","state":"playing","unknown":[1]}]}
            """)
        #expect(answer.hasTrack)
        #expect(answer.volume == Volume(value: -23.4, range: -64...0, isDecibels: true))
        #expect(answer.zones == [Zone(id: "roon:1", name: "Living Room", isPlaying: true)])
        let track = Track(answer, cover: nil, at: Date(timeIntervalSince1970: 1_000))
        #expect(track.position == .running(start: Date(timeIntervalSince1970: 896), end: Date(timeIntervalSince1970: 1_254)))
    }

    @Test(
        "A bridge's words for no track are no title",
        arguments: [
            #"{"line1":"Idle","line2":"","line3":null,"is_playing":false,"image_key":null,"zones":[]}"#,
            #"{"line1":"Office","line2":"","is_playing":false,"zones":[{"zone_id":"roon:1","zone_name":"Office"}]}"#,
            #"{"line1":"No track"}"#,
            "{}",
        ])
    func nothing(_ text: String) throws { #expect(try !decoded(text).hasTrack) }

    @Test(
        "A volume that cannot be shown is none",
        arguments: [
            #"{"volume":null,"volume_type":"fixed","volume_min":0,"volume_max":0}"#,
            #"{"volume":null,"volume_type":null,"volume_min":-80,"volume_max":0}"#,
            #"{"volume":0,"volume_type":"incremental"}"#,
            #"{"volume":3,"volume_type":"number","volume_min":5,"volume_max":1}"#,
        ])
    func noVolume(_ text: String) throws { #expect(try decoded(text).volume == nil) }

    /// The length may be that of an earlier track.
    @Test(arguments: [#""seek_position":400,"length":358"#, #""seek_position":1"#, #""seek_position":0,"length":0"#])
    func noProgress(_ times: String) throws {
        #expect(Track(try decoded(#"{"line1":"A","is_playing":true,\#(times)}"#), cover: nil, at: .now).position == nil)
    }

    @Test func zonesAreSortedByName() {
        let names = [("b", "Office"), ("a", "office"), ("c", "Attic")]
        #expect(names.map { Zone(id: $0.0, name: $0.1, isPlaying: false) }.sortedByName.map(\.id) == ["c", "a", "b"])
    }

    @Test func aTimelineEndsWithTheTrackAndIsOldLater() {
        let date = Date(timeIntervalSince1970: 1_767_260_460)
        let timeline = NowPlayingEntry.sample(at: date).timeline()
        #expect(timeline.entries.map(\.date) == [0, 458, 458 + 1_200].map { date.addingTimeInterval($0) })
        #expect(timeline.entries.map(\.isPlaying) == [true, true, false])
        #expect(timeline.entries.map { $0.track?.position == nil } == [false, true, true])
        #expect(timeline.policy == .after(date.addingTimeInterval(458)))
    }

    @Test(arguments: [NowPlayingEntry.Content.nothing, .noZone, .zoneMissing, .unreachable(last: nil)])
    func whatHasNoTrackIsAskedForAgain(_ content: NowPlayingEntry.Content) {
        let timeline = NowPlayingEntry(date: .distantPast, content: content).timeline()
        #expect(timeline.entries.count == 1)
        #expect(timeline.policy == .after(Date.distantPast.addingTimeInterval(300)))
    }
}

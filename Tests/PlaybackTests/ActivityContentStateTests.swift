import FoundationEssentials
import SubdialDocuments
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialPlayback

@Suite struct ActivityContentStateTests {
    @Test func tellsWhatAnEntryShows() {
        var entry = NowPlaying.soWhat()
        entry.cover = EntryPicture(location: "artwork/blue.jpg")
        #expect(
            ActivityContentState(entry, at: at(1.25)).json.text()
                == #"{"artwork":"artwork/blue.jpg","isPlaying":true,"length":562.0,"line1":"So What","line2":"Miles Davis","#
                + #""seekPosition":105.25,"volume":{"isMuted":false,"level":0.63281,"text":"−23.5 dB"}}"#)
        #expect(ActivityAttributes(entry).json.text() == #"{"zoneID":"roon:1601bb42","zoneName":"Living Room"}"#)
    }

    @Test func leavesOutWhatIsNotKnown() {
        let entry = NowPlaying(date: start, status: .paused)
        #expect(ActivityContentState(entry, at: start).json.text() == #"{"isPlaying":false,"line1":"","line2":""}"#)
        #expect(ActivityAttributes(entry).json.text() == #"{"zoneID":"","zoneName":""}"#)
    }

    @Test(
        arguments: [
            (("T", "A", "L"), "T", "A"), (("T", "", "L"), "T", "L"), (("", "A", "L"), "A", "L"), (("", "", "L"), "L", ""),
            ((" \n", "\u{A0}", ""), "Living Room", ""), (("T", "", ""), "T", ""),
        ] as [((String, String, String), String, String)])
    func linesAreTheFirstTwoThatThereAre(_ names: (String, String, String), _ line1: String, _ line2: String) {
        var entry = NowPlaying.soWhat()
        entry.track = Track(title: names.0, artist: names.1, album: names.2)
        let state = ActivityContentState(entry, at: start)
        #expect([state.line1, state.line2] == [line1, line2])
    }

    @Test(
        arguments: [
            (.soWhat(), 0, 104), (.soWhat(), 10.0004, 114), (.soWhat(), 458, 562), (.soWhat(), 9999, 562), (.soWhat(.paused), 50, 104),
            (.soWhat(position: nil), 5, nil), (.soWhat(position: 104, length: nil), 1000, 1104),
        ] as [(NowPlaying, Double, Double?)])
    func positionsStandWhereTheyAreThen(_ entry: NowPlaying, after seconds: Double, _ expected: Double?) {
        #expect(ActivityContentState(entry, at: at(seconds)).seekPosition == expected)
        // The initial state, advanced, equals the current state.
        #expect(ActivityContentState(entry, at: start).advanced(by: seconds).seekPosition.map { ($0 * 100).rounded() / 100 } == expected)
    }

    @Test func whatIsNoNumberIsNotKnown() {
        let state = ActivityContentState(line1: "T", isPlaying: true, seekPosition: .nan, length: .infinity)
        #expect(state.seekPosition == nil && state.length == nil)
        #expect(
            ActivityContentState(line1: "T", isPlaying: true, seekPosition: -5, length: 0).json.text().contains(#""seekPosition":0.0}"#))
        #expect(ActivityContent(state: state, relevanceScore: .nan).relevanceScore == 0)
        #expect(ActivityVolume(level: .nan, text: "?").level == 0)
        #expect(ActivityVolume(level: 7, text: "7").level == 1)
    }

    @Test(
        arguments: [
            ("short", 5, "short"), ("longer", 5, "lo…"), ("a bcd", 4, "a…"), ("日本語", 9, "日本語"), ("日本語", 8, "日…"), ("日本語", 3, "…"),
            // An escape counts with its size: two bytes for a newline, six for a bell.
            ("\n\n\n", 6, "\n\n\n"), ("a\u{7}\u{7}", 12, "a\u{7}…"), ("\"\"\"\"", 7, "\"\"…"),
            // Grapheme clusters are not split.
            ("👨‍👩‍👧👨‍👩‍👧", 35, "👨‍👩‍👧…"), ("👨‍👩‍👧", 17, "…"), ("cafe\u{301}s", 6, "caf…"), ("cafe\u{301}sses", 9, "cafe\u{301}…"), ("🇯🇵🇰🇷🇯🇵", 12, "🇯🇵…"),
        ] as [(String, Int, String)])
    func isShortenedBetweenClusters(_ text: String, _ limit: Int, _ expected: String) {
        let shortened = text.shortened(toJSONBytes: limit)
        #expect(Array(shortened.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(shortened.jsonByteCount <= limit)
    }

    @Test(arguments: [
        "x", "\u{0}", "\"", "日", "👩🏽‍🎤", "\u{2028}", "a" + String(repeating: "\u{301}", count: 3000), " ", "e\u{301}\u{202E}",
    ])
    func noTitleEndsAnActivity(_ piece: String) throws {
        let text = String(repeating: piece, count: 20_000 / piece.utf8.count + 1)
        var entry = NowPlaying.soWhat()
        entry.zone?.name = text
        entry.track = Track(title: "1" + text, artist: "2" + text, album: text, length: 562.123)
        entry.cover = EntryPicture(location: "data:image/png;base64," + text)
        let payload = ActivityPayload(ActivityAttributes(entry), ActivityContentState(entry, at: at(0.123)))
        #expect(payload.fits)
        #expect(payload.state.artwork == nil)
        #expect(payload.state.line1.hasPrefix("1") && payload.state.line1.hasSuffix("…"))
        #expect(payload.state.line2.hasPrefix("2") && payload.state.line2.hasSuffix("…"))
    }

    @Test(arguments: [
        "playing", "paused", "stopped", "stale", "offline", "zone-missing", "no-artwork", "hostile", "cjk", "rtl", "loading", "no-volume",
        "radio",
    ])
    func fixturesComeBack(_ name: String) throws {
        let entry = try NowPlaying(parsing: Repository.fixture("entries/\(name).json"))
        let payload = ActivityPayload(ActivityAttributes(entry), ActivityContentState(entry, at: entry.date.addingTimeInterval(1.5)))
        #expect(payload.fits)
        #expect(try ActivityPayload(parsing: payload.json.text()) == payload)
        #expect(try restarted(payload.attributes) == payload.attributes)
        #expect(try restarted(payload.state) == payload.state)
    }
}

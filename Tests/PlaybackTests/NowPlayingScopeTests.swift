import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct NowPlayingScopeTests {
    @Test(arguments: [
        ("title", "So What"), ("artist", "Miles Davis"), ("album", "Kind of Blue"), ("zone", "Living Room"), ("zone_id", "roon:1601bb42"),
        ("source", "roon"), ("player", "roon"), ("elapsed", "1:54"), ("length", "9:22"), ("remaining", "7:28"),
        ("round(progress, 3)", "0.203"),
        ("volume_text", "−23.5 dB"), ("muted", "false"), ("connection", "live"), ("age", "just now"),
        ("playing", "true"), ("paused", "false"), ("stopped", "false"), ("loading", "false"), ("stale", "false"), ("offline", "false"),
        ("zone_missing", "false"), ("started", "2026-01-08T20:13:20Z"), ("ends", "2026-01-08T20:22:42Z"), ("paused_at", ""),
        ("now", "2026-01-08T20:15:14Z"),
        ("volume_ratio", "0.6328125"), ("artwork", ""), ("palette", ""), ("locked", "false"), ("count(queue)", "0"),
        // The variables of playerctl.
        ("status", "Playing"), ("position", "114000000"), ("mpris:length", "562000000"), ("volume", "0.6328125"), ("playerName", "roon"),
        ("playerInstance", "roon"), ("loop", ""), ("shuffle", ""),
        ("bitrate", ""), ("audio_format", ""), ("file", ""), ("date", ""), ("queue_position", ""), ("queue_length", ""), ("consume", ""),
        ("single", ""), ("xesam:title", "So What"), ("xesam:artist", "Miles Davis"),
        ("xesam:album", "Kind of Blue"), ("xesam:url", ""), ("mpris:artUrl", ""), ("duration(mpris:length - position)", "7:28"),
        ("position + 1", "114000001.0"),
        ("emoji(status)", "▶️"), ("nonsense", ""),
    ])
    func says(_ expression: String, _ expected: String) throws {
        #expect(try Expression(expression).evaluate(in: EntryScope(.soWhat(), at: at(10))).text(.playerctl) == expected)
    }

    @Test(arguments: [
        ("title", ""), ("artist", ""), ("zone", ""), ("player", ""), ("elapsed", ""), ("length", ""), ("remaining", ""), ("progress", ""),
        ("volume", ""),
        ("volume_text", ""), ("muted", "false"), ("position", ""), ("mpris:length", ""), ("stopped", "true"), ("status", "Stopped"),
        ("playerName", ""),
    ])
    func saysNothingOfNothing(_ expression: String, _ expected: String) throws {
        #expect(try Expression(expression).evaluate(in: EntryScope(NowPlaying(date: start, status: .unknown), at: start)).text == expected)
    }

    @Test(arguments: [
        ("count(queue)", "2"), ("first(queue).title", "Freddie Freeloader"), ("first(queue).length", "9:46"),
        ("first(queue).artwork", "a.jpg"), ("first(queue).album", ""),
    ])
    func saysOfTheQueue(_ expression: String, _ expected: String) throws {
        var entry = NowPlaying.soWhat()
        entry.queue = [
            .init(Track(title: "Freddie Freeloader", artist: "Miles Davis", length: 586), artwork: "a.jpg"),
            .init(Track(title: "Blue in Green")),
        ]
        #expect(try Expression(expression).evaluate(in: EntryScope(entry, at: at(10), palette: .map([:]))).text == expected)
    }

    /// The playback of a locked zone is not accessible to any template.
    @Test(arguments: [
        ("locked", "true"), ("zone", "Living Room"), ("stopped", "true"), ("playing", "false"), ("title", ""), ("artist", ""),
        ("album", ""),
        ("progress", ""), ("elapsed", ""), ("volume_text", ""), ("artwork", ""), ("xesam:title", ""), ("xesam:genre", ""),
        ("count(queue)", "0"),
        ("status", "Stopped"),
    ])
    func saysOfALockedZone(_ expression: String, _ expected: String) throws {
        var entry = NowPlaying.soWhat()
        entry.zone?.isLocked = true
        entry.cover = EntryPicture(location: "a.jpg")
        entry.metadata = ["xesam:genre": "Jazz"]
        entry.queue = [.init(Track(title: "Freddie Freeloader"))]
        #expect(try Expression(expression).evaluate(in: EntryScope(entry, at: at(10), palette: .map([:]))).text == expected)
    }

    @Test func metadataWin() throws {
        var entry = NowPlaying.soWhat()
        entry.metadata = ["title": "Raw", "xesam:genre": ["Jazz"], "mpris:length": 5.5, "xesam:trackNumber": 1, "volume": 0.5]
        let scope = EntryScope(entry, at: start)
        #expect(scope.value(of: "title") == .string("Raw"))
        #expect(scope.value(of: "xesam:genre") == .list([.string("Jazz")]))
        #expect(scope.value(of: "mpris:length") == .double(5.5))
        #expect(scope.value(of: "xesam:trackNumber") == .integer(1))
        #expect(scope.value(of: "volume") == .double(0.5))
        #expect(scope.value(of: "artist") == .string("Miles Davis"))
        #expect(scope.names.contains("xesam:genre"))
    }

    @Test func knowsAllItsNames() {
        let scope = EntryScope(.soWhat(), at: start, palette: .map(["background": .string("#000000")]))
        for name in scope.names { #expect(scope.value(of: name) != nil, "\(name)") }
        #expect(scope.value(of: "nonsense") == nil)
        #expect(Set(scope.names) == Set(EntrySchema.nowPlaying.allNames))
        #expect(Set(EntryScope(.soWhat(), at: start).names) == Set(EntrySchema.nowPlaying.lineNames))
        #expect(!EntrySchema.nowPlaying.lineNames.contains("palette"))
    }

    @Test(arguments: [
        // For any fractional length, the elapsed and the remaining time add up to the length.
        (104.0, 562.0, "1:44", "7:38"), (104.3, 562, "1:44", "7:38"), (104.999, 562, "1:44", "7:38"), (104.3, 562.9, "1:44", "7:38"),
        (562, 562.9, "9:22", "0:00"), (563.5, 562, "9:22", "0:00"), (0, 0.4, "0:00", "0:00"),
    ])
    func elapsedAndRemaining(position: Double, length: Double, _ elapsed: String, _ remaining: String) {
        let scope = EntryScope(.soWhat(.paused, position: position, length: length), at: start)
        #expect(scope.value(of: "elapsed")?.text == elapsed)
        #expect(scope.value(of: "remaining")?.text == remaining)
    }

    @Test func pastTheEndThePositionStaysThere() {
        let scope = EntryScope(.soWhat(), at: at(1000))
        #expect(scope.value(of: "position") == .integer(562_000_000))
        #expect(scope.value(of: "elapsed") == .duration(562))
        #expect(scope.value(of: "progress") == .double(1))
    }

    @Test(arguments: [
        (0.0, "just now"), (59, "just now"), (60, "1 min ago"), (119, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
        (86_399, "23 h ago"),
        (86_400, "1 d ago"), (1e8, "1157 d ago"),
    ])
    func age(seconds: Double, _ expected: String) {
        #expect(EntryScope(.soWhat(freshness: .stale), at: at(seconds)).value(of: "age") == .string(expected))
        // The entry of a responding source has no age, even if it has not changed for a long time.
        #expect(EntryScope(.soWhat(), at: at(seconds)).value(of: "age") == .string("just now"))
    }
}

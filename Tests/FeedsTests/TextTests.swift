import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialFeeds
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("playing", "Miles Davis – So What"), ("paused", "Miles Davis – So What"), ("stale", "Miles Davis – So What"),
        ("loading", "John Coltrane – Naima"), ("radio", "BBC Radio 3 – Late Junction"), ("no-volume", "Bill Evans – Peace Piece"),
        ("cjk", "坂本龍一 – 戦場のメリークリスマス"), ("stopped", ""), ("offline", ""), ("zone-missing", ""),
    ])
    func ofEachState(_ name: String, _ expected: String) throws {
        #expect(try Feed.line(fixture(name)) == expected)
    }

    @Test(arguments: [
        ("playing", "♪ So What"), ("paused", "⏸ So What"), ("loading", "♪ Naima"), ("stopped", "nothing"), ("offline", "away"),
        ("zone-missing", "away"),
        ("stale", "♪ So What"),
    ])
    func ofEachStateAsAskedFor(_ name: String, _ expected: String) throws {
        let texts = ["paused": "⏸ {{title}}", "stopped": "nothing", "offline": "away"]
        #expect(try Feed.line(fixture(name), text: "♪ {{title}}", stateTexts: texts) == expected)
    }

    @Test func anEmptyTextHides() throws {
        #expect(try Feed.line(fixture("paused"), stateTexts: ["paused": ""]) == "")
        #expect(try Feed.line(fixture("playing"), format: "waybar", text: "  {{xesam:url}} ") == "")
        #expect(try Feed.line(fixture("loading"), stateTexts: ["loading": "…", "playing": "x"]) == "…")
        #expect(try Feed.line(fixture("loading"), stateTexts: ["playing": "x"]) == "x")
        #expect(try Feed.line(fixture("zone-missing"), stateTexts: ["offline": "x", "zone-missing": "{{zone}}?"]) == "Living Room?")
    }

    @Test func anOldOfflineEntryShowsNothingOfItsTrack() throws {
        var entry = try fixture("playing")
        entry.freshness = .offline
        #expect(try Feed.line(entry) == "")
    }

    @Test(arguments: [
        ("So What", "Miles Davis", "Miles Davis – So What"), ("So What", "", "So What"), ("", "Miles Davis", "Miles Davis"), ("", "", ""),
    ])
    func whatIsThere(_ title: String, _ artist: String, _ expected: String) throws {
        #expect(try Feed.line(entry(title, artist: artist)) == expected)
    }

    @Test func aTrackWithoutATitleIsCalledByItsAlbum() throws {
        var entry = entry("", artist: "Radio 3")
        entry.track?.album = "Late Junction"
        #expect(try Feed.line(entry) == "Late Junction")
    }

    @Test(arguments: [
        (21, "Miles Davis – So What"), (20, "Miles Dav… – So What"), (19, "Miles Da… – So What"), (18, "So What"), (7, "So What"),
        (6, "So Wh…"), (1, "…"),
    ])
    func theArtistGivesWayFirst(width: Int, _ expected: String) throws {
        #expect(try Feed.line(entry("So What", artist: "Miles Davis"), width: width) == expected)
    }

    @Test(arguments: [
        (30, "The O… – The Unanswered Quest…"), (40, "The Orchestra… – The Unanswered Question"),
        (60, "The Orchestra of St. Luke's – The Unanswered Question"),
    ])
    func thenTheTitle(width: Int, _ expected: String) throws {
        let line = try Feed.line(entry("The Unanswered Question", artist: "The Orchestra of St. Luke's"), width: width)
        #expect(line == expected)
    }

    @Test func whateverTheWordsTheWidthIsKept() throws {
        var random = SplitMix64(seed: 11)
        let pieces = ["So ", "What", "日本", "語", "é", "👨‍👩‍👧", "🇩🇪", "שלום ", "한", " – ", "e\u{301}", "x"]
        for _ in 0..<2000 {
            func text() -> String {
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            let (title, artist, width) = (text(), text(), Int.random(in: 1...60, using: &random))
            #expect(try Feed.line(entry(title, artist: artist), width: width).displayWidth <= width)
            #expect(try Feed.line(entry(title, artist: artist), text: "♪ {{title}} {{artist}}", width: width).displayWidth <= width)
        }
    }

    @Test func noLineIsWiderThanABar() throws {
        let long = String(repeating: "日本", count: 500)
        #expect(try Feed.line(entry(long)).displayWidth <= 200)
        #expect(try Feed.line(entry(long), text: "{{title}}").displayWidth <= 200)
    }

    @Test func whatCannotBeCalculatedPrintsAsNothing() throws {
        let options = try FeedOptions(text: "{{title}} {{ duration(mpris:length - position) }}|{{artist * 2}}")
        var feed = Feed(options)
        #expect(feed.line(for: try fixture("radio"), at: start) == "Late Junction |")
        #expect(
            feed.problem
                == .template(option: "text", ExpressionError("'*' cannot be used on a text and a number", at: 59)))
        var other = Feed(try FeedOptions(text: "{{title}}"))
        _ = other.line(for: try fixture("radio"), at: start)
        #expect(other.problem == nil)
    }

    @Test(arguments: [
        ("playing", "So What\nMiles Davis\nKind of Blue\nLiving Room\n9:22"), ("radio", "Late Junction\nBBC Radio 3\nKitchen"),
        ("stopped", "Living Room"),
        ("offline", "Living Room is not reachable"), ("zone-missing", "Living Room is not available"),
    ])
    func tooltips(_ name: String, _ expected: String) throws {
        let line = try Feed.line(fixture(name), format: "waybar", stateTexts: ["stopped": "x", "offline": "x"])
        #expect(line.contains(expected.replacing("\n", with: "\\n")))
    }

    /// The reason why a zone has no news, and since when, stand below the last known content.
    @Test(
        arguments: [
            (.stale, at(-7200), "So What\nBar\n3:20\nNo news since 18:15: it is away"),
            (.stale, at(-86_400), "So What\nBar\n3:20\nNo news since 2026-01-07 20:15: it is away"),
            (.stale, nil, "So What\nBar\n3:20\nNo news: it is away"),
            (.offline, at(-7200), "Bar is not reachable\nNo news since 18:15: it is away"),
            (.offline, nil, "Bar is not reachable\nNo news: it is away"),
        ] as [(Freshness, Date?, String)])
    func theTooltipSaysWhyThereIsNoNews(_ freshness: Freshness, _ contact: Date?, _ expected: String) throws {
        var entry = entry("So What", freshness: freshness)
        entry.lastContact = contact
        entry.problem = EntryProblem(step: "source", message: "it is away", since: start)
        let line = try Feed.line(entry, format: "waybar", stateTexts: ["offline": "x"])
        #expect(line.contains("\"\(expected.replacing("\n", with: "\\n"))\""), "\(line)")
        // An expression has the reason alone, and the line itself none of it.
        #expect(try Feed.line(entry, text: "{{ problem }}", stateTexts: ["offline": "{{ problem }}"]) == "it is away")
        #expect(try !Feed.line(entry).contains("away"))
        // The reason is foreign text, and a locked zone has none.
        entry.problem?.message = "<b>\u{1B}[2J & co"
        #expect(try Feed.line(entry, format: "waybar", stateTexts: ["offline": "x"]).contains(": &lt;b&gt;"))
        entry.zone?.isLocked = true
        #expect(try !Feed.line(entry, format: "waybar", stateTexts: ["stopped": "x", "offline": "x"]).contains("&amp; co"))
    }

    @Test func theTooltipIsTheSameThroughoutATrack() throws {
        let entry = try fixture("playing")
        let lines = try Set(
            stride(from: 0.0, through: 458, by: 7).map { seconds in
                String(
                    try Feed.line(entry, at: at(seconds), format: "waybar").split(separator: "\"tooltip\"")[1].prefix { $0 != "}" }.prefix(
                        40))
            })
        #expect(lines.count == 1)
    }
}

import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct FittingTests {
    /// The width in columns, and the line of one track: first the album is omitted, then the artist is truncated, then the title.
    @Test(arguments: [
        (60, "Miles Davis Quintet – Blue in Green – Kind of Blue"), (50, "Miles Davis Quintet – Blue in Green – Kind of Blue"),
        (48, "Miles Davis Quintet – Blue in Green"), (35, "Miles Davis Quintet – Blue in Green"),
        (34, "Miles Davis Quint… – Blue in Green"), (22, "Miles… – Blue in Green"), (20, "Mil… – Blue in Green"),
        (12, "Blue in Gre…"), (1, "…"),
    ])
    func givesWayByImportance(_ width: Int, _ expected: String) throws {
        var entry = entry("Blue in Green", artist: "Miles Davis Quintet")
        entry.track?.album = "Kind of Blue"
        #expect(try Feed.line(entry, width: width) == expected)
    }

    @Test func anAlbumThatSaysNothingNewIsLeftOut() throws {
        var entry = entry("Hurt", artist: "Johnny Cash")
        entry.track?.album = "Hurt"
        #expect(try Feed.line(entry, width: 60) == "Johnny Cash – Hurt")
    }

    @Test(arguments: [
        (40, "▶ Miles Davis – So What (1:44)"), (29, "▶ Miles Dav… – So What (1:44)"), (26, "▶ So What (1:44)"), (18, "▶ So What (1:44)"),
    ])
    func whatStandsAroundItHasItsRoomFirst(_ width: Int, _ expected: String) throws {
        var entry = try fixture("playing")
        entry.track?.album = "A title of an album that is far too long for any of these"
        let line = try Feed.line(entry, text: "{{ status_icon }} {{ dynamic }} ({{ elapsed }})", width: width)
        #expect(line == expected)
    }

    @Test(
        arguments: [
            ([:], "♪ ▶"), (["default": "D"], "D ▶"), (["roon": "R", "default": "D"], "R ▶"),
            (["Living Room": "L", "roon": "R", "playing": "P"], "L P"), (["roon:1601bb42": "I", "roon": "R"], "I ▶"),
        ] as [([String: String], String)])
    func signsOfZonesAndSources(_ icons: [String: String], _ expected: String) throws {
        var settings = FeedSettings()
        (settings.text, settings.icons) = ("{{ icon }} {{ status_icon }}", icons)
        var feed = Feed(try FeedOptions(format: "plain", settings: settings))
        #expect(try feed.line(for: fixture("playing"), at: start) == expected)
    }

    @Test(
        arguments: [
            (["mpv": "M", "mpris": "D"], "M"), (["mpris": "D"], "D"), (["mpv": "M", "mpv Media Player": "N"], "N"),
            (["firefox": "F", "default": "?"], "?"),
        ] as [([String: String], String)])
    func signsOfPlayers(_ icons: [String: String], _ expected: String) throws {
        var entry = try fixture("playing")
        entry.zone = Subject(id: "mpris:mpv", name: "mpv Media Player", source: "mpris")
        entry.metadata["playerName"] = .string("mpv")
        var settings = FeedSettings()
        (settings.text, settings.icons) = ("{{ icon }}", icons)
        var feed = Feed(try FeedOptions(format: "plain", settings: settings))
        let line = feed.line(for: entry.entry, at: start)
        #expect(line == expected)
    }

    @Test func settingsOfAFormatCountBeforeThoseOfAll() {
        var (flags, format, all) = (FeedSettings(), FeedSettings(), FeedSettings())
        (all.text, all.width, all.icons, all.clicks) = ("all", 10, ["roon": "A", "lms": "L"], [.left: "next"])
        (format.width, format.icons, format.texts) = (20, ["roon": "F"], ["paused": "P"])
        flags.marquee = true
        let merged = flags.merged(over: format.merged(over: all))
        #expect(merged.text == "all" && merged.width == 20 && merged.marquee == true && merged.progressClass == nil)
        #expect(merged.icons == ["roon": "F", "lms": "L"] && merged.clicks == [.left: "next"] && merged.texts == ["paused": "P"])
    }

    @Test func theProgressIsAClassWhereAskedFor() throws {
        var settings = FeedSettings()
        settings.progressClass = true
        var feed = Feed(try FeedOptions(format: "waybar", settings: settings))
        #expect(try feed.line(for: fixture("playing"), at: start)?.contains(#""class":["playing","roon","p18"]"#) == true)
        #expect(feed.nextWake(after: start) != nil)
    }
}

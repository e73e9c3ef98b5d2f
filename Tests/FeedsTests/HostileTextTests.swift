import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialTimeline
import Testing

@Suite struct HostileTextTests {
    /// The title of the file as a bar should show it: complete, without directional controls and line breaks.
    private static let title =
        #"AC/DC & "Mountain" <live> \o/ 100% %{F#f00} #[fg=red] $(id) `id` | :horse: 日本語 e"# + "\u{301} 👨\u{200D}👩\u{200D}👧"

    @Test func plainShowsItLiterally() throws {
        #expect(try Feed.line(fixture("hostile"), text: "{{title}}") == Self.title)
    }

    @Test(arguments: [("waybar", "text"), ("i3blocks", "full_text")])
    func markupShowsItLiterally(_ format: String, _ key: String) throws {
        let line = try JSONValue(parsing: Feed.line(fixture("hostile"), format: format, text: "{{title}}"))
        #expect(try #require(line[key]?.string).shownByPango == Self.title)
    }

    /// The escaped texts of bars without XML-like markup, as these bars interpret them.
    ///
    /// The tests of real bars use the bars themselves.
    @Test(
        arguments: [
            ("polybar", [("%{T-}", "")]), ("lemonbar", [("%%", "%")]), ("tmux", [("##", "#")]), ("zsh", [("%%", "%")]),
            ("conky", [("$$", "$"), ("\\#", "#")]), ("bash", [(#"\\$"#, "$"), (#"\\`"#, "`"), (#"\\\\"#, #"\"#)]),
        ] as [(String, [(String, String)])])
    func escapesAreUndone(_ format: String, _ readings: [(String, String)]) throws {
        let options = try FeedOptions(format: format, settings: .titleAlone)
        var feed = Feed(options)
        let entry = try fixture("hostile")
        let line = feed.line(for: entry, at: start) ?? ""
        #expect(readings.reduce(line) { $0.replacing($1.0, with: $1.1) } == Self.title)
        #expect(line != Self.title)
    }

    @Test func xmobarTakesItRawAndCountsScalars() throws {
        var feed = Feed(try FeedOptions(format: "xmobar", settings: .titleAlone))
        #expect(try feed.line(for: fixture("hostile"), at: start) == "<raw=\(Self.title.unicodeScalars.count):\(Self.title)/>")
    }

    /// i3blocks passes the escapes of JSON on unchanged, or doubles them.
    @Test func i3blocksNeedsNoEscapes() throws {
        #expect(try !Feed.line(fixture("hostile"), format: "i3blocks").contains("\\"))
    }

    @Test func theTooltipToo() throws {
        let line = try JSONValue(parsing: Feed.line(fixture("hostile"), format: "waybar"))
        let lines = try #require(line["tooltip"]?.string?.shownByPango).split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0] == Self.title)
        #expect(lines[1].hasPrefix("東京スカパラダイスオーケストラ שלום עולם مرحبا بالعالم 🎷🎺🏳️‍🌈👩🏽‍🎤🇯🇵 한국어 노래"))
        #expect(lines[1].displayWidth <= 200)
        #expect(lines[2] == "<i> [31m &amp; \\")
        #expect(lines[3] == "Living <Room> & \"Bar\"")
        #expect(lines[4] == "3:35")
    }

    @Test(
        arguments: [
            ("a\nb", "a b"), ("a\r\nb", "a b"), ("a \t\n\u{0} b", "a b"), ("\u{0}a\u{0}", "a"), ("a\u{7}\u{1B}[31mb", "a [31mb"),
            ("a\u{85}b\u{9F}c", "a b c"),
            ("a\u{2028}b\u{2029}c", "a b c"), ("a\u{202E}b\u{202C}c", "abc"), ("\u{2066}a\u{2067}b\u{2068}c\u{2069}", "abc"),
            ("\u{202A}a\u{202B}b\u{202D}c", "abc"), ("\u{FEFF}a\u{FFF9}b", "ab"), ("a  b", "a  b"), ("  a  ", "a"), ("\u{206A}a", "a"),
            ("مرحبا\u{200F} a", "مرحبا a"), ("a\u{200E}\u{61C}\u{AD}b", "ab"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"), ("e\u{301}", "e\u{301}"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
        ] as [(String, String)])
    func isCleaned(_ title: String, _ expected: String) throws {
        #expect(try Array(Feed.line(entry(title)).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(try Feed.line(entry(title), text: "{{title}}") == expected)
    }

    /// Without isolates, the times after a Hebrew title would be shown in the reverse order.
    @Test(
        "Bars with Pango get each text with a right-to-left letter between isolates, and other bars get no directional characters",
        arguments: FeedFormat.all.map(\.name))
    func rightToLeftTitles(_ name: String) throws {
        let format = try FeedFormat.named(name)
        for (text, width) in [("{{ artist }}: {{ title }} 0:42 / 3:35", nil), (nil, nil), ("{{ title }} {{ title }} {{ title }}", 15)] {
            let line = try Feed.line(entry("שיר של אהבה", artist: "Miles"), format: name, text: text, width: width)
            // JSON has escapes for isolates.
            func count(_ isolate: Unicode.Scalar) -> Int {
                line.unicodeScalars.count { $0 == isolate } + line.ranges(of: "\\u\(String(isolate.value, radix: 16))").count
            }
            #expect((count("\u{2068}") > 0) == format.traits.contains(.isolates), "\(line)")
            #expect(count("\u{2068}") == count("\u{2069}"), "\(line)")
        }
    }

    @Test("A marquee, which cuts its text anywhere, gets no isolates")
    func rightToLeftMarquee() throws {
        var feed = Feed(try FeedOptions(format: "pango", text: "{{ title }} {{ artist }}", width: 12, marquee: true))
        let line = feed.line(for: entry("שיר של אהבה", artist: "Miles"), at: start) ?? "no line"
        #expect(line != "no line")
        #expect(!line.unicodeScalars.contains { $0 == "\u{2068}" || $0 == "\u{2069}" })
    }

    @Test("A source cannot open or close an isolate")
    func isolatesOfASource() throws {
        let title = "\u{2069}\u{2069}שיר\u{2067}\u{2068}"
        let line = try Feed.line(entry(title), format: "pango", text: "{{ title }}|")
        #expect(line == "<span>\u{2068}שיר\u{2069}|</span>")
    }

    @Test func aPileOfAccentsIsCut() throws {
        let accents = String(repeating: "\u{301}", count: 40)
        #expect(try Feed.line(entry("a\(accents)b")) == "a\(String(repeating: "\u{301}", count: 15))b")
    }

    @Test func whatIsNoCharacterIsLeftOut() throws {
        let scalars = [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE].compactMap(Unicode.Scalar.init).map(Character.init)
        #expect(try Feed.line(entry("a" + String(scalars) + "b")) == "ab")
    }

    @Test(arguments: ["\n", "\u{0}", "   ", "\u{202E}", "\u{200B}\n"])
    func aTitleOfNothingIsNone(_ title: String) throws {
        #expect(try Feed.line(entry(title, artist: "Miles Davis")).unicodeScalars.count <= "Miles Davis".count + 4)
        #expect(try Feed.line(entry(title)).displayWidth == 0)
    }

    @Test func metadataAreCleanedToo() throws {
        var entry = entry("So What")
        entry.metadata = ["xesam:comment": ["a\nb\u{202E}", "c\u{0}"], "mpris:trackid": "x\ny"]
        #expect(try Feed.line(entry, text: "{{xesam:comment}}|{{mpris:trackid}}") == "a b, c|x y")
    }

    @Test func whatTheUserWritesIsCleanedButForTheLinesOfTheTooltip() throws {
        let line = try Feed.line(entry("So\nWhat"), format: "waybar", text: "a\nb\t<i>{{title}}", tooltip: "\n{{title}}\n\n{{artist}}<b>\n")
        let json = try JSONValue(parsing: line)
        #expect(json["text"] == "a b &lt;i&gt;So What")
        #expect(json["tooltip"] == "So What\n\n&lt;b&gt;")
    }
}

extension FeedSettings {
    /// Settings for the title, without clicks.
    fileprivate static var titleAlone: FeedSettings {
        var settings = FeedSettings()
        settings.text = "{{title}}"
        settings.clicks = Dictionary(uniqueKeysWithValues: ClickButton.allCases.map { ($0, "") })
        return settings
    }
}

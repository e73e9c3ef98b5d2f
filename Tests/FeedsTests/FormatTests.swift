import Expressions
import Feeds
import JSON
import Testing
import Timeline

@Suite struct FormatTests {
    @Test(arguments: [
        (
            "waybar",
            #"{"text":"Miles Davis – So What","alt":"playing","class":["playing","roon"],"tooltip":"So What\nMiles Davis\nKind of Blue\nLiving Room\n9:22","percentage":18}"#
        ),
        ("i3blocks", #"{"full_text":"Miles Davis – So What","short_text":"Miles Dav… – So What","markup":"pango"}"#),
        ("plain", "Miles Davis – So What"),
    ])
    func lines(_ format: String, _ expected: String) throws {
        #expect(try Feed.line(fixture("playing"), format: format) == expected)
    }

    @Test(arguments: [("waybar", ""), ("i3blocks", #"{"full_text":"","short_text":"","markup":"pango"}"#), ("plain", "")])
    func nothingToShow(_ format: String, _ expected: String) throws {
        let format = try FeedFormat.named(format)
        #expect(format.idle == expected)
        #expect(format.line(for: FeedContent()) == expected)
        #expect(format.line(for: FeedContent(tooltip: "tooltip", classes: ["offline"])) == expected)
        for name in ["stopped", "offline", "zone-missing"] { #expect(try Feed.line(fixture(name), format: format.name) == expected) }
    }

    @Test func waybarAlwaysHasTheSameKeys() throws {
        for name in ["playing", "paused", "stale", "no-artwork", "hostile", "cjk", "rtl", "loading", "no-volume", "radio"] {
            guard case .object(let members) = try JSONValue(parsing: Feed.line(fixture(name), format: "waybar")) else {
                Issue.record("\(name) gives no object")
                continue
            }
            #expect(members.map(\.key) == ["text", "alt", "class", "tooltip", "percentage"])
            guard case .integer(let percentage) = members[4].value, case .array(let classes) = members[2].value else {
                Issue.record("\(name): \(members)")
                continue
            }
            #expect((0...100).contains(percentage))
            #expect(classes.allSatisfy { $0.string?.isEmpty == false })
        }
    }

    @Test(arguments: [
        ("playing", "playing", ["playing", "roon"]), ("paused", "paused", ["paused", "roon"]), ("loading", "playing", ["loading", "roon"]),
        ("stale", "playing", ["playing", "roon", "stale"]), ("stopped", "stopped", ["stopped", "roon"]),
        ("offline", "stopped", ["offline", "roon"]),
        ("zone-missing", "stopped", ["zone-missing", "roon"]),
    ])
    func waybarStylesByStatus(_ name: String, alt: String, classes: [String]) throws {
        let texts = ["stopped": "nothing plays", "offline": "not there"]
        let line = try JSONValue(parsing: Feed.line(fixture(name), format: "waybar", stateTexts: texts))
        #expect(line["alt"]?.string == alt)
        #expect(line["class"] == .array(classes.map(JSONValue.string)))
    }

    @Test func waybarTellsWhatIsMutedAndNamesTheSourceSafely() throws {
        var entry = try fixture("playing")
        entry.volume?.isMuted = true
        entry.zone?.source = "MPRIS <Firefox>.instance_1"
        let line = try JSONValue(parsing: Feed.line(entry, format: "waybar"))
        #expect(line["class"] == ["playing", "mpris--firefox--instance-1", "muted"])
    }

    @Test(arguments: FeedFormat.all.map(\.name))
    func everyFormatIsDescribed(_ name: String) throws {
        let format = try FeedFormat.named(name)
        #expect(!format.summary.isEmpty && !format.summary.contains("\n"))
        #expect(format.setup.contains("subdial feed --format \(name)"))
    }

    @Test func namesAreUnique() {
        #expect(Set(FeedFormat.all.map(\.name)).count == FeedFormat.all.count)
    }

    /// Nothing that fits 200 columns may exceed what is written at once, however many bytes its characters have.
    @Test(arguments: FeedFormat.all.map(\.name))
    func noLineIsTooLong(_ name: String) throws {
        let family = "👨🏽\u{200D}👩🏽\u{200D}👧🏽\u{200D}👦🏽"
        let zalgo = "a" + String(repeating: "\u{301}", count: 3000)
        for title in ["'", "\"\\", "日", family, "&", zalgo].map({ String(repeating: $0, count: 400) }) {
            for artist in ["", title] {
                var entry = entry(title, artist: artist)
                entry.track?.album = title
                let line = try Feed.line(entry, format: name)
                #expect(line.utf8.count < FeedFormat.maximumLineBytes)
                #expect(line.utf8.count > 200)
                #expect(!line.contains("\n"))
                if name != "plain" {
                    let json = try JSONValue(parsing: line)
                    let text = try #require((json["text"] ?? json["full_text"])?.string?.shownByPango)
                    #expect(text.displayWidth <= FeedOptions.maximumWidth)
                    #expect(text.hasSuffix("…"))
                }
            }
        }
    }

    @Test func theTooltipGivesWayBeforeTheText() throws {
        var entry = entry(String(repeating: "'", count: 190))
        entry.track?.album = String(repeating: "\"", count: 500)
        entry.track?.artist = String(repeating: "&", count: 500)
        let line = try JSONValue(parsing: Feed.line(entry, format: "waybar", text: "{{title}}"))
        #expect(line["text"]?.string?.shownByPango == String(repeating: "'", count: 190))
        #expect(try #require(line["tooltip"]?.string?.shownByPango).hasSuffix("…"))
    }
}

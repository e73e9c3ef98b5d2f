import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import Testing

/// The lines of a feed that has nothing else to show.
@Suite struct FeedFaultTests {
    private static let message =
        "/home/ada/.config/subdial/config.yaml:3:7: text, character 4: there is no <tag> & %{A1:id:}; did you mean 'title'?"
    private static let summary = "⚠ subdial: config.yaml:3:7: text, character 4: there is no <tag…"

    @Test(arguments: FeedFormat.all.map(\.name)) func everyFormatShowsIt(_ name: String) throws {
        let format = try FeedFormat.named(name)
        let line = format.line(for: FeedFault(Self.message))
        #expect(line != format.idle && line.utf8.count < format.lineBytes, "\(line)")
        #expect(line.contains(format.escape("⚠ subdial: config.yaml:3:7: text, character 4")), "\(line)")
        #expect(!line.contains("/home/ada") || line.contains("tooltip") || name == "genmon" || name.hasSuffix("rgos"), "\(line)")
    }

    @Test func waybarHasTheWholeMessageInItsTooltip() throws {
        let waybar = try FeedFormat.named("waybar")
        let line = try JSONValue(parsing: waybar.line(for: FeedFault(Self.message)))
        #expect(line["text"]?.string == waybar.escape(Self.summary))
        #expect(line["tooltip"]?.string == waybar.escape(Self.message.replacing("; ", with: ";\n")))
        #expect(line["class"] == ["error"] && line["alt"] == "error")
        let narrow = try JSONValue(parsing: waybar.line(for: FeedFault(Self.message), columns: 12))
        #expect(narrow["text"]?.string == "⚠ subdial:…")
    }

    /// The objects have the keys of every line.
    @Test func objectsKeepTheirKeys() throws {
        let ordinary = try JSONValue(parsing: Feed.line(fixture("playing"), format: "json"))
        let line = try JSONValue(parsing: FeedFormat.named("json").line(for: FeedFault("a")))
        guard case .object(let expected) = ordinary, case .object(let members) = line else { return #expect(Bool(false), "\(line)") }
        #expect(members.map(\.key) == expected.map(\.key))
        #expect(line["status"] == "error")
    }

    /// A text that only uses names that do not exist would hide the module.
    @Test(arguments: [
        ("{{ titel }}", "⚠ subdial: text, there is no variable 'titel'"),
        ("{{ titel }} {{ nope }}", "⚠ subdial: text, there is no variable 'titel'"),
        // Something is shown, or nothing on purpose.
        ("{{ title }}{{ titel }}", "So What"), ("{{ xesam:mood }}", ""), ("", ""), ("{{ '' }}", ""),
    ])
    func unknownNamesAreShown(_ text: String, _ expected: String) throws {
        var settings = FeedSettings()
        settings.text = text
        var feed = Feed(try FeedOptions(format: "plain", settings: settings, showsFaults: true))
        #expect(try feed.line(for: fixture("playing"), at: start) == expected)
        // The lines of snapshots and scripts are as before.
        #expect(try Feed.line(fixture("playing"), text: text) == (expected.hasPrefix("⚠") ? "" : expected))
    }

    /// A kind with an error that does not pass has no other line.
    @Test(arguments: [
        ("accept", "⚠ subdial: nobody knows this place"), ("trust", "⚠ subdial: nobody knows this place"), ("source", ""), ("document", ""),
    ])
    func errorsOfKindsAreShown(_ step: String, _ expected: String) throws {
        let schema = EntrySchema(kind: "k", fields: [])
        let problem = EntryProblem(step: step, message: "nobody knows this place; write another one", since: start)
        let entry = Entry(date: start, schema: schema, freshness: .offline, problem: problem)
        for (shows, line) in [(true, expected), (false, "")] {
            var feed = Feed(try FeedOptions(format: "plain", settings: FeedSettings(), showsFaults: shows))
            #expect(feed.line(for: entry, at: start) == line)
        }
    }
}

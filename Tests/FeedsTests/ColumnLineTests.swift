import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialTestSupport
import Testing

/// The columns of whole lines, with titles that are hard to measure.
@Suite struct ColumnLineTests {
    private static let titles = HardTexts.all.map { $0.cleaned().trimmed() }.filter { !$0.isEmpty && $0.displayWidth > 0 }

    @Test(arguments: 1...40) func aTitleThatIsCutHasExactlyTheWidth(width: Int) throws {
        for title in Self.titles {
            for text in [nil, "{{ title }}", "{{ dynamic }}"] {
                let line = try Feed.line(entry(title), text: text, width: width)
                if title.displayWidth <= width {
                    #expect(line == title)
                } else {
                    #expect(line.displayWidth == width, "\(title.debugDescription): \(line.debugDescription)")
                }
            }
        }
    }

    /// Room for both: the artist is cut first, then the title.
    @Test(arguments: 19...60) func soHasALineOfArtistAndTitle(width: Int) throws {
        for (title, artist) in zip(Self.titles, Self.titles.reversed()) {
            for format in ["plain", "pango"] {
                let line = try Feed.line(entry(title, artist: artist), format: format, width: width)
                // A skin tone is one character with the mark before it.
                let content = String(line.unicodeScalars.dropFirst("<span>".count).dropLast("</span>".count))
                let shown = format == "pango" ? try #require(content.shownByPango) : line
                #expect(shown.displayWidth == min(width, title.displayWidth + artist.displayWidth + 3), "\(artist) – \(title): \(line)")
            }
        }
    }

    /// With markup in JSON and in every other form, what is shown of a line has the width.
    @Test(arguments: 1...40) func everyStepOfAMarqueeInABarHasExactlyTheWidth(width: Int) throws {
        for title in Self.titles {
            let options = try FeedOptions(format: "waybar", text: "{{ title }}", width: width, marquee: true)
            var feed = Feed(options)
            for step in 0..<12 {
                let line = feed.line(for: entry(title), at: at(step == 0 ? 0 : 2 + Double(step) / 4))
                guard let line else { continue }  // lint: skips
                let text = try #require(try JSONValue(parsing: line)["text"]?.string?.shownByPango)
                #expect(text.displayWidth == width, "\(title.debugDescription): \(text.debugDescription)")
            }
        }
    }

    /// A line that has too many bytes loses characters, and no columns.
    @Test func aLineOfTooManyBytesKeepsItsColumns() throws {
        let accents = String(repeating: "\u{1D165}\u{20DD}\u{301}", count: 5)
        let title = String(repeating: "日" + accents, count: 100)
        for (format, width) in [("plain", 200), ("waybar", 120)] {
            let line = try Feed.line(entry(title), format: format, width: width)
            #expect(line.utf8.count < FeedFormat.maximumLineBytes)
            let text = format == "plain" ? line : try #require(try JSONValue(parsing: line)["text"]?.string)
            #expect(text.displayWidth == width && text.contains("…"))
        }
    }

    @Test(arguments: [
        ("{{ trunc(title, 3) }}", "日…"), ("{{ trunc(title, 4) }}", "日本…"), ("[{{ pad(title, 8) }}]", "[日本語  ]"),
        ("[{{ pad(title, 5) }}]", "[日本語]"),
    ])
    func functionsCountTheSameColumns(_ text: String, _ expected: String) throws {
        #expect(try Feed.line(entry("日本語"), text: text) == expected)
    }
}

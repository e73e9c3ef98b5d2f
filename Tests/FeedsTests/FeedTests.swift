import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@Suite struct FeedTests {
    @Test func noTwoEqualLinesInARow() throws {
        var feed = Feed(try FeedOptions())
        let playing = try fixture("playing")
        #expect(feed.line(for: playing, at: start) == "Miles Davis – So What")
        #expect(feed.line(for: playing, at: at(1)) == nil)
        // A different status with the same line.
        #expect(feed.line(for: try fixture("paused"), at: at(2)) == nil)
        #expect(feed.line(for: try fixture("stopped"), at: at(3)) == "")
        #expect(feed.line(for: try fixture("offline"), at: at(4)) == nil)
        #expect(feed.line(for: playing, at: at(5)) == "Miles Davis – So What")
        #expect(feed.lastLine == "Miles Davis – So What")
    }

    @Test func theFirstLineComesEvenIfItIsEmpty() throws {
        var feed = Feed(try FeedOptions(format: "waybar"))
        #expect(feed.line(for: try fixture("offline"), at: start) == "")
    }

    @Test func goesOnForAnotherFeedWithoutRepeating() throws {
        let options = try FeedOptions(format: "waybar")
        var first = Feed(options)
        let line = try #require(first.line(for: try fixture("playing"), at: start))
        var second = Feed(options, lastLine: line)
        #expect(second.line(for: try fixture("playing"), at: start) == nil)
        #expect(second.line(for: try fixture("paused"), at: start) != nil)
    }

    @Test(
        arguments: [
            ("plain", nil, nil, nil), ("i3blocks", nil, nil, nil), ("plain", "{{title}}", nil, nil), ("plain", "{{elapsed}}", nil, 1),
            ("plain", "{{duration(position)}}", nil, 1), ("i3blocks", "{{ '-' + remaining }}", nil, 1),
            ("plain", "{{percent(progress)}}", nil, 2.78),
            // The Waybar line contains whole per cents: 104 s of 562 s are 18.5 %, and 19 % are reached 2.78 s later.
            ("waybar", nil, nil, 2.78), ("waybar", "{{elapsed}}", nil, 1), ("waybar", nil, "{{elapsed}}", 1),
            ("plain", "{{age}}", nil, nil),
            ("plain", nil, "{{elapsed}}", 1),
        ] as [(String, String?, String?, Double?)])
    func wakesForWhatIsRead(_ format: String, text: String?, tooltip: String?, _ expected: Double?) throws {
        var feed = Feed(try FeedOptions(format: format, text: text, tooltip: tooltip))
        #expect(feed.nextWake(after: start) == nil)
        let entry = try fixture("playing")
        _ = feed.line(for: entry, at: start)
        let wake = feed.nextWake(after: start)?.timeIntervalSince(start)
        if let expected { #expect(abs(try #require(wake) - expected) < 1e-5) } else { #expect(wake == nil) }
        for still in ["paused", "stopped", "offline", "zone-missing", "loading"] {
            _ = feed.line(for: try fixture(still), at: start)
            #expect(feed.nextWake(after: start) == nil)
        }
    }

    @Test func theAgeOfAStaleEntryIsLive() throws {
        var feed = Feed(try FeedOptions(text: "{{title}}{{stale ? concat(' (', age, ')') : ''}}"))
        let stale = try fixture("stale")
        #expect(feed.line(for: stale, at: start) == "So What (2 min ago)")
        let wake = try #require(feed.nextWake(after: start))
        #expect(wake == at(56))
        #expect(feed.line(for: stale, at: wake) == "So What (3 min ago)")
    }

    @Test func percentagesAreWholeAndEachComesOnce() throws {
        var feed = Feed(try FeedOptions(format: "waybar"))
        let entry = entry("So What", length: 77)
        var now = start
        var percentages: [Int64] = []
        while true {
            if let line = feed.line(for: entry, at: now), case .integer(let percentage)? = try JSONValue(parsing: line)["percentage"] {
                percentages.append(percentage)
            }
            guard let wake = feed.nextWake(after: now) else { break }
            try #require(wake > now)
            now = wake
        }
        #expect(percentages == Array(0...100))
        #expect(now == at(77))
    }

    /// Between two wake-ups, the line does not change.
    @Test(arguments: ["{{elapsed}}/{{length}} {{remaining}}", "{{percent(progress)}} %", "{{title}}"], [false, true])
    func theLineIsConstantBetweenWakes(_ text: String, marquee: Bool) throws {
        let options = try FeedOptions(format: "waybar", text: text, width: 5, marquee: marquee)
        let entry = try fixture("playing")
        var feed = Feed(options)
        var now = start
        for _ in 0..<80 {
            _ = feed.line(for: entry, at: now)
            let wake = try #require(feed.nextWake(after: now))
            try #require(wake > now)
            for part in [0.3, 0.98] {
                var copy = feed
                #expect(copy.line(for: entry, at: now.addingTimeInterval(wake.timeIntervalSince(now) * part)) == nil)
            }
            now = wake
        }
    }

    @Test func aMarqueeRunsOnlyWhileItsTrackPlays() throws {
        let options = try FeedOptions(width: 6, marquee: true)
        var feed = Feed(options)
        let playing = entry("So What?")
        let paused = entry("So What?", status: .paused)
        #expect(feed.line(for: playing, at: at(0)) == "So Wha")
        #expect(feed.nextWake(after: at(0)) == at(2))
        #expect(feed.line(for: playing, at: at(2)) == "o What")
        #expect(feed.line(for: playing, at: at(2.25)) == " What?")
        // While paused, the text stands still for any time.
        #expect(feed.line(for: paused, at: at(2.3)) == nil)
        #expect(feed.nextWake(after: at(2.3)) == nil)
        #expect(feed.line(for: paused, at: at(500)) == nil)
        // Then it continues: 0.2 s of the step were left.
        #expect(feed.line(for: playing, at: at(600)) == nil)
        #expect(abs(try #require(feed.nextWake(after: at(600))).timeIntervalSince(at(600.2))) < 1e-5)
        #expect(feed.line(for: playing, at: at(600.21)) == "What? ")
        // The text of a stale entry stands still too.
        #expect(feed.line(for: entry("So What?", freshness: .stale), at: at(601)) != nil)
        #expect(feed.nextWake(after: at(601)) == nil)
        // The text of a new track begins at its start.
        #expect(feed.line(for: entry("Blue in Green"), at: at(700)) == "Blue i")
        #expect(feed.nextWake(after: at(700)) == at(702))
        // A text that fits is padded to the width.
        #expect(feed.line(for: entry("Nefer"), at: at(800)) == "Nefer ")
        #expect(feed.nextWake(after: at(800)) == nil)
    }

    @Test func aMarqueeMovesAtMostFourTimesASecond() throws {
        var feed = Feed(try FeedOptions(format: "waybar", text: "{{title}} {{elapsed}}", width: 10, marquee: true))
        let entry = try fixture("playing")
        var now = start
        var lines = 0
        while now < at(20) {
            if feed.line(for: entry, at: now) != nil { lines += 1 }
            now = try #require(feed.nextWake(after: now))
        }
        // Steps, seconds and per cents, which may coincide.
        #expect(lines <= 20 * 4 + 20 + 8)
    }

    @Test func manyRandomEntriesGiveLinesThatEveryFormatCanRead() throws {
        var random = SplitMix64(seed: 23)
        let names = [
            "playing", "paused", "stopped", "stale", "offline", "zone-missing", "hostile", "cjk", "rtl", "loading", "radio", "no-volume",
        ]
        let entries = try names.map(fixture)
        for format in FeedFormat.all {
            for marquee in [false, true] {
                var feed = Feed(try FeedOptions(format: format.name, text: "{{artist}} {{title}} {{elapsed}}", width: 17, marquee: marquee))
                var last: String?
                for step in 0..<300 {
                    let entry = try #require(entries.randomElement(using: &random))
                    // There is none where the line has not changed.
                    guard let line = feed.line(for: entry, at: at(Double(step) / 3)) else { continue }  // lint: skips
                    #expect(line != last)
                    #expect(!line.unicodeScalars.contains { $0.value < 0x20 && !(format.traits.contains(.severalLines) && $0 == "\n") })
                    #expect(line.utf8.count < FeedFormat.maximumLineBytes)
                    if line != format.idle, line.hasPrefix("{") { #expect(throws: Never.self) { try JSONValue(parsing: line) } }
                    last = line
                }
                #expect(last != nil)
            }
        }
    }
}

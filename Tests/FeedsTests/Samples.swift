import FoundationEssentials
import SubdialDocuments
import SubdialFeeds
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline

/// The date of the entries in these tests, and of the files.
let start = Date(timeIntervalSince1970: 1_767_903_304)

/// The date `seconds` after ``start``.
func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

/// Returns the entry of a fixture file.
func fixture(_ name: String) throws -> NowPlaying {
    try NowPlaying(parsing: Repository.fixture("entries/\(name).json"))
}

/// Returns the entry of a track, by default a playing one.
func entry(
    _ title: String, artist: String = "", status: PlaybackStatus = .playing, position: Double? = 0, length: Double? = 200,
    freshness: Freshness = .live
) -> NowPlaying {
    NowPlaying(
        date: start, zone: .init(id: "roon:1", name: "Bar", source: "roon"), status: status,
        track: Track(title: title, artist: artist, length: length), position: position, freshness: freshness
    )
}

extension Feed {
    /// Returns the line of an entry.
    mutating func line(for moment: NowPlaying, at now: Date) -> String? { line(for: moment.entry, at: now) }

    /// Returns the only line that shows `entry`.
    static func line(
        _ entry: NowPlaying, at now: Date = start, format: String = "plain", text: String? = nil, tooltip: String? = nil,
        stateTexts: [String: String] = [:], width: Int? = nil
    ) throws -> String {
        let options = try FeedOptions(format: format, text: text, tooltip: tooltip, stateTexts: stateTexts, width: width)
        var feed = Feed(options)
        return feed.line(for: entry, at: now) ?? "no line"
    }
}

extension String {
    /// The text that Pango shows for markup without elements; nil if Pango would reject it.
    var shownByPango: String? {
        var shown = ""
        var rest = self[...]
        while let character = rest.popFirst() {
            if "<>".contains(character) { return nil }
            guard character == "&" else {
                shown.append(character)
                continue
            }
            guard let end = rest.firstIndex(of: ";"),
                let plain = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#92": "\\"][rest[..<end]]
            else { return nil }
            shown += plain
            rest = rest[rest.index(after: end)...]
        }
        return shown
    }
}

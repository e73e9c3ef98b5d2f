import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline

/// Measures a timeline that a bar shows from its first entry to its last.
enum EntryGrowth {
    static func run(_ count: Int) throws -> Duration {
        let start = Date(timeIntervalSince1970: 1_767_900_000)
        let options = try FeedOptions(format: "waybar", settings: FeedSettings())
        let time = ContinuousClock().measure {
            let entries = (0..<count).map { number in
                NowPlaying(
                    date: start.addingTimeInterval(Double(number) * 60), status: .playing,
                    track: Track(title: "Track \(number)", artist: "Miles Davis")
                ).entry
            }
            let timeline = Timeline(entries: entries, policy: .atEnd)
            var feed = Feed(options)
            for entry in timeline.entries {
                guard let shown = timeline.entry(at: entry.date) else { continue }
                _ = feed.line(for: shown, at: entry.date)
                // The date for which a bar waits.
                _ = timeline.nextDate(after: entry.date)
            }
        }
        return time
    }
}

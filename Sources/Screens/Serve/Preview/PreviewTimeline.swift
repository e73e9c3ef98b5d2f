import FoundationEssentials
import SubdialDocuments
import SubdialPlayback
import SubdialTimeline

/// The time range of the preview's slider.
struct PreviewTimeline {
    /// The minimum and maximum length of the range, in seconds.
    private static let stretch = 60.0...86_400.0
    /// The maximum number of marks.
    private static let maximumMarks = 200

    private let source: PreviewStudio.EntryContext
    private let now: Date

    init(_ source: PreviewStudio.EntryContext) {
        self.source = source
        now = source.scene == nil ? source.moment : .now
    }

    /// The moments at which the picture changes: entries, ends of clocks, and the next poll of the source.
    private var marks: [(date: Date, what: String)] {
        var marks = source.timeline.entries.map { ($0.date, Self.title($0)) }
        for (index, entry) in source.timeline.entries.enumerated() {
            let next = source.timeline.entries.dropFirst(index + 1).first?.date
            for (name, clock) in entry.clocks.sorted(by: { $0.key < $1.key }) where clock.rate != 0 {
                guard let bound = clock.rate > 0 ? clock.maximum : clock.minimum else { continue }
                let end = clock.anchor.addingTimeInterval((bound - clock.value) / clock.rate)
                if end > entry.date, next.map({ end < $0 }) ?? true { marks.append((end, "\(name) ends")) }
            }
        }
        if let reload = source.timeline.reloadDate { marks.append((reload, "reload")) }
        return marks.sorted { $0.0 < $1.0 }
    }

    private static func title(_ entry: Entry) -> String {
        guard let moment = entry.nowPlaying else { return entry.freshness == .live ? "entry" : entry.freshness.rawValue }
        return moment.status.rawValue + (moment.track.map { ": \($0.title)" } ?? "")
    }

    /// The range and its marks as JSON.
    var json: JSONValue {
        let marks = marks
        let start = min(now, marks.first?.date ?? now)
        let wanted = (marks.last?.date ?? now).timeIntervalSince(start)
        let end = start.addingTimeInterval(min(max(wanted, Self.stretch.lowerBound), Self.stretch.upperBound))
        let shown = marks.filter { $0.date <= end }.prefix(Self.maximumMarks).map { mark in
            JSONValue.object([JSONMember("date", .string(mark.date.iso8601)), JSONMember("what", .string(mark.what))])
        }
        let policy =
            switch source.timeline.policy {
            case .atEnd: "atEnd"
            case .after(let date): "after \(date.iso8601)"
            case .never: "never"
            }
        return .object([
            JSONMember("ok", .bool(true)), JSONMember("isLive", .bool(source.scene != nil)), JSONMember("now", .string(now.iso8601)),
            JSONMember("start", .string(start.iso8601)), JSONMember("end", .string(end.iso8601)), JSONMember("reload", .string(policy)),
            JSONMember("marks", .array(Array(shown))),
        ])
    }
}

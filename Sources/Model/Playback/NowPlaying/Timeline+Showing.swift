import FoundationEssentials
import SubdialTimeline

extension Timeline {
    /// Creates the timeline of given entries, such as those of a file: music is polled again, everything else is static.
    public init(showing entries: [Entry], at now: Date) {
        guard entries.count == 1, let entry = entries.first, entry.nowPlaying != nil else {
            self.init(entries: entries, policy: .never)
            return
        }
        self = NowPlayingTimeline(pace: .background).timeline(showing: entry, at: now)
    }

    /// The number of steps of a typical progress line, in pixels.
    private static let progressSteps = 300

    /// The first time after `now` that requires work for a widget with seconds and a progress line; nil if nothing will change.
    public func nextWidgetWake(after now: Date) -> Date? {
        let entry = entry(at: now)
        let moment = entry?.nowPlaying
        let clocks = entry?.fields.clocks.values.compactMap { $0.nextSecond(after: now) } ?? []
        let changes = [
            moment == nil ? clocks.min() : moment?.nextSecond(after: now), moment?.nextProgress(after: now, steps: Self.progressSteps),
            entry?.nextAge(after: now),
        ]
        return nextWake(after: now, showing: changes.compactMap { $0 }.min())
    }
}

import FoundationEssentials
import Timeline

extension Timeline {
    /// The timeline of entries that are given, as from a file: what plays is asked for anew, all else stays.
    public init(showing entries: [Entry], at now: Date) {
        guard entries.count == 1, let entry = entries.first, entry.nowPlaying != nil else {
            self.init(entries: entries, policy: .never)
            return
        }
        self = NowPlayingTimeline(pace: .background).timeline(showing: entry, at: now)
    }

    /// The steps of a progress line, as most widgets have it, in pixels.
    private static let progressSteps = 300

    /// The first moment after `now` at which something has to be done by a widget with seconds and a progress line; nil where nothing will
    /// ever change.
    public func nextWidgetWake(after now: Date) -> Date? {
        let entry = entry(at: now)
        let moment = entry?.nowPlaying
        let clocks = entry?.clocks.values.compactMap { $0.nextSecond(after: now) } ?? []
        let changes = [
            moment == nil ? clocks.min() : moment?.nextSecond(after: now), moment?.nextProgress(after: now, steps: Self.progressSteps),
            entry?.nextAge(after: now),
        ]
        return nextWake(after: now, showing: changes.compactMap { $0 }.min())
    }
}

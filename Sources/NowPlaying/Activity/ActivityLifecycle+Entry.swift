import FoundationEssentials
import Timeline

extension ActivityLifecycle {
    /// Does what an entry, or that there is none, calls for.
    ///
    /// - Parameter now: The moment at which it was heard, by the clock of the entry: where that has gone back, the entry is as fresh as ever.
    mutating func take(_ entry: NowPlaying?, heard now: Date) throws(ActivityError) -> [ActivityEvent] {
        let shown = activity?.shownState(at: clock)
        switch (ActivitySignal(entry), entry) {
        case (.playing, let entry?):
            idle = nil
            let state = ActivityContentState(entry, at: now)
            let staleDate = freshness(of: entry, at: now)
            guard activity?.state.isRunning == true else {
                return try request(ActivityAttributes(entry), state, freshUntil: staleDate)
            }
            return try update(to: state, freshUntil: staleDate)
        case (.paused, let entry?):
            rest(isStopped: false, isTold: true)
            return try update(to: ActivityContentState(entry, at: now), freshUntil: freshness(of: entry, at: now))
        case (.stopped, let entry?):
            rest(isStopped: true, isTold: true)
            return try update(to: shown?.paused, freshUntil: freshness(of: entry, at: now))
        case (.waiting, let entry?):
            rest(isStopped: false, isTold: false)
            return try update(to: shown, freshUntil: freshness(of: entry, at: now))
        case (.unconfirmed, _):
            return try update(to: shown, freshUntil: clock)
        default:
            rest(isStopped: false, isTold: false)
            return try update(to: shown, freshUntil: clock)
        }
    }

    /// When what the entry says is stale, by the clock of this lifecycle.
    private func freshness(of entry: NowPlaying, at now: Date) -> Date {
        let age = max(0, now.timeIntervalSince(entry.lastContact ?? entry.date))
        return clock.addingTimeInterval(timing.staleInterval - age)
    }

    private mutating func rest(isStopped: Bool, isTold: Bool) {
        idle = ActivityIdle(
            since: idle?.since ?? clock, stopped: isStopped ? idle?.stopped ?? clock : nil, isTold: isTold || idle?.isTold == true)
        if isTold { gate = .open }
    }
}

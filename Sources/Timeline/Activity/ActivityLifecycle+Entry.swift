import FoundationEssentials

extension ActivityLifecycle {
    /// Does what an entry, or that there is none, calls for at `clock`.
    mutating func take(_ entry: Entry?) throws(ActivityError) -> [ActivityEvent] {
        let shown = activity?.shownState(at: clock)
        switch (ActivitySignal(entry), entry) {
        case (.playing, let entry?):
            idle = nil
            let state = ActivityContentState(entry, at: clock)
            guard activity?.state.isRunning == true else { return try request(entry, state) }
            return try update(to: state, freshUntil: freshness(of: entry))
        case (.paused, let entry?):
            rest(isStopped: false, isTold: true)
            return try update(to: ActivityContentState(entry, at: clock), freshUntil: freshness(of: entry))
        case (.stopped, let entry?):
            rest(isStopped: true, isTold: true)
            return try update(to: shown?.paused, freshUntil: freshness(of: entry))
        case (.waiting, let entry?):
            rest(isStopped: false, isTold: false)
            return try update(to: shown, freshUntil: freshness(of: entry))
        case (.unconfirmed, _):
            return try update(to: shown, freshUntil: clock)
        default:
            rest(isStopped: false, isTold: false)
            return try update(to: shown, freshUntil: clock)
        }
    }

    private func freshness(of entry: Entry) -> Date {
        (entry.lastContact ?? entry.date).addingTimeInterval(timing.staleInterval)
    }

    private mutating func rest(isStopped: Bool, isTold: Bool) {
        idle = ActivityIdle(
            since: idle?.since ?? clock, stopped: isStopped ? idle?.stopped ?? clock : nil, isTold: isTold || idle?.isTold == true)
        if isTold { gate = .open }
    }
}

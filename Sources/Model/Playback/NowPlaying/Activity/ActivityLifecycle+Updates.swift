import FoundationEssentials
import SubdialTimeline

extension ActivityLifecycle {
    /// Requests an activity that shows `state`, unless the gate is closed or the state is already stale.
    mutating func request(
        _ attributes: ActivityAttributes, _ state: ActivityContentState, freshUntil staleDate: Date
    ) throws(ActivityError) -> [ActivityEvent] {
        guard isOpen(for: state), staleDate > clock else { return [] }
        let next = try Activity(
            id: ActivityID(zone: zone, start: clock, after: activity?.id), attributes: attributes,
            content: content(state, freshUntil: staleDate), at: clock)
        var events: [ActivityEvent] = []
        if var last = activity, last.state != .dismissed {
            // A zone has at most one banner on the lock screen.
            _ = try last.end(dismissalPolicy: .immediate, at: clock)
            events.append(ActivityEvent(clock, last.id, .dismissed, .replaced))
        }
        activity = next
        gate = .open
        return events + [ActivityEvent(clock, next.id, .requested)]
    }

    private func isOpen(for state: ActivityContentState) -> Bool {
        switch gate {
        case .open: true
        case .nextTrack: activity.map { state.isAnotherTrack(than: $0.content.state) } ?? true
        case .nextStart: false
        }
    }

    /// Updates the content to `state` if that is a visible change, or if it extends the stale date.
    mutating func update(to state: ActivityContentState?, freshUntil staleDate: Date) throws(ActivityError) -> [ActivityEvent] {
        guard var activity, activity.state.isRunning, let state else { return [] }
        let shown = activity.shownState(at: clock)
        let wasStale = activity.state == .stale
        let isStale = staleDate <= clock
        let isChanged = state.looksDifferent(from: shown)
        guard isChanged || isStale != wasStale || isWorthRenewing(activity, until: staleDate) else { return [] }
        // A paused track does not alert; an event in a match that is interrupted may.
        let alerts = timing.alertDuration > 0 && (state.isPlaying || state.entry != nil) && !isStale && state.isAnotherTrack(than: shown)
        try activity.update(
            content(state, freshUntil: staleDate), timestamp: clock, at: clock, alertDuration: alerts ? timing.alertDuration : nil)
        self.activity = activity
        var kinds: [ActivityEvent.Kind] = []
        if isChanged { kinds.append(.updated) } else if !isStale { kinds.append(.refreshed) }
        if alerts { kinds.append(.alerted) }
        if isStale, !wasStale { kinds.append(.stale) }
        return kinds.map { ActivityEvent(clock, activity.id, $0) }
    }

    /// True if at most half of the stale interval is left: not every contact is worth an update.
    private func isWorthRenewing(_ activity: Activity, until staleDate: Date) -> Bool {
        guard let current = activity.content.staleDate, staleDate > clock, staleDate > current else { return false }
        return current.timeIntervalSince(clock) <= timing.staleInterval / 2
    }

    func content(_ state: ActivityContentState, freshUntil staleDate: Date) -> ActivityContent {
        ActivityContent(
            state: state, staleDate: staleDate == .distantFuture ? nil : staleDate,
            relevanceScore: ActivityRelevance.score(of: state, isStale: staleDate <= clock))
    }
}

import FoundationEssentials
import SubdialTimeline

extension Activity {
    /// Advances the time to `now`.
    ///
    /// - Returns: The transitions that were due, in order; empty if `now` is not later than the latest time so far.
    @discardableResult
    public mutating func advance(to now: Date) -> [ActivityTransition] {
        clock = max(clock, now)
        var steps: [ActivityTransition] = []
        while let step = due, step.date <= clock {
            go(to: step.state, at: step.date)
            if step.state == .ended { end(at: step.date, .default) }
            steps.append(step)
        }
        if let alertEnds, alertEnds <= clock { self.alertEnds = nil }
        return steps
    }

    /// The first transition after `now` without further input; nil for none.
    public func nextTransition(after now: Date) -> ActivityTransition? {
        var later = self
        later.advance(to: now)
        return later.due
    }

    /// The first time after `now` at which the activity changes by itself: the next transition, or the end of an alert.
    public func nextWake(after now: Date) -> Date? {
        var later = self
        later.advance(to: now)
        return [later.due?.date, later.alertEnds].compactMap { $0 }.min()
    }

    /// The next transition, whenever it is due.
    private var due: ActivityTransition? {
        let limit = start.addingTimeInterval(Self.activeLimit)
        switch state {
        case .pending: return ActivityTransition(start, .active)
        case .active:
            guard let staleDate = content.staleDate, staleDate < limit else { return ActivityTransition(limit, .ended) }
            return ActivityTransition(max(staleDate, since), .stale)
        case .stale: return ActivityTransition(limit, .ended)
        case .ended: return dismissal.map { ActivityTransition($0, .dismissed) }
        case .dismissed: return nil
        }
    }

    mutating func go(to state: ActivityState, at date: Date) {
        guard state != self.state else { return }
        self.state = state
        since = date
    }

    /// Records the times of the end and of the dismissal, and ends an alert.
    mutating func end(at date: Date, _ policy: ActivityDismissalPolicy) {
        ended = date
        dismissal = policy.date(endedAt: date)
        alertEnds = nil
    }
}

import FoundationEssentials
import Timeline

extension Activity {
    /// Lets time pass until `now`.
    ///
    /// - Returns: The steps that were due, in their order. None where `now` is not later than what was told before.
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

    /// The first step that comes after `now` if nobody touches the activity; nil where none ever will.
    public func nextTransition(after now: Date) -> ActivityTransition? {
        var later = self
        later.advance(to: now)
        return later.due
    }

    /// The first moment after `now` at which the activity changes by itself: the next step, or the end of an alert.
    public func nextWake(after now: Date) -> Date? {
        var later = self
        later.advance(to: now)
        return [later.due?.date, later.alertEnds].compactMap { $0 }.min()
    }

    /// The step to take next, whenever that is.
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

    /// Sets down when it ended and when it goes; an alert ends with it.
    mutating func end(at date: Date, _ policy: ActivityDismissalPolicy) {
        ended = date
        dismissal = policy.date(endedAt: date)
        alertEnds = nil
    }
}

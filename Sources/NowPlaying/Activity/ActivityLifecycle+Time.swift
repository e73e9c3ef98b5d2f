import FoundationEssentials
import Timeline

extension ActivityLifecycle {
    /// Lets time pass until `now`, without news.
    ///
    /// - Returns: What was due, in order, each with its date. Nothing where `now` is not later than what was told before.
    public mutating func advance(to now: Date) -> [ActivityEvent] {
        clock = max(clock, now)
        var events: [ActivityEvent] = []
        if let deadline, deadline <= clock {
            events += pass(to: deadline)
            events += endIdle(at: deadline)
        }
        return events + pass(to: clock)
    }

    /// The first moment after `now` at which something happens by itself; nil where nothing ever will.
    public func nextWake(after now: Date) -> Date? {
        var later = self
        _ = later.advance(to: now)
        return [later.deadline, later.activity?.nextWake(after: later.clock)].compactMap { $0 }.min()
    }

    /// When the activity ends because nothing is shown or played any more.
    private var deadline: Date? {
        guard let idle, activity?.state.isRunning == true else { return nil }
        let timeout = idle.since.addingTimeInterval(timing.idleTimeout)
        guard let stopped = idle.stopped else { return timeout }
        return min(timeout, stopped.addingTimeInterval(timing.stopGrace))
    }

    private mutating func pass(to date: Date) -> [ActivityEvent] {
        guard var activity else { return [] }
        defer { self.activity = activity }
        return activity.advance(to: date).compactMap { step in
            switch step.state {
            case .pending, .active: return nil
            case .stale: return ActivityEvent(step.date, activity.id, .stale)
            case .ended:
                gate = idle?.isTold == true ? .open : .nextTrack
                return ActivityEvent(step.date, activity.id, .ended, .timeLimit)
            case .dismissed: return ActivityEvent(step.date, activity.id, .dismissed, .policy)
            }
        }
    }

    /// Ends the activity as it stands at `date`, the position held where it had got to.
    private mutating func endIdle(at date: Date) -> [ActivityEvent] {
        guard var activity, activity.state.isRunning else { return [] }
        defer { self.activity = activity }
        let last = ActivityContent(
            state: activity.shownState(at: date).paused, staleDate: activity.content.staleDate, relevanceScore: ActivityRelevance.ended)
        // "false" is longer than "true": where that is a byte too many, the activity keeps what it shows.
        let fits = ActivityPayload(activity.attributes, last.state).fits
        _ = try? activity.end(
            fits ? last : nil, dismissalPolicy: .after(date.addingTimeInterval(timing.dismissalDelay)), at: date)
        gate = .open
        let ended = ActivityEvent(date, activity.id, .ended, idle?.stopped == nil ? .idle : .stopped)
        // Without a delay it goes as it ends.
        return activity.state == .dismissed ? [ended, ActivityEvent(date, activity.id, .dismissed, .policy)] : [ended]
    }
}

import FoundationEssentials
import SubdialTimeline

extension ActivityLifecycle {
    /// Advances the time to `now` without an update.
    ///
    /// - Returns: The due events in order, each with its date; empty if `now` is not later than the latest time so far.
    public mutating func advance(to now: Date) -> [ActivityEvent] {
        clock = max(clock, now)
        var events: [ActivityEvent] = []
        if let deadline, deadline <= clock {
            events += pass(to: deadline)
            events += endIdle(at: deadline)
        }
        return events + pass(to: clock)
    }

    /// The first time after `now` at which an event occurs by itself; nil for never.
    public func nextWake(after now: Date) -> Date? {
        var later = self
        _ = later.advance(to: now)
        return [later.deadline, later.activity?.nextWake(after: later.clock)].compactMap { $0 }.min()
    }

    /// The time at which the activity ends because the zone is idle; nil for none.
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

    /// Ends the activity at `date`, with the position paused.
    private mutating func endIdle(at date: Date) -> [ActivityEvent] {
        guard var activity, activity.state.isRunning else { return [] }
        defer { self.activity = activity }
        let last = ActivityContent(
            state: activity.shownState(at: date).paused, staleDate: activity.content.staleDate, relevanceScore: ActivityRelevance.ended)
        // "false" is longer than "true": if it exceeds the limit by a byte, the activity keeps its content.
        let fits = ActivityPayload(activity.attributes, last.state).fits
        _ = try? activity.end(
            fits ? last : nil, dismissalPolicy: .after(date.addingTimeInterval(timing.dismissalDelay)), at: date)
        gate = .open
        let ended = ActivityEvent(date, activity.id, .ended, idle?.stopped == nil ? .idle : .stopped)
        // Without a delay, the activity is dismissed when it ends.
        return activity.state == .dismissed ? [ended, ActivityEvent(date, activity.id, .dismissed, .policy)] : [ended]
    }
}

import FoundationEssentials
import SubdialTimeline

extension ActivityLifecycle {
    /// Processes an update, or its absence.
    ///
    /// - Parameter now: The time of receipt by the clock of the update; if that clock has gone back, the update counts as just received.
    mutating func take(_ update: ActivityUpdate?, heard now: Date) throws(ActivityError) -> [ActivityEvent] {
        let shown = activity?.shownState(at: clock)
        guard let update else {
            rest(isStopped: false, isTold: false)
            return try self.update(to: shown, freshUntil: clock)
        }
        let staleDate = freshness(of: update, at: now)
        switch update.signal {
        case .playing:
            idle = nil
            guard let state = update.state else { return [] }
            guard activity?.state.isRunning == true else { return try request(update.attributes, state, freshUntil: staleDate) }
            return try self.update(to: state, freshUntil: staleDate)
        case .paused:
            rest(isStopped: false, isTold: true)
            return try self.update(to: update.state, freshUntil: staleDate)
        case .stopped:
            rest(isStopped: true, isTold: true)
            return try self.update(to: update.state ?? shown?.paused, freshUntil: staleDate)
        case .waiting:
            rest(isStopped: false, isTold: false)
            return try self.update(to: shown, freshUntil: staleDate)
        case .unconfirmed:
            return try self.update(to: shown, freshUntil: clock)
        case .absent:
            rest(isStopped: false, isTold: false)
            return try self.update(to: shown, freshUntil: clock)
        }
    }

    /// The stale date of an update, by the clock of this lifecycle.
    private func freshness(of update: ActivityUpdate, at now: Date) -> Date {
        guard let lastContact = update.lastContact else { return .distantFuture }
        return clock.addingTimeInterval(timing.staleInterval - max(0, now.timeIntervalSince(lastContact)))
    }

    private mutating func rest(isStopped: Bool, isTold: Bool) {
        idle = ActivityIdle(
            since: idle?.since ?? clock, stopped: isStopped ? idle?.stopped ?? clock : nil, isTold: isTold || idle?.isTold == true)
        if isTold { gate = .open }
    }
}

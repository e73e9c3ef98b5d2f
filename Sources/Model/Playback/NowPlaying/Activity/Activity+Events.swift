import FoundationEssentials
import SubdialTimeline

extension Activity {
    /// Updates the content; a stale activity becomes active again unless the new content is stale itself.
    ///
    /// Transitions due by `now` are applied first. Call ``advance(to:)`` before to receive them.
    ///
    /// - Parameters:
    ///   - timestamp: The time of the content. Content older than the latest update is ignored; content of the same time is not.
    ///   - now: The time at which the update arrives.
    ///   - alertDuration: The seconds for which the Dynamic Island shows the activity expanded; nil or 0 for no alert.
    /// - Returns: `taken`, or the reason why the update was ignored.
    /// - Throws: `payloadTooLarge`; nothing but the time is changed then.
    @discardableResult
    public mutating func update(
        _ content: ActivityContent, timestamp: Date, at now: Date, alertDuration: Double? = nil
    ) throws(ActivityError) -> ActivityReply {
        advance(to: now)
        guard state != .dismissed else { return .dismissed }
        guard state != .ended else { return .ended }
        guard timestamp >= updated else { return .outdated }
        try ActivityPayload(attributes, content.state).check()
        self.content = content
        updated = timestamp
        guard state.isRunning else { return .taken }
        // A stale date in the past takes effect now, not in the past.
        let isStale = content.staleDate.map { $0 <= clock } ?? false
        go(to: isStale ? .stale : .active, at: clock)
        if let alertDuration, alertDuration > 0 { alertEnds = clock.addingTimeInterval(alertDuration) }
        return .taken
    }

    /// Ends the activity at `now`.
    ///
    /// An activity that has ended can only be dismissed earlier. A pending one is dismissed immediately, as there is nothing to leave behind.
    ///
    /// - Parameter content: The final content on the lock screen; nil for the current content.
    /// - Returns: `taken`, or the reason why the request was ignored.
    /// - Throws: `payloadTooLarge`; nothing but the time is changed then.
    @discardableResult
    public mutating func end(
        _ content: ActivityContent? = nil, dismissalPolicy policy: ActivityDismissalPolicy = .default, at now: Date
    ) throws(ActivityError) -> ActivityReply {
        advance(to: now)
        switch state {
        case .dismissed: return .dismissed
        case .ended:
            let earlier = max(clock, policy.date(endedAt: ended ?? clock))
            guard let dismissal, earlier < dismissal else { return .ended }
            self.dismissal = earlier
        case .pending:
            end(at: clock, .immediate)
            go(to: .ended, at: clock)
        case .active, .stale:
            if let content {
                try ActivityPayload(attributes, content.state).check()
                self.content = content
                updated = max(updated, clock)
            }
            end(at: clock, policy)
            go(to: .ended, at: clock)
        }
        advance(to: clock)
        return .taken
    }

    /// Dismisses the activity at `now`, as by a user who removes it from the lock screen.
    ///
    /// - Returns: `taken`, or `dismissed` if it was dismissed before.
    @discardableResult
    public mutating func dismiss(at now: Date) -> ActivityReply {
        advance(to: now)
        guard state != .dismissed else { return .dismissed }
        ended = ended ?? clock
        dismissal = clock
        alertEnds = nil
        go(to: .dismissed, at: clock)
        return .taken
    }
}

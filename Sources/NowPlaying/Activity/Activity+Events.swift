import FoundationEssentials
import Timeline

extension Activity {
    /// Shows `content` from now on; a stale activity is active again if the content is not stale itself.
    ///
    /// Steps that time has brought by `now` are taken first; who wants to know them calls ``advance(to:)`` before.
    ///
    /// - Parameters:
    ///   - timestamp: The moment of which the content tells. What is older than the latest update is ignored; what is as old is not.
    ///   - now: The moment at which the update arrives.
    ///   - alertDuration: Seconds for which the Dynamic Island shows the activity expanded; nil or 0 for an update that does not alert.
    /// - Returns: `taken`, or why nothing was done.
    /// - Throws: `payloadTooLarge`; the activity stays as it was but for the time.
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
        // What a content says of the past cannot make the activity stale in the past.
        let isStale = content.staleDate.map { $0 <= clock } ?? false
        go(to: isStale ? .stale : .active, at: clock)
        if let alertDuration, alertDuration > 0 { alertEnds = clock.addingTimeInterval(alertDuration) }
        return .taken
    }

    /// Ends the activity at `now`.
    ///
    /// One that has ended already can only be made to go earlier. One that is pending goes at once: there is nothing to leave behind.
    ///
    /// - Parameter content: What is to be left on the lock screen; nil for what it shows.
    /// - Returns: `taken`, or why nothing was done.
    /// - Throws: `payloadTooLarge`; the activity stays as it was but for the time.
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

    /// Takes the activity away at `now`, as someone does who wipes it from the lock screen.
    ///
    /// - Returns: `taken`, or `dismissed` where it was gone already.
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

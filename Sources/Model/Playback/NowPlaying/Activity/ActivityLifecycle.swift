import FoundationEssentials
import SubdialTimeline

/// The lifecycle of the live activities of one subject: a zone, or the subject of another kind.
///
/// An entry of another kind counts as playing while its activity continues, and as stopped after that. The rules for a zone:
///
/// - An activity is requested when the zone plays a track and its source responds. It is updated on every visible change; the advancing
///   position does not count.
/// - It becomes stale once the source no longer responds, or has not been heard of for ``ActivityTiming/staleInterval``. Being offline does
///   not end it; the system does, after eight hours.
/// - It ends ``ActivityTiming/stopGrace`` after playback has stopped, or ``ActivityTiming/idleTimeout`` after playback if the zone is paused,
///   gone or keeps loading. It then stays on the lock screen for ``ActivityTiming/dismissalDelay``, or until the zone's next activity.
/// - A loading track changes nothing: the content stays until the zone plays, pauses or stops.
/// - After the eight hours, continued playback has no activity until its next track or a pause. After the user has dismissed an activity,
///   the next track does not request one either: only a new start of playback does.
/// - A new track alerts; the first track of an activity does not.
///
/// It is a value for one zone that reads no clock, and it can be encoded and decoded at any time.
public struct ActivityLifecycle: Hashable, Sendable, Codable {
    /// The condition for a new activity of a playing zone.
    enum Gate: String, Hashable, Sendable, Codable {
        case open
        /// Requires another track or a pause.
        case nextTrack
        /// Requires a pause or a stop.
        case nextStart
    }

    /// The zone.
    public let zone: ZoneID
    /// The intervals of the lifecycle.
    public let timing: ActivityTiming
    /// The latest activity of the zone, in any state; nil before the first.
    public internal(set) var activity: Activity?
    /// The latest time received.
    public internal(set) var clock: Date = .distantPast
    private var gate = Gate.open
    /// The idle times; nil while the zone plays.
    private var idle: ActivityIdle?

    /// Creates the lifecycle of a zone without any update.
    public init(zone: ZoneID, timing: ActivityTiming = ActivityTiming()) {
        self.zone = zone
        self.timing = timing
    }

    /// Processes the entry of the zone at `now`.
    ///
    /// - Parameter entry: An entry of this zone; nil if there is none any more.
    /// - Returns: The events since the last call, in order; events due in between have their own dates.
    /// - Throws: `payloadTooLarge` if the zone's ID leaves no room for the rest; nothing is changed then, including the time.
    public mutating func apply(_ entry: NowPlaying?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        try process(entry.map { ActivityUpdate($0, at: now) }, at: now)
    }

    /// Processes the update of a subject of any kind at `now`, with the same results and errors.
    public mutating func apply(_ update: ActivityUpdate, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        try process(update, at: now)
    }

    private mutating func process(_ update: ActivityUpdate?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        var next = self
        var events = next.advance(to: now)
        events += try next.apply(update, heard: now)
        // Intervals of 0 are due immediately.
        events += next.advance(to: next.clock)
        self = next
        return events
    }

    /// Dismisses the activity, as by a user who removes it from the lock screen.
    ///
    /// - Returns: The events since the last call, in order.
    public mutating func dismiss(at now: Date) -> [ActivityEvent] {
        var events = advance(to: now)
        guard activity?.dismiss(at: clock) == .taken, let activity else { return events }
        events.append(ActivityEvent(clock, activity.id, .dismissed, .user))
        gate = idle?.isTold == true ? .open : .nextStart
        return events
    }

    /// True if a new lifecycle would have the same behaviour, so that this one can be removed.
    ///
    /// The ID of an activity that began at this moment must be kept, as otherwise the next activity could have the same one.
    var isForgettable: Bool {
        guard let activity else { return true }
        return activity.state == .dismissed && gate == .open && activity.start < clock
    }
}

extension ActivityLifecycle {
    /// Processes an update, or its absence.
    ///
    /// - Parameter now: The time of receipt by the clock of the update; if that clock has gone back, the update counts as just received.
    private mutating func apply(_ update: ActivityUpdate?, heard now: Date) throws(ActivityError) -> [ActivityEvent] {
        let shown = activity?.visibleState(at: clock)
        guard let update else {
            stop(isStopped: false, isTold: false)
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
            stop(isStopped: false, isTold: true)
            return try self.update(to: update.state, freshUntil: staleDate)
        case .stopped:
            stop(isStopped: true, isTold: true)
            return try self.update(to: update.state ?? shown?.paused, freshUntil: staleDate)
        case .waiting:
            stop(isStopped: false, isTold: false)
            return try self.update(to: shown, freshUntil: staleDate)
        case .unconfirmed:
            return try self.update(to: shown, freshUntil: clock)
        case .absent:
            stop(isStopped: false, isTold: false)
            return try self.update(to: shown, freshUntil: clock)
        }
    }

    /// The stale date of an update, by the clock of this lifecycle.
    private func freshness(of update: ActivityUpdate, at now: Date) -> Date {
        guard let lastContact = update.lastContact else { return .distantFuture }
        return clock.addingTimeInterval(timing.staleInterval - max(0, now.timeIntervalSince(lastContact)))
    }

    private mutating func stop(isStopped: Bool, isTold: Bool) {
        idle = ActivityIdle(
            since: idle?.since ?? clock, stopped: isStopped ? idle?.stopped ?? clock : nil, isTold: isTold || idle?.isTold == true)
        if isTold { gate = .open }
    }
}

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
            state: activity.visibleState(at: date).paused, staleDate: activity.content.staleDate, relevanceScore: ActivityRelevance.ended)
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

extension ActivityLifecycle {
    /// Requests an activity that shows `state`, unless the gate is closed or the state is already stale.
    private mutating func request(
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
    private mutating func update(to state: ActivityContentState?, freshUntil staleDate: Date) throws(ActivityError) -> [ActivityEvent] {
        guard var activity, activity.state.isRunning, let state else { return [] }
        let shown = activity.visibleState(at: clock)
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

    private func content(_ state: ActivityContentState, freshUntil staleDate: Date) -> ActivityContent {
        ActivityContent(
            state: state, staleDate: staleDate == .distantFuture ? nil : staleDate,
            relevanceScore: ActivityRelevance.score(of: state, isStale: staleDate <= clock))
    }
}

/// The relevance scores of the activities of zones.
///
/// Playing ranks above paused, and paused above stale. Nothing else counts: two playing zones have the same score, and the one whose
/// activity began first keeps the island, so that a new track in one room never takes it from another.
public enum ActivityRelevance {
    /// The score of a playing zone.
    public static let playing = 100.0
    /// The score of a zone that is paused or has just stopped.
    public static let paused = 50.0
    /// The score of a zone whose source does not respond.
    public static let stale = 25.0
    /// The score of an ended activity.
    public static let ended = 0.0

    /// The score of a running activity that shows `state`.
    public static func score(of state: ActivityContentState, isStale: Bool) -> Double {
        isStale ? stale : state.isPlaying ? playing : paused
    }
}

extension Activity {
    /// The effective score: that of the content, limited by the state of the activity.
    ///
    /// The sender of the content cannot lower its score after a disconnection, which is what makes an activity stale.
    public var relevance: Double {
        switch state {
        case .pending, .active: content.relevanceScore
        case .stale: min(content.relevanceScore, ActivityRelevance.stale)
        case .ended, .dismissed: min(content.relevanceScore, ActivityRelevance.ended)
        }
    }
}

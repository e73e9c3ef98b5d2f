import FoundationEssentials
import SubdialDocuments
import SubdialTimeline

/// A live activity: a value that passes through ActivityKit's states, driven by events and times.
///
/// It reads no clock. A time that goes back has no effect: past events remain, and nothing happens until the latest time so far is exceeded.
/// A time that leaps ahead applies every due transition with its own date. An activity can be encoded and decoded at any time.
public struct Activity: Hashable, Sendable, Codable, Identifiable {
    /// The maximum duration of an activity in seconds, after which the system ends it: 8 hours.
    public static let activeLimit = 8 * 3600.0
    /// The maximum time in seconds that an ended activity stays on the lock screen: 4 hours, 12 in total.
    public static let lingerLimit = 4 * 3600.0

    /// The ID of the activity.
    public let id: ActivityID
    /// The static attributes: the zone of the activity.
    public let attributes: ActivityAttributes
    /// The start of the activity, past or future; the 8 hours count from here.
    public let start: Date
    /// The current content.
    public internal(set) var content: ActivityContent
    /// The time of `content`: the timestamp of the latest update.
    public internal(set) var updated: Date
    /// The state as of `clock`.
    public internal(set) var state: ActivityState
    /// The time of the last change of state.
    public internal(set) var since: Date
    /// The time of the end; nil before it.
    public internal(set) var ended: Date?
    /// The time of the dismissal, past or future; nil before the end.
    public internal(set) var dismissal: Date?
    /// The end of the current alert, during which the Dynamic Island is expanded; nil for none.
    public internal(set) var alertEnds: Date?
    /// The latest time received.
    public internal(set) var clock: Date

    /// Requests an activity at `now`.
    ///
    /// - Parameter start: The start date; nil or a past date starts it immediately.
    /// - Throws: `payloadTooLarge`.
    public init(
        id: ActivityID, attributes: ActivityAttributes, content: ActivityContent, at now: Date, start: Date? = nil
    ) throws(ActivityError) {
        try ActivityPayload(attributes, content.state).check()
        self.id = id
        self.attributes = attributes
        self.content = content
        self.start = max(start ?? now, now)
        updated = now
        state = .pending
        since = now
        clock = now
        advance(to: now)
    }

    /// The content state at `now`, with the current position.
    ///
    /// An ended activity is paused at the position of its end.
    public func visibleState(at now: Date) -> ActivityContentState {
        guard let ended, ended <= now else { return content.state.advanced(by: now.timeIntervalSince(updated)) }
        return content.state.advanced(by: ended.timeIntervalSince(updated)).paused
    }
}

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

    private mutating func go(to state: ActivityState, at date: Date) {
        guard state != self.state else { return }
        self.state = state
        since = date
    }

    /// Records the times of the end and of the dismissal, and ends an alert.
    private mutating func end(at date: Date, _ policy: ActivityDismissalPolicy) {
        ended = date
        dismissal = policy.date(endedAt: date)
        alertEnds = nil
    }
}

/// The content of a live activity: the state, its stale date and its relevance.
public struct ActivityContent: Hashable, Sendable, Codable {
    /// The displayed state.
    public let state: ActivityContentState
    /// The time from which the state is stale; nil for never.
    public let staleDate: Date?
    /// The relevance score; the activity with the highest one has the Dynamic Island and the top of the lock screen.
    public let relevanceScore: Double

    /// Creates a content; a score that is not a finite number becomes 0.
    public init(state: ActivityContentState, staleDate: Date? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore.isFinite ? relevanceScore : 0
    }
}

/// The time that an ended activity stays on the lock screen.
public enum ActivityDismissalPolicy: Hashable, Sendable, Codable {
    /// The maximum of four hours.
    case `default`
    /// Dismissed immediately.
    case immediate
    /// Until that date, but for no more than four hours.
    case after(Date)

    /// The dismissal date of an activity that ended at `end`.
    public func date(endedAt end: Date) -> Date {
        let latest = end.addingTimeInterval(Activity.lingerLimit)
        return switch self {
        case .default: latest
        case .immediate: end
        case .after(let date): max(end, min(date, latest))
        }
    }
}

/// The data passed to the presentation of a live activity, with their size limit.
public struct ActivityPayload: Hashable, Sendable {
    /// The maximum size of attributes and state together, in bytes: ActivityKit's 4 KB.
    public static let limit = 4096

    /// The static attributes.
    public let attributes: ActivityAttributes
    /// The dynamic state.
    public let state: ActivityContentState

    /// Creates a payload of any size.
    public init(_ attributes: ActivityAttributes, _ state: ActivityContentState) {
        self.attributes = attributes
        self.state = state
    }

    /// The total size of the compact JSON of attributes and state, in bytes.
    public var byteCount: Int {
        attributes.json.text().utf8.count + state.json.text().utf8.count
    }

    /// True if the payload is within the limit.
    public var fits: Bool { byteCount <= Self.limit }

    /// Checks the size of the payload.
    ///
    /// - Throws: `payloadTooLarge` with the size and the largest text.
    public func check() throws(ActivityError) {
        let bytes = byteCount
        guard bytes > Self.limit else { return }
        var largest = ("", 0)
        for (path, text) in texts where text.jsonByteCount > largest.1 { largest = (path, text.jsonByteCount) }
        throw .payloadTooLarge(bytes: bytes, largest: largest.0, largestBytes: largest.1)
    }

    private var texts: [(path: String, text: String)] {
        [
            ("state.line1", state.line1), ("state.line2", state.line2), ("state.artwork", state.artwork ?? ""),
            ("state.volume.text", state.volume?.text ?? ""), ("state.entry", state.entry?.text() ?? ""),
            ("attributes.zoneName", attributes.zoneName),
            ("attributes.zoneID", attributes.zoneID.rawValue),
        ]
    }
}

extension ActivityPayload {
    /// Attributes and state as an object with the keys `attributes` and `state`, in this order.
    public var json: JSONValue {
        ["attributes": attributes.json, "state": state.json]
    }

    /// Parses ``json``.
    ///
    /// - Throws: `notJSON`, or `wrong` with the path of the first invalid value.
    public init(parsing text: String) throws(ActivityError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw .notJSON(error)
        }
        try self.init(ActivityAttributes(json["attributes"] ?? .null), ActivityContentState(json["state"] ?? .null))
    }
}

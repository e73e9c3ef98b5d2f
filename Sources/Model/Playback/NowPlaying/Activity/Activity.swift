import FoundationEssentials
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
    public func shownState(at now: Date) -> ActivityContentState {
        guard let ended, ended <= now else { return content.state.advanced(by: now.timeIntervalSince(updated)) }
        return content.state.advanced(by: ended.timeIntervalSince(updated)).paused
    }
}

import FoundationEssentials
import Timeline

/// One live activity: a value that goes through ActivityKit's states by what it is told, the time included.
///
/// It reads no clock. Time that goes back changes nothing: what has happened stays, and nothing more happens until the latest moment that
/// it was told of is passed. Time that leaps ahead takes every step that was due, each with the date at which it was due. Written away
/// and read back it goes on as if nothing had been.
public struct Activity: Hashable, Sendable, Codable, Identifiable {
    /// Seconds after which the system ends an activity: 8 hours.
    public static let activeLimit = 8 * 3600.0
    /// Seconds that an activity that has ended may stay on the lock screen: 4 hours, 12 in all.
    public static let lingerLimit = 4 * 3600.0

    /// Its name.
    public let id: ActivityID
    /// Whose it is.
    public let attributes: ActivityAttributes
    /// When it began or will begin; the 8 hours count from here.
    public let start: Date
    /// What it shows.
    public internal(set) var content: ActivityContent
    /// The moment of which `content` tells: the time stamp of the latest update.
    public internal(set) var updated: Date
    /// Where it stands in its life as of `clock`.
    public internal(set) var state: ActivityState
    /// When it came into that state.
    public internal(set) var since: Date
    /// When it ended; nil before.
    public internal(set) var ended: Date?
    /// When it goes from the lock screen, or has gone; nil before it has ended.
    public internal(set) var dismissal: Date?
    /// Until when the Dynamic Island shows it expanded because of an update that alerted; nil where it does not.
    public internal(set) var alertEnds: Date?
    /// The latest moment that it was told of.
    public internal(set) var clock: Date

    /// Requests an activity at `now`.
    ///
    /// - Parameter start: When it is to begin; without it, or where it has passed, at once.
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

    /// The content's state as it looks at `now`, with the position where it has got to.
    ///
    /// What has ended stands still, and shows it.
    public func shownState(at now: Date) -> ActivityContentState {
        guard let ended, ended <= now else { return content.state.advanced(by: now.timeIntervalSince(updated)) }
        return content.state.advanced(by: ended.timeIntervalSince(updated)).paused
    }
}

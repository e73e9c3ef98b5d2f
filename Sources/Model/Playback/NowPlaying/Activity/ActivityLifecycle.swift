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
    var gate = Gate.open
    /// The idle times; nil while the zone plays.
    var idle: ActivityIdle?

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
        try take(entry.map { ActivityUpdate($0, at: now) }, at: now)
    }

    /// Processes the update of a subject of any kind at `now`, with the same results and errors.
    public mutating func apply(_ update: ActivityUpdate, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        try take(update, at: now)
    }

    private mutating func take(_ update: ActivityUpdate?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        var next = self
        var events = next.advance(to: now)
        events += try next.take(update, heard: now)
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

import FoundationEssentials
import Playback
import Timeline

/// The life of the live activities of one subject: a zone, or the subject of any other kind.
///
/// An entry of another kind counts as playing while its activity is to go on, and as stopped after that; of a zone:
///
/// - An activity is requested when the zone plays a track and answers for it, and updated whenever something that can be seen changes; the
///   running position does not count.
/// - It becomes stale once the source no longer answers, or has not been heard of for ``ActivityTiming/staleInterval``. Being offline does
///   not end it; the system does, after eight hours.
/// - It ends ``ActivityTiming/stopGrace`` after playback has stopped, or ``ActivityTiming/idleTimeout`` after the last sound of a zone that
///   is paused, gone or loads for ever. It then stays on the lock screen for ``ActivityTiming/dismissalDelay``, or until the zone's next
///   activity.
/// - A track that loads changes nothing: what was shown stays until the zone plays, pauses or stops.
/// - After the eight hours, music that plays on has no activity until its next track, or until it has been paused. Once someone has wiped
///   an activity away, the next track brings none either: only a new start does.
/// - Another track that plays alerts; the first one of an activity does not.
///
/// A value without a clock, for one zone; it can be written away and read back at any moment.
public struct ActivityLifecycle: Hashable, Sendable, Codable {
    /// What keeps a zone that plays from having a new activity.
    enum Gate: String, Hashable, Sendable, Codable {
        case open
        /// The track on the last activity has to end, or to be paused.
        case nextTrack
        /// Playback has to be paused or stopped before it counts as new.
        case nextStart
    }

    /// The zone it is about.
    public let zone: ZoneID
    /// How long it waits.
    public let timing: ActivityTiming
    /// The zone's latest activity, in whatever state; nil before the first.
    public internal(set) var activity: Activity?
    /// The latest moment that it was told of.
    public internal(set) var clock: Date = .distantPast
    var gate = Gate.open
    /// nil while the zone plays.
    var idle: ActivityIdle?

    /// Makes the lifecycle of a zone of which nothing has been heard.
    public init(zone: ZoneID, timing: ActivityTiming = ActivityTiming()) {
        self.zone = zone
        self.timing = timing
    }

    /// Takes what is known of the zone at `now`.
    ///
    /// - Parameter entry: An entry of this zone; nil where there is none any more.
    /// - Returns: What happened since the last time, in order; what was due in between comes with the date at which it was due.
    /// - Throws: `payloadTooLarge` where the zone's id leaves no room for the rest; nothing has changed then, the time included.
    public mutating func apply(_ entry: NowPlaying?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        try take(entry.map { ActivityUpdate($0, at: now) }, at: now)
    }

    /// Takes what is known of the subject of any kind at `now`, with the same results and errors.
    public mutating func apply(_ update: ActivityUpdate, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        try take(update, at: now)
    }

    private mutating func take(_ update: ActivityUpdate?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        var next = self
        var events = next.advance(to: now)
        events += try next.take(update, heard: now)
        // What waits for no time at all is due now.
        events += next.advance(to: next.clock)
        self = next
        return events
    }

    /// Takes the activity away, as someone does who wipes it from the lock screen.
    ///
    /// - Returns: What happened since the last time, in order.
    public mutating func dismiss(at now: Date) -> [ActivityEvent] {
        var events = advance(to: now)
        guard activity?.dismiss(at: clock) == .taken, let activity else { return events }
        events.append(ActivityEvent(clock, activity.id, .dismissed, .user))
        gate = idle?.isTold == true ? .open : .nextStart
        return events
    }

    /// Whether it remembers nothing that a new one would not know.
    ///
    /// The name of an activity that began just now has to be remembered, lest the next one take it too.
    var isForgettable: Bool {
        guard let activity else { return true }
        return activity.state == .dismissed && gate == .open && activity.start < clock
    }
}

import FoundationEssentials
import Playback
import Timeline

/// The live activities of all zones, one for each zone at most.
///
/// A value without a clock: it is told of entries and of the time, and tells what happened and when it wants to be asked again.
public struct LiveActivities: Hashable, Sendable, Codable {
    /// How long the activities wait.
    public let timing: ActivityTiming
    /// The zones of which something is to be remembered, by their ids.
    public private(set) var lifecycles: [ActivityLifecycle] = []
    /// The latest moment that it was told of.
    public private(set) var clock: Date = .distantPast

    /// Makes a place without any activity.
    public init(timing: ActivityTiming = ActivityTiming()) {
        self.timing = timing
    }

    /// Takes what is known of a zone at `now`.
    ///
    /// - Parameter entry: An entry of any zone, of which the other zones learn only the time; nil where nothing is known of any zone.
    /// - Returns: What happened since the last time, by date.
    /// - Throws: `payloadTooLarge` where the zone's id leaves no room for the rest; nothing has changed then, the time included.
    public mutating func apply(_ entry: NowPlaying?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        guard let entry else { return miss(at: now) }
        return try apply(ActivityUpdate(entry, at: now), at: now)
    }

    /// Takes what is known of the subject of any kind at `now`.
    ///
    /// - Returns: What happened since the last time, by date.
    /// - Throws: `payloadTooLarge`; nothing has changed then, the time included.
    public mutating func apply(_ update: ActivityUpdate, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        var next = self
        let zone = update.attributes.zoneID
        if !next.lifecycles.contains(where: { $0.zone == zone }) {
            next.lifecycles.append(ActivityLifecycle(zone: zone, timing: timing))
            next.lifecycles.sort { $0.zone.rawValue < $1.zone.rawValue }
        }
        next.clock = max(clock, now)
        var events: [ActivityEvent] = []
        for index in next.lifecycles.indices {
            if next.lifecycles[index].zone == zone {
                // A new zone's clock is not behind that of the others.
                events += next.lifecycles[index].advance(to: next.clock)
                events += try next.lifecycles[index].apply(update, at: now)
            } else {
                events += next.lifecycles[index].advance(to: next.clock)
            }
        }
        next.forget()
        self = next
        return Self.sorted(events)
    }

    /// Takes note that nothing is known any more of `zone`, or of any where it is nil: of one, for instance, that is no longer followed.
    ///
    /// - Returns: What happened since the last time, by date.
    public mutating func miss(_ zone: ZoneID? = nil, at now: Date) -> [ActivityEvent] {
        each(at: now) { lifecycle, now in
            guard zone == nil || lifecycle.zone == zone else { return lifecycle.advance(to: now) }
            // Nothing grows by it, so that nothing can become too large.
            return (try? lifecycle.apply(nil, at: now)) ?? lifecycle.advance(to: now)
        }
    }

    /// Lets time pass until `now`, without news.
    ///
    /// - Returns: What was due, by date.
    public mutating func advance(to now: Date) -> [ActivityEvent] {
        each(at: now) { $0.advance(to: $1) }
    }

    /// Takes the activity `id` away, as someone does who wipes it from the lock screen; one that is not there is passed over.
    ///
    /// - Returns: What happened since the last time, by date.
    public mutating func dismiss(_ id: ActivityID, at now: Date) -> [ActivityEvent] {
        each(at: now) { $0.activity?.id == id ? $0.dismiss(at: $1) : $0.advance(to: $1) }
    }

    /// The first moment after `now` at which something happens by itself; nil where nothing ever will.
    public func nextWake(after now: Date) -> Date? {
        lifecycles.compactMap { $0.nextWake(after: max(now, clock)) }.min()
    }

    /// The activities that can be seen somewhere, by their zones' ids.
    public var activities: [Activity] {
        lifecycles.compactMap(\.activity).filter { $0.state != .dismissed }
    }

    private mutating func each(at now: Date, _ body: (inout ActivityLifecycle, Date) -> [ActivityEvent]) -> [ActivityEvent] {
        clock = max(clock, now)
        var events: [ActivityEvent] = []
        for index in lifecycles.indices { events += body(&lifecycles[index], clock) }
        forget()
        return Self.sorted(events)
    }

    private mutating func forget() {
        lifecycles.removeAll(where: \.isForgettable)
    }

    private static func sorted(_ events: [ActivityEvent]) -> [ActivityEvent] {
        events.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }
}

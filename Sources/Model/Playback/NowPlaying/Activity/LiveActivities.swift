import FoundationEssentials
import SubdialTimeline

/// The live activities of all zones, at most one per zone.
///
/// It is a value that reads no clock: it receives entries and times, and returns the events and the time of the next one.
public struct LiveActivities: Hashable, Sendable, Codable {
    /// The intervals of the lifecycles.
    public let timing: ActivityTiming
    /// The lifecycles with a history, sorted by the IDs of their zones.
    public private(set) var lifecycles: [ActivityLifecycle] = []
    /// The latest time received.
    public private(set) var clock: Date = .distantPast

    /// Creates a collection without any activity.
    public init(timing: ActivityTiming = ActivityTiming()) {
        self.timing = timing
    }

    /// Processes the entry of a zone at `now`.
    ///
    /// - Parameter entry: An entry of any zone; the other zones only advance their time. If nil, no zone has an entry any more.
    /// - Returns: The events since the last call, by date.
    /// - Throws: `payloadTooLarge` if the zone's ID leaves no room for the rest; nothing is changed then, including the time.
    public mutating func apply(_ entry: NowPlaying?, at now: Date) throws(ActivityError) -> [ActivityEvent] {
        guard let entry else { return miss(at: now) }
        return try apply(ActivityUpdate(entry, at: now), at: now)
    }

    /// Processes the update of a subject of any kind at `now`.
    ///
    /// - Returns: The events since the last call, by date.
    /// - Throws: `payloadTooLarge`; nothing is changed then, including the time.
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
                // The clock of a new zone must not be behind that of the others.
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

    /// Records that `zone` has no entry any more, for example because it is no longer followed; nil for all zones.
    ///
    /// - Returns: The events since the last call, by date.
    public mutating func miss(_ zone: ZoneID? = nil, at now: Date) -> [ActivityEvent] {
        each(at: now) { lifecycle, now in
            guard zone == nil || lifecycle.zone == zone else { return lifecycle.advance(to: now) }
            // This adds no content, so the payload cannot become too large.
            return (try? lifecycle.apply(nil, at: now)) ?? lifecycle.advance(to: now)
        }
    }

    /// Advances the time to `now` without an update.
    ///
    /// - Returns: The due events, by date.
    public mutating func advance(to now: Date) -> [ActivityEvent] {
        each(at: now) { $0.advance(to: $1) }
    }

    /// Dismisses the activity `id`, as by a user who removes it from the lock screen; an unknown ID is ignored.
    ///
    /// - Returns: The events since the last call, by date.
    public mutating func dismiss(_ id: ActivityID, at now: Date) -> [ActivityEvent] {
        each(at: now) { $0.activity?.id == id ? $0.dismiss(at: $1) : $0.advance(to: $1) }
    }

    /// The first time after `now` at which an event occurs by itself; nil for never.
    public func nextWake(after now: Date) -> Date? {
        lifecycles.compactMap { $0.nextWake(after: max(now, clock)) }.min()
    }

    /// The visible activities, sorted by the IDs of their zones.
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

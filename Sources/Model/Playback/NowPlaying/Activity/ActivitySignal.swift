import FoundationEssentials
import SubdialTimeline

/// The effect of an entry on the live activity of its zone or subject.
public enum ActivitySignal: Hashable, Sendable {
    /// The zone plays a track; the subject has content to show.
    case playing
    /// The zone has paused a track.
    case paused
    /// The zone has stopped or has nothing loaded; the subject has nothing to show any more.
    case stopped
    /// The source responds, but the zone is between two states: a track loads, or its state is unknown.
    case waiting
    /// The source does not respond.
    case unconfirmed
    /// The zone does not exist.
    case absent

    init(_ entry: NowPlaying) {
        switch (entry.freshness, entry.status) {
        case (.missing, _): self = .absent
        case (.stale, _), (.offline, _): self = .unconfirmed
        case (.live, .loading), (.live, .unknown): self = .waiting
        case (.live, .stopped): self = .stopped
        case (.live, .playing): self = entry.track == nil ? .stopped : .playing
        case (.live, .paused): self = entry.track == nil ? .stopped : .paused
        }
    }
}

/// The times since which a zone has been idle.
struct ActivityIdle: Hashable, Sendable, Codable {
    /// The time at which the zone was first seen idle.
    var since: Date
    /// The time at which the zone was first seen stopped; nil if it is paused, loading or gone.
    var stopped: Date?
    /// True if the source itself has reported that the zone does not play.
    var isTold: Bool
}

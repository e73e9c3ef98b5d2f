import FoundationEssentials
import Playback
import Timeline

/// What an entry means for the live activity of its zone, or of its subject.
public enum ActivitySignal: Hashable, Sendable {
    /// The zone plays a track; the subject has something to show.
    case playing
    /// The zone holds a track.
    case paused
    /// The zone has stopped, or has nothing loaded; the subject has nothing to show any more.
    case stopped
    /// The zone answers, but is between two states: a track loads, or the source has no word for what it does.
    case waiting
    /// Nobody answers for the zone now.
    case unconfirmed
    /// There is no such zone, or nothing is known of it.
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

/// Since when a zone has not played.
struct ActivityIdle: Hashable, Sendable, Codable {
    /// When it was first seen not to play.
    var since: Date
    /// When it was first seen to have stopped; nil where it is paused, loads or is gone.
    var stopped: Date?
    /// Whether the zone itself has said that it does not play.
    var isTold: Bool
}

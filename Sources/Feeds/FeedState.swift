import Playback
import Timeline

/// What a bar distinguishes: for each of these a text of its own may be given.
public enum FeedState: String, Hashable, Sendable, CaseIterable {
    case playing, paused, stopped, loading
    /// The source cannot be reached, and what was known is gone or too old to show.
    case offline
    /// The source is there, the zone is not.
    case zoneMissing = "zone-missing"

    /// The state that `entry` is in.
    ///
    /// A stale entry is in the state that it was in: the last good line stays until the source is known to be gone.
    public init(_ entry: Entry) {
        self =
            switch (entry.connection, entry.status) {
            case (.offline, _): .offline
            case (.zoneMissing, _): .zoneMissing
            case (_, .loading): .loading
            case _ where entry.track == nil: .stopped
            case (_, .playing): .playing
            case (_, .paused): .paused
            case (_, .stopped), (_, .unknown): .stopped
            }
    }

    /// Whether a track is shown unless something else is asked for.
    ///
    /// In the other states the line is empty, and the bar shows nothing.
    public var showsTrack: Bool {
        switch self {
        case .playing, .paused, .loading: true
        case .stopped, .offline, .zoneMissing: false
        }
    }

    /// The state whose text serves where none is given for this one.
    var alike: FeedState? {
        switch self {
        case .loading: .playing
        case .zoneMissing: .offline
        case .playing, .paused, .stopped, .offline: nil
        }
    }
}

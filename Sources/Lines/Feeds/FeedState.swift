import SubdialTimeline

/// The states for which a feed can have separate texts.
package enum FeedState: String, Hashable, Sendable, CaseIterable {
    case playing, paused, stopped, loading
    /// Current or stale data of a kind other than `now-playing`.
    case live
    /// The source is unreachable, and its last data is gone or too old to show.
    case offline
    /// The source is reachable, but the zone is missing.
    case zoneMissing = "zone-missing"

    /// Creates the state of data; stale data stays until it counts as gone.
    init(_ freshness: Freshness) {
        self =
            switch freshness {
            case .live, .stale: .live
            case .offline: .offline
            case .missing: .zoneMissing
            }
    }

    /// True if the content is shown by default.
    ///
    /// In the other states, the line is empty and the bar shows nothing.
    package var showsContent: Bool {
        switch self {
        case .playing, .paused, .loading, .live: true
        case .stopped, .offline, .zoneMissing: false
        }
    }

    /// The state whose text is used if there is none for this state.
    var alike: FeedState? {
        switch self {
        case .loading: .playing
        case .zoneMissing: .offline
        case .playing, .paused, .stopped, .live, .offline: nil
        }
    }
}

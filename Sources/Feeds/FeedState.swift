import Timeline

/// What a bar distinguishes: for each of these a text of its own may be given.
public enum FeedState: String, Hashable, Sendable, CaseIterable {
    case playing, paused, stopped, loading
    /// Data of a kind that is not what plays.
    case live
    /// The source cannot be reached, and what was known is gone or too old to show.
    case offline
    /// The source is there, the zone is not.
    case zoneMissing = "zone-missing"

    /// The state of data: stale ones stay until they are known to be gone.
    init(_ freshness: Freshness) {
        self =
            switch freshness {
            case .live, .stale: .live
            case .offline: .offline
            case .missing: .zoneMissing
            }
    }

    /// True where the content is shown unless something else is asked for.
    ///
    /// In the other states the line is empty, and the bar shows nothing.
    public var showsContent: Bool {
        switch self {
        case .playing, .paused, .loading, .live: true
        case .stopped, .offline, .zoneMissing: false
        }
    }

    /// The state whose text serves where none is given for this one.
    var alike: FeedState? {
        switch self {
        case .loading: .playing
        case .zoneMissing: .offline
        case .playing, .paused, .stopped, .live, .offline: nil
        }
    }
}

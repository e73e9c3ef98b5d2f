/// The playback status of a zone.
public enum PlaybackStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case playing, paused, stopped
    /// Between two tracks, or buffering.
    case loading
    /// The source reported another status, or none.
    case unknown

    /// Parses a source's status, whatever its case: `buffering` as `loading`, unknown words as `unknown`.
    public init(word: String) {
        let word = word.lowercased()
        self = word == "buffering" ? .loading : PlaybackStatus(rawValue: word) ?? .unknown
    }

    /// The corresponding `PlaybackStatus` of MPRIS, as playerctl prints it.
    ///
    /// MPRIS has three; a track that loads counts as playing.
    public var mprisName: String {
        switch self {
        case .playing, .loading: "Playing"
        case .paused: "Paused"
        case .stopped, .unknown: "Stopped"
        }
    }
}

extension PlaybackStatus {
    /// The rank of a player with this status among others, by which the active one is determined; lower comes first.
    ///
    /// Players that have something to show come first: a track that plays, loads or is paused. Then a player that plays without a track precedes
    /// those that are stopped, and a player with a track precedes one without.
    package func activityRank(hasTrack: Bool) -> Int {
        switch (self, hasTrack) {
        // The track of a player that loads one is about to come.
        case (.playing, true), (.loading, _): 0
        case (.paused, true): 1
        case (.playing, false): 2
        case (.stopped, true): 3
        case (.unknown, true): 4
        case (.paused, false): 5
        case (.stopped, false): 6
        case (.unknown, false): 7
        }
    }

    /// The last ``activityRank(hasTrack:)`` of players that have something to show.
    package static let lastShownRank = 1
    /// The ``activityRank(hasTrack:)`` after all others, for zones that cannot be reached.
    package static let unreachableRank = 8
}

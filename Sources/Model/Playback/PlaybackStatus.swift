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

/// What a zone is doing.
public enum PlaybackStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case playing, paused, stopped
    /// Between two tracks, or filling its buffer.
    case loading
    /// The source said something else, or nothing.
    case unknown

    /// The status that a source means by `word`: its own spelling in any case, `buffering` as `loading`, all else as `unknown`.
    public init(word: String) {
        let word = word.lowercased()
        self = word == "buffering" ? .loading : PlaybackStatus(rawValue: word) ?? .unknown
    }

    /// The word that MPRIS, and so playerctl, has for it.
    ///
    /// MPRIS knows three; a track that loads counts as playing.
    public var mprisName: String {
        switch self {
        case .playing, .loading: "Playing"
        case .paused: "Paused"
        case .stopped, .unknown: "Stopped"
        }
    }
}

import Playback

/// A reading, `now_playing`, which leaves what it does not speak of as it was.
///
/// The track is told as one: a message that has any of `title`, `artist`, `album` and `length` tells all about it, so that what it leaves
/// out of these, of `position` and of `artwork` there is not. `"title": null` alone: nothing is loaded.
public struct NowPlayingMessage: Hashable, Sendable {
    /// The texts `title`, `artist` and `album`, and `length` in seconds; `.some(nil)` where nothing is loaded.
    public private(set) var track: Track??
    /// Seconds, 0 or more, at the moment of the timestamp, from `position`; `.some(nil)` where they are not known.
    public private(set) var position: Double??
    /// One of `playing`, `paused`, `stopped` and `loading`, from `status`.
    public private(set) var status: PlaybackStatus?
    /// The path of the cover, from `artwork`; `.some(nil)` where there is none.
    public private(set) var artwork: String??
    /// From 0 to 100, from `volume`; `.some(nil)` where it is fixed.
    public private(set) var volume: Double??
    /// Whether the zone is silenced, from `muted`.
    public private(set) var isMuted: Bool?

    /// Makes what it says; what is nil stays as it was.
    public init(
        track: Track?? = nil, position: Double?? = nil, status: PlaybackStatus? = nil, artwork: String?? = nil, volume: Double?? = nil,
        isMuted: Bool? = nil
    ) {
        self.track = track
        // Another track is not where the one before was, nor has it its cover.
        self.position = track == nil ? position : .some(position ?? nil)
        self.artwork = track == nil ? artwork : .some(artwork ?? nil)
        self.status = status
        self.volume = volume
        self.isMuted = isMuted
    }
}

import SubdialPlayback

/// A reading, `now_playing`; keys that are missing leave the state as it was.
///
/// The track is replaced as a whole: a message with any of `title`, `artist`, `album` and `length` clears those of these keys, of
/// `position` and of `artwork` that are missing. `"title": null` alone means that nothing is loaded.
package struct NowPlayingMessage: Hashable, Sendable {
    /// The strings `title`, `artist` and `album`, and `length` in seconds; `.some(nil)` if nothing is loaded.
    package private(set) var track: Track??
    /// The position in seconds, 0 or more, at the time of the timestamp, from `position`; `.some(nil)` if unknown.
    package private(set) var position: Double??
    /// The status `playing`, `paused`, `stopped` or `loading`, from `status`.
    package private(set) var status: PlaybackStatus?
    /// The path of the cover, from `artwork`; `.some(nil)` if there is none.
    package private(set) var artwork: String??
    /// The volume from 0 to 100, from `volume`; `.some(nil)` if it is fixed.
    package private(set) var volume: Double??
    /// True if the zone is muted, from `muted`.
    package private(set) var isMuted: Bool?

    /// Makes a message; properties that are nil leave the state as it was.
    package init(
        track: Track?? = nil, position: Double?? = nil, status: PlaybackStatus? = nil, artwork: String?? = nil, volume: Double?? = nil,
        isMuted: Bool? = nil
    ) {
        self.track = track
        // The position and the cover of the previous track do not apply to another one.
        self.position = track == nil ? position : .some(position ?? nil)
        self.artwork = track == nil ? artwork : .some(artwork ?? nil)
        self.status = status
        self.volume = volume
        self.isMuted = isMuted
    }
}

import FoundationEssentials
import SubdialDocuments
import SubdialTimeline

/// The dynamic state of a live activity: the track and its playback.
///
/// Positions are relative to the creation of the state, which an ``Activity`` stores as ``Activity/updated``.
public struct ActivityContentState: Hashable, Sendable {
    /// The title, or the first available of artist, album and zone name.
    public let line1: String
    /// The next available of title, artist and album after `line1`; empty for none.
    public let line2: String
    /// True if the position advances.
    public let isPlaying: Bool
    /// The volume; nil for a fixed one.
    public let volume: ActivityVolume?
    /// The location of the cover; nil for none.
    public let artwork: String?
    /// The position in the track in seconds, to the millisecond, 0 or more; nil if it is unknown.
    public let seekPosition: Double?
    /// The length of the track in seconds; nil if it is unknown.
    public let length: Double?
    /// The entry as in its file, for kinds other than `now-playing`; nil for music.
    public let entry: JSONValue?

    /// Creates a state with unmodified texts; invalid positions and lengths become nil.
    public init(
        line1: String, line2: String = "", isPlaying: Bool, volume: ActivityVolume? = nil, artwork: String? = nil,
        seekPosition: Double? = nil, length: Double? = nil, entry: JSONValue? = nil
    ) {
        self.entry = entry
        self.line1 = line1
        self.line2 = line2
        self.isPlaying = isPlaying
        self.volume = volume
        self.artwork = artwork
        self.seekPosition = seekPosition.flatMap { $0.isFinite ? (max(0, $0) * 1000).rounded() / 1000 : nil }
        self.length = length.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// The state a number of seconds later without further events: the position advances during playback, up to the end of the track.
    public func advanced(by seconds: Double) -> ActivityContentState {
        guard isPlaying, let seekPosition, seconds > 0 else { return self }
        return with(isPlaying: true, seekPosition: min(seekPosition + seconds, max(seekPosition, length ?? .infinity)))
    }

    /// The same track, paused.
    public var paused: ActivityContentState { with(isPlaying: false, seekPosition: seekPosition) }

    private func with(isPlaying: Bool, seekPosition: Double?) -> ActivityContentState {
        ActivityContentState(
            line1: line1, line2: line2, isPlaying: isPlaying, volume: volume, artwork: artwork, seekPosition: seekPosition,
            length: length, entry: entry)
    }
}

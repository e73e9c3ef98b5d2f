import FoundationEssentials
import JSON
import Playback
import Timeline

/// What of a live activity changes: what plays, and how.
///
/// Positions are those of the moment at which the state was made; an ``Activity`` knows that moment as ``Activity/updated``.
public struct ActivityContentState: Hashable, Sendable {
    /// The title, or the first of artist, album and zone name that there is.
    public let line1: String
    /// The next of title, artist and album behind `line1`; empty where there is none.
    public let line2: String
    /// Whether the position runs.
    public let isPlaying: Bool
    /// nil where the volume is fixed.
    public let volume: ActivityVolume?
    /// Where the cover is; nil where there is none.
    public let artwork: String?
    /// Seconds into the track, to the millisecond, 0 or more; nil where it is not known.
    public let seekPosition: Double?
    /// The track's length in seconds; nil where it is not known.
    public let length: Double?
    /// The entry that is shown, of any other kind, as its file has it; nil for what plays.
    public let entry: JSONValue?

    /// Makes a state and takes its texts as they are; positions and lengths that are no numbers are not known.
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

    /// The state that many seconds later, if nobody touches anything: a position runs while it plays, up to the track's end.
    public func advanced(by seconds: Double) -> ActivityContentState {
        guard isPlaying, let seekPosition, seconds > 0 else { return self }
        return with(isPlaying: true, seekPosition: min(seekPosition + seconds, max(seekPosition, length ?? .infinity)))
    }

    /// The same track standing still.
    public var paused: ActivityContentState { with(isPlaying: false, seekPosition: seekPosition) }

    private func with(isPlaying: Bool, seekPosition: Double?) -> ActivityContentState {
        ActivityContentState(
            line1: line1, line2: line2, isPlaying: isPlaying, volume: volume, artwork: artwork, seekPosition: seekPosition,
            length: length, entry: entry)
    }
}

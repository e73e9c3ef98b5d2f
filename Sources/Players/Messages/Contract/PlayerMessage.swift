import FoundationEssentials
import Playback

/// One message about a zone, or for one: a JSON object with a `type`, a `timestamp` and what its type says.
///
/// - `type`: `now_playing`, `playback_control`, `volume_control` or `seek_control`.
/// - `timestamp`: the moment of which it speaks, as seconds since 1970 or as text by ISO 8601. What it says counts against all that was
///   said for earlier moments, whenever it arrives. Without it, or with one in the future, the moment of arrival counts.
/// - `zone`: the zone's name, 200 bytes at most; left out where there is only one.
/// - `controller`: who says so; decides where two speak of one moment.
///
/// Keys that are not known are left alone.
public struct PlayerMessage: Hashable, Sendable {
    /// What a message says, by its type.
    public enum Body: Hashable, Sendable {
        /// What plays.
        case nowPlaying(NowPlayingMessage)
        /// Someone has asked for something to be played, or not to be.
        case playback(PlaybackAction)
        /// Someone has turned the volume.
        case volume(VolumeMessage)
        /// Someone has gone to a place in the track.
        case seek(Change)
    }

    /// The ``timestamp`` of a message that tells none: later than any moment of arrival.
    public static let onArrival = Date.distantFuture

    /// The moment of which it speaks; one in the future counts as the moment of arrival.
    public var timestamp: Date
    /// The zone's name; nil for the one that needs none.
    public var zone: String?
    /// Who says so; nil counts as an empty name.
    public var controller: String?
    /// What it says.
    public var body: Body

    /// Makes a message.
    public init(_ body: Body, timestamp: Date, zone: String? = nil, controller: String? = nil) {
        self.body = body
        self.timestamp = timestamp
        self.zone = zone
        self.controller = controller
    }
}

/// What a `playback_control` asks for, in its key `action`.
public enum PlaybackAction: String, Hashable, Sendable, Codable, CaseIterable {
    case play, pause
    /// The other of the two.
    case playPause = "play-pause"
    case next, previous, stop
}

/// What a `volume_control` says: a `value` from 0 to 100 or a `delta`, and whether the zone is `muted`; one of them at least.
public struct VolumeMessage: Hashable, Sendable {
    /// In hundredths; nil where only the silence changes.
    public var change: Change?
    /// nil where the silence stays as it is.
    public var isMuted: Bool?

    /// Makes what it says.
    public init(_ change: Change? = nil, isMuted: Bool? = nil) {
        self.change = change
        self.isMuted = isMuted
    }
}

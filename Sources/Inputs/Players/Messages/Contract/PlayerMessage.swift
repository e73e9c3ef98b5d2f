import FoundationEssentials
import SubdialPlayback

/// A message about a zone or for one: a JSON object with a `type`, a `timestamp` and the keys of its type.
///
/// - `type`: `now_playing`, `playback_control`, `volume_control` or `seek_control`.
/// - `timestamp`: the time that the message describes, in seconds since 1970 or as ISO 8601 text. The message overrides all messages with
///   earlier timestamps, whenever it arrives. If the timestamp is missing or in the future, the time of arrival applies.
/// - `zone`: the zone's name, at most 200 bytes; omitted if there is only one zone.
/// - `controller`: the sender's name, which orders messages with equal timestamps.
///
/// Unknown keys are ignored.
package struct PlayerMessage: Hashable, Sendable {
    /// The contents of a message, by its type.
    package enum Body: Hashable, Sendable {
        /// The state of playback.
        case nowPlaying(NowPlayingMessage)
        /// A request to play, pause, stop or change the track.
        case playback(PlaybackAction)
        /// A change of the volume.
        case volume(VolumeMessage)
        /// A change of the position in the track.
        case seek(Change)
    }

    /// The ``timestamp`` of a message without one: later than any time of arrival.
    package static let onArrival = Date.distantFuture

    /// The time that the message describes; a time in the future is replaced by the time of arrival.
    package var timestamp: Date
    /// The zone's name; nil for the zone without a name.
    package var zone: String?
    /// The sender's name; nil is ordered as an empty name.
    package var controller: String?
    /// The contents.
    package var body: Body

    /// Makes a message.
    package init(_ body: Body, timestamp: Date, zone: String? = nil, controller: String? = nil) {
        self.body = body
        self.timestamp = timestamp
        self.zone = zone
        self.controller = controller
    }
}

/// The `action` of a `playback_control`.
package enum PlaybackAction: String, Hashable, Sendable, Codable, CaseIterable {
    case play, pause
    /// Toggles between play and pause.
    case playPause = "play-pause"
    case next, previous, stop
}

/// The contents of a `volume_control`.
///
/// It has a `value` from 0 to 100 or a `delta`, or the flag `muted`, or both.
package struct VolumeMessage: Hashable, Sendable {
    /// The change of the volume in per cent; nil if only the mute state changes.
    package var change: Change?
    /// The new mute state; nil if it does not change.
    package var isMuted: Bool?

    /// Makes the contents of a message.
    package init(_ change: Change? = nil, isMuted: Bool? = nil) {
        self.change = change
        self.isMuted = isMuted
    }
}

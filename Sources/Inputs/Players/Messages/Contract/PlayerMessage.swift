import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// A message about a zone or for one: a JSON object with a `type`, a `timestamp` and the keys of its type.
///
/// - `type`: `now_playing`, `playback_control`, `volume_control`, `seek_control`, `playlist_sync`, `library_sync` or `media_transfer`.
/// - `timestamp`, also `lastUpdated` or `lastModified`: the time that the message describes, in seconds since 1970 or as ISO 8601 text. The message overrides all messages with
///   earlier timestamps, whenever it arrives. If the timestamp is missing or in the future, the time of arrival applies.
/// - `zone`: the zone's name, at most 200 bytes; omitted if there is only one zone.
/// - `controller`: the sender's name, which orders messages with equal timestamps.
/// - `reply`: true to request a reply, false for none; if it is missing, only messages about the library get one. A message with `repliedBy`
///   is a reply itself, and gets none.
///
/// Unknown keys are ignored.
package struct PlayerMessage: Hashable, Sendable {
    /// The contents of a message, by its type.
    package enum Body: Hashable, Sendable {
        /// The state of playback.
        case nowPlaying(NowPlayingMessage)
        /// A request to play, pause, stop or change the track; `position` is the position in seconds at which it happened.
        case playback(PlaybackAction, position: Double? = nil)
        /// A change of the volume.
        case volume(VolumeMessage)
        /// A change of the position in the track, with the track's duration in seconds if it is known.
        case seek(Change, duration: Double? = nil)
        /// The lists and files of the player's library, which no zone plays.
        case library(LibraryMessage)
    }

    /// The ``timestamp`` of a message without one: later than any time of arrival.
    package static let onArrival = Date.distantFuture

    /// The time that the message describes; a time in the future is replaced by the time of arrival.
    package var timestamp: Date
    /// The zone's name; nil for the zone without a name.
    package var zone: String?
    /// The sender's name; nil is ordered as an empty name.
    package var controller: String?
    /// True if the sender requests a reply, false if it wants none; nil for the usual behaviour.
    package var reply: Bool?
    /// The contents.
    package var body: Body

    /// Makes a message.
    package init(_ body: Body, timestamp: Date, zone: String? = nil, controller: String? = nil, reply: Bool? = nil) {
        self.body = body
        self.timestamp = timestamp
        self.zone = zone
        self.controller = controller
        self.reply = reply
    }
}

extension PlayerMessage {
    /// True if the sender gets a reply.
    var isReplyRequested: Bool {
        if let reply { return reply }
        if case .library = body { return true }
        return false
    }

    /// True if the sender of a line gets a reply although it is no valid message.
    static func isReplyRequested(in line: [UInt8]) -> Bool {
        guard let json = try? JSONValue(parsing: line), json["repliedBy"] == nil else { return false }
        return json["reply"]?.bool ?? [Kind.playlist, .library, .transfer].contains { $0.rawValue == json["type"]?.string }
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
/// It has a `value` from 0 to 100, a `delta`, or a `volume` from 0 to 1; or the flag `muted`; or both.
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

extension PlayerMessage: Codable {
    private enum Kind: String, Codable, CaseIterable {
        case nowPlaying = "now_playing"
        case playback = "playback_control"
        case volume = "volume_control"
        case seek = "seek_control"
        case playlist = "playlist_sync"
        case library = "library_sync"
        case transfer = "media_transfer"
    }

    /// The words of `action`.
    private enum Action: String, CaseIterable {
        case play, pause
        case playPause = "play-pause"
        case next, previous, stop, seek
    }

    private enum CodingKeys: String, CodingKey {
        case type, timestamp, lastUpdated, lastModified, zone, controller, reply, repliedBy, action, position, delta, duration
    }

    /// Decodes a message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try values.word(Kind.self, .type)
        timestamp = try Self.time(values)
        zone = try values.name(.zone)
        controller = try values.name(.controller)
        reply = values.contains(.repliedBy) ? false : try values.optional(Bool.self, .reply, "is neither true nor false") ?? nil
        switch kind {
        case .nowPlaying:
            guard let message = try NowPlayingMessage(known: decoder) else {
                throw MessageError.nothingKnown(zone: zone, keys: try MessageKey.unknown(in: decoder))
            }
            body = .nowPlaying(message)
        case .playback:
            if let action = PlaybackAction(rawValue: try values.word(Action.self, .action).rawValue) {
                body = .playback(action, position: try values.seconds(.position))
            } else {
                body = .seek(try values.change(to: .position, by: .delta, within: 0...1e9))
            }
        case .volume: body = .volume(try VolumeMessage(from: decoder))
        case .seek:
            let duration = try values.seconds(.duration)
            // Players send 0 for media without an end.
            body = .seek(try values.change(to: .position, by: .delta, within: 0...1e9), duration: duration == 0 ? nil : duration)
        case .playlist: body = .library(.playlist(try PlaylistMessage(from: decoder)))
        case .library: body = .library(.part(try LibraryPart(from: decoder)))
        case .transfer: body = .library(.transfer(try MediaTransfer(from: decoder)))
        }
    }

    /// Encodes the message, with its timestamp as seconds since 1970, or without one if it is ``onArrival``.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if timestamp != Self.onArrival { try values.encode(timestamp.timeIntervalSince1970, forKey: .timestamp) }
        try values.encodeIfPresent(zone, forKey: .zone)
        try values.encodeIfPresent(controller, forKey: .controller)
        try values.encodeIfPresent(reply, forKey: .reply)
        switch body {
        case .nowPlaying(let message):
            try values.encode(Kind.nowPlaying, forKey: .type)
            try message.encode(to: encoder)
        case .playback(let action, let position):
            try values.encode(Kind.playback, forKey: .type)
            try values.encode(action, forKey: .action)
            try values.encodeIfPresent(position, forKey: .position)
        case .volume(let message):
            try values.encode(Kind.volume, forKey: .type)
            try message.encode(to: encoder)
        case .seek(let change, let duration):
            try values.encode(Kind.seek, forKey: .type)
            try values.encode(change, to: .position, by: .delta)
            try values.encodeIfPresent(duration, forKey: .duration)
        case .library(.playlist(let message)):
            try values.encode(Kind.playlist, forKey: .type)
            try message.encode(to: encoder)
        case .library(.part(let message)):
            try values.encode(Kind.library, forKey: .type)
            try message.encode(to: encoder)
        case .library(.transfer(let message)):
            try values.encode(Kind.transfer, forKey: .type)
            try message.encode(to: encoder)
        }
    }

    private static func time(_ values: KeyedDecodingContainer<CodingKeys>) throws -> Date {
        for key in [CodingKeys.timestamp, .lastUpdated, .lastModified] {
            if let date = try values.time(key) { return date }
        }
        return onArrival
    }
}

extension VolumeMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, delta, volume, muted
    }

    /// Decodes the message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isMuted = try values.optional(Bool.self, .muted, "is neither true nor false") ?? nil
        if let percent = try values.percent(.volume).flatMap(\.self) {
            guard !values.contains(.value), !values.contains(.delta) else { throw values.bad(.volume, "stands beside 'value' or 'delta'") }
            change = .to(percent)
            return
        }
        guard values.contains(.value) || values.contains(.delta) || isMuted == nil else { return }
        change = try values.change(to: .value, by: .delta, within: 0...100)
    }

    /// Encodes the message.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if let change { try values.encode(change, to: .value, by: .delta) }
        try values.encodeIfPresent(isMuted, forKey: .muted)
    }
}

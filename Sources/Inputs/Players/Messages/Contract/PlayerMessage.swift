import FoundationEssentials
import SubdialBasics
import SubdialHTTP
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

extension PlayerMessage: Codable {
    private enum Kind: String, Codable, CaseIterable {
        case nowPlaying = "now_playing"
        case playback = "playback_control"
        case volume = "volume_control"
        case seek = "seek_control"
    }

    private enum CodingKeys: String, CodingKey {
        case type, timestamp, zone, controller, action, position, delta
    }

    /// Decodes a message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try values.word(Kind.self, .type)
        timestamp = try Self.time(values)
        zone = try values.name(.zone)
        controller = try values.name(.controller)
        switch kind {
        case .nowPlaying: body = .nowPlaying(try NowPlayingMessage(from: decoder))
        case .playback: body = .playback(try values.word(PlaybackAction.self, .action))
        case .volume: body = .volume(try VolumeMessage(from: decoder))
        case .seek: body = .seek(try values.change(to: .position, by: .delta, within: 0...1e9))
        }
    }

    /// Encodes the message, with its timestamp as seconds since 1970, or without one if it is ``onArrival``.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if timestamp != Self.onArrival { try values.encode(timestamp.timeIntervalSince1970, forKey: .timestamp) }
        try values.encodeIfPresent(zone, forKey: .zone)
        try values.encodeIfPresent(controller, forKey: .controller)
        switch body {
        case .nowPlaying(let message):
            try values.encode(Kind.nowPlaying, forKey: .type)
            try message.encode(to: encoder)
        case .playback(let action):
            try values.encode(Kind.playback, forKey: .type)
            try values.encode(action, forKey: .action)
        case .volume(let message):
            try values.encode(Kind.volume, forKey: .type)
            try message.encode(to: encoder)
        case .seek(let change):
            try values.encode(Kind.seek, forKey: .type)
            try values.encode(change, to: .position, by: .delta)
        }
    }

    private static func time(_ values: KeyedDecodingContainer<CodingKeys>) throws -> Date {
        guard values.contains(.timestamp), try !values.decodeNil(forKey: .timestamp) else { return onArrival }
        if let seconds = try? values.decode(Double.self, forKey: .timestamp) {
            // The years 1 to 9999.
            guard seconds.isFinite, (-62_135_596_800..<253_402_300_800).contains(seconds) else {
                throw values.bad(.timestamp, "is no number of seconds since 1970")
            }
            return Date(timeIntervalSince1970: seconds)
        }
        guard let text = try? values.decode(String.self, forKey: .timestamp), let date = MessageTime.date(text) else {
            throw values.bad(.timestamp, "is neither a number of seconds since 1970 nor a time such as 2026-03-01T12:00:00Z")
        }
        return date
    }
}

extension VolumeMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, delta, muted
    }

    /// Decodes the message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isMuted = try values.optional(Bool.self, .muted, "is neither true nor false") ?? nil
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

extension NowPlayingMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, artist, album, length, position, status, artwork, volume, muted
    }

    /// Decodes the message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String?? { try values.optional(String.self, key, "is no text").map { $0?.bounded() } }
        func number(_ key: CodingKeys, _ range: ClosedRange<Double>) throws -> Double?? {
            let value = try values.optional(Double.self, key, "is no number")
            if case .some(.some(let number)) = value, !range.contains(number) {
                throw values.bad(key, "is not from \(range.lowerBound.fixed(0)) to \(range.upperBound.fixed(0))")
            }
            return value
        }

        let (title, artist, album) = (try text(.title), try text(.artist), try text(.album))
        let length = try number(.length, 0...1e9)
        var track: Track??
        if title != nil || artist != nil || album != nil || length != nil {
            let told = Track(
                title: title.flatMap(\.self) ?? "", artist: artist.flatMap(\.self) ?? "", album: album.flatMap(\.self) ?? "",
                // Players send 0 for media without an end.
                length: length.flatMap(\.self).flatMap { $0 > 0 ? $0 : nil })
            track = .some(told == Track(title: "") ? nil : told)
        }
        var status: PlaybackStatus?
        if let word = try text(.status).flatMap(\.self) {
            status = PlaybackStatus(word: word)
            guard status != .unknown else {
                throw values.bad(.status, "is '\(word.oneLine(limit: 30))', not playing, paused, stopped or loading")
            }
        }
        self.init(
            track: track, position: try number(.position, 0...1e9), status: status, artwork: try values.path(.artwork),
            volume: try number(.volume, 0...100), isMuted: try values.optional(Bool.self, .muted, "is neither true nor false") ?? nil)
    }

    /// Encodes the message without the keys that are not set.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if case .some(let track) = track {
            try values.encode(track?.title, forKey: .title)
            if let track {
                try values.encode(track.artist, forKey: .artist)
                try values.encode(track.album, forKey: .album)
                try values.encode(track.length, forKey: .length)
            }
        }
        if case .some(let position) = position { try values.encode(position, forKey: .position) }
        try values.encodeIfPresent(status, forKey: .status)
        if case .some(let artwork) = artwork { try values.encode(artwork, forKey: .artwork) }
        if case .some(let volume) = volume { try values.encode(volume, forKey: .volume) }
        try values.encodeIfPresent(isMuted, forKey: .muted)
    }
}

/// The timestamps of messages as text: `2026-03-01T12:00:00.25+01:00`.
enum MessageTime {
    /// Parses an ISO 8601 date and time, with or without fractions of a second; nil if it is invalid.
    ///
    /// The UTC offset is required, since a local time without one is ambiguous.
    static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        func number(_ digits: Int, in range: ClosedRange<Int>) -> Int? {
            guard rest.count >= digits, rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            rest = rest.dropFirst(digits)
            return range.contains(value) ? value : nil
        }
        func skip(_ characters: String) -> Character? {
            guard let byte = rest.first, let found = characters.first(where: { $0.asciiValue == byte }) else { return nil }
            rest = rest.dropFirst()
            return found
        }

        guard let year = number(4, in: 1...9999), skip("-") != nil, let month = number(2, in: 1...12), skip("-") != nil,
            let day = number(2, in: 1...days(in: month, of: year)), skip("Tt ") != nil, let hour = number(2, in: 0...23), skip(":") != nil,
            let minute = number(2, in: 0...59), skip(":") != nil, let second = number(2, in: 0...60)
        else { return nil }
        var fraction = 0.0
        if skip(".,") != nil {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.count <= 18, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            fraction = value
            rest = rest.dropFirst(digits.count)
        }
        var offset = 0
        switch skip("Zz+-") {
        case "+": offset = 1
        case "-": offset = -1
        case nil: return nil
        default: break
        }
        if offset != 0 {
            guard let hours = number(2, in: 0...23) else { return nil }
            _ = skip(":")
            guard let minutes = rest.isEmpty ? 0 : number(2, in: 0...59) else { return nil }
            offset *= (hours * 60 + minutes) * 60
        }
        guard rest.isEmpty else { return nil }
        let seconds = daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970, computed in years that begin in March, so that the leap day comes last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}

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

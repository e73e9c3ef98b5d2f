import FoundationEssentials
import SubdialBasics
import SubdialHTTP
import SubdialPlayback

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

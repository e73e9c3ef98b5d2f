import SubdialBasics
import SubdialPlayback

/// A reading, `now_playing`; keys that are missing leave the state as it was.
///
/// The track is replaced as a whole: a message with any of `title`, `artist`, `album`, `length` and `id` clears those of these keys, of
/// `position` and of `artwork` that are missing. `"title": null` alone means that nothing is loaded.
///
/// The keys can stand in an object `currentMedia`, where `volume` is from 0 to 1. `duration` is another name for `length`, and `isPlaying` for
/// `status`. `"currentMedia": null` means that nothing is loaded.
package struct NowPlayingMessage: Hashable, Sendable {
    /// The strings `title`, `artist` and `album`, and `length` in seconds; `.some(nil)` if nothing is loaded.
    package private(set) var track: Track??
    /// The player's id of the track, from `id`; `.some(nil)` if it has none.
    package private(set) var id: String??
    /// The position in seconds, 0 or more, at the time of the timestamp, from `position`; `.some(nil)` if unknown.
    package private(set) var position: Double??
    /// The status `playing`, `paused`, `stopped` or `loading`, from `status` or `isPlaying`.
    package private(set) var status: PlaybackStatus?
    /// The path of the cover, from `artwork`; `.some(nil)` if there is none.
    package private(set) var artwork: String??
    /// The volume from 0 to 100, from `volume`; `.some(nil)` if it is fixed.
    package private(set) var volume: Double??
    /// True if the zone is muted, from `muted`.
    package private(set) var isMuted: Bool?

    /// Makes a message; properties that are nil leave the state as it was.
    package init(
        track: Track?? = nil, id: String?? = nil, position: Double?? = nil, status: PlaybackStatus? = nil, artwork: String?? = nil,
        volume: Double?? = nil, isMuted: Bool? = nil
    ) {
        self.track = track
        // The id, the position and the cover of the previous track do not apply to another one, and an id alone describes no track.
        self.id = track == nil ? nil : .some(id ?? nil)
        self.position = track == nil ? position : .some(position ?? nil)
        self.artwork = track == nil ? artwork : .some(artwork ?? nil)
        self.status = status
        self.volume = volume
        self.isMuted = isMuted
    }
}

extension NowPlayingMessage: Encodable {
    private enum CodingKeys: String, CodingKey {
        case title, artist, album, id, length, duration, position, status, isPlaying, artwork, volume, muted, currentMedia
    }

    /// Decodes the message; nil if it has none of its keys.
    init?(known decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: CodingKeys.self)
        var media: KeyedDecodingContainer<CodingKeys>?
        let isEmpty = try outer.contains(.currentMedia) && outer.decodeNil(forKey: .currentMedia)
        if outer.contains(.currentMedia), !isEmpty {
            guard let object = try? outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .currentMedia) else {
                throw outer.bad(.currentMedia, "is no object")
            }
            media = object
        }
        guard isEmpty || (outer.allKeys + (media?.allKeys ?? [])).contains(where: { $0 != .currentMedia }) else { return nil }
        try self.init(outer, media: media, isEmpty: isEmpty)
    }

    /// - Parameter isEmpty: True if nothing is loaded.
    private init(
        _ outer: KeyedDecodingContainer<CodingKeys>, media: KeyedDecodingContainer<CodingKeys>?, isEmpty: Bool
    ) throws {
        /// The object with the key: the media itself has precedence.
        func place(_ keys: CodingKeys...) -> (values: KeyedDecodingContainer<CodingKeys>, key: CodingKeys) {
            for values in [media, outer].compactMap({ $0 }) {
                if let key = keys.first(where: values.contains) { return (values, key) }
            }
            return (outer, keys[0])
        }
        func text(_ key: CodingKeys) throws -> String?? { try place(key).values.line(key) }
        func seconds(_ keys: (values: KeyedDecodingContainer<CodingKeys>, key: CodingKeys)) throws -> Double?? {
            try keys.values.number(keys.key, within: 0...1e9)
        }

        let (title, artist, album) = (try text(.title), try text(.artist), try text(.album))
        let length = try seconds(place(.length, .duration))
        let id = try place(.id).values.id(.id)
        var track: Track??
        if title != nil || artist != nil || album != nil || length != nil || isEmpty {
            let told = Track(
                title: title.flatMap(\.self) ?? "", artist: artist.flatMap(\.self) ?? "", album: album.flatMap(\.self) ?? "",
                // Players send 0 for media without an end.
                length: length.flatMap(\.self).flatMap { $0 > 0 ? $0 : nil })
            track = .some(told == Track(title: "") ? nil : told)
        }
        let volume = place(.volume)
        let isShare = media?.contains(.volume) == true
        self.init(
            track: track, id: .some(id), position: try seconds(place(.position)),
            status: try Self.status(place(.status, .isPlaying)) ?? (isEmpty ? .stopped : nil),
            artwork: try place(.artwork).values.path(.artwork),
            volume: isShare ? try volume.values.percent(.volume) : try volume.values.number(.volume, within: 0...100),
            isMuted: try place(.muted).values.optional(Bool.self, .muted, "is neither true nor false") ?? nil)
    }

    private static func status(_ place: (values: KeyedDecodingContainer<CodingKeys>, key: CodingKeys)) throws -> PlaybackStatus? {
        let values = place.values
        guard place.key == .status else {
            return try values.optional(Bool.self, .isPlaying, "is neither true nor false")?.map { $0 ? .playing : .paused }
        }
        guard let word = try values.line(.status).flatMap(\.self) else { return nil }
        let status = PlaybackStatus(word: word)
        guard status != .unknown else {
            throw values.bad(.status, "is '\(word.oneLine(limit: 30))', not playing, paused, stopped or loading")
        }
        return status
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
        if case .some(.some(let id)) = id { try values.encode(id, forKey: .id) }
        if case .some(let position) = position { try values.encode(position, forKey: .position) }
        try values.encodeIfPresent(status, forKey: .status)
        if case .some(let artwork) = artwork { try values.encode(artwork, forKey: .artwork) }
        if case .some(let volume) = volume { try values.encode(volume, forKey: .volume) }
        try values.encodeIfPresent(isMuted, forKey: .muted)
    }
}

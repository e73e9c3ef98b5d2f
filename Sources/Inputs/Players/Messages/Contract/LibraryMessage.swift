import SubdialBasics
import SubdialPlayback

/// A message about the library of a player: its lists, and its files.
package enum LibraryMessage: Hashable, Sendable {
    /// A playlist, `playlist_sync`.
    case playlist(PlaylistMessage)
    /// A part of all tracks, `library_sync`.
    case part(LibraryPart)
    /// A file that can be fetched, `media_transfer`.
    case transfer(MediaTransfer)
}

/// A track of a playlist or of a library.
package struct LibraryItem: Hashable, Sendable {
    /// The maximum number of bytes of its texts, since a library has many.
    private static let textBytes = 500

    /// The player's id.
    package var id: String
    /// The title, artist and album; empty if unknown.
    package var (title, artist, album) = ("", "", "")
    /// The duration in seconds; nil if unknown.
    package var duration: Double?
    /// The SHA-256 of the cover in hexadecimal digits; nil if there is none.
    ///
    /// It is checked and sent on, and changes nothing that is shown: no message has the picture itself.
    package var artworkHash: String?
    /// The number of times that it was played, from `playCount`.
    package var playCount: Int?

    /// Makes a track.
    package init(
        id: String, title: String = "", artist: String = "", album: String = "", duration: Double? = nil, artworkHash: String? = nil,
        playCount: Int? = nil
    ) {
        self.id = id
        (self.title, self.artist, self.album) = (title, artist, album)
        self.duration = duration
        self.artworkHash = artworkHash
        self.playCount = playCount
    }
}

extension LibraryItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, artist, album, duration, artworkHash, playCount
    }

    /// Decodes a track.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try values.line(key, bytes: Self.textBytes).flatMap(\.self) ?? "" }
        id = try values.neededID(.id)
        (title, artist, album) = (try text(.title), try text(.artist), try text(.album))
        duration = try values.seconds(.duration).flatMap { $0 > 0 ? $0 : nil }
        artworkHash = try values.sha256(.artworkHash)
        playCount = values.contains(.playCount) ? try values.whole(.playCount, in: 0...1_000_000_000) : nil
    }

    /// Encodes the track without the keys that are not set.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(artist, forKey: .artist)
        if !album.isEmpty { try values.encode(album, forKey: .album) }
        try values.encodeIfPresent(duration, forKey: .duration)
        try values.encodeIfPresent(artworkHash.map { "sha256:" + $0 }, forKey: .artworkHash)
        try values.encodeIfPresent(playCount, forKey: .playCount)
    }
}

/// A `playlist_sync`: a playlist as a whole.
package struct PlaylistMessage: Hashable, Sendable {
    /// The player's id, from `playlistId`.
    package var id: String
    /// The name; the id if the message has none.
    package var name: String
    /// The tracks in order.
    package var items: [LibraryItem]

    /// Makes a playlist.
    package init(id: String, name: String? = nil, items: [LibraryItem]) {
        (self.id, self.name, self.items) = (id, name ?? id, items)
    }
}

extension PlaylistMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case playlistId, name, items
    }

    /// Decodes a playlist.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.neededID(.playlistId)
        name = try values.name(.name) ?? id
        items = try values.items(.items)
    }

    /// Encodes the playlist.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .playlistId)
        if name != id { try values.encode(name, forKey: .name) }
        try values.encode(items, forKey: .items)
    }
}

/// A `library_sync`: one of several parts of all tracks.
package struct LibraryPart: Hashable, Sendable {
    /// The maximum number of parts of a library.
    private static let maximumTotal = 10_000

    /// The number of the part, from 1, from `chunk`.
    package var number: Int
    /// The number of all parts, from `totalChunks`.
    package var total: Int
    /// The tracks of the part.
    package var items: [LibraryItem]

    /// Makes a part.
    package init(_ number: Int, of total: Int, items: [LibraryItem]) {
        (self.number, self.total, self.items) = (number, total, items)
    }
}

extension LibraryPart: Codable {
    private enum CodingKeys: String, CodingKey {
        case chunk, totalChunks, items
    }

    /// Decodes a part.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        total = try values.whole(.totalChunks, in: 1...Self.maximumTotal)
        number = try values.whole(.chunk, in: 1...total)
        items = try values.items(.items)
    }

    /// Encodes the part.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .chunk)
        try values.encode(total, forKey: .totalChunks)
        try values.encode(items, forKey: .items)
    }
}

/// A `media_transfer`: a file beside the messages, which a mirror fetches.
package struct MediaTransfer: Hashable, Sendable {
    /// The order in which files are fetched.
    package enum Priority: String, Hashable, Sendable, CaseIterable {
        case high, normal, low
    }

    /// The maximum size of a file in bytes.
    package static let maximumSize = 512 << 20

    /// The player's id of the media, from `mediaId`: a later message with the same id replaces this one.
    package var id: String
    /// The name of the file, without a folder.
    package var name: String
    /// The size in bytes, from `fileSize`.
    package var size: Int
    /// The SHA-256 of the file in hexadecimal digits, from `checksum`.
    package var checksum: String
    /// The order; `normal` if the message has none, or another one.
    package var priority: Priority

    /// Makes a message.
    package init(id: String, name: String, size: Int, checksum: String, priority: Priority = .normal) {
        (self.id, self.name, self.size, self.checksum, self.priority) = (id, name, size, checksum, priority)
    }

    /// True for the name of a file that no folder hides or leads elsewhere.
    package static func isName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "/" && $0 != "\\" }
    }
}

extension MediaTransfer: CustomStringConvertible {
    /// All that the message says, on one line.
    package var description: String { "\(name), \(id), \(priority.rawValue), \(size) bytes, sha256:\(checksum)" }
}

extension MediaTransfer: Codable {
    private enum CodingKeys: String, CodingKey {
        case mediaId, filename, fileSize, checksum, priority
    }

    /// Decodes a message.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.neededID(.mediaId)
        guard let name = try values.optional(String.self, .filename, "is no text")?.flatMap(\.self) else {
            throw values.bad(.filename, "is missing")
        }
        guard Self.isName(name) else {
            throw values.bad(.filename, "is '\(name.oneLine(limit: 60))', which is not the plain name of a file of at most 200 bytes")
        }
        self.name = name
        size = try values.whole(.fileSize, in: 0...Self.maximumSize)
        guard let checksum = try values.sha256(.checksum) else { throw values.bad(.checksum, "is missing") }
        self.checksum = checksum
        priority = try values.line(.priority).flatMap(\.self).flatMap { Priority(rawValue: $0.lowercased()) } ?? .normal
    }

    /// Encodes the message.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .mediaId)
        try values.encode(name, forKey: .filename)
        try values.encode(size, forKey: .fileSize)
        try values.encode("sha256:" + checksum, forKey: .checksum)
        try values.encode(priority.rawValue, forKey: .priority)
    }
}

extension KeyedDecodingContainer {
    /// A list of tracks, which must be present.
    fileprivate func items(_ key: Key) throws -> [LibraryItem] {
        guard contains(key), try !decodeNil(forKey: key) else { throw bad(key, "is missing") }
        guard let list = try? nestedUnkeyedContainer(forKey: key) else { throw bad(key, "is no list") }
        var (rest, items): (any UnkeyedDecodingContainer, [LibraryItem]) = (list, [])
        while !rest.isAtEnd { items.append(try rest.decode(LibraryItem.self)) }
        return items
    }
}

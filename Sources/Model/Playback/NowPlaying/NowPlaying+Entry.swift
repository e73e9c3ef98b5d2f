import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

extension NowPlaying {
    /// The entry with the same content.
    public var entry: Entry {
        var values: [String: Value] = ["status": .string(status.rawValue), "volume": volume?.entryValue ?? .missing]
        if let track { values["track"] = .map(track.entryMembers) }
        if !metadata.isEmpty { values["metadata"] = .map(metadata) }
        if !queue.isEmpty { values["queue"] = .list(queue.map(\.entryValue)) }
        return Entry(
            date: date, schema: .nowPlaying, subject: zone, freshness: freshness, lastContact: lastContact, values: values,
            clocks: position.map { ["position": EntryClock(anchor: date, value: $0, rate: isRunning ? 1 : 0)] } ?? [:],
            pictures: cover.map { ["artwork": $0] } ?? [:])
    }

    /// Creates the typed view of an entry; for an entry of another kind, only its date, subject and freshness are known.
    public init(_ entry: Entry) {
        self.init(
            date: entry.date, zone: entry.subject, status: entry.values["status"].flatMap { PlaybackStatus(rawValue: $0.text) } ?? .unknown,
            track: entry.values["track"].flatMap(Track.init),
            position: entry.clocks["position"].map { $0.anchor == entry.date ? $0.value : $0.value(at: entry.date) },
            volume: entry.values["volume"].flatMap(Volume.init), cover: entry.pictures["artwork"], freshness: entry.freshness,
            lastContact: entry.lastContact)
        if case .map(let members)? = entry.values["metadata"] { metadata = members }
        if case .list(let items)? = entry.values["queue"] { queue = items.map(QueuedTrack.init) }
    }

    /// Parses an entry file of the kind `now-playing`.
    public init(parsing text: String) throws(EntryError) {
        self.init(try Entry(parsing: text))
    }
}

extension EntrySchemas {
    /// The built-in kinds: `now-playing`.
    public static let builtIn = EntrySchemas([.nowPlaying])
}

extension Entry {
    /// Parses an entry file of the kind `now-playing`.
    public init(parsing text: String) throws(EntryError) { try self.init(parsing: text, schemas: .builtIn) }

    /// Reads an entry of the kind `now-playing`.
    public init(_ json: JSONValue) throws(EntryError) { try self.init(json, schemas: .builtIn) }

    /// The typed view of an entry of the kind `now-playing`; nil for any other kind.
    public var nowPlaying: NowPlaying? { schema == .nowPlaying ? NowPlaying(self) : nil }
}

extension Track {
    fileprivate init?(_ value: Value) {
        guard case .map(let members) = value else { return nil }
        self.init(members)
    }

    fileprivate init(_ members: [String: Value]) {
        func text(_ key: String) -> String { if case .string(let text)? = members[key] { text } else { "" } }
        self.init(title: text("title"), artist: text("artist"), album: text("album"), length: members["length"]?.number)
    }

    fileprivate var entryMembers: [String: Value] {
        var members: [String: Value] = ["title": .string(title), "artist": .string(artist), "album": .string(album)]
        if let length { members["length"] = .duration(length) }
        return members
    }
}

extension NowPlaying.QueuedTrack {
    fileprivate init(_ value: Value) {
        guard case .map(let members) = value else {
            self.init(Track(title: ""))
            return
        }
        let artwork = members["artwork"].flatMap { $0.isEmpty ? nil : $0.text }
        self.init(Track(members), artwork: artwork)
    }

    fileprivate var entryValue: Value {
        var members = track.entryMembers
        if let artwork { members["artwork"] = .string(artwork) }
        return .map(members)
    }
}

extension Volume {
    fileprivate init?(_ value: Value) {
        guard case .map(let members) = value, let number = members["value"]?.number else { return nil }
        self.init(value: number, scale: VolumeScale(members), isMuted: members["muted"] == .bool(true))
    }

    fileprivate var entryValue: Value { Value(json) }
}

extension VolumeScale {
    /// Creates the scale of a volume's members; the default is 0 to 100 in steps of 1, without a unit.
    init(_ members: [String: Value]) {
        self.init(
            minimum: members["minimum"]?.number ?? 0, maximum: members["maximum"]?.number ?? 100, step: members["step"]?.number ?? 1,
            unit: members["unit"].flatMap { Unit(rawValue: $0.text) } ?? .number)
    }
}

/// The name of one zone, as its source spells it: opaque, and often with colons of its own (`lms:aa:bb:cc:dd:ee:ff`).
public struct ZoneID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as its source spells it.
    public let rawValue: String

    /// Makes the id with that spelling.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the id with that spelling.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id as its source spells it.
    public var description: String { rawValue }

    /// Reads the id from a plain string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the id as a plain string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// A place that plays: a room of a hi-fi, or a player on this machine.
public struct Zone: Hashable, Sendable, Codable, Identifiable {
    /// The name that its source knows it by.
    public var id: ZoneID
    /// The name that people gave it; the id where they gave none.
    public var name: String
    /// What serves the zone: `roon`, `lms`, `openhome`, `upnp`, `hqplayer`, … ; nil where it cannot be told.
    public var source: String?
    /// What the zone was doing when it was listed.
    public var status: PlaybackStatus
    /// nil where the zone's volume is fixed, or its scale is not known.
    public var volume: Volume?
    /// True where the zone has a volume that its list does not tell.
    public var hasUntoldVolume = false
    /// What volume pushes name instead of the zone's id, on sources where the two differ.
    public var outputID: String?

    /// Makes a zone; what is left out is not known.
    public init(
        id: ZoneID, name: String, source: String? = nil, status: PlaybackStatus = .unknown, volume: Volume? = nil, outputID: String? = nil
    ) {
        self.id = id
        self.name = name
        self.source = source
        self.status = status
        self.volume = volume
        self.outputID = outputID
    }
}

extension Sequence where Element == Zone {
    /// The zones by name, whatever their case, and by id where names are equal: some bridges answer in random order.
    public func sortedByName() -> [Zone] {
        sorted { ($0.name.lowercased(), $0.id.rawValue) < ($1.name.lowercased(), $1.id.rawValue) }
    }

    /// The zone that someone means by `text`: by id, by exact name, by name whatever its case, or by the name that a player has on the bus, in
    /// this order; nil where none is meant.
    ///
    /// - Throws: `SourceError.refused` where several are: the wrong room must not be shown, or made loud.
    public func named(_ text: String) throws(SourceError) -> Zone? {
        let zones = Array(self)
        if let zone = zones.first(where: { $0.id.rawValue == text }) { return zone }
        var meant = zones.filter { $0.name == text }
        if meant.isEmpty { meant = zones.filter { $0.name.lowercased() == text.lowercased() } }
        if meant.isEmpty { meant = zones.filter { $0.isPlayer(named: text) } }
        // Of several instances of a player the one that has its plain name came first.
        if let first = meant.first(where: { $0.id.rawValue == "mpris:\(text)" }) { return first }
        guard meant.count > 1 else { return meant.first }
        let ids = meant.map { "'\($0.id)'" }.joined(separator: ", ")
        throw .refused("\(meant.count) zones are named '\(text)': name one by its id, \(ids)")
    }
}

/// The id of a zone, as its source defines it: opaque, and often with colons (`lms:aa:bb:cc:dd:ee:ff`).
public struct ZoneID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as text.
    public let rawValue: String

    /// Makes an id.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes an id.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The id as text.
    public var description: String { rawValue }

    /// Decodes the id from a string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the id as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// A playback zone: a room of a hi-fi, or a player on this machine.
public struct Zone: Hashable, Sendable, Codable, Identifiable {
    /// The id that its source uses.
    public var id: ZoneID
    /// The display name; the id if it has none.
    public var name: String
    /// The kind of source: `roon`, `lms`, `openhome`, `upnp`, `hqplayer`, … ; nil if unknown.
    public var source: String?
    /// The status at the time of listing.
    public var status: PlaybackStatus
    /// The volume; nil if it is fixed, or its scale is unknown.
    public var volume: Volume?
    /// True if the zone has a volume that the zone list does not contain.
    public var hasUntoldVolume = false
    /// True if it had a track at the time of listing; nil if its source does not list that.
    public var hasTrack: Bool?
    /// The id that volume pushes use, on sources where it differs from the zone's id.
    public var outputID: String?

    /// Makes a zone; omitted properties are unknown.
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

extension Zone {
    /// The rank of the zone among others; lower comes first.
    ///
    /// A zone counts as one with a track unless its source says otherwise.
    package var activityRank: Int { status.activityRank(hasTrack: hasTrack ?? true) }
}

extension Sequence where Element == Zone {
    /// The zones sorted by case-insensitive name, then by id; some bridges list zones in random order.
    public func sortedByName() -> [Zone] {
        sorted { ($0.name.lowercased(), $0.id.rawValue) < ($1.name.lowercased(), $1.id.rawValue) }
    }

    /// The zone that `text` identifies: by id, by its id without the address of its bridge, by exact name, by case-insensitive name, or by a player's
    /// bus name, in this order.
    ///
    /// nil if there is none.
    ///
    /// - Throws: `SourceError.refused` if `text` is ambiguous, since the wrong room must not be shown or made loud.
    public func named(_ text: String) throws(SourceError) -> Zone? {
        let zones = Array(self)
        if let zone = zones.first(where: { $0.id.rawValue == text }) { return zone }
        var meant = zones.filter { $0.isKnown(toItsBridgeAs: text) }
        if meant.isEmpty { meant = zones.filter { $0.name == text } }
        if meant.isEmpty { meant = zones.filter { $0.name.lowercased() == text.lowercased() } }
        if meant.isEmpty { meant = zones.filter { $0.isPlayer(named: text) } }
        // Among several instances of a player, the one with the plain bus name is preferred.
        if let first = meant.first(where: { $0.id.rawValue == "mpris:\(text)" }) { return first }
        guard meant.count > 1 else { return meant.first }
        let ids = meant.map { "'\($0.id)'" }.joined(separator: ", ")
        throw .refused("\(meant.count) zones are named '\(text)': name one by its id, \(ids)")
    }
}

extension ZoneID {
    /// The id in a form that is safe to display, store and pass to a command; unchanged for the ids of every known source.
    public var bounded: ZoneID { ZoneID(rawValue.bounded(bytes: SourceLimits.idBytes)) }
}

extension Zone {
    /// The zone with texts and numbers within ``SourceLimits``.
    public var bounded: Zone {
        var zone = self
        zone.id = id.bounded
        zone.name = name.bounded()
        zone.source = source?.bounded(bytes: SourceLimits.idBytes)
        zone.volume = volume?.bounded
        return zone
    }
}

extension Volume {
    /// The volume with numbers within ``SourceLimits``; nil if a number is NaN.
    fileprivate var bounded: Volume? {
        guard let value = value.bounded, let scale = scale.bounded else { return nil }
        return Volume(value: value, scale: scale, isMuted: isMuted)
    }
}

extension VolumeScale {
    /// The scale with numbers within ``SourceLimits``; nil if a number is NaN.
    var bounded: VolumeScale? {
        guard let minimum = minimum.bounded, let maximum = maximum.bounded, let step = step.bounded else { return nil }
        return VolumeScale(minimum: minimum, maximum: maximum, step: step, unit: unit, boost: boost?.bounded)
    }
}

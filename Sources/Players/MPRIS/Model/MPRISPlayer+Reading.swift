import Playback

extension VolumeScale {
    /// Per cent of the volume that players call 1.
    static let mpris = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)
}

extension MPRISPlayer {
    /// What serves the zones of all players.
    static let source = "mpris"

    /// The zone of this player alone.
    var zone: ZoneID { Self.zone(of: name) }

    /// The zone of the player with that name on the bus.
    static func zone(of name: String) -> ZoneID { ZoneID("mpris:\(name)") }

    /// The volume on the zone's scale; while it is muted that to which it comes back.
    var volumeValue: Double? { (mutedVolume ?? volume).map { ($0 * 100).withoutFloatNoise } }

    /// Whether its volume can be changed.
    var hasVolume: Bool { volume != nil && can("CanControl") }

    /// All that is known of it, as the reading of `zone`.
    func reading(of zone: ZoneID, _ stamp: Stamp) -> Reading {
        var reading = Reading(zone: zone, stamp: stamp)
        reading.name = title
        reading.source = Self.source
        reading.status = status
        reading.track = .some(metadata.track)
        reading.position = .some(metadata.track == nil ? nil : position)
        reading.artwork = .some(metadata.artwork?.artwork)
        reading.volumeScale = .some(hasVolume ? .mpris : nil)
        if hasVolume { reading.volumeValue = volumeValue }
        reading.isMuted = hasVolume && mutedVolume != nil
        reading.queue = []
        reading.metadata = rawMetadata
        // A player that has never answered may hang.
        reading.connection = isRead ? .live : .stale
        return reading
    }

    /// The player as a line of a list.
    var listed: Zone {
        Zone(
            id: zone, name: title, source: Self.source, status: status,
            volume: hasVolume ? volumeValue.map { Volume(value: $0, scale: .mpris, isMuted: mutedVolume != nil) } : nil)
    }

    /// What expressions see of it under MPRIS's and playerctl's names, beside what every source tells.
    private var rawMetadata: [String: MetadataValue] {
        var facts = self.facts
        // These are computed from the state that is shown, which may be ahead of the player.
        for name in ["status", "volume", "identity"] { facts[name] = nil }
        return facts.compactMapValues(\.metadata)
    }

    /// All that it tells, by the names that playerctl has for it beside those of the metadata.
    var facts: [String: DBusValue] {
        var facts = metadata.values
        // VLC's own spelling of it, and its type.
        if facts["xesam:trackNumber"] == nil, let number = facts["xesam:tracknumber"]?.number.flatMap({ Int64(exactly: $0) }) {
            facts["xesam:trackNumber"] = .int(number)
        }
        facts["playerName"] = .string(PlayerName.base(name))
        facts["playerInstance"] = .string(name)
        facts["identity"] = .string(title)
        facts["status"] = .string(status.mprisName)
        facts["loop"] = properties["LoopStatus"]
        facts["shuffle"] = properties["Shuffle"]
        facts["volume"] = volume.map { .double($0) }
        return facts
    }
}

extension DBusValue {
    /// Texts longer than this are no text to be shown, such as pictures in addresses.
    private static let maximumText = 4096

    fileprivate var metadata: MetadataValue? {
        switch self {
        case .bool(let flag): return .flag(flag)
        case .int(let number): return .integer(number)
        // Beyond the integers of expressions: what it counts is best told as it is.
        case .uint(let number): return .text("\(number)")
        case .double(let number): return number.isFinite ? .number(number) : nil
        case .string(let text), .objectPath(let text): return text.utf8.count <= Self.maximumText ? .text(text) : nil
        case .array: return .texts(texts.filter { $0.utf8.count <= Self.maximumText }.prefix(100).map { $0 })
        case .dict:
            let text = printed
            return text.utf8.count <= Self.maximumText ? .text(text) : nil
        }
    }
}

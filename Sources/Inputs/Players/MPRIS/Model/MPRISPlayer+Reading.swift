import SubdialBasics
import SubdialPlayback

extension VolumeScale {
    /// Per cent of the player's volume 1.0.
    static let mpris = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)
}

extension MPRISPlayer {
    /// The source of all players' zones.
    static let source = "mpris"

    /// The zone of this player.
    var zone: ZoneID { Self.zone(of: name) }

    /// The zone of the player with that bus name.
    static func zone(of name: String) -> ZoneID { ZoneID("mpris:\(name)") }

    /// The volume on the zone's scale; while the player is muted, the volume that unmuting restores.
    var volumeValue: Double? { (mutedVolume ?? volume).map { ($0 * 100).withoutFloatNoise } }

    /// True if the volume can be changed.
    var hasVolume: Bool { volume != nil && can("CanControl") }

    /// The complete state of the player, as a reading of `zone`.
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
        // A player that has never replied may hang.
        reading.connection = isRead ? .live : .stale
        return reading
    }

    /// The player as an entry of the zone list.
    var listed: Zone {
        Zone(
            id: zone, name: title, source: Self.source, status: status,
            volume: hasVolume ? volumeValue.map { Volume(value: $0, scale: .mpris, isMuted: mutedVolume != nil) } : nil)
    }

    /// The MPRIS and playerctl properties that expressions can use, in addition to those of every source.
    private var rawMetadata: [String: MetadataValue] {
        var facts = self.facts
        // These are computed from the displayed state, which may be ahead of the player's.
        for name in ["status", "volume", "identity"] { facts[name] = nil }
        return facts.compactMapValues(\.metadata)
    }

    /// The metadata and the player's state, by playerctl's names.
    var facts: [String: DBusValue] {
        var facts = metadata.values
        // VLC spells this key differently and sends a string.
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
    /// Longer strings are not display text; they may be pictures in URLs.
    private static let maximumText = 4096

    fileprivate var metadata: MetadataValue? {
        switch self {
        case .bool(let flag): return .flag(flag)
        case .int(let number): return .integer(number)
        // Exceeds the integers of expressions, so that it is passed as text.
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

import SubdialPlayback

extension ZoneID {
    /// The text before the first colon of the id, in lower case; nil if there is none.
    ///
    /// For example `lms` in `lms:aa:bb:cc:dd:ee:ff`.
    var sourcePrefix: String? {
        guard let colon = rawValue.firstIndex(of: ":"), colon > rawValue.startIndex else { return nil }
        return rawValue[..<colon].lowercased()
    }

    /// The source of the zone: ``sourcePrefix``, or `roon`, because ids without a prefix are an older form of Roon's ids.
    var sourceWord: String { sourcePrefix ?? "roon" }
}

extension Zone {
    /// Creates a zone from an entry in a list.
    init(_ wire: WireZone) {
        self.init(
            id: wire.id, name: wire.name ?? wire.id.rawValue, source: wire.source ?? wire.id.sourcePrefix,
            status: PlaybackStatus(word: wire.state ?? ""), volume: Volume(wire), outputID: wire.volume?.outputID)
        hasUntoldVolume = wire.volume != nil && wire.volume?.value == nil
    }
}

extension Volume {
    /// Returns nil for a fixed volume or an incomplete entry: one dialect omits the value.
    fileprivate init?(_ wire: WireZone) {
        guard let control = wire.volume, let value = control.value, let minimum = control.minimum, let maximum = control.maximum,
            minimum < maximum
        else {
            return nil
        }
        let scale = VolumeScale(minimum: minimum, maximum: maximum, step: control.step, isDecibels: control.isDecibels, of: wire.id)
        self.init(reported: value, scale: scale, isMuted: control.isMuted ?? false, from: wire.source ?? wire.id.sourceWord)
    }

    /// Creates the volume that a bridge tells of a zone.
    ///
    /// The negative volume of an LMS player is that of a muted one, which bridges pass on unchanged.
    ///
    /// - Parameter source: The source of the zone, such as `lms`.
    init(reported value: Double, scale: VolumeScale, isMuted: Bool, from source: String) {
        let isNegative = source == "lms" && value < 0 && scale.minimum >= 0
        self.init(value: isNegative ? -value : value, scale: scale, isMuted: isNegative || isMuted)
    }

    /// True if the volume may stand for none: the newer dialect tells 0 of 0 to 100 of a Roon zone that only moves in steps.
    func mayBeUntold(of zone: ZoneID) -> Bool {
        zone.isRoon && value == 0 && scale == VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
    }
}

extension VolumeScale {
    /// Creates the scale that a bridge tells of a zone.
    ///
    /// Sources of later versions take whole numbers only, and truncate others.
    ///
    /// - Parameter step: The step; a missing or invalid one is replaced by 1.
    init(minimum: Double, maximum: Double, step: Double?, isDecibels: Bool, of zone: ZoneID) {
        let step = step.map { $0 > 0 && $0.isFinite ? $0 : 1 } ?? 1
        let unit: Unit = isDecibels ? .db : .number
        if BridgeSources.isKnown(zone.sourceWord) {
            self.init(minimum: minimum, maximum: maximum, step: step, unit: unit)
        } else {
            self.init(minimum: minimum.rounded(.up), maximum: maximum.rounded(.down), step: step.rounded(.up), unit: unit)
        }
    }
}

extension Sequence where Element == Zone {
    /// Returns the zones in the order of listings: by name for bridges before version 3.4, whose order is random.
    func ordered(by status: BridgeStatus?) -> [Zone] {
        if let version = status?.versionNumber, version >= .ordersZones { return Array(self) }
        return sortedByName()
    }
}

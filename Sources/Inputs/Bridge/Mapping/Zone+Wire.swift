import SubdialPlayback

extension ZoneID {
    /// The text before the first colon of the id, in lower case; nil if there is none.
    ///
    /// For example `lms` in `lms:aa:bb:cc:dd:ee:ff`.
    var sourcePrefix: String? {
        guard let colon = rawValue.firstIndex(of: ":"), colon > rawValue.startIndex else { return nil }
        return rawValue[..<colon].lowercased()
    }
}

extension Zone {
    /// Creates a zone from an entry in a list.
    init(_ wire: WireZone) {
        self.init(
            id: wire.id, name: wire.name ?? wire.id.rawValue, source: wire.source ?? wire.id.sourcePrefix,
            status: PlaybackStatus(word: wire.state ?? ""), volume: Volume(wire.volume), outputID: wire.volume?.outputID)
        hasUntoldVolume = wire.volume != nil && wire.volume?.value == nil
    }
}

extension Volume {
    /// Returns nil for a fixed volume or an incomplete entry: one dialect omits the value.
    fileprivate init?(_ control: WireZone.VolumeControl?) {
        guard let control, let value = control.value, let minimum = control.minimum, let maximum = control.maximum, minimum < maximum else {
            return nil
        }
        let scale = VolumeScale(minimum: minimum, maximum: maximum, step: control.step, isDecibels: control.isDecibels)
        self.init(value: value, scale: scale, isMuted: control.isMuted ?? false)
    }
}

extension VolumeScale {
    /// Creates a scale.
    ///
    /// - Parameter step: The step; a missing or invalid one is replaced by 1.
    init(minimum: Double, maximum: Double, step: Double?, isDecibels: Bool) {
        let step = step.map { $0 > 0 && $0.isFinite ? $0 : 1 } ?? 1
        self.init(minimum: minimum, maximum: maximum, step: step, unit: isDecibels ? .db : .number)
    }
}

extension Sequence where Element == Zone {
    /// Returns the zones in the order of listings: by name for bridges before version 3.4, whose order is random.
    func ordered(by status: BridgeStatus?) -> [Zone] {
        if let version = status?.versionNumber, version >= .ordersZones { return Array(self) }
        return sortedByName()
    }
}

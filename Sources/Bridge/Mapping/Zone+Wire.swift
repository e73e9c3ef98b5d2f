import Playback

extension ZoneID {
    /// What stands before the id's first colon, in lower case; nil where there is none.
    ///
    /// `lms` in `lms:aa:bb:cc:dd:ee:ff`.
    ///
    var sourcePrefix: String? {
        guard let colon = rawValue.firstIndex(of: ":"), colon > rawValue.startIndex else { return nil }
        return rawValue[..<colon].lowercased()
    }
}

extension Zone {
    /// The zone as its entry in a list describes it.
    init(_ wire: WireZone) {
        self.init(
            id: wire.id, name: wire.name ?? wire.id.rawValue, source: wire.source ?? wire.id.sourcePrefix,
            status: PlaybackStatus(word: wire.state ?? ""), volume: Volume(wire.volume), outputID: wire.volume?.outputID)
        hasUntoldVolume = wire.volume != nil && wire.volume?.value == nil
    }
}

extension Volume {
    /// nil for a volume that is fixed, or of which the entry does not tell enough: one dialect has no value in it.
    fileprivate init?(_ control: WireZone.VolumeControl?) {
        guard let control, let value = control.value, let minimum = control.minimum, let maximum = control.maximum, minimum < maximum else {
            return nil
        }
        let scale = VolumeScale(minimum: minimum, maximum: maximum, step: control.step, isDecibels: control.isDecibels)
        self.init(value: value, scale: scale, isMuted: control.isMuted ?? false)
    }
}

extension VolumeScale {
    /// - Parameter step: 1 is taken where there is none, or none that could be.
    init(minimum: Double, maximum: Double, step: Double?, isDecibels: Bool) {
        let step = step.map { $0 > 0 && $0.isFinite ? $0 : 1 } ?? 1
        self.init(minimum: minimum, maximum: maximum, step: step, unit: isDecibels ? .db : .number)
    }
}

extension Sequence where Element == Zone {
    /// The zones in the order in which to list them: bridges before version 3.4 list them in another order each time.
    func ordered(by status: BridgeStatus?) -> [Zone] {
        if let version = status?.versionNumber, version >= .ordersZones { return Array(self) }
        return sortedByName()
    }
}

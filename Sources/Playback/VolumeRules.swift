/// What a user has set about the volume of all zones.
public struct VolumeRules: Hashable, Sendable {
    /// How loud a zone may be made: in decibels for zones that count in them, as a plain number for those that do not, or in per cent
    /// of any zone's range.
    ///
    /// Of several that apply the lowest counts.
    public var limits: [VolumeAmount]
    /// How far one click of a wheel moves the volume; the zone's own step where nothing is set.
    public var step: VolumeAmount?
    /// How far one step upward may lead at most.
    ///
    /// Of several that apply the lowest counts; those in decibels apply to zones that count in them.
    public var rises: [VolumeAmount]

    /// Steps upward that are heard, and startle nobody: ears take 10 dB for twice as loud.
    public static let standardRises = [VolumeAmount(3, .db), VolumeAmount(5, .percent)]
    /// So many of the greatest steps may one turn of a wheel lead upward before it rests, however far it is turned.
    static let stepsOfOneTurn = 3.0

    /// Makes rules; without any there is no limit but the zone's own, and steps upward are bounded by ``standardRises``.
    public init(limits: [VolumeAmount] = [], step: VolumeAmount? = nil, rises: [VolumeAmount] = VolumeRules.standardRises) {
        self.limits = limits
        self.step = step
        self.rises = rises
    }

    /// The loudest value that may be sent to a zone with this scale, never below its minimum; nil where no limit applies.
    public func limit(on scale: VolumeScale) -> Double? {
        guard scale.isUsable else { return nil }
        let values = limits.compactMap { limit in
            // A plain number says nothing to a zone in decibels: 40 would be no limit there, and -20 silence everywhere else.
            limit.measure == .own && scale.unit == .db ? nil : limit.value(on: scale)
        }
        return values.min().map { min(max($0, scale.minimum), scale.maximum) }
    }

    /// How far one click moves a zone with this scale.
    public func step(on scale: VolumeScale) -> Double {
        step?.distance(on: scale) ?? scale.step.withoutFloatNoise
    }

    /// How far one step upward may lead on this scale; never less than the zone's own step, or than the one that is set.
    public func rise(on scale: VolumeScale) -> Double {
        let most = rises.compactMap { $0.distance(on: scale) }.min() ?? .infinity
        return max(most, step(on: scale), scale.step.withoutFloatNoise)
    }
}

extension Reading {
    /// Why the volume cannot be changed, as far as the reading tells; nil where it can.
    public var volumeRefusal: String? {
        let name = "'\(self.name ?? zone.rawValue)'"
        guard let told = volumeScale else { return "\(name) does not tell its volume, so that it cannot be changed safely" }
        guard let scale = told else { return "the volume of \(name) is fixed" }
        if scale.unit == .incremental { return nil }
        guard scale.isUsable, volumeValue?.isFinite == true else {
            return "\(name) tells no usable volume, so that it cannot be changed safely"
        }
        return nil
    }
}

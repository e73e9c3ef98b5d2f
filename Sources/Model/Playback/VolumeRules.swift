import SubdialBasics

/// The user's volume rules, for all zones.
public struct VolumeRules: Hashable, Sendable {
    /// Maximum volumes: in decibels for zones that use them, as a plain number for other zones, or in per cent of any zone's range.
    ///
    /// If several apply, the lowest is used.
    public var limits: [VolumeAmount]
    /// The volume change of one wheel click; nil for the zone's own step.
    public var step: VolumeAmount?
    /// Maximum upward steps.
    ///
    /// If several apply, the lowest is used; those in decibels apply to zones that use them.
    public var rises: [VolumeAmount]

    /// Upward steps that are audible but not startling: +10 dB are perceived as twice as loud.
    public static let standardRises = [VolumeAmount(3, .db), VolumeAmount(5, .percent)]
    /// The maximum rise of one turn of a wheel, in multiples of the maximum upward step.
    static let stepsOfOneTurn = 3.0

    /// Makes rules; by default only the zone's own range and ``standardRises`` apply.
    public init(limits: [VolumeAmount] = [], step: VolumeAmount? = nil, rises: [VolumeAmount] = VolumeRules.standardRises) {
        self.limits = limits
        self.step = step
        self.rises = rises
    }

    /// The maximum volume on this scale, not below its minimum; nil if no limit applies.
    public func limit(on scale: VolumeScale) -> Double? {
        guard scale.isUsable else { return nil }
        let values = limits.compactMap { limit in
            // A plain number is not applied to a zone in decibels: 40 would be no limit there, and -20 would mute other zones.
            limit.measure == .own && scale.unit == .db ? nil : limit.value(on: scale)
        }
        return values.min().map { min(max($0, scale.minimum), scale.maximum) }
    }

    /// The volume change of one click on this scale.
    public func step(on scale: VolumeScale) -> Double {
        step?.distance(on: scale) ?? scale.step.withoutFloatNoise
    }

    /// The maximum upward step on this scale; not less than the zone's own step or the step of the rules.
    public func rise(on scale: VolumeScale) -> Double {
        let most = rises.compactMap { $0.distance(on: scale) }.min() ?? .infinity
        return max(most, step(on: scale), scale.step.withoutFloatNoise)
    }
}

extension Reading {
    /// The reason why the volume cannot be moved by steps: any step would make a muted zone audible; nil if it can.
    public var stepRefusal: String? {
        guard volumeUnmutes, isMuted == true else { return nil }
        return "'\(name ?? zone.rawValue)' is muted, and a step would unmute it; unmute it first, or set a volume"
    }

    /// The reason why the volume cannot be changed, according to the reading; nil if it can.
    public var volumeRefusal: String? {
        let name = "'\(self.name ?? zone.rawValue)'"
        guard let told = volumeScale else { return "\(name) does not tell its volume, so that it cannot be changed safely" }
        guard let scale = told else { return "the volume of \(name) is fixed" }
        if scale.unit == .incremental { return nil }
        guard scale.isUsable, let value = volumeValue, value.isFinite else {
            return "\(name) tells no usable volume, so that it cannot be changed safely"
        }
        guard scale.contains(value) else {
            let told = Volume(value: value, scale: scale).text
            return "\(name) tells a volume of \(told), which is not in its range, \(scale.rangeText), so that it cannot be changed safely"
        }
        return nil
    }
}

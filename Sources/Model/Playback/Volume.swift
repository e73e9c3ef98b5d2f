import SubdialBasics
import SubdialDocuments

/// The range of a zone's volume.
public struct VolumeScale: Hashable, Sendable, Codable {
    /// The unit of the values.
    public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
        /// Decibels; full volume is usually 0.
        case db
        /// A number without a unit.
        case number
        /// No range: the volume can be moved up and down but not read.
        case incremental
    }

    /// The value of the lowest volume on the zone's own scale, for example −80 if the unit is `db`.
    public var minimum: Double
    /// The value of the highest volume.
    public var maximum: Double
    /// The smallest change that the zone supports; above 0.
    public var step: Double
    /// The unit of the values.
    public var unit: Unit
    /// The maximum value with amplification, above `maximum`, which only an exact volume can reach; nil if the zone does not amplify.
    public var boost: Double?

    /// Makes a scale, which may be unusable: see ``isUsable``.
    public init(minimum: Double, maximum: Double, step: Double, unit: Unit, boost: Double? = nil) {
        self.boost = boost
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.unit = unit
    }

    /// The scale of a zone that can be moved by its own steps, and does not report its volume.
    public static let incremental = VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .incremental)

    /// True if the scale is finite and not empty, has a step of at least 0.00001, and is not incremental.
    public var isUsable: Bool {
        minimum.isFinite && maximum.isFinite && step.isFinite && minimum < maximum && step.withoutFloatNoise > 0 && unit != .incremental
    }

    /// The highest value that the zone accepts.
    public var ceiling: Double { max(maximum, boost.flatMap { $0.isFinite ? $0 : nil } ?? maximum) }

    /// Half of a step: the difference below which two values are the same volume.
    var noise: Double { step.withoutFloatNoise / 2 }

    /// True if `value` is in the range, up to its ``ceiling``.
    ///
    /// A value outside shows that the range is not the zone's own any more: some bridges learn a zone's range only once. A number that is sent on such
    /// a range may be the zone's full volume.
    public func contains(_ value: Double) -> Bool {
        isUsable && value.isFinite && value >= minimum - noise && value <= ceiling + noise
    }

    /// The value nearest to `value` that the zone supports: rounded to a multiple of the step, and clamped to the range up to its
    /// ``ceiling``.
    ///
    /// It also removes float noise: bridges widen 32-bit floats, so that −23.4 arrives as −23.399999618530273. nil if `value` is not
    /// finite or the scale is not usable.
    public func normalized(_ value: Double) -> Double? {
        guard isUsable, value.isFinite else { return nil }
        let cleanStep = step.withoutFloatNoise
        let steps = (value / cleanStep).rounded()
        return min(max((steps * cleanStep).withoutFloatNoise, minimum), ceiling)
    }

    /// The result of a change from `current`; a relative change does not exceed the range, and never goes the other way.
    ///
    /// nil if the result is not finite, or if `current` or an absolute volume is outside the range.
    public func target(of change: Change, from current: Double) -> Double? {
        guard contains(current) else { return nil }
        switch change {
        case .to(let value): return contains(value) ? normalized(value) : nil
        case .by(let distance): return distance.isFinite ? stepped(from: current, to: min(current + distance, max(maximum, current))) : nil
        }
    }

    /// The supported value to which a step from `start` toward `wanted` leads.
    ///
    /// It is rounded toward `start`, so that no step is larger than requested, but at least one value of the zone's own steps is passed. A step that
    /// the range does not permit leads to `start`.
    func stepped(from start: Double, to wanted: Double) -> Double {
        let (start, cleanStep) = (start.withoutFloatNoise, step.withoutFloatNoise)
        let distance = wanted - start
        guard distance.magnitude > 1e-6 else { return start }
        let isUp = distance > 0
        func rounded(_ value: Double) -> Double {
            let steps = value / cleanStep
            // A value that only float noise separates from a multiple of the step is that multiple.
            let nearest = steps.rounded()
            let count = (steps - nearest).magnitude < 1e-6 ? nearest : steps.rounded(isUp ? .down : .up)
            return min(max((count * cleanStep).withoutFloatNoise, minimum), ceiling)
        }
        func isAhead(_ value: Double) -> Bool { isUp ? value > start + 1e-6 : value < start - 1e-6 }
        let target = rounded(wanted)
        if isAhead(target) { return target }
        let next = rounded(start + (isUp ? cleanStep : -cleanStep))
        return isAhead(next) ? next : start
    }
}

/// A zone's volume, on its own scale.
public struct Volume: Hashable, Sendable, Codable {
    /// The volume on the zone's own scale, from `scale.minimum` to `scale.maximum`.
    public var value: Double
    /// The range and unit of the value.
    public var scale: VolumeScale
    /// True if the zone is muted; the value is unchanged then.
    public var isMuted: Bool

    /// Makes a volume; the value may be outside its scale.
    public init(value: Double, scale: VolumeScale, isMuted: Bool = false) {
        self.value = value
        self.scale = scale
        self.isMuted = isMuted
    }

    /// True if `other` is this volume on the same scale, up to half of a step, or if it is nil.
    public func isSame(as other: Volume?) -> Bool {
        guard let other else { return true }
        return other.scale == scale && other.isMuted == isMuted && (other.value - value).magnitude <= scale.noise + 1e-6
    }

    /// The value as a fraction of the range, clamped to 0 to 1.
    public var ratio: Double {
        guard scale.isUsable else { return 0 }
        return min(max((value - scale.minimum) / (scale.maximum - scale.minimum), 0), 1)
    }

    /// The value as a fraction of the range: 0 at the minimum, 1 at the maximum, more if the zone amplifies.
    public var fraction: Double {
        guard scale.isUsable else { return 0 }
        return max((value - scale.minimum) / (scale.maximum - scale.minimum), 0)
    }

    /// The value as the zone's own display shows it: `−23.5 dB`, `47`; with a decimal only if the step has one.
    public var text: String {
        let step = scale.step.withoutFloatNoise
        let number = step == step.rounded() ? value.rounded().fixed(0) : value.fixed(1)
        let signed = number.hasPrefix("-") ? "−" + number.dropFirst() : number
        return scale.unit == .db ? "\(signed) dB" : signed
    }

    private enum CodingKeys: String, CodingKey {
        case value, minimum, maximum, step, unit, muted
    }

    /// Decodes a volume with its scale in the same object; the scale's defaults are 0 to 100 in steps of 1, unitless.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(Double.self, forKey: .value)
        scale = VolumeScale(
            minimum: try values.decodeIfPresent(Double.self, forKey: .minimum) ?? 0,
            maximum: try values.decodeIfPresent(Double.self, forKey: .maximum) ?? 100,
            step: try values.decodeIfPresent(Double.self, forKey: .step) ?? 1,
            unit: try values.decodeIfPresent(VolumeScale.Unit.self, forKey: .unit) ?? .number
        )
        isMuted = try values.decodeIfPresent(Bool.self, forKey: .muted) ?? false
    }

    /// Encodes the volume and its scale in the same object.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(value, forKey: .value)
        try values.encode(scale.minimum, forKey: .minimum)
        try values.encode(scale.maximum, forKey: .maximum)
        try values.encode(scale.step, forKey: .step)
        try values.encode(scale.unit, forKey: .unit)
        try values.encode(isMuted, forKey: .muted)
    }
}

extension Volume {
    /// The numbers `value`, `minimum`, `maximum` and `step`, and the text `unit`.
    public var scaleMembers: [JSONMember] {
        [
            JSONMember("value", .double(value)), JSONMember("minimum", .double(scale.minimum)),
            JSONMember("maximum", .double(scale.maximum)), JSONMember("step", .double(scale.step)),
            JSONMember("unit", .string(scale.unit.rawValue)),
        ]
    }

    /// An object with the members of the scale, and `muted`.
    public var json: JSONValue { .object(scaleMembers + [JSONMember("muted", .bool(isMuted))]) }
}

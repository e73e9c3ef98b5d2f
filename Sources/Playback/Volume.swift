/// The range in which a zone's volume moves.
public struct VolumeScale: Hashable, Sendable, Codable {
    /// How the value is to be read.
    public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
        /// Decibels, full volume usually at 0.
        case db
        /// A number without a unit.
        case number
        /// No range at all: the volume can be moved up and down, but not told.
        case incremental
    }

    /// The value of the least volume, on the zone's own scale: −80, say, where the unit is `db`.
    public var minimum: Double
    /// The value of the greatest volume.
    public var maximum: Double
    /// The smallest change that the zone knows; above 0.
    public var step: Double
    /// What the values count.
    public var unit: Unit
    /// The value up to which the zone amplifies where it is asked to exactly, above `maximum`; nil where it does not.
    public var boost: Double?

    /// Makes a scale, which need not be a usable one: see ``isUsable``.
    public init(minimum: Double, maximum: Double, step: Double, unit: Unit, boost: Double? = nil) {
        self.boost = boost
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.unit = unit
    }

    /// Whether a value can be placed in it: finite, not empty, with a step above 0.
    public var isUsable: Bool {
        minimum.isFinite && maximum.isFinite && step.isFinite && minimum < maximum && step > 0 && unit != .incremental
    }

    /// The greatest value that the zone takes.
    public var ceiling: Double { max(maximum, boost.flatMap { $0.isFinite ? $0 : nil } ?? maximum) }

    /// The value that the zone can really take nearest to `value`: rounded to the step, counted from 0, and kept within the range, or below
    /// its ``ceiling``.
    ///
    /// Bridges widen 32-bit floats, so that −23.4 arrives as −23.399999618530273; this takes that noise away too.
    /// nil for what is not a number, or a scale that is not usable.
    public func normalized(_ value: Double) -> Double? {
        guard isUsable, value.isFinite else { return nil }
        let cleanStep = step.withoutFloatNoise
        let steps = (value / cleanStep).rounded()
        return min(max((steps * cleanStep).withoutFloatNoise, minimum), ceiling)
    }

    /// Where a change leads from `current`: a step leads no higher than the range.
    ///
    /// nil for what is not a number, or a scale that is not usable.
    public func target(of change: Change, from current: Double) -> Double? {
        guard let target = normalized(change.applied(to: current)) else { return nil }
        if case .by(let distance) = change { return min(target, distance > 0 ? max(maximum, current) : maximum) }
        return target
    }
}

/// How loud a zone is, on its own scale.
public struct Volume: Hashable, Sendable, Codable {
    /// The volume on the zone's own scale, from `scale.minimum` to `scale.maximum`.
    public var value: Double
    /// The range and unit of the value.
    public var scale: VolumeScale
    /// Whether the zone is silenced; the value stays what it was.
    public var isMuted: Bool

    /// Makes a volume and takes the value as it is, even outside its scale.
    public init(value: Double, scale: VolumeScale, isMuted: Bool = false) {
        self.value = value
        self.scale = scale
        self.isMuted = isMuted
    }

    /// Where the value stands in its range, 0 to 1.
    public var ratio: Double {
        guard scale.isUsable else { return 0 }
        return min(max((value - scale.minimum) / (scale.maximum - scale.minimum), 0), 1)
    }

    /// The value as a part of the range: 0 at its least, 1 at its greatest volume, and more where the zone amplifies.
    public var fraction: Double {
        guard scale.isUsable else { return 0 }
        return max((value - scale.minimum) / (scale.maximum - scale.minimum), 0)
    }

    /// The value as the zone's own display writes it: `−23.5 dB`, `47`; decimals only where the step has them.
    public var text: String {
        let step = scale.step.withoutFloatNoise
        let number = step == step.rounded() ? value.rounded().fixed(0) : value.fixed(1)
        let signed = number.hasPrefix("-") ? "−" + number.dropFirst() : number
        return scale.unit == .db ? "\(signed) dB" : signed
    }

    private enum CodingKeys: String, CodingKey {
        case value, minimum, maximum, step, unit, muted
    }

    /// Reads a volume with its scale beside it in one object; what is left out of the scale is 0 to 100 by 1, unitless.
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

    /// Writes the volume and its scale side by side in one object.
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

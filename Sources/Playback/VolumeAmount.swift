/// A volume, or the distance between two, as a person writes it: `40`, `-20 dB`, `60%`.
public struct VolumeAmount: Hashable, Sendable {
    /// What the number counts.
    public enum Measure: Hashable, Sendable {
        /// The zone's own scale, whatever it is.
        case own
        /// Decibels; means nothing on a scale without them.
        case db
        /// Hundredths of the zone's range.
        case percent
    }

    /// How many of the measure.
    public var number: Double
    /// What the number counts.
    public var measure: Measure

    /// Makes so many of a measure.
    public init(_ number: Double, _ measure: Measure = .own) {
        self.number = number
        self.measure = measure
    }

    /// Reads a number with `%`, `dB` or nothing behind it; nil for all else.
    public init?(_ text: String) {
        var digits = text[...]
        measure = .own
        if digits.hasSuffix("%") {
            measure = .percent
            digits = digits.dropLast()
        } else if digits.lowercased().hasSuffix("db") {
            measure = .db
            digits = digits.dropLast(2)
        }
        while digits.last == " " { digits.removeLast() }
        // The minus that volumes are shown with is taken back as well.
        let plain = digits.replacing("−", with: "-")
        guard plain.allSatisfy({ "+-.0123456789".contains($0) }), let number = Double(plain), number.isFinite else { return nil }
        self.number = number
    }

    /// The amount as a person writes it.
    public var text: String {
        let digits = number.decimals(atMost: 2)
        return switch measure {
        case .own: digits
        case .db: "\(digits) dB"
        case .percent: "\(digits)%"
        }
    }

    /// The place on `scale` that it names, which may lie outside; nil for decibels on a scale without them.
    public func value(on scale: VolumeScale) -> Double? {
        switch measure {
        case .own: number
        case .db: scale.unit == .db ? number : nil
        case .percent: scale.minimum + (scale.maximum - scale.minimum) * number / 100
        }
    }

    /// How far it reaches on `scale`; nil for decibels on a scale without them.
    public func distance(on scale: VolumeScale) -> Double? {
        switch measure {
        case .own: number
        case .db: scale.unit == .db ? number : nil
        case .percent: (scale.maximum - scale.minimum) * number / 100
        }
    }
}

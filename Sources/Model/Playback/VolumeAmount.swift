import SubdialBasics

/// A volume, or a difference of volumes, as a user writes it: `40`, `-20 dB`, `60%`.
public struct VolumeAmount: Hashable, Sendable {
    /// The unit of the number.
    public enum Measure: Hashable, Sendable {
        /// The zone's own scale.
        case own
        /// Decibels; not valid on a scale with another unit.
        case db
        /// Per cent of the zone's range.
        case percent
    }

    /// The number, in units of `measure`.
    public var number: Double
    /// The unit of the number.
    public var measure: Measure

    /// Makes an amount.
    public init(_ number: Double, _ measure: Measure = .own) {
        self.number = number
        self.measure = measure
    }

    /// Parses a number with `%`, `dB` or no unit; nil for anything else.
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
        // Accepts the minus sign that displayed volumes use.
        let plain = digits.replacing("−", with: "-")
        guard plain.allSatisfy({ "+-.0123456789".contains($0) }), let number = Double(plain), number.isFinite else { return nil }
        self.number = number
    }

    /// The amount as a user writes it.
    public var text: String {
        let digits = number.decimals(atMost: 2)
        return switch measure {
        case .own: digits
        case .db: "\(digits) dB"
        case .percent: "\(digits)%"
        }
    }

    /// The amount as a value on `scale`, which may be out of range; nil for decibels on another scale.
    public func value(on scale: VolumeScale) -> Double? {
        switch measure {
        case .own: number
        case .db: scale.unit == .db ? number : nil
        case .percent: scale.minimum + (scale.maximum - scale.minimum) * number / 100
        }
    }

    /// The amount as a difference on `scale`; nil for decibels on another scale.
    public func distance(on scale: VolumeScale) -> Double? {
        switch measure {
        case .own: number
        case .db: scale.unit == .db ? number : nil
        case .percent: (scale.maximum - scale.minimum) * number / 100
        }
    }
}

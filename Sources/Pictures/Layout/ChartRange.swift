import SubdialBasics

/// A scale of numbers, which ends at round numbers unless its domain is set.
package struct ChartRange: Sendable {
    /// The number at the bottom or the leading edge.
    package let low: Double
    /// The number at the other end.
    package let high: Double
    /// The labelled numbers.
    package let ticks: [Double]

    /// Creates the scale of some values.
    ///
    /// - Parameters:
    ///   - values: The numbers that are shown.
    ///   - domain: The ends that are given; nil for those of the values.
    ///   - includesZero: True for a scale with 0.
    ///   - marks: The preferred number of labels.
    package init(_ values: [Double], domain: (Double?, Double?)?, includesZero: Bool, marks: Int) {
        // Values are limited to this, as the distance of two larger ones may be infinite.
        let bound = 1e300
        var least = min(max(values.min() ?? 0, -bound), bound)
        var most = min(max(values.max() ?? 1, -bound), bound)
        if includesZero { (least, most) = (min(least, 0), max(most, 0)) }
        if least == most { (least, most) = (least - (least == 0 ? 0 : 0.5), most + (most == 0 ? 1 : 0.5)) }
        if let low = domain?.0 { least = min(max(low, -bound), bound) }
        if let high = domain?.1, high > least { most = min(high, bound) }
        if most <= least { most = least + 1 }
        let step = Self.step(from: least, to: most, count: max(1, min(marks, 20)))
        let lower = domain?.0 == nil ? (least / step).rounded(.down) * step : least
        let upper = domain?.1 == nil ? (most / step - 1e-9).rounded(.up) * step : most
        // A range too small or too large for its arithmetic is replaced.
        (low, high) = upper > lower && (upper - lower).isFinite ? (lower, upper) : (0, 1)
        let (first, last) = ((low / step - 1e-9).rounded(.up), (high / step + 1e-9).rounded(.down))
        ticks =
            marks > 0 && last >= first
            ? (0...Int(saturating: last - first)).prefix(50).map { ((first + Double($0)) * step * 1e9).rounded() / 1e9 } : []
    }

    /// The distance of the ticks: 1, 2 or 5 times a power of ten.
    ///
    /// It balances the preferred number of labels against the empty space at the ends.
    private static func step(from least: Double, to most: Double, count: Int) -> Double {
        var power = 1.0
        let raw = (most - least) / Double(count)
        while power * 10 <= raw { power *= 10 }
        while power > raw, power > 1e-12 { power /= 10 }
        func cost(_ step: Double) -> Double {
            let (low, high) = ((least / step + 1e-9).rounded(.down) * step, (most / step - 1e-9).rounded(.up) * step)
            let empty = 1 - (most - least) / max(high - low, most - least)
            return empty + 0.12 * abs((high - low) / step - Double(count))
        }
        return [0.5, 1, 2, 5, 10].map { $0 * power }.min { cost($0) < cost($1) } ?? power
    }

    /// The position of a number, from 0 at the lower end to 1; nil for a missing value.
    package func position(of number: Double?) -> Double? {
        guard let number, number.isFinite else { return nil }
        return min(max((number - low) / (high - low), 0), 1)
    }
}

import SubdialExpressions

/// The horizontal scale of a chart: proportional for numbers and dates, equidistant for other values.
struct ChartScale {
    private var range: ClosedRange<Double>?
    private var categories: [String: Int] = [:]
    private let count: Int
    private let isBanded: Bool
    /// The width of one value as a fraction of the plot.
    let band: Double

    /// - Parameters:
    ///   - isBanded: True for bars, which need space on both sides.
    ///   - longest: The number of values in the longest series; values without an `x` are equidistant.
    init(_ values: [Value], isBanded: Bool, longest: Int) {
        self.isBanded = isBanded
        let numbers = values.compactMap(\.chartNumber)
        if values.contains(where: { if case .string = $0 { true } else { false } }) {
            for value in values where !value.isEmpty && categories[value.text] == nil { categories[value.text] = categories.count }
        } else if let least = numbers.min(), let most = numbers.max() {
            let sorted = Set(numbers).sorted()
            let gap = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min() ?? 1
            let margin = isBanded ? gap / 2 : 0
            let whole = most - least + 2 * margin
            range = (least - margin)...max(most + margin, least - margin)
            count = sorted.count
            band = whole > 0 ? gap / whole : 1
            return
        }
        count = categories.isEmpty ? longest : categories.count
        band = count > 0 ? 1 / Double(count) : 1
    }

    /// The position of a value, or of the one at `index` if there are no `x` values; nil for a missing value.
    func position(of value: Value, index: Int) -> Double? {
        if let range {
            guard let number = value.chartNumber else { return nil }
            let length = range.upperBound - range.lowerBound
            return length > 0 ? (number - range.lowerBound) / length : 0.5
        }
        guard let place = categories.isEmpty ? index : categories[value.text] else { return nil }
        // Bars have space on both sides; a line reaches from edge to edge.
        guard !isBanded, categories.isEmpty else { return (Double(place) + 0.5) * band }
        return count > 1 ? Double(place) / Double(count - 1) : 0.5
    }
}

extension Value {
    /// The number on the scale: for a date its seconds since 1970; nil from a magnitude of 1e300.
    fileprivate var chartNumber: Double? {
        let found = if case .date(let date) = self { Optional(date.timeIntervalSince1970) } else { number }
        return found.flatMap { $0.magnitude < 1e300 ? $0 : nil }
    }
}

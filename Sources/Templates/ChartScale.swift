import Expressions

/// The horizontal scale: numbers and dates at their distances, and all else one beside the other.
struct ChartScale {
    private var range: ClosedRange<Double>?
    private var categories: [String: Int] = [:]
    private let count: Int
    private let isBanded: Bool
    /// The room of one value, as a share of the plot.
    let band: Double

    /// - Parameters:
    ///   - isBanded: True where bars stand on it, each of which needs its room.
    ///   - longest: How many values the longest series has: those without an `x` stand one beside the other.
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

    /// Where a value stands, or the one at `index` of those that have none; nil where it is missing.
    func position(of value: Value, index: Int) -> Double? {
        if let range {
            guard let number = value.chartNumber else { return nil }
            let length = range.upperBound - range.lowerBound
            return length > 0 ? (number - range.lowerBound) / length : 0.5
        }
        guard let place = categories.isEmpty ? index : categories[value.text] else { return nil }
        // Bars have their room on both sides; a line goes from edge to edge.
        guard !isBanded, categories.isEmpty else { return (Double(place) + 0.5) * band }
        return count > 1 ? Double(place) / Double(count - 1) : 0.5
    }
}

extension Value {
    /// The number that a scale has for it: a date's seconds; nil beyond what distances can be told of.
    fileprivate var chartNumber: Double? {
        let found = if case .date(let date) = self { Optional(date.timeIntervalSince1970) } else { number }
        return found.flatMap { $0.magnitude < 1e300 ? $0 : nil }
    }
}

import Foundation
import SubdialBasics
import SubdialLayout

/// What modifiers set on a scale of positions.
struct ScaleSetting {
    var domain: ScaleDomainSetting?
    var padding: (start: Double, end: Double)?
    var type: ScaleType?
}

/// The domain of a scale as modifiers set it.
enum ScaleDomainSetting {
    case automatic(includesZero: Bool?, isReversed: Bool)
    case values([_PlottedValue])
}

/// The positions of values along one axis, as fractions of the plot.
struct PlotScale {
    enum Kind: Equatable {
        /// No value at all.
        case none
        case categories
        case numbers
        case dates
    }

    let kind: Kind
    /// The ends of a scale of numbers or of seconds.
    let low: Double
    let high: Double
    /// The categories, from the leading edge or from the bottom.
    let categories: [String]
    private let indices: [String: Int]
    private let isReversed: Bool
    let type: ScaleType
    /// The labelled numbers of an automatic axis.
    let numberTicks: [Double]
    /// True for shares of a whole, which are labelled as percentages.
    let isShare: Bool

    /// The values that a scale must show.
    struct Values {
        var categories: [String] = []
        private var known: Set<String> = []
        var quantities: [Double] = []
        var hasDates = false
        var isShare = false

        mutating func add(_ value: _PlottedValue) {
            switch value {
            case .category(let name): if known.insert(name).inserted { categories.append(name) }
            case .date:
                hasDates = true
                if let quantity = value.quantity { quantities.append(quantity) }
            case .number: if let quantity = value.quantity { quantities.append(quantity) }
            }
        }

        mutating func add(_ extent: PlottedExtent) {
            add(extent.low)
            if let high = extent.high { add(high) }
        }
    }

    /// Creates the scale of values, with about `marks` labelled numbers.
    ///
    /// - Parameter startsAtTop: True for categories that follow each other downwards.
    init(_ values: Values, _ setting: ScaleSetting, marks: Int, startsAtTop: Bool) {
        var values = values
        var includesZero = true
        var isReversed = false
        var ends: (Double, Double)?
        switch setting.domain {
        case .automatic(let zero, let reversed)?: (includesZero, isReversed) = (zero ?? true, reversed)
        case .values(let given)?:
            let quantities = given.compactMap(\.quantity)
            if let least = quantities.min(), let most = quantities.max() {
                ends = (least, most)
                isReversed = (quantities.first ?? 0) > (quantities.last ?? 0)
                if case .date? = given.first { values.hasDates = true }
            } else {
                let known = values.categories
                values.categories = []
                var domain = Values()
                for value in given { domain.add(value) }
                // A category that is not in the domain has no place.
                values.categories = domain.categories.isEmpty ? known : domain.categories
            }
        case nil: break
        }
        isShare = values.isShare
        (type, self.isReversed) = (setting.type ?? .linear, isReversed)
        guard values.categories.isEmpty || ends != nil else {
            kind = .categories
            categories = startsAtTop ? values.categories.reversed() : values.categories
            indices = Dictionary(zip(categories, 0...)) { first, _ in first }
            (low, high, numberTicks) = (0, 1, [])
            return
        }
        (categories, indices) = ([], [:])
        guard !values.quantities.isEmpty || ends != nil else {
            kind = .none
            (low, high, numberTicks) = (0, 1, [])
            return
        }
        kind = values.hasDates ? .dates : .numbers
        if values.hasDates {
            let (least, most) = ends ?? (values.quantities.min() ?? 0, values.quantities.max() ?? 0)
            // A single date is in the middle of a day.
            (low, high) = least < most ? (least, most) : (least - 43200, least + 43200)
            numberTicks = []
        } else if setting.type?.kind == .log {
            let positive = values.quantities.filter { $0 > 0 }
            let (least, most) = ends ?? (positive.min() ?? 1, positive.max() ?? 10)
            let (first, last) = (log10(max(least, 1e-300)), log10(max(most, 1e-300)))
            let (from, to) = ends == nil ? (first.rounded(.down), max(last.rounded(.up), first.rounded(.down) + 1)) : (first, last)
            (low, high) = (pow(10, from), pow(10, max(to, from + 1e-9)))
            let powers = Int(saturating: from.rounded(.up))...max(Int(saturating: from.rounded(.up)), Int(saturating: to.rounded(.down)))
            numberTicks = powers.prefix(50).map { pow(10, Double($0)) }
        } else {
            let range = ChartRange(
                values.quantities, domain: ends.map { ($0.0, $0.1) }, includesZero: includesZero && ends == nil, marks: marks)
            (low, high, numberTicks) = (range.low, range.high, range.ticks)
        }
    }

    /// The width of a category as a fraction of the plot.
    var band: Double { categories.isEmpty ? 1 : 1 / Double(categories.count) }

    /// The place of a value; nil for one without a place.
    ///
    /// Values outside of the domain have places outside of the plot.
    func position(_ value: _PlottedValue) -> Double? {
        switch (kind, value) {
        case (.categories, _):
            guard let index = indices[value.name] else { return nil }
            return turned((Double(index) + 0.5) * band)
        case (.none, _): return nil
        default: return value.quantity.flatMap(position)
        }
    }

    /// The place of a number or of seconds; nil for one without a place.
    func position(_ quantity: Double) -> Double? {
        let (from, to, own) = (type.transformed(low), type.transformed(high), type.transformed(quantity))
        // The power of an end may be infinite.
        guard to > from, from.isFinite, to.isFinite, own.isFinite else { return nil }
        let share = (own - from) / (to - from)
        // Both distances may be infinite.
        guard !share.isNaN else { return nil }
        // Marks far outside of the plot must not exhaust the arithmetic of the drawing.
        return turned(min(max(share, -20), 21))
    }

    /// The range of a value, or of a category; a point for a number.
    func range(_ extent: PlottedExtent) -> ClosedRange<Double>? {
        guard let low = position(extent.low) else { return nil }
        if kind == .categories {
            let high = extent.high.flatMap(position) ?? low
            return (min(low, high) - band / 2)...(max(low, high) + band / 2)
        }
        guard let high = extent.high else { return low...low }
        return position(high).map { min(low, $0)...max(low, $0) }
    }

    /// The value at a fraction of the plot.
    func value(at share: Double) -> _PlottedValue? {
        let share = turned(share)
        switch kind {
        case .none: return nil
        case .categories:
            let index = Int(saturating: (share / band).rounded(.down))
            return categories.indices.contains(index) ? .category(categories[index]) : nil
        case .numbers, .dates:
            let (from, to) = (type.transformed(low), type.transformed(high))
            let quantity = type.inverse(from + share * (to - from))
            return kind == .dates ? .date(Date(timeIntervalSinceReferenceDate: quantity)) : .number(quantity)
        }
    }

    private func turned(_ share: Double) -> Double { isReversed ? 1 - share : share }
}

/// How numbers are spread along a scale.
public struct ScaleType: Hashable, Sendable {
    enum Kind: Hashable { case linear, log, squareRoot, power(Double), symmetricLog(Double), date, category }

    let kind: Kind

    public static var linear: ScaleType { ScaleType(kind: .linear) }
    public static var log: ScaleType { ScaleType(kind: .log) }
    public static var squareRoot: ScaleType { ScaleType(kind: .squareRoot) }
    public static var symmetricLog: ScaleType { ScaleType(kind: .symmetricLog(1)) }
    public static var date: ScaleType { ScaleType(kind: .date) }
    public static var category: ScaleType { ScaleType(kind: .category) }

    public static func power(exponent: Double) -> ScaleType { ScaleType(kind: .power(exponent)) }

    public static func symmetricLog(slopeAtZero: Double) -> ScaleType { ScaleType(kind: .symmetricLog(slopeAtZero)) }

    /// The number on a linear scale.
    func transformed(_ number: Double) -> Double {
        switch kind {
        case .linear, .date, .category: number
        case .log: number > 0 ? log10(number) : -.infinity
        case .squareRoot: number < 0 ? -(-number).squareRoot() : number.squareRoot()
        case .power(let exponent): number < 0 ? -pow(-number, exponent) : pow(number, exponent)
        case .symmetricLog(let slope): number < 0 ? -log1p(-number * abs(slope)) : log1p(number * abs(slope))
        }
    }

    /// The number of a place on a linear scale.
    func inverse(_ place: Double) -> Double {
        switch kind {
        case .linear, .date, .category: place
        case .log: pow(10, place)
        case .squareRoot: place < 0 ? -place * place : place * place
        case .power(let exponent): place < 0 ? -pow(-place, 1 / exponent) : pow(place, 1 / exponent)
        case .symmetricLog(let slope): (place < 0 ? -expm1(-place) : expm1(place)) / max(abs(slope), 1e-12)
        }
    }
}

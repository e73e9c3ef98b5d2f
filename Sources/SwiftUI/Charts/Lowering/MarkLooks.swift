import Foundation
import SubdialLayout

/// The looks of marks: their own, and those that categories have.
struct MarkLooks {
    /// A category of the legend.
    struct Entry {
        var name: String
        var paint: SubdialLayout.Paint
        var symbol: SymbolShape?
        var line: SubdialSwiftUI.StrokeStyle?
    }

    /// The categories of one part of the look, in the order of the marks.
    private struct Categories {
        private(set) var names: [String] = []
        private var indices: [String: Int] = [:]

        mutating func add(_ name: String) {
            guard indices[name] == nil else { return }
            indices[name] = names.count
            names.append(name)
        }

        func index(_ name: String) -> Int? { indices[name] }
    }

    /// The order of colours; estimated from pictures.
    private static let colors: [Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]
    private static let lines: [SubdialSwiftUI.StrokeStyle] = [[], [6, 4], [2, 3], [8, 3, 2, 3], [12, 4]].map {
        SubdialSwiftUI.StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round, dash: $0)
    }
    /// The areas of a symbol, and of the smallest and the largest one by a value, in square points.
    private static let area = 50.0
    private static let areas = 20.0...200.0

    private let settings: ChartSettings
    private let environment: EnvironmentValues
    private var foregrounds = Categories()
    private var symbols = Categories()
    private var dashes = Categories()
    private let numbers: (least: Double, most: Double)?
    private let sizes: (least: Double, most: Double)?
    /// The categories of the legend.
    private(set) var entries: [Entry] = []

    init(_ marks: [ChartMark], _ settings: ChartSettings, _ environment: EnvironmentValues) {
        (self.settings, self.environment) = (settings, environment)
        for name in settings.foreground.domain ?? [] { foregrounds.add(name) }
        for name in settings.symbols.domain ?? [] { symbols.add(name) }
        for name in settings.lines.domain ?? [] { dashes.add(name) }
        for mark in marks {
            if let by = mark.style.foregroundBy { foregrounds.add(by.name) }
            if let by = mark.style.symbolBy { symbols.add(by.name) }
            if let by = mark.style.lineBy { dashes.add(by.name) }
        }
        func range(_ values: [_PlottedValue]) -> (least: Double, most: Double)? {
            let quantities = values.compactMap(\.quantity)
            guard quantities.count == values.count, let least = quantities.min(), let most = quantities.max() else { return nil }
            return (least, most)
        }
        numbers = range(marks.compactMap { $0.style.foregroundBy?.value })
        sizes = range(marks.compactMap(\.style.symbolSizeBy))
        entries = legendEntries(marks)
    }

    /// The categories of all parts of the look, once each.
    private func legendEntries(_ marks: [ChartMark]) -> [Entry] {
        var names = Categories()
        for name in foregrounds.names + symbols.names + dashes.names { names.add(name) }
        var values: [String: _PlottedValue] = [:]
        for mark in marks {
            for by in [mark.style.foregroundBy, mark.style.symbolBy, mark.style.lineBy].compactMap({ $0 }) { values[by.name] = by.value }
        }
        return names.names.map { name in
            let encoding = MarkStyle.Encoding(value: values[name] ?? .category(name), name: name)
            let paint =
                foregrounds.index(name) == nil ? SubdialLayout.Paint.color(ColorName("gray")) : style(of: encoding).paint(in: environment)
            return Entry(
                name: name, paint: paint, symbol: symbols.index(name) == nil ? nil : symbol(of: encoding),
                line: dashes.index(name) == nil ? nil : line(of: encoding))
        }
    }

    // MARK: Categories

    private func style(of encoding: MarkStyle.Encoding) -> AnyShapeStyle {
        let scale = settings.foreground
        if let own = scale.mapping?(encoding.value) { return own }
        let index = foregrounds.index(encoding.name) ?? 0
        guard let range = scale.range, !range.isEmpty else { return AnyShapeStyle(Self.colors[index % Self.colors.count]) }
        guard scale.isContinuous, let numbers, let quantity = encoding.value.quantity else { return range[index % range.count] }
        return AnyShapeStyle(Self.mixed(range, Self.share(of: quantity, in: numbers) ?? 0, environment))
    }

    /// The place of a number between the least and the most one; nil if it has none, because they are equal or infinitely far apart.
    private static func share(of quantity: Double, in range: (least: Double, most: Double)) -> Double? {
        let length = range.most - range.least
        return length > 0 && length.isFinite ? (quantity - range.least) / length : nil
    }

    /// The colour between two of a range.
    private static func mixed(_ range: [AnyShapeStyle], _ share: Double, _ environment: EnvironmentValues) -> Color {
        func color(_ index: Int) -> Color {
            if case .color(let name) = range[index].paint(in: environment) { Color(name) } else { .blue }
        }
        let place = min(max(share, 0), 1) * Double(range.count - 1)
        let index = min(Int(place), max(range.count - 2, 0))
        guard range.count > 1 else { return color(0) }
        return color(index).mix(with: color(index + 1), by: place - Double(index))
    }

    private func symbol(of encoding: MarkStyle.Encoding) -> SymbolShape {
        if let own = settings.symbols.mapping?(encoding.value) { return own }
        let range = settings.symbols.range.flatMap { $0.isEmpty ? nil : $0 } ?? SymbolShape.palette
        return range[(symbols.index(encoding.name) ?? 0) % range.count]
    }

    private func line(of encoding: MarkStyle.Encoding) -> SubdialSwiftUI.StrokeStyle {
        if let own = settings.lines.mapping?(encoding.value) { return own }
        let range = settings.lines.range.flatMap { $0.isEmpty ? nil : $0 } ?? Self.lines
        return range[(dashes.index(encoding.name) ?? 0) % range.count]
    }

    // MARK: Marks

    /// The fill of a mark.
    func paint(_ style: MarkStyle) -> SubdialLayout.Paint {
        let resolved =
            style.foregroundBy.map { self.style(of: $0).resolved(in: environment) } ?? style.foreground?.resolved(in: environment)
            ?? _ResolvedStyle(environment.tintPaint)
        return resolved.opacity(style.opacity).paint
    }

    func symbol(_ style: MarkStyle) -> SymbolShape? { style.symbolBy.map(symbol(of:)) ?? style.symbol }

    func line(_ style: MarkStyle) -> SubdialSwiftUI.StrokeStyle? { style.lineBy.map(line(of:)) ?? style.line }

    /// The area of a symbol in square points.
    func area(_ style: MarkStyle) -> Double {
        guard let quantity = style.symbolSizeBy?.quantity, let sizes else {
            return style.symbolArea.map { $0.isFinite ? max($0, 0) : Self.area } ?? Self.area
        }
        let areas = settings.symbolAreas ?? Self.areas
        let share = Self.share(of: quantity, in: sizes) ?? 0.5
        return areas.lowerBound + share * (areas.upperBound - areas.lowerBound)
    }

    /// The line that a mark belongs to: that of its series, or of its categories.
    func series(_ mark: ChartMark) -> String {
        let own = [
            mark.series, mark.style.foregroundBy?.value, mark.style.symbolBy?.value, mark.style.lineBy?.value, mark.style.position?.value,
        ]
        return own.map { $0?.name ?? "" }.joined(separator: "\u{1F}")
    }
}

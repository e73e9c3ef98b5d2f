public import Foundation
import SubdialLayout

/// The side of the plot at which an axis stands.
public struct AxisMarkPosition: Hashable, Sendable {
    let edge: SubdialLayout.ChartContent.Edge?

    public static var automatic: AxisMarkPosition { AxisMarkPosition(edge: nil) }
    public static var leading: AxisMarkPosition { AxisMarkPosition(edge: .leading) }
    public static var trailing: AxisMarkPosition { AxisMarkPosition(edge: .trailing) }
    public static var top: AxisMarkPosition { AxisMarkPosition(edge: .top) }
    public static var bottom: AxisMarkPosition { AxisMarkPosition(edge: .bottom) }
}

/// The arrangement of an axis around its plot.
public struct AxisMarkPreset: Hashable, Sendable {
    enum Kind { case automatic, extended, aligned, inset }

    let kind: Kind

    public static var automatic: AxisMarkPreset { AxisMarkPreset(kind: .automatic) }
    /// As `automatic`.
    public static var extended: AxisMarkPreset { AxisMarkPreset(kind: .extended) }
    /// As `automatic`.
    public static var aligned: AxisMarkPreset { AxisMarkPreset(kind: .aligned) }
    /// Labels inside of the plot.
    public static var inset: AxisMarkPreset { AxisMarkPreset(kind: .inset) }
}

/// The positions of an axis.
public struct AxisMarkValues: Sendable {
    enum Kind: Sendable {
        case automatic(count: Int?)
        case minimum(stride: Double, count: Int?)
        case numbers(stride: Double)
        case dates(Calendar.Component, count: Int, Calendar?)
        case values([_PlottedValue])
    }

    let kind: Kind

    public static var automatic: AxisMarkValues { AxisMarkValues(kind: .automatic(count: nil)) }

    public static func automatic(
        desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(kind: .automatic(count: desiredCount)) }

    public static func automatic<P: Plottable & BinaryFloatingPoint>(
        minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(kind: .minimum(stride: Double(minimumStride), count: desiredCount)) }

    public static func stride<P: BinaryFloatingPoint>(
        by stepSize: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues(kind: .numbers(stride: Double(stepSize))) }

    /// Dates at the starts of a unit, in a calendar; that of the environment if it is not given.
    public static func stride(
        by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
        calendar: Calendar? = nil
    ) -> AxisMarkValues { AxisMarkValues(kind: .dates(component, count: count, calendar)) }
}

/// A position of an axis.
public struct AxisValue {
    let plotted: _PlottedValue
    /// The way to write a date.
    let dateFormat: Date.FormatStyle?
    /// The index among the positions of the axis.
    public let index: Int
    /// The number of positions of the axis.
    public let count: Int

    /// The value as a type; nil if it has another one.
    public func `as`<P: Plottable>(_ type: P.Type) -> P? {
        P.PrimitivePlottable._value(of: plotted).flatMap { P(primitivePlottable: $0) }
    }

    /// What the axis writes.
    func text(_ axis: _AxisContext) -> Text? {
        switch plotted {
        case .category(let name): return Text(verbatim: name)
        case .date(let date): return dateFormat.map { Text(date, format: $0) }
        case .number(let number):
            if axis.scale.isShare { return Text(number, format: .percent.precision(.fractionLength(0...1))) }
            return Text(number, format: .number.precision(.fractionLength(0...6)))
        }
    }
}

/// Lines and labels at positions of an axis.
nonisolated public struct AxisMarks<Content: AxisMark>: AxisContent {
    private let preset: AxisMarkPreset
    private let position: AxisMarkPosition
    private let values: AxisMarkValues
    private let stroke: SubdialSwiftUI.StrokeStyle?
    private let content: (AxisValue) -> Content

    private init(
        _ preset: AxisMarkPreset, _ position: AxisMarkPosition, _ values: AxisMarkValues, _ stroke: SubdialSwiftUI.StrokeStyle?,
        _ content: @escaping (AxisValue) -> Content
    ) {
        (self.preset, self.position, self.values, self.stroke) = (preset, position, values, stroke)
        self.content = EnvironmentReader.capture(content)
    }

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) { self.init(preset, position, values, nil, content) }

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: @escaping () -> Content
    ) { self.init(preset, position, values, nil) { _ in content() } }

    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) { self.init(preset, position, AxisMarkValues(kind: .values(values.map(\.plotted))), nil, content) }

    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping () -> Content
    ) { self.init(preset, position, AxisMarkValues(kind: .values(values.map(\.plotted))), nil) { _ in content() } }

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        stroke: SubdialSwiftUI.StrokeStyle? = nil
    ) where Content == AnyAxisMark { self.init(preset, position, values, stroke) { _ in Self.usual(AxisValueLabel()) } }

    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        stroke: SubdialSwiftUI.StrokeStyle? = nil
    ) where Content == AnyAxisMark {
        self.init(preset, position, AxisMarkValues(kind: .values(values.map(\.plotted))), stroke) { _ in Self.usual(AxisValueLabel()) }
    }

    public init<Format: FormatStyle>(
        format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, stroke: SubdialSwiftUI.StrokeStyle? = nil
    ) where Content == AnyAxisMark, Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(preset, position, values, stroke) { _ in Self.usual(AxisValueLabel(format: format)) }
    }

    public init<Format: FormatStyle>(
        format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Format.FormatInput],
        stroke: SubdialSwiftUI.StrokeStyle? = nil
    ) where Content == AnyAxisMark, Format.FormatInput: Plottable, Format.FormatOutput == String {
        self.init(preset, position, AxisMarkValues(kind: .values(values.map(\.plotted))), stroke) { _ in
            Self.usual(AxisValueLabel(format: format))
        }
    }

    /// A line across the plot with a label.
    private static func usual(_ label: AxisValueLabel<EmptyView>) -> AnyAxisMark where Content == AnyAxisMark {
        AnyAxisMark(
            Collected<_AxisMarkContext> { context in
                // A line in the middle of a bar would be seen above it only.
                if !(context.axis.scale.kind == .categories && context.isCentred) {
                    AxisGridLine._add(AxisGridLine(), to: context)
                    AxisTick._add(AxisTick(), to: context)
                }
                AxisValueLabel._add(label, to: context)
            })
    }

    public static func _add(_ marks: Self, to axis: _AxisContext) {
        let (values, format) = axis.values(marks.values)
        let isX = axis.axis == .horizontal
        // The names of bars that lie stand before them, as a list's.
        let usual: SubdialLayout.ChartContent.Edge = isX ? .bottom : axis.scale.kind == .categories ? .leading : .trailing
        let positions = values.map { axis.scale.position($0) }
        for (index, value) in values.enumerated() {
            guard let position = positions[index], position >= -1e-6, position <= 1 + 1e-6 else { continue }
            let isCategory = axis.scale.kind == .categories
            let next = positions.dropFirst(index + 1).first.flatMap { $0 }
            let middle = isCategory ? position : next.map { (position + $0) / 2 } ?? axis.middle(after: positions, at: index)
            let context = _AxisMarkContext(
                axis: axis, value: AxisValue(plotted: value, dateFormat: format, index: index, count: values.count), position: position,
                middle: middle, isCentred: isCategory,
                side: marks.position.edge.flatMap { edge in
                    isX == (edge == .top || edge == .bottom) ? edge : nil
                } ?? usual, isInside: marks.preset.kind == .inset, stroke: marks.stroke)
            nonisolated(unsafe) let make = marks.content
            nonisolated(unsafe) let input = context.value
            nonisolated(unsafe) let content = onMainActor { make(input) }
            Content._add(content, to: context)
            axis.collector.ticks += context.collector.ticks.joined()
        }
    }
}

extension [SubdialLayout.ChartContent.Tick] {
    /// The ticks of one position: lines and labels at the same place as one.
    fileprivate func joined() -> [SubdialLayout.ChartContent.Tick] {
        var result: [SubdialLayout.ChartContent.Tick] = []
        for tick in self {
            guard let index = result.firstIndex(where: { $0.position == tick.position && $0.canTake(tick) }) else {
                result.append(tick)
                continue
            }
            result[index].take(tick)
        }
        return result
    }
}

extension SubdialLayout.ChartContent.Tick {
    fileprivate func canTake(_ other: Self) -> Bool {
        (label == nil || other.label == nil) && (grid == nil || other.grid == nil) && (mark == nil || other.mark == nil)
            && (label == nil && mark == nil || other.label == nil && other.mark == nil || edge == other.edge)
    }

    fileprivate mutating func take(_ other: Self) {
        if other.label != nil {
            let own = self
            self = other
            (grid, mark, markLength) = (own.grid ?? other.grid, own.mark, own.markLength)
        } else {
            grid = grid ?? other.grid
            if other.mark != nil { (mark, markLength, edge) = (other.mark, other.markLength, other.edge) }
        }
    }
}

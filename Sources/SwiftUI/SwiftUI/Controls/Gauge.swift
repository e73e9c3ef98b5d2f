public import SubdialLayout

/// A value within a range.
nonisolated public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View {
    private let value: Double
    private let label: Label
    private let currentValueLabel: CurrentValueLabel
    private let bounds: (minimum: BoundsLabel, maximum: BoundsLabel)?
    private let hasMarks: Bool
    private let place: SourcePlace

    private init<V: BinaryFloatingPoint>(
        _ value: V, _ range: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel, _ bounds: (BoundsLabel, BoundsLabel)?,
        hasMarks: Bool = false, place: SourcePlace = SourcePlace()
    ) {
        let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
        let fraction = high > low ? (Double(value) - low) / (high - low) : 0
        self.value = fraction.isFinite ? min(max(fraction, 0), 1) : 0
        (self.label, currentValueLabel, self.hasMarks, self.place) = (label, current, hasMarks, place)
        self.bounds = bounds.map { (minimum: $0.0, maximum: $0.1) }
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Gauge")
        if view.hasMarks { inner.warn("Gauge: marked values are not drawn", at: view.place) }
        let configuration = GaugeStyleConfiguration(
            value: view.value, label: .init(view.label),
            currentValueLabel: CurrentValueLabel.self == EmptyView.self ? nil : .init(view.currentValueLabel),
            minimumValueLabel: view.bounds.map { .init($0.minimum) }, maximumValueLabel: view.bounds.map { .init($0.maximum) })
        var nodes = inner.styled(configuration, default: AnyControlStyle(DefaultGaugeStyle().makeBody))
        guard nodes.count == 1 else { return nodes }
        let value = configuration.currentValueLabel.map { inner.nodes(of: $0).words } ?? ""
        nodes[0].modifiers.describe(
            .range(view.value, inner.nodes(of: configuration.label).words, value, in: inner.environment))
        return nodes
    }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
        self.init(value, bounds, label(), EmptyView(), nil)
    }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), nil) }
}

extension Gauge where MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), (minimumValueLabel(), maximumValueLabel())) }
}

extension Gauge {
    /// Warns in a picture: marks are not drawn.
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel, @ViewBuilder markedValueLabels: () -> MarkedValueLabels,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            value, bounds, label(), currentValueLabel(), (minimumValueLabel(), maximumValueLabel()), hasMarks: true,
            place: SourcePlace(file, line))
    }

    /// Warns in a picture: marks are not drawn.
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder markedValueLabels: () -> MarkedValueLabels,
        file: StaticString = #fileID, line: UInt = #line
    ) where BoundsLabel == EmptyView {
        self.init(value, bounds, label(), currentValueLabel(), nil, hasMarks: true, place: SourcePlace(file, line))
    }
}

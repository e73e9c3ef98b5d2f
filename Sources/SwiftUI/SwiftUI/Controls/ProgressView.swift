public import Foundation
public import SubdialLayout

/// The progress of work: a fraction, a running time, or a spinner.
nonisolated public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    private enum Source {
        case none
        case fraction(Double)
        case interval(ClosedRange<Date>, countsDown: Bool)
        case configuration(ProgressViewStyleConfiguration)
    }

    private let source: Source
    private let label: Label?
    private let currentValueLabel: CurrentValueLabel?

    private init(_ source: Source, _ label: Label?, _ current: CurrentValueLabel?) {
        (self.source, self.label, currentValueLabel) = (source, label, current)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("ProgressView")
        let configuration = view.configuration(in: inner)
        var nodes = inner.styled(configuration, default: AnyControlStyle(DefaultProgressViewStyle().makeBody))
        // A view made of a configuration is a part of one that is described.
        if case .configuration = view.source { return nodes }
        guard nodes.count == 1 else { return nodes }
        func words(_ part: _ControlPart?) -> String { part.map { inner.nodes(of: $0).words } ?? "" }
        // What runs by itself has no value that stays.
        let isStill = configuration.rate == 0
        nodes[0].modifiers.describe(
            .range(
                isStill ? configuration.fractionCompleted : nil, words(configuration.label),
                isStill ? words(configuration.currentValueLabel) : "", in: inner.environment))
        return nodes
    }

    private func configuration(in context: _ViewContext) -> ProgressViewStyleConfiguration {
        var result = ProgressViewStyleConfiguration(
            fractionCompleted: nil, label: label.flatMap { $0 is EmptyView ? nil : .init($0) },
            currentValueLabel: currentValueLabel.flatMap { $0 is EmptyView ? nil : .init($0) })
        switch source {
        case .none: break
        case .fraction(let fraction): result.fractionCompleted = fraction
        case .interval(let interval, let countsDown): result.run(interval, countsDown: countsDown, in: context)
        case .configuration(let configuration): result = configuration
        }
        return result
    }

    private static func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Source {
        guard let value else { return .none }
        let fraction = Double(value) / Double(total)
        return .fraction(fraction.isFinite ? min(max(fraction, 0), 1) : 0)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView { self.init(.none, nil, nil) }

    public init(@ViewBuilder label: () -> Label) { self.init(.none, label(), nil) }

    public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init(.none, Text(titleKey), nil) }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) where Label == Text { self.init(.none, Text(title), nil) }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(Self.fraction(value, total), nil, nil)
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(Self.fraction(value, total), label(), nil)
    }

    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) where Label == Text {
        self.init(Self.fraction(value, total), Text(titleKey), nil)
    }

    @_disfavoredOverload
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) where Label == Text {
        self.init(Self.fraction(value, total), Text(title), nil)
    }

    public init(_ progress: Progress) where Label == EmptyView { self.init(.fraction(progress.fractionCompleted), nil, nil) }
}

extension ProgressView {
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(Self.fraction(value, total), label(), currentValueLabel()) }

    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(.interval(timerInterval, countsDown: countsDown), label(), currentValueLabel()) }

    public init(_ configuration: ProgressViewStyleConfiguration)
    where Label == ProgressViewStyleConfiguration.Label, CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel {
        self.init(.configuration(configuration), nil, nil)
    }
}

extension ProgressView where CurrentValueLabel == DefaultDateProgressLabel {
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label(),
            DefaultDateProgressLabel(interval: timerInterval, countsDown: countsDown))
    }

    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) where Label == EmptyView {
        self.init(
            .interval(timerInterval, countsDown: countsDown), nil, DefaultDateProgressLabel(interval: timerInterval, countsDown: countsDown)
        )
    }
}

/// The time under a running progress.
nonisolated public struct DefaultDateProgressLabel: View {
    let interval: ClosedRange<Date>
    let countsDown: Bool

    public var body: some View { Text(timerInterval: interval, countsDown: countsDown) }
}

extension ProgressViewStyleConfiguration {
    /// Sets the fraction of a running time at the moment that is drawn, and records when it changes.
    fileprivate mutating func run(_ interval: ClosedRange<Date>, countsDown: Bool, in context: _ViewContext) {
        let (start, end) = (interval.lowerBound.timeIntervalSince1970, interval.upperBound.timeIntervalSince1970)
        let now = context.environment.now.timeIntervalSince1970
        let length = end - start
        guard length > 0, length.isFinite else {
            fractionCompleted = countsDown ? 0 : 1
            return
        }
        let elapsed = min(max((now - start) / length, 0), 1)
        fractionCompleted = countsDown ? 1 - elapsed : elapsed
        if now < start { return context.pass.recordChange(at: start) }
        guard now < end else { return }
        rate = (countsDown ? -1 : 1) / length
        // The width of the line decides when it changes next; a thousandth of it is less than a pixel of a widget.
        context.pass.recordChange(at: min(end, now + max(1, length / 1000)))
    }
}

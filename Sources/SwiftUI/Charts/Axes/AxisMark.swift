public import Foundation
import SubdialLayout

/// A line or a label at a position of an axis.
@MainActor @preconcurrency
public protocol AxisMark {
    /// The type of the body; `Never` for the marks of this module.
    associatedtype Body: AxisMark

    @AxisMarkBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Adds the mark to its position.
    nonisolated static func _add(_ mark: Self, to context: _AxisMarkContext)
}

extension AxisMark {
    nonisolated public static func _add(_ mark: Self, to context: _AxisMarkContext) {
        guard let axis = context.axis.deeper() else { return }
        var inner = context
        inner.axis = axis
        nonisolated(unsafe) let mark = mark
        let body = axis.view.reading { onMainActor { mark.body } }
        Body._add(body, to: inner)
    }

    /// The mark in a changed context.
    nonisolated private func changing(_ change: @escaping (inout _AxisMarkContext) -> Void) -> some AxisMark {
        let mark = self
        return Collected<_AxisMarkContext> { context in
            var inner = context
            change(&inner)
            Self._add(mark, to: inner)
        }
    }

    nonisolated public func font(_ font: SubdialSwiftUI.Font?) -> some AxisMark { changing { $0.font = $0.font ?? font } }

    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some AxisMark {
        let any = AnyShapeStyle(style)
        return changing { $0.style = $0.style ?? any }
    }

    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark {
        changing { $0.offset = Point($0.offset.x + Double(x), $0.offset.y + Double(y)) }
    }

    nonisolated public func offset(_ offset: CGSize) -> some AxisMark { self.offset(x: offset.width, y: offset.height) }

    /// No effect in a picture: marks are drawn one on the other in any case.
    nonisolated public func compositingLayer() -> some AxisMark { self }
}

extension AxisMark where Body == Never {
    /// No body: such a mark adds itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: AxisMark {
    nonisolated public static func _add(_ mark: Never, to context: _AxisMarkContext) {}
}

/// A position of an axis, with the look that is set for its marks.
public struct _AxisMarkContext {
    /// The parts of a position so far.
    final class Collector {
        var ticks: [SubdialLayout.ChartContent.Tick] = []
        var markLength: Double?
    }

    fileprivate(set) var axis: _AxisContext
    let value: AxisValue
    /// The place of the value, and that of the middle between it and the next one.
    let position: Double
    let middle: Double?
    /// True if the middle is usual for the axis, as for categories.
    let isCentred: Bool
    let side: SubdialLayout.ChartContent.Edge
    let isInside: Bool
    let stroke: SubdialSwiftUI.StrokeStyle?
    let collector = Collector()
    var font: SubdialSwiftUI.Font?
    var style: AnyShapeStyle?
    var offset = Point.zero

    /// The place of a mark that may be in the middle; nil for the middle after the last position, which is outside of the plot.
    func place(centred: Bool?) -> Double? { centred ?? isCentred ? middle : position }

    func paint(_ usual: some ShapeStyle) -> SubdialLayout.Paint {
        (style ?? AnyShapeStyle(usual)).paint(in: axis.view.environment)
    }
}

/// Builds the marks of a position from the statements of a closure.
@resultBuilder
nonisolated public struct AxisMarkBuilder {
    public static func buildExpression<Content: AxisMark>(_ content: Content) -> Content { content }

    public static func buildBlock() -> some AxisMark { Collected<_AxisMarkContext> { _ in } }

    public static func buildBlock<Content: AxisMark>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: AxisMark>(_ content: repeat each Content) -> some AxisMark {
        Collected<_AxisMarkContext> { context in repeat (each Content)._add(each content, to: context) }
    }

    public static func buildIf<Content: AxisMark>(_ content: Content?) -> Content? { content }

    public static func buildEither<TrueContent: AxisMark, FalseContent: AxisMark>(
        first: TrueContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.first(first)) }

    public static func buildEither<TrueContent: AxisMark, FalseContent: AxisMark>(
        second: FalseContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.second(second)) }

    public static func buildLimitedAvailability<Content: AxisMark>(_ content: Content) -> AnyAxisMark { AnyAxisMark(content) }
}

extension BuilderConditional: AxisMark where TrueContent: AxisMark, FalseContent: AxisMark {
    public static func _add(_ mark: Self, to context: _AxisMarkContext) {
        switch mark.storage {
        case .first(let mark): TrueContent._add(mark, to: context)
        case .second(let mark): FalseContent._add(mark, to: context)
        }
    }
}

extension Optional: AxisMark where Wrapped: AxisMark {
    public static func _add(_ mark: Self, to context: _AxisMarkContext) { if let mark { Wrapped._add(mark, to: context) } }
}

/// A mark of any type.
nonisolated public struct AnyAxisMark: AxisMark {
    private let add: (_AxisMarkContext) -> Void

    public init(_ mark: some AxisMark) { self.init(erasing: mark) }

    public init<Mark: AxisMark>(erasing mark: Mark) { add = { Mark._add(mark, to: $0) } }

    public static func _add(_ mark: Self, to context: _AxisMarkContext) { mark.add(context) }
}

/// A line across the plot.
nonisolated public struct AxisGridLine: AxisMark {
    private let centered: Bool?
    private let stroke: SubdialSwiftUI.StrokeStyle?

    public init(centered: Bool? = nil, stroke: SubdialSwiftUI.StrokeStyle? = nil) { (self.centered, self.stroke) = (centered, stroke) }

    public static func _add(_ mark: Self, to context: _AxisMarkContext) {
        guard let place = context.place(centred: mark.centered) else { return }
        var tick = SubdialLayout.ChartContent.Tick(place, nil)
        tick.grid = SubdialLayout.ChartContent.Line(
            context.paint(.separator), stroke: (mark.stroke ?? context.stroke ?? context.usualGrid).layout)
        context.collector.ticks.append(tick)
    }
}

extension _AxisMarkContext {
    /// The line across the plot: dashed where it goes from the top to the bottom.
    fileprivate var usualGrid: SubdialSwiftUI.StrokeStyle {
        SubdialSwiftUI.StrokeStyle(lineWidth: 0.5, dash: axis.axis == .horizontal ? [2, 2] : [])
    }
}

/// A short line outside of the plot.
nonisolated public struct AxisTick: AxisMark {
    /// The length of the line.
    public struct Length: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        fileprivate enum Kind: Hashable { case automatic, label(CGFloat), fixed(CGFloat) }

        fileprivate let kind: Kind

        public static var automatic: Length { Length(kind: .automatic) }
        /// Ten points, about the height of a label.
        public static var label: Length { Length(kind: .label(0)) }
        /// Ten points, about the height of a label.
        public static var longestLabel: Length { Length(kind: .label(0)) }

        /// Ten points, about the height of a label, and what it is longer by.
        public static func label(extendPastBy: CGFloat) -> Length { Length(kind: .label(extendPastBy)) }

        /// Ten points, about the height of a label, and what it is longer by.
        public static func longestLabel(extendPastBy: CGFloat) -> Length { Length(kind: .label(extendPastBy)) }

        private init(kind: Kind) { self.kind = kind }

        public init(floatLiteral value: Double) { kind = .fixed(CGFloat(value)) }

        public init(integerLiteral value: Int) { kind = .fixed(CGFloat(value)) }

        /// A length in points.
        public static func fixed(_ length: CGFloat) -> Length { Length(kind: .fixed(length)) }

        fileprivate var points: Double {
            switch kind {
            case .automatic: 4
            case .label(let more): more.isFinite ? 10 + Double(more) : 10
            case .fixed(let length): length.isFinite ? Double(length) : 0
            }
        }
    }

    private let centered: Bool?
    private let length: Length
    private let stroke: SubdialSwiftUI.StrokeStyle?

    public init(centered: Bool? = nil, length: Length = .automatic, stroke: SubdialSwiftUI.StrokeStyle? = nil) {
        (self.centered, self.length, self.stroke) = (centered, length, stroke)
    }

    public init(centered: Bool? = nil, length: CGFloat, stroke: SubdialSwiftUI.StrokeStyle? = nil) {
        self.init(centered: centered, length: .fixed(length), stroke: stroke)
    }

    public static func _add(_ mark: Self, to context: _AxisMarkContext) {
        guard !context.isInside else { return }
        guard let place = context.place(centred: mark.centered) else { return }
        var tick = SubdialLayout.ChartContent.Tick(place, nil)
        tick.edge = context.edge
        tick.mark = SubdialLayout.ChartContent.Line(
            context.paint(.separator), stroke: (mark.stroke ?? context.stroke ?? SubdialSwiftUI.StrokeStyle(lineWidth: 0.5)).layout)
        tick.markLength = mark.length.points
        context.collector.markLength = mark.length.points
        context.collector.ticks.append(tick)
    }
}

extension _AxisMarkContext {
    /// The side of the plot; nil for the usual one.
    var edge: SubdialLayout.ChartContent.Edge? { side == .bottom || side == .trailing ? nil : side }
}

import SubdialLayout

/// The contents of an axis.
@MainActor @preconcurrency
public protocol AxisContent {
    /// The type of the body; `Never` for the contents of this module.
    associatedtype Body: AxisContent

    @AxisContentBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Adds the positions to an axis.
    nonisolated static func _add(_ content: Self, to axis: _AxisContext)
}

extension AxisContent {
    nonisolated public static func _add(_ content: Self, to axis: _AxisContext) {
        guard let inner = axis.deeper() else { return }
        nonisolated(unsafe) let content = content
        let body = inner.view.reading { onMainActor { content.body } }
        Body._add(body, to: inner)
    }
}

extension AxisContent where Body == Never {
    /// No body: such a content adds its positions itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: AxisContent {
    nonisolated public static func _add(_ content: Never, to axis: _AxisContext) {}
}

/// An axis whose positions are collected.
public struct _AxisContext {
    /// The positions so far.
    final class Collector { var ticks: [SubdialLayout.ChartContent.Tick] = [] }

    private(set) var view: _ViewContext
    let scale: PlotScale
    let axis: SubdialLayout.Axis
    /// The preferred number of labels.
    let count: Int
    let collector = Collector()

    init(_ view: _ViewContext, _ scale: PlotScale, _ axis: SubdialLayout.Axis, count: Int) {
        (self.view, self.scale, self.axis, self.count) = (view, scale, axis, count)
    }

    /// The context of a content with a body; nil if there are too many levels.
    func deeper() -> _AxisContext? {
        guard let inner = view.deeper() else { return nil }
        var result = self
        result.view = inner
        return result
    }
}

/// Builds the contents of an axis from the statements of a closure.
@resultBuilder
nonisolated public struct AxisContentBuilder {
    public static func buildExpression<Content: AxisContent>(_ content: Content) -> Content { content }

    public static func buildBlock() -> some AxisContent { Collected<_AxisContext> { _ in } }

    public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: AxisContent>(_ content: repeat each Content) -> some AxisContent {
        Collected<_AxisContext> { axis in repeat (each Content)._add(each content, to: axis) }
    }

    public static func buildIf<Content: AxisContent>(_ content: Content?) -> some AxisContent {
        Collected<_AxisContext> { axis in if let content { Content._add(content, to: axis) } }
    }

    public static func buildEither<TrueContent: AxisContent, FalseContent: AxisContent>(
        first: TrueContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.first(first)) }

    public static func buildEither<TrueContent: AxisContent, FalseContent: AxisContent>(
        second: FalseContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.second(second)) }

    public static func buildLimitedAvailability<Content: AxisContent>(_ content: Content) -> AnyAxisContent { AnyAxisContent(content) }
}

extension BuilderConditional: AxisContent where TrueContent: AxisContent, FalseContent: AxisContent {
    public static func _add(_ content: Self, to axis: _AxisContext) {
        switch content.storage {
        case .first(let content): TrueContent._add(content, to: axis)
        case .second(let content): FalseContent._add(content, to: axis)
        }
    }
}

/// A content of any type.
nonisolated public struct AnyAxisContent: AxisContent {
    private let add: (_AxisContext) -> Void

    public init(_ content: some AxisContent) { self.init(erasing: content) }

    public init<Content: AxisContent>(erasing content: Content) { add = { Content._add(content, to: $0) } }

    public static func _add(_ content: Self, to axis: _AxisContext) { content.add(axis) }
}

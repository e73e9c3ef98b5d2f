import SubdialLayout

/// A part of a chart: a mark, or several.
@MainActor @preconcurrency
public protocol ChartContent {
    /// The type of the body; `Never` for the marks of this module.
    associatedtype Body: ChartContent

    /// The content, which is evaluated once for each look and entry.
    @ChartContentBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Adds the marks to a chart.
    nonisolated static func _add(_ content: Self, to context: _ChartContext)
}

extension ChartContent {
    nonisolated public static func _add(_ content: Self, to context: _ChartContext) {
        guard let inner = context.deeper() else { return }
        nonisolated(unsafe) let content = content
        let body = inner.view.reading { onMainActor { content.body } }
        Body._add(body, to: inner)
    }
}

extension ChartContent where Body == Never {
    /// No body: such a content adds its marks itself, and nobody asks.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: ChartContent {
    nonisolated public static func _add(_ content: Never, to context: _ChartContext) {}
}

/// Where the marks of a content go: to a chart, with the looks that contents around them have set.
public struct _ChartContext {
    /// The marks of a chart so far.
    final class Collector { var marks: [ChartMark] = [] }

    /// The context of the chart as a view.
    private(set) var view: _ViewContext
    private let collector: Collector
    /// The look from outside.
    var style = MarkStyle()

    init(_ view: _ViewContext, _ collector: Collector) { (self.view, self.collector) = (view, collector) }

    /// The context of a content with a body; nil if there are too many levels.
    func deeper() -> _ChartContext? {
        guard let inner = view.deeper() else { return nil }
        var result = self
        result.view = inner
        return result
    }

    func add(_ mark: ChartMark) {
        var mark = mark
        mark.style = style
        collector.marks.append(mark)
    }
}

/// Builds the content of a chart from the statements of a closure.
@resultBuilder
nonisolated public struct ChartContentBuilder {
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }

    public static func buildBlock() -> some ChartContent { Collected<_ChartContext> { _ in } }

    public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> some ChartContent {
        Collected<_ChartContext> { context in repeat (each Content)._add(each content, to: context) }
    }

    public static func buildIf<Content: ChartContent>(_ content: Content?) -> Content? { content }

    public static func buildEither<TrueContent: ChartContent, FalseContent: ChartContent>(
        first: TrueContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.first(first)) }

    public static func buildEither<TrueContent: ChartContent, FalseContent: ChartContent>(
        second: FalseContent
    ) -> BuilderConditional<TrueContent, FalseContent> { BuilderConditional(.second(second)) }

    public static func buildLimitedAvailability<Content: ChartContent>(_ content: Content) -> AnyChartContent { AnyChartContent(content) }
}

/// One of the two branches of a condition.
nonisolated public struct BuilderConditional<TrueContent, FalseContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }
}

extension BuilderConditional: ChartContent where TrueContent: ChartContent, FalseContent: ChartContent {
    public typealias Body = Never

    public static func _add(_ content: Self, to context: _ChartContext) {
        switch content.storage {
        case .first(let content): TrueContent._add(content, to: context)
        case .second(let content): FalseContent._add(content, to: context)
        }
    }
}

extension Optional: ChartContent where Wrapped: ChartContent {
    public typealias Body = Never

    public static func _add(_ content: Self, to context: _ChartContext) { if let content { Wrapped._add(content, to: context) } }
}

/// A content of any type.
nonisolated public struct AnyChartContent: ChartContent {
    private let add: (_ChartContext) -> Void

    public init(_ content: some ChartContent) { self.init(erasing: content) }

    public init<Content: ChartContent>(erasing content: Content) { add = { Content._add(content, to: $0) } }

    public static func _add(_ content: Self, to context: _ChartContext) { content.add(context) }
}

/// Several contents as one.
nonisolated public struct Plot<Content: ChartContent>: ChartContent {
    private let content: Content

    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    public static func _add(_ plot: Self, to context: _ChartContext) { Content._add(plot.content, to: context) }
}

/// A content with a changed look.
nonisolated struct StyledContent<Content: ChartContent>: ChartContent {
    private let content: Content
    private let change: (inout MarkStyle) -> Void

    init(_ content: Content, _ change: @escaping (inout MarkStyle) -> Void) { (self.content, self.change) = (content, change) }

    static func _add(_ content: Self, to context: _ChartContext) {
        var inner = context
        content.change(&inner.style)
        Content._add(content.content, to: inner)
    }
}

extension ForEach: ChartContent where Content: ChartContent {
    public typealias Body = Never

    public static func _add(_ content: Self, to context: _ChartContext) {
        nonisolated(unsafe) let make = content.content
        for element in content.data {
            nonisolated(unsafe) let input = element
            nonisolated(unsafe) let made = onMainActor { make(input) }
            Content._add(made, to: context)
        }
    }
}

extension ForEach where Content: ChartContent {
    public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, identified: { $0.id }, making: content)
    }

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data, identified: { $0[keyPath: id] }, making: content)
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: ChartContent {
    public init(_ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content) {
        self.init(data, identified: { $0 }, making: content)
    }
}

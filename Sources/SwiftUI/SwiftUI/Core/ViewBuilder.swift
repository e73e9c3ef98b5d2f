public import SubdialLayout

/// Builds a view from the statements of a closure.
@resultBuilder
nonisolated public struct ViewBuilder {
    /// A statement that is no view.
    @available(*, unavailable, message: "this expression does not conform to 'View'")
    public static func buildExpression(_ invalid: Any) -> some View { EmptyView() }

    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content)) { context in
            context.block(2) { context in
                var nodes: [Node] = []
                for child in repeat each content { nodes += context.nodes(of: child) }
                return nodes
            }
        }
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(.first(first)) }

    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(.second(second)) }

    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// The views of a block, one after the other; it joins the container around it.
nonisolated public struct TupleView<T>: View {
    /// The views as a tuple.
    public var value: T
    private let lower: (_ViewContext) -> [Node]

    init(_ value: T, lower: @escaping (_ViewContext) -> [Node]) {
        self.value = value
        self.lower = lower
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { view.lower(context) }
}

/// One of the two branches of a condition.
nonisolated public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    public typealias Body = Never

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        switch view.storage {
        case .first(let content): context.nodes(of: content)
        case .second(let content): context.nodes(of: content)
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { view.map(context.nodes) ?? [] }
}

/// No view at all, without a place in a container.
nonisolated public struct EmptyView: View {
    public init() {}

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { [] }
}

/// A view of any type.
nonisolated public struct AnyView: View {
    private let content: any View

    public init<V: View>(_ view: V) { content = (view as? AnyView)?.content ?? view }

    public init<V: View>(erasing view: V) { self.init(view) }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { context.nodes(of: view.content) }
}

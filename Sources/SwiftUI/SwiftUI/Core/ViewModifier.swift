public import SubdialLayout

/// A change of a view that can be applied to any.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// The type of the changed view.
    associatedtype Body: View
    /// The view that is changed.
    typealias Content = _ViewModifier_Content<Self>

    /// The changed view.
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body

    /// The nodes of the changed view: those of its body unless the modifier changes the nodes itself.
    nonisolated static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node]
}

extension ViewModifier {
    nonisolated public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext)
        -> [Node]
    {
        nonisolated(unsafe) let (modifier, content) = (modifier, Content(content))
        guard let inner = context.deeper() else { return [] }
        let body = inner.reading { onMainActor { modifier.body(content: content) } }
        return inner.nodes(of: body)
    }
}

extension ViewModifier where Body == Never {
    /// No body: such a modifier changes the nodes itself, and nobody asks.
    public func body(content: Content) -> Never { preconditionFailure("\(Self.self) has no body") }
}

/// The view that a modifier changes.
nonisolated public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    private let content: (_ViewContext) -> [Node]

    init(_ content: @escaping (_ViewContext) -> [Node]) { self.content = content }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { view.content(context) }
}

/// A view or a modifier with a modifier.
nonisolated public struct ModifiedContent<Content, Modifier> {
    /// The view that is changed.
    public var content: Content
    /// The change.
    public var modifier: Modifier

    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        Modifier._nodes(of: view.modifier, content: { $0.nodes(of: view.content) }, in: context)
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        Modifier._nodes(of: modifier.modifier, content: { Content._nodes(of: modifier.content, content: content, in: $0) }, in: context)
    }
}

extension View {
    /// The view with a modifier.
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}

extension ViewModifier {
    /// Both modifiers, this one first.
    nonisolated public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}

/// The modifier without an effect.
nonisolated public struct EmptyModifier: ViewModifier, Sendable {
    public static let identity = EmptyModifier()

    public init() {}

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        content(context)
    }
}

/// A change of the environment of a view.
nonisolated public struct _EnvironmentModifier: ViewModifier {
    private let change: (inout EnvironmentValues) -> Void

    package init(_ change: @escaping (inout EnvironmentValues) -> Void) { self.change = change }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        content(context.with(modifier.change))
    }
}

/// A change of each node of a view: what most modifiers of SwiftUI are.
nonisolated public struct _NodeModifier: ViewModifier {
    private let modifiers: (_ViewContext) -> [Modifier]

    /// Adds modifiers of the layout, which can depend on the environment.
    package init(_ modifiers: @escaping (_ViewContext) -> [Modifier]) { self.modifiers = modifiers }

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        let nodes = content(context)
        // A modifier of no view needs no layer.
        guard !nodes.isEmpty else { return [] }
        let added = modifier.modifiers(context)
        return nodes.map { node in
            var node = node
            node.modifiers += added
            return node
        }
    }
}

extension View {
    /// The view in a changed environment.
    nonisolated package func settingEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> ModifiedContent<
        Self, _EnvironmentModifier
    > {
        modifier(_EnvironmentModifier(change))
    }

    /// The view with modifiers of the layout on each of its nodes.
    nonisolated package func adding(_ modifiers: Modifier...) -> ModifiedContent<Self, _NodeModifier> {
        modifier(_NodeModifier { _ in modifiers })
    }

    /// The view with modifiers of the layout that depend on the context.
    nonisolated package func adding(_ modifiers: @escaping (_ViewContext) -> [Modifier]) -> ModifiedContent<Self, _NodeModifier> {
        modifier(_NodeModifier(modifiers))
    }
}

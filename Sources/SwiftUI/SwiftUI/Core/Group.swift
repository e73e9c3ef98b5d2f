public import SubdialLayout

/// Views that modifiers apply to one by one; they join the container around them.
nonisolated public struct Group<Content> {
    let content: Content
}

extension Group: View where Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { context.nodes(of: view.content) }
}

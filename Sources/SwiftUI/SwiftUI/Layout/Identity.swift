internal import SubdialLayout

extension View {
    /// Names the view; its text is the ID by which trees, masks and differences know it.
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { modifier(_IdentityModifier(id: String("\(id)".prefix(200)))) }

    /// Names the view for tests: the ID by which trees, masks and differences know it.
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { modifier(_IdentityModifier(id: identifier)) }

    /// Names the view for tests, as `accessibilityIdentifier(_:)`.
    nonisolated public func accessibilityIdentifier(_ identifier: String, isEnabled: Bool) -> some View {
        modifier(_IdentityModifier(id: isEnabled ? identifier : nil))
    }

    /// No effect in a picture: nothing is selected.
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }
}

nonisolated private struct _IdentityModifier: ViewModifier {
    let id: String?

    init(id: String?) { self.id = id }

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var nodes = content(context)
        guard let id = modifier.id else { return nodes }
        for index in nodes.indices { nodes[index].id = id }
        return nodes
    }
}

package import SubdialLayout

/// A view behind or in front of each node of another: a background, an overlay or a mask.
nonisolated struct _LayerModifier<Layer: View>: ViewModifier {
    let name: String
    let layer: Layer
    let alignment: Alignment
    let make: (Node, SubdialLayout.Alignment) -> Modifier

    static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        var nodes = content(context)
        for index in nodes.indices {
            let inner = context.layer(modifier.name, of: nodes[index])
            let layer = inner.nodes(of: modifier.layer)
            // An empty layer draws nothing.
            guard !layer.isEmpty else { continue }
            let node = layer.count == 1 ? layer[0] : inner.node(.zstack(alignment: modifier.alignment.layout, layer))
            nodes[index].modifiers.append(modifier.make(node, modifier.alignment.layout))
        }
        return nodes
    }
}

extension View {
    /// The view with another one as a layer of the layout; its path is that of the node followed by `name`.
    ///
    /// A layer without nodes is left out.
    nonisolated package func layered<Layer: View>(
        _ name: String, _ layer: Layer, alignment: Alignment, as make: @escaping (Node, SubdialLayout.Alignment) -> Modifier
    ) -> some View {
        modifier(_LayerModifier(name: name, layer: layer, alignment: alignment, make: make))
    }

    nonisolated public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layered("background", content(), alignment: alignment) { .background($0, alignment: $1) }
    }

    @_disfavoredOverload
    nonisolated public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        layered("background", background, alignment: alignment) { .background($0, alignment: $1) }
    }

    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        layered("overlay", content(), alignment: alignment) { .overlay($0, alignment: $1) }
    }

    @_disfavoredOverload
    nonisolated public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        layered("overlay", overlay, alignment: alignment) { .overlay($0, alignment: $1) }
    }
}

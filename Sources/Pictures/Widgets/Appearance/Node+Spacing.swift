import SubdialLayout

extension Node {
    /// The tree with all distances multiplied by `factor`: spacing, padding and minimum lengths of spacers.
    ///
    /// The outermost padding, the margin, is unchanged: the family defines it.
    func spaced(_ factor: Double) -> Node {
        guard factor != 1 else { return self }
        var node = scaled(factor)
        if case .padding? = modifiers.last { node.modifiers[node.modifiers.count - 1] = modifiers[modifiers.count - 1] }
        return node
    }

    private func scaled(_ factor: Double) -> Node {
        var node = self
        node.content = content.scaled(factor) { $0.scaled(factor) }
        node.modifiers = modifiers.map { modifier in
            guard case .padding(let insets) = modifier else { return modifier.mappingLayer { $0.scaled(factor) } }
            return .padding(
                Insets(
                    top: insets.top * factor, leading: insets.leading * factor, bottom: insets.bottom * factor,
                    trailing: insets.trailing * factor))
        }
        return node
    }
}

extension Content {
    /// SwiftUI's default spacing between two views, in points.
    private static let standardSpacing = 8.0

    fileprivate func scaled(_ factor: Double, _ child: (Node) -> Node) -> Content {
        func spacing(_ value: Double?) -> Double? { (value ?? Self.standardSpacing) * factor }
        switch self {
        case .hstack(let alignment, let space, let nodes): return .hstack(alignment: alignment, spacing: spacing(space), nodes.map(child))
        case .vstack(let alignment, let space, let nodes): return .vstack(alignment: alignment, spacing: spacing(space), nodes.map(child))
        case .zstack(let alignment, let nodes): return .zstack(alignment: alignment, nodes.map(child))
        case .viewThatFits(let axes, let nodes): return .viewThatFits(axes: axes, nodes.map(child))
        case .grid(let alignment, let horizontal, let vertical, let nodes):
            return .grid(
                alignment: alignment, horizontalSpacing: spacing(horizontal), verticalSpacing: spacing(vertical), nodes.map(child))
        case .custom(let layout, let nodes): return .custom(layout, nodes.map(child))
        case .arranged(var arranged):
            arranged.children = arranged.children.map(child)
            return .arranged(arranged)
        case .gridRow(let alignment, let nodes): return .gridRow(alignment: alignment, nodes.map(child))
        case .spacer(let length): return .spacer(minLength: length.map { $0 * factor })
        case .island(var island):
            (island.leading, island.trailing) = (island.leading.map(child), island.trailing.map(child))
            (island.center, island.bottom) = (island.center.map(child), island.bottom.map(child))
            island.spacing *= factor
            return .island(island)
        default: return self
        }
    }
}

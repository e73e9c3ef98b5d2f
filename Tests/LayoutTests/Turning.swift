import SubdialLayout

// Conversions of trees for tests of directions.

extension Node {
    /// The tree with every direction inverted.
    var turned: Node {
        mapped { modifier in
            guard case .layoutDirection(let direction) = modifier else { return modifier }
            return .layoutDirection(direction == .leftToRight ? .rightToLeft : .leftToRight)
        }
    }

    private func mapped(_ change: (Modifier) -> Modifier) -> Node {
        var node = self
        node.content = content.mapped { $0.mapped(change) }
        node.modifiers = modifiers.map { change($0.mappingLayer { $0.mapped(change) }) }
        return node
    }

    /// Returns the tree with a unique path for every node, and a unique priority for each child of a row.
    ///
    /// So no two children are equal for a stack, and their order does not affect the distribution of its length. Grids become columns, and
    /// islands lose their bottom region, because neither can be written in reverse.
    func numbered(_ count: inout Int) -> Node {
        var node = self
        var next = count
        next += 1
        node.path = "\(next)"
        node.content = content.mapped { $0.numbered(&next) }
        node.modifiers = modifiers.map { $0.mappingLayer { $0.numbered(&next) }.withoutNegativeInsets }
        switch node.content {
        case .hstack(let alignment, let spacing, let nodes):
            let ranked = nodes.enumerated().map { $1.priority(Double($0)) }
            node.content = .hstack(alignment: alignment, spacing: spacing, ranked)
        case .gridRow(let alignment, let nodes):
            node.content = .hstack(alignment: alignment ?? .center, spacing: nil, nodes.enumerated().map { $1.priority(Double($0)) })
        case .grid(let alignment, _, let spacing, let nodes):
            node.content = .vstack(alignment: alignment.horizontal, spacing: spacing, nodes)
        case .island(var island):
            island.bottom = nil
            node.content = .island(island)
        default: break
        }
        count = next
        return node
    }

    /// Returns the tree without any direction, written so that a left-to-right layout of it looks like this one in `direction`.
    func written(in direction: LayoutDirection) -> Node {
        var node = self
        var inside = direction
        var modifiers: [Modifier] = []
        for modifier in self.modifiers.reversed() {
            if case .layoutDirection(let own) = modifier {
                inside = own
            } else {
                let secondary = modifier.mappingLayer { $0.written(in: inside) }
                modifiers.append(inside == .leftToRight ? secondary : secondary.reversed)
            }
        }
        node.modifiers = modifiers.reversed()
        let content = content.mapped { $0.written(in: inside) }
        node.content = inside == .leftToRight ? content : content.reversed
        return node
    }
}

extension Content {
    func mapped(_ change: (Node) -> Node) -> Content {
        switch self {
        case .hstack(let alignment, let spacing, let nodes): return .hstack(alignment: alignment, spacing: spacing, nodes.map(change))
        case .vstack(let alignment, let spacing, let nodes): return .vstack(alignment: alignment, spacing: spacing, nodes.map(change))
        case .zstack(let alignment, let nodes): return .zstack(alignment: alignment, nodes.map(change))
        case .grid(let alignment, let horizontal, let vertical, let nodes):
            return .grid(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, nodes.map(change))
        case .gridRow(let alignment, let nodes): return .gridRow(alignment: alignment, nodes.map(change))
        case .viewThatFits(let axes, let nodes): return .viewThatFits(axes: axes, nodes.map(change))
        case .island(var island):
            island.leading = island.leading.map(change)
            island.trailing = island.trailing.map(change)
            island.center = island.center.map(change)
            island.bottom = island.bottom.map(change)
            return .island(island)
        case .gauge(var gauge):
            (gauge.value, gauge.label) = (gauge.value.map(change), gauge.label.map(change))
            return .gauge(gauge)
        default: return self
        }
    }

    fileprivate var reversed: Content {
        switch self {
        case .hstack(let alignment, let spacing, let nodes): return .hstack(alignment: alignment, spacing: spacing, nodes.reversed())
        case .vstack(let alignment, let spacing, let nodes): return .vstack(alignment: alignment.reversed, spacing: spacing, nodes)
        case .zstack(let alignment, let nodes): return .zstack(alignment: alignment.reversed, nodes)
        case .island(var island):
            (island.leading, island.trailing) = (island.trailing, island.leading)
            return .island(island)
        default: return self
        }
    }
}

extension Modifier {
    /// Negative insets may leave a negative length, for which a view is at the leading edge.
    fileprivate var withoutNegativeInsets: Modifier {
        guard case .padding(let insets) = self else { return self }
        return .padding(
            Insets(
                top: max(0, insets.top), leading: abs(insets.leading), bottom: max(0, insets.bottom), trailing: max(0, insets.trailing)))
    }

    fileprivate var reversed: Modifier {
        switch self {
        case .padding(let insets):
            return .padding(Insets(top: insets.top, leading: insets.trailing, bottom: insets.bottom, trailing: insets.leading))
        case .frame(let width, let height, let alignment): return .frame(width: width, height: height, alignment: alignment.reversed)
        case .flexibleFrame(var frame):
            frame.alignment = frame.alignment.reversed
            return .flexibleFrame(frame)
        case .horizontalGuide(let alignment, let offset): return .horizontalGuide(alignment.reversed, -offset)
        case .background(let node, let alignment): return .background(node, alignment: alignment.reversed)
        case .overlay(let node, let alignment): return .overlay(node, alignment: alignment.reversed)
        case .mask(let node, let alignment): return .mask(node, alignment: alignment.reversed)
        default: return self
        }
    }
}

extension Alignment {
    fileprivate var reversed: Alignment { Alignment(horizontal.reversed, vertical) }
}

extension HorizontalAlignment {
    fileprivate var reversed: HorizontalAlignment {
        switch self {
        case .leading: .trailing
        case .center: .center
        case .trailing: .leading
        case .custom: self
        }
    }
}

// After a layout, the numbers and views that code has computed stand in place of the code, so that a tree can be written, compared and stored.

extension LayoutBox {
    /// What placing has found out that the tree without closures needs.
    struct Findings {
        /// The frame of a view that depends on it.
        var frame: Rect?
        /// The views that were made while placing: those of a geometry reader, or the texts of a gauge.
        var views: [LayoutBox] = []
        /// The parts of a gauge that ``views`` are.
        var gaugeParts: [WritableKeyPath<GaugeContent, Node?>] = []
        /// The places in an arrangement of the user's.
        var places: [CustomLayout.Place] = []
        /// The top leading corners of the children where a guide of the user's aligns them, and then that of a layer.
        var origins: [Point] = []
        /// The child of a `ViewThatFits` that fits.
        var chosen: LayoutBox?
        /// The offset of a computed guide from the default one.
        var offset = 0.0
    }

    /// The node without code: with what was found out while it was placed.
    ///
    /// A node without code is unchanged.
    var resolvedNode: Node {
        guard hasCode else { return node }
        var layers: [LayoutBox] = []
        var box = self
        while case .modifier = box.kind {
            layers.append(box)
            box = box.children[0]
        }
        var result = box.node
        result.content = box.resolvedContent
        result.modifiers = layers.reversed().flatMap(\.resolvedModifiers)
        return result
    }

    /// The nodes of the children, each with the guides that keep its place where a guide of the user's aligns it.
    private func resolvedChildren(_ alignment: Alignment) -> [Node] {
        children.enumerated().map { index, child in
            let node = child.resolvedNode
            return findings.origins.indices.contains(index) ? node.placed(at: findings.origins[index], alignment) : node
        }
    }

    private var resolvedContent: Content {
        switch node.content {
        case .hstack(let alignment, let spacing, _):
            .hstack(alignment: alignment.resolved, spacing: spacing, resolvedChildren(Alignment(.center, alignment)))
        case .vstack(let alignment, let spacing, _):
            .vstack(alignment: alignment.resolved, spacing: spacing, resolvedChildren(Alignment(alignment, .center)))
        case .zstack(let alignment, _): .zstack(alignment: alignment.resolved, resolvedChildren(alignment))
        case .grid(let alignment, let horizontal, let vertical, _):
            .grid(
                alignment: alignment.resolved, horizontalSpacing: horizontal, verticalSpacing: vertical,
                children.map(\.resolvedNode))
        case .gridRow(let alignment, _): .gridRow(alignment: alignment?.resolved, children.map(\.resolvedNode))
        case .viewThatFits(let axes, _): .viewThatFits(axes: axes, (findings.chosen.map { [$0] } ?? []).map(\.resolvedNode))
        case .island(var island):
            { () -> Content in
                for (region, child) in zip(island.regions.map(\.region), children) { island[region] = child.resolvedNode }
                return .island(island)
            }()
        case .gauge(var gauge):
            { () -> Content in
                for (part, view) in zip(findings.gaugeParts, findings.views) where view.hasCode { gauge[keyPath: part] = view.resolvedNode }
                return .gauge(gauge)
            }()
        case .chart(let chart): .chart(chart.replacingNodes(children.map(\.resolvedNode)))
        case .geometry(let geometry):
            .arranged(
                ArrangedContent(
                    geometry.name, size: geometry.size == nil && geometry.idealLength == 10 ? nil : findings.frame?.size,
                    findings.views.map(\.resolvedNode)))
        case .custom(let layout, _):
            .arranged(
                ArrangedContent(layout.name, size: findings.frame?.size, children.map(\.resolvedNode), places: findings.places))
        case .arranged(var arranged):
            { () -> Content in
                arranged.children = children.map(\.resolvedNode)
                return .arranged(arranged)
            }()
        default: node.content
        }
    }

    /// The modifier without code; none for a guide of the user's, whose effect the children of its stack have.
    private var resolvedModifiers: [Modifier] {
        guard case .modifier(let modifier) = kind else { return [] }
        switch modifier {
        case .verticalGuide(.custom, _), .horizontalGuide(.custom, _), .computedVerticalGuide(.custom, _),
            .computedHorizontalGuide(.custom, _):
            return []
        case .computedVerticalGuide(let alignment, _): return [.verticalGuide(alignment, findings.offset)]
        case .computedHorizontalGuide(let alignment, _): return [.horizontalGuide(alignment, findings.offset)]
        case .frame(let width, let height, let alignment):
            return guides(alignment) + [.frame(width: width, height: height, alignment: alignment.resolved)]
        case .flexibleFrame(var frame):
            let guides = guides(frame.alignment)
            frame.alignment = frame.alignment.resolved
            return guides + [.flexibleFrame(frame)]
        case .background(_, let alignment): return [.background(layer(alignment), alignment: alignment.resolved)]
        case .overlay(_, let alignment): return [.overlay(layer(alignment), alignment: alignment.resolved)]
        case .mask(_, let alignment): return [.mask(layer(alignment), alignment: alignment.resolved)]
        case .gridColumnAlignment(let alignment): return [.gridColumnAlignment(alignment.resolved)]
        default: return [modifier]
        }
    }

    /// The guides that keep the modified view at its place in a frame that a guide of the user's aligns.
    private func guides(_ alignment: Alignment) -> [Modifier] {
        findings.origins.first.map { Node.guides(at: $0, alignment) } ?? []
    }

    private func layer(_ alignment: Alignment) -> Node {
        let node = children[1].resolvedNode
        return findings.origins.first.map { node.placed(at: $0, alignment) } ?? node
    }
}

extension Node {
    /// The guides that put a node at `origin` in a container, as far as guides of the user's align it.
    fileprivate static func guides(at origin: Point, _ alignment: Alignment) -> [Modifier] {
        (alignment.vertical.isCustom ? [.verticalGuide(alignment.vertical.resolved, -origin.y)] : [])
            + (alignment.horizontal.isCustom ? [.horizontalGuide(alignment.horizontal.resolved, -origin.x)] : [])
    }

    fileprivate func placed(at origin: Point, _ alignment: Alignment) -> Node {
        var result = self
        result.modifiers += Self.guides(at: origin, alignment)
        return result
    }

    /// True if code decides something in the node or in its views.
    ///
    /// It looks at the whole tree.
    var hasCode: Bool { content.hasOwnCode || content.nodes.contains(where: \.hasCode) || modifiers.contains(where: \.hasCode) }
}

extension VerticalAlignment {
    /// True for a guide of the user's.
    var isCustom: Bool { if case .custom = self { true } else { false } }

    /// The alignment without code.
    fileprivate var resolved: VerticalAlignment {
        if case .custom(let guide) = self { .custom(CustomGuide(guide.name, position: nil)) } else { self }
    }
}

extension HorizontalAlignment {
    /// True for a guide of the user's.
    var isCustom: Bool { if case .custom = self { true } else { false } }

    /// The alignment without code.
    fileprivate var resolved: HorizontalAlignment {
        if case .custom(let guide) = self { .custom(CustomGuide(guide.name, position: nil)) } else { self }
    }
}

extension Alignment {
    /// True if a guide of the user's has a part in it.
    var isCustom: Bool { horizontal.isCustom || vertical.isCustom }

    fileprivate var resolved: Alignment { Alignment(horizontal.resolved, vertical.resolved) }
}

extension Content {
    /// The alignment of the children.
    private var alignment: Alignment? {
        switch self {
        case .hstack(let alignment, _, _): Alignment(.center, alignment)
        case .vstack(let alignment, _, _): Alignment(alignment, .center)
        case .zstack(let alignment, _), .grid(let alignment, _, _, _): alignment
        case .gridRow(let alignment, _): Alignment(.center, alignment ?? .center)
        default: nil
        }
    }

    /// True if code decides something here, apart from the children.
    var hasOwnCode: Bool {
        switch self {
        case .geometry, .custom: true
        case .gauge(let gauge): [gauge.value, gauge.minimum, gauge.maximum, gauge.label].contains { $0?.hasCode ?? false }
        default: alignment?.isCustom ?? false
        }
    }
}

extension Modifier {
    /// True if code decides something here, or in the layer.
    var hasCode: Bool { hasOwnCode || (layer?.hasCode ?? false) }

    /// True if code decides something here, apart from a layer.
    var hasOwnCode: Bool {
        switch self {
        case .computedVerticalGuide, .computedHorizontalGuide, .verticalGuide(.custom, _), .horizontalGuide(.custom, _): true
        case .frame(_, _, let alignment), .background(_, let alignment), .overlay(_, let alignment), .mask(_, let alignment):
            alignment.isCustom
        case .flexibleFrame(let frame): frame.alignment.isCustom
        case .gridColumnAlignment(let alignment): alignment.isCustom
        default: false
        }
    }
}

extension IslandContent {
    fileprivate subscript(region: IslandRegion) -> Node? {
        get {
            switch region {
            case .leading: leading
            case .trailing: trailing
            case .center: center
            case .bottom: bottom
            }
        }
        set {
            switch region {
            case .leading: leading = newValue
            case .trailing: trailing = newValue
            case .center: center = newValue
            case .bottom: bottom = newValue
            }
        }
    }
}

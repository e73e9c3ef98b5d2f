/// A node during a layout: one content or one modifier, with its cached results for the proposals so far.
///
/// A box computes from its leading edge in both directions; only placing converts that to left and right.
final class LayoutBox {
    enum Kind {
        case content(Content)
        case modifier(Modifier)
    }

    let kind: Kind
    let node: Node
    let measurer: any TextMeasurer
    let surroundings: Surroundings
    /// The children of a container; of a modifier the modified view, followed by the node of a background, an overlay or a mask.
    let children: [LayoutBox]
    /// The layout priority: in a stack, views of a higher priority get their length first.
    let priority: Double
    /// True for a spacer with any modifiers; there is no default spacing next to it.
    let isSpacer: Bool
    /// The number of grid columns that it spans.
    let gridColumns: Int
    /// The alignment of the cells of its column; nil for the grid's.
    let gridColumnAlignment: HorizontalAlignment?
    /// True if the views inside have the opposite reading direction.
    let turnsDirection: Bool
    /// True if it moves below the camera of its island when it is too wide for its place beside it.
    let isBelowIfTooWide: Bool
    // A view receives few proposals, so that a linear search is faster than hashing.
    private var answers: [(proposal: ProposedSize, answer: Dimensions)] = []
    var textMetrics: [FittedText.Question: TextMetrics] = [:]

    /// The context of a node, set by its ancestors.
    struct Surroundings {
        /// The axis of the enclosing stack, which decides the direction of spacers and dividers.
        var stackAxis: Axis?
        /// The reading direction.
        var direction: LayoutDirection
    }

    /// Creates the boxes of `node`: the innermost for its content, then one for each modifier.
    static func make(_ node: Node, measurer: any TextMeasurer, in surroundings: Surroundings) -> LayoutBox {
        // A direction applies to everything inside, so the outermost modifier is read first.
        var inside = surroundings
        var directions: [LayoutDirection] = []
        for modifier in node.modifiers.reversed() {
            if case .layoutDirection(let direction) = modifier { inside.direction = direction }
            directions.append(inside.direction)
        }
        let content = node.content.sanitized
        var box = LayoutBox(node, .content(content), makeChildren(of: content, measurer: measurer, in: inside), measurer, inside)
        // The direction outside each modifier: that inside the next outer one, and for the last one that of the surroundings.
        let outer = directions.reversed().dropFirst() + [surroundings.direction]
        for ((modifier, direction), outerDirection) in zip(zip(node.modifiers, directions.reversed()), outer) {
            inside.direction = direction
            let extra = modifier.layer.map { make($0, measurer: measurer, in: Surroundings(stackAxis: nil, direction: direction)) }
            box = LayoutBox(
                node, .modifier(modifier.sanitized), [box] + (extra.map { [$0] } ?? []), measurer, inside,
                turnsDirection: direction != outerDirection)
        }
        return box
    }

    private static func makeChildren(of content: Content, measurer: any TextMeasurer, in outer: Surroundings) -> [LayoutBox] {
        let inside = Surroundings(stackAxis: content.stackAxis(in: outer.stackAxis), direction: outer.direction)
        guard case .grid(_, _, _, let nodes) = content else {
            return content.children.map { make($0, measurer: measurer, in: inside) }
        }
        return nodes.map { node in
            guard case .gridRow(_, let cells) = node.content else { return make(node, measurer: measurer, in: inside) }
            // The modifiers of a row apply to each of its cells.
            let cell = Surroundings(stackAxis: nil, direction: outer.direction)
            let boxes = cells.map { make($0.modified(by: node.modifiers), measurer: measurer, in: cell) }
            return LayoutBox(node, .content(node.content), boxes, measurer, inside)
        }
    }

    private init(
        _ node: Node, _ kind: Kind, _ children: [LayoutBox], _ measurer: any TextMeasurer, _ surroundings: Surroundings,
        turnsDirection: Bool = false
    ) {
        self.node = node
        self.kind = kind
        self.children = children
        self.measurer = measurer
        self.surroundings = surroundings
        self.turnsDirection = turnsDirection
        switch kind {
        case .content(let content):
            isSpacer = content.isSpacer
            priority = content.isSpacer ? -.infinity : 0
            gridColumns = 1
            gridColumnAlignment = nil
            isBelowIfTooWide = false
        case .modifier(let modifier):
            isSpacer = children[0].isSpacer
            if case .layoutPriority(let own) = modifier { priority = own } else { priority = children[0].priority }
            if case .gridCellColumns(let own) = modifier { gridColumns = own } else { gridColumns = children[0].gridColumns }
            if case .gridColumnAlignment(let own) = modifier {
                gridColumnAlignment = own
            } else {
                gridColumnAlignment = children[0].gridColumnAlignment
            }
            isBelowIfTooWide = modifier == .belowIfTooWide || children[0].isBelowIfTooWide
        }
    }

    /// The size of the view for `proposal`, computed once and cached.
    func measure(_ proposal: ProposedSize) -> Dimensions {
        if let known = answers.last(where: { $0.proposal == proposal }) { return known.answer }
        let answer: Dimensions =
            switch kind {
            case .content(let content): measure(content, proposal)
            case .modifier(let modifier): measure(modifier, proposal)
            }
        answers.append((proposal, answer))
        return answer
    }
}

extension Content {
    /// The child nodes in drawing order.
    var children: [Node] {
        switch self {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes),
            .grid(_, _, _, let nodes), .gridRow(_, let nodes):
            nodes
        case .island(let island): island.regions.map(\.node)
        default: []
        }
    }

    fileprivate var isSpacer: Bool {
        if case .spacer = self { true } else { false }
    }

    /// The axis along which the children are arranged; nil for none.
    fileprivate func stackAxis(in outer: Axis?) -> Axis? {
        switch self {
        case .hstack, .gridRow: .horizontal
        case .vstack, .grid: .vertical
        case .viewThatFits: outer
        default: nil
        }
    }
}

extension Modifier {
    /// The node of a background, an overlay or a mask; nil for other modifiers.
    var layer: Node? {
        switch self {
        case .background(let node, _), .overlay(let node, _), .mask(let node, _): node
        default: nil
        }
    }

    /// The modifier with the node of a background, an overlay or a mask replaced by the result of `change`.
    public func mappingLayer(_ change: (Node) -> Node) -> Modifier {
        switch self {
        case .background(let node, let alignment): .background(change(node), alignment: alignment)
        case .overlay(let node, let alignment): .overlay(change(node), alignment: alignment)
        case .mask(let node, let alignment): .mask(change(node), alignment: alignment)
        default: self
        }
    }
}

extension Node {
    fileprivate func modified(by modifiers: [Modifier]) -> Node {
        var node = self
        node.modifiers += modifiers
        return node
    }
}

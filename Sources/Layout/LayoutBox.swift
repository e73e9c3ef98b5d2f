/// A node on its way through a layout: one content or one modifier, with what it answered to each proposal so far.
///
/// A box reckons from its leading edge, whichever side that is; only placing turns that into left and right.
final class LayoutBox {
    enum Kind {
        case content(Content)
        case modifier(Modifier)
    }

    let kind: Kind
    let node: Node
    let measurer: any TextMeasurer
    let surroundings: Surroundings
    /// The children of a container; the one below a modifier, behind it the node of a background, an overlay or a mask.
    let children: [LayoutBox]
    /// Which of its siblings the view goes before when a stack shares out its length.
    let priority: Double
    /// A spacer, whatever modifiers it has, keeps no distance of its own.
    let isSpacer: Bool
    /// How many columns of its grid it takes.
    let gridColumns: Int
    /// Where the cells of its column stand; nil for the grid's alignment.
    let gridColumnAlignment: HorizontalAlignment?
    /// Whether the views inside have their leading edge on the other side.
    let turnsDirection: Bool
    /// Whether it asks to stand below the camera of its island where it is too wide to stand beside it.
    let isBelowIfTooWide: Bool
    // Few proposals reach a view, so that looking through them is faster than hashing them.
    private var answers: [(proposal: ProposedSize, answer: Dimensions)] = []
    var textMetrics: [FittedText.Question: TextMetrics] = [:]

    /// What a node is told by those it stands in.
    struct Surroundings {
        /// Along which the stack runs that the node stands in: it decides which way spacers and dividers stretch.
        var stackAxis: Axis?
        /// Which side is the leading one.
        var direction: LayoutDirection
    }

    /// Makes the boxes of `node`: its content's innermost, then a box a modifier.
    static func make(_ node: Node, measurer: any TextMeasurer, in surroundings: Surroundings) -> LayoutBox {
        // A direction holds for all inside, so that the outermost modifier is read first.
        var inside = surroundings
        var directions: [LayoutDirection] = []
        for modifier in node.modifiers.reversed() {
            if case .layoutDirection(let direction) = modifier { inside.direction = direction }
            directions.append(inside.direction)
        }
        let content = node.content.sanitized
        var box = LayoutBox(node, .content(content), makeChildren(of: content, measurer: measurer, in: inside), measurer, inside)
        // What a modifier stands in: the direction inside the next one out, and outside the last the surroundings'.
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
            // A row's modifiers are its cells', each for itself.
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

    /// The view's answer to `proposal`, asked of it once only.
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
    /// The nodes that stand in it, in the order in which they are drawn.
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

    /// Along which its children are set; nil where they are not set in a row.
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
    /// The node that it lays behind or over the one it changes, or cuts that one out with.
    var layer: Node? {
        switch self {
        case .background(let node, _), .overlay(let node, _), .mask(let node, _): node
        default: nil
        }
    }

    /// The modifier with the node of a background, an overlay or a mask changed.
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

/// A node on its way through a layout: one content or one modifier, with what it answered to each proposal so far.
final class LayoutBox {
    enum Kind {
        case content(Content)
        case modifier(Modifier)
    }

    let kind: Kind
    let node: Node
    let measurer: any TextMeasurer
    /// Along which the stack runs that the node stands in: it decides which way spacers and dividers stretch.
    let stackAxis: Axis?
    /// The children of a stack; the one below a modifier, before it a background's node or behind it an overlay's.
    let children: [LayoutBox]
    private var answers: [ProposedSize: Dimensions] = [:]

    /// Makes the boxes of `node`: its content's innermost, then a box a modifier.
    static func make(_ node: Node, measurer: any TextMeasurer, in axis: Axis? = nil) -> LayoutBox {
        let children = node.content.children.map { make($0, measurer: measurer, in: node.content.stackAxis(in: axis)) }
        var box = LayoutBox(node, .content(node.content), children, measurer, axis)
        for modifier in node.modifiers {
            let extra = modifier.secondary.map { make($0, measurer: measurer) }
            box = LayoutBox(node, .modifier(modifier), [box] + (extra.map { [$0] } ?? []), measurer, axis)
        }
        return box
    }

    private init(_ node: Node, _ kind: Kind, _ children: [LayoutBox], _ measurer: any TextMeasurer, _ stackAxis: Axis?) {
        self.node = node
        self.kind = kind
        self.children = children
        self.measurer = measurer
        self.stackAxis = stackAxis
    }

    /// The view's answer to `proposal`, asked of it once only.
    func measure(_ proposal: ProposedSize) -> Dimensions {
        if let answer = answers[proposal] { return answer }
        let answer: Dimensions =
            switch kind {
            case .content(let content): measure(content, proposal)
            case .modifier(let modifier): measure(modifier, proposal)
            }
        answers[proposal] = answer
        return answer
    }

    /// Which of its siblings the view goes before when a stack shares out its length.
    var priority: Double {
        switch kind {
        case .content(.spacer): -.infinity
        case .content: 0
        case .modifier(.layoutPriority(let priority)): priority
        case .modifier: children[0].priority
        }
    }

    /// A spacer, whatever modifiers it has, keeps no distance of its own.
    var isSpacer: Bool {
        switch kind {
        case .content(.spacer): true
        case .content: false
        case .modifier: children[0].isSpacer
        }
    }
}

extension Content {
    /// The nodes that stand in it.
    var children: [Node] {
        switch self {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes): nodes
        default: []
        }
    }

    /// Along which its children are set; nil where they are not set in a row.
    fileprivate func stackAxis(in outer: Axis?) -> Axis? {
        switch self {
        case .hstack: .horizontal
        case .vstack: .vertical
        case .viewThatFits: outer
        default: nil
        }
    }
}

extension Modifier {
    /// The node that it lays behind or over the one it changes.
    var secondary: Node? {
        switch self {
        case .background(let node, _), .overlay(let node, _): node
        default: nil
        }
    }
}

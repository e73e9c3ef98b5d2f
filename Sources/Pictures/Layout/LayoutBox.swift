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
    /// The number of grid columns that it spans.
    let gridColumns: Int
    /// The alignment of the cells of its column; nil for the grid's.
    let gridColumnAlignment: HorizontalAlignment?
    /// True if the views inside have the opposite reading direction.
    let turnsDirection: Bool
    /// The order of drawing among siblings.
    let zIndex: Double
    /// True if code decides something in it or inside it.
    let hasCode: Bool
    /// True if it moves below the camera of its island when it is too wide for its place beside it.
    let isBelowIfTooWide: Bool
    // A view receives few proposals, so that a linear search is faster than hashing.
    private var answers: [(proposal: ProposedSize, answer: Dimensions)] = []
    var textMetrics: [FittedText.Question: TextMetrics] = [:]
    var knownEdges: [Axis: Spacing.Edges] = [:]
    /// The modified view with equally scaled texts, for the proposals so far.
    var evenlyScaled: [(proposal: ProposedSize, box: LayoutBox)] = []
    /// What placing has found out, for the tree without closures.
    var findings = Findings()

    /// The context of a node, set by its ancestors.
    struct Surroundings {
        /// The axis of the enclosing stack, which decides the direction of spacers and dividers.
        var stackAxis: Axis?
        /// The reading direction.
        var direction: LayoutDirection
        /// Device pixels per point.
        var scale: Double
        /// The greatest scale of texts that may shrink.
        var greatestTextScale = 1.0

        /// The same context with the axis of another stack, or without a stack.
        func inside(_ axis: Axis?) -> Surroundings {
            var result = self
            result.stackAxis = axis
            return result
        }
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
            let extra = modifier.layer.map { make($0, measurer: measurer, in: inside.inside(nil)) }
            box = LayoutBox(
                node, .modifier(modifier.sanitized), [box] + (extra.map { [$0] } ?? []), measurer, inside,
                turnsDirection: direction != outerDirection)
        }
        return box
    }

    private static func makeChildren(of content: Content, measurer: any TextMeasurer, in outer: Surroundings) -> [LayoutBox] {
        let inside = outer.inside(content.stackAxis(in: outer.stackAxis))
        guard case .grid(_, _, _, let nodes) = content else {
            return content.nodes.map { make($0, measurer: measurer, in: inside) }
        }
        return nodes.map { node in
            guard case .gridRow(_, let cells) = node.content else { return make(node, measurer: measurer, in: inside) }
            // The modifiers of a row apply to each of its cells.
            let cell = outer.inside(nil)
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
        let childrenHaveCode = children.contains(where: \.hasCode)
        switch kind {
        case .content(let content):
            priority = content.isSpacer ? -.infinity : 0
            gridColumns = 1
            gridColumnAlignment = nil
            isBelowIfTooWide = false
            zIndex = 0
            hasCode = childrenHaveCode || content.hasOwnCode
        case .modifier(let modifier):
            if case .layoutPriority(let own) = modifier { priority = own } else { priority = children[0].priority }
            if case .gridCellColumns(let own) = modifier { gridColumns = own } else { gridColumns = children[0].gridColumns }
            if case .gridColumnAlignment(let own) = modifier {
                gridColumnAlignment = own
            } else {
                gridColumnAlignment = children[0].gridColumnAlignment
            }
            if case .belowIfTooWide = modifier { isBelowIfTooWide = true } else { isBelowIfTooWide = children[0].isBelowIfTooWide }
            if case .zIndex(let own) = modifier { zIndex = own } else { zIndex = children[0].zIndex }
            hasCode = childrenHaveCode || modifier.hasOwnCode
        }
    }

    /// The same view with texts of at most `scale` that may shrink.
    func limited(toTextScale scale: Double) -> LayoutBox {
        var inside = surroundings
        inside.greatestTextScale = min(inside.greatestTextScale, scale)
        return LayoutBox(
            node, kind, children.map { $0.limited(toTextScale: scale) }, measurer, inside, turnsDirection: turnsDirection)
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
    var nodes: [Node] {
        switch self {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes),
            .grid(_, _, _, let nodes), .gridRow(_, let nodes):
            nodes
        case .custom(_, let nodes): nodes
        case .arranged(let arranged): arranged.children
        case .island(let island): island.regions.map(\.node)
        case .chart(let chart): chart.nodes
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

extension LayoutBox {
    /// The length of a shape, an image or a progress line along an axis without a proposal.
    private static let idealLength = 10.0

    func measure(_ content: Content, _ proposal: ProposedSize) -> Dimensions {
        switch content {
        case .text(let text):
            let fitted = fit(text, proposal)
            return Dimensions(
                takenSize(text, fitted, proposal), firstBaseline: fitted.metrics.firstBaseline, lastBaseline: fitted.metrics.lastBaseline)
        case .image(let image):
            switch image.kind {
            case .symbol:
                let own = measurer.symbolSize(image)
                guard image.isResizable else { return own }
                return Dimensions(Size(max(0, proposal.width ?? own.size.width), max(0, proposal.height ?? own.size.height)))
            case .artwork: return Dimensions(filling(proposal))
            case .picture(let picture):
                guard picture.resizing != nil else { return Dimensions(picture.size) }
                return Dimensions(Size(max(0, proposal.width ?? picture.size.width), max(0, proposal.height ?? picture.size.height)))
            }
        case .shape, .levels, .fader, .pianoRoll, .gauge, .chart, .qrCode:
            return Dimensions(filling(proposal))
        case .progress(let progress):
            var size = filling(proposal)
            if progress.style == .linear { size.height = progress.lineWidth }
            return Dimensions(size)
        case .spacer(let minLength):
            return Dimensions(spacerSize(minLength ?? StackLayout.defaultSpacing, proposal))
        case .divider:
            // Across its stack; outside a stack, it is horizontal.
            var size = filling(proposal)
            size[surroundings.stackAxis ?? .vertical] = Divider.thickness
            return Dimensions(size)
        case .hstack, .vstack, .gridRow, .zstack:
            return arrange(content, proposal).dimensions
        case .grid(let alignment, let horizontal, let vertical, _):
            return GridLayout(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, children: children)
                .arrange(proposal).dimensions
        case .island(let island):
            return IslandLayout(island, children: children).arrange(proposal).dimensions
        case .viewThatFits(let axes, _):
            return child(thatFits: proposal, axes: axes)?.measure(proposal) ?? Dimensions(.zero)
        case .geometry(let geometry):
            let own = geometry.size?(proposal).valid(for: proposal)
            return Dimensions(own ?? filling(proposal, ideal: geometry.idealLength))
        case .custom(let layout, _):
            return measure(layout, proposal)
        case .arranged(let arranged):
            var dimensions = Dimensions(arranged.size?.valid(for: proposal) ?? filling(proposal))
            guard arranged.places != nil else { return dimensions }
            let places = self.places(arranged, in: dimensions.size)
            dimensions.adoptGuides(from: zip(children, places).map { $0.measure($1.proposal) }, at: origins(of: places))
            return dimensions
        }
    }

    /// The arrangement of the children of a stack; empty for any other content.
    func arrange(_ content: Content, _ proposal: ProposedSize) -> Arrangement {
        switch content {
        case .hstack(let alignment, let spacing, _):
            StackLayout(axis: .horizontal, vertical: alignment, spacing: spacing, children: children).arrange(proposal)
        case .vstack(let alignment, let spacing, _):
            StackLayout(axis: .vertical, horizontal: alignment, spacing: spacing, children: children).arrange(proposal)
        case .gridRow(let alignment, _):
            // Outside a grid, it is an HStack.
            StackLayout(axis: .horizontal, vertical: alignment ?? .center, spacing: nil, children: children).arrange(proposal)
        case .zstack(let alignment, _):
            arrangeLayers(alignment, proposal)
        default:
            .empty
        }
    }

    private func filling(_ proposal: ProposedSize, ideal: Double = idealLength) -> Size {
        Size(max(0, proposal.width ?? ideal), max(0, proposal.height ?? ideal))
    }

    /// The size of a spacer: the proposed length along its stack; outside a stack, along both axes.
    private func spacerSize(_ least: Double, _ proposal: ProposedSize) -> Size {
        var size = Size.zero
        for axis in surroundings.stackAxis.map({ [$0] }) ?? Axis.allCases { size[axis] = max(proposal[axis] ?? 0, least) }
        return size
    }

    /// The first child whose ideal size is within `proposal` along `axes`, or else the last.
    func child(thatFits proposal: ProposedSize, axes: Set<Axis>) -> LayoutBox? {
        let fitting = children.first { child in
            var question = proposal
            for axis in axes { question[axis] = nil }
            let ideal = child.measure(question).size
            return axes.allSatisfy { axis in proposal[axis].map { ideal[axis] <= $0 + .noise } ?? true }
        }
        return fitting ?? children.last
    }

    /// Overlays the children, with their alignment guides on common lines.
    ///
    /// Only the children of the highest priority decide the size; the others may extend beyond it.
    private func arrangeLayers(_ alignment: Alignment, _ proposal: ProposedSize) -> Arrangement {
        guard let highest = children.lazy.map(\.priority).max() else { return .empty }
        let all = children.map { $0.measure(proposal) }
        var (across, down) = (GuideSpan(), GuideSpan())
        for (child, dimensions) in zip(children, all) where child.priority == highest {
            across.add(length: dimensions.size.width, guide: dimensions[alignment.horizontal])
            down.add(length: dimensions.size.height, guide: dimensions[alignment.vertical])
        }
        let origins = all.map { Point(across.offset(guide: $0[alignment.horizontal]), down.offset(guide: $0[alignment.vertical])) }
        var dimensions = Dimensions(Size(across.length, down.length))
        dimensions.adoptGuides(from: all, at: origins)
        return Arrangement(dimensions: dimensions, origins: origins, proposals: children.map { _ in proposal })
    }
}

extension LayoutBox {
    func measure(_ modifier: Modifier, _ proposal: ProposedSize) -> Dimensions {
        let innerProposal = childProposal(modifier, proposal)
        let inner = modified(by: modifier, in: innerProposal).measure(innerProposal)
        let size = ownSize(modifier, proposal, child: inner.size)
        var dimensions = inner
        dimensions.size = size
        let origin = childOrigin(modifier, own: size, child: inner)
        dimensions.firstBaseline = inner.firstBaseline.map { $0 + origin.y }
        dimensions.lastBaseline = inner.lastBaseline.map { $0 + origin.y }
        dimensions.guides = inner.guides?.moved(by: origin)
        switch modifier {
        case .verticalGuide(let alignment, let offset):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.vertical[alignment] = inner[alignment] + offset
        case .horizontalGuide(let alignment, let offset):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.horizontal[alignment] = inner[alignment] + offset
        case .computedVerticalGuide(let alignment, let value):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.vertical[alignment] = evaluate(value, for: inner) ?? inner[alignment]
        case .computedHorizontalGuide(let alignment, let value):
            dimensions.guides = dimensions.guides ?? AlignmentGuides()
            dimensions.guides?.horizontal[alignment] = evaluate(value, for: inner) ?? inner[alignment]
        case .layoutDirection where turnsDirection: dimensions.guides = inner.mirrored.guides
        default: break
        }
        return dimensions
    }

    /// The proposal that a modifier passes to its child for its own `proposal`.
    func childProposal(_ modifier: Modifier, _ proposal: ProposedSize) -> ProposedSize {
        switch modifier {
        case .padding(let insets):
            return ProposedSize(
                proposal.width.map { max(0, $0 - insets.total(along: .horizontal)) },
                proposal.height.map { max(0, $0 - insets.total(along: .vertical)) })
        case .frame(let width, let height, _):
            return ProposedSize(width ?? proposal.width, height ?? proposal.height)
        case .flexibleFrame(let frame):
            return ProposedSize(frame.horizontal.childProposal(proposal.width), frame.vertical.childProposal(proposal.height))
        case .fixedSize(let horizontal, let vertical):
            return ProposedSize(horizontal ? nil : proposal.width, vertical ? nil : proposal.height)
        case .aspectRatio(let ratio, let mode):
            guard let own = ratio ?? idealRatio else { return proposal }
            return Self.proposal(proposal, withRatio: own, mode: mode)
        default:
            return proposal
        }
    }

    /// The ratio of the modified view's ideal size; nil if it has none.
    private var idealRatio: Double? {
        let ideal = children[0].measure(.unspecified).size
        return ideal.width > 0 && ideal.height > 0 ? ideal.width / ideal.height : nil
    }

    private func ownSize(_ modifier: Modifier, _ proposal: ProposedSize, child: Size) -> Size {
        switch modifier {
        case .padding(let insets):
            Size(max(0, child.width + insets.total(along: .horizontal)), max(0, child.height + insets.total(along: .vertical)))
        case .frame(let width, let height, _):
            Size(width ?? child.width, height ?? child.height)
        case .flexibleFrame(let frame):
            Size(frame.horizontal.length(proposal.width, child: child.width), frame.vertical.length(proposal.height, child: child.height))
        case .position:
            Size(proposal.width ?? child.width, proposal.height ?? child.height)
        default:
            child
        }
    }

    /// The child's top left corner in the frame of the modifier.
    func childOrigin(_ modifier: Modifier, own: Size, child: Dimensions) -> Point {
        switch modifier {
        case .padding(let insets): Point(insets.leading, insets.top)
        case .frame(_, _, let alignment): Self.origin(of: child, in: Dimensions(own), alignment)
        case .flexibleFrame(let frame): Self.origin(of: child, in: Dimensions(own), frame.alignment)
        case .position(let x, let y): Point(x - child.size.width / 2, y - child.size.height / 2)
        default: .zero
        }
    }

    /// The origin of `inner` in `outer` at which their guides of `alignment` coincide.
    static func origin(of inner: Dimensions, in outer: Dimensions, _ alignment: Alignment) -> Point {
        Point(
            outer[alignment.horizontal].distance(from: inner[alignment.horizontal]),
            outer[alignment.vertical].distance(from: inner[alignment.vertical]))
    }

    private static func proposal(_ proposal: ProposedSize, withRatio ratio: Double, mode: Modifier.ContentMode) -> ProposedSize {
        guard ratio > 0, proposal.width != nil || proposal.height != nil else { return proposal }
        let byWidth = proposal.width ?? .infinity
        let byHeight = (proposal.height ?? .infinity) * ratio
        let width: Double
        switch mode {
        case .fit: width = min(byWidth, byHeight)
        // An axis without a proposal is ignored. SwiftUI requests an infinite length, which no widget can show.
        case .fill: width = max(proposal.width ?? 0, proposal.height.map { $0 * ratio } ?? 0)
        }
        return ProposedSize(width, width / ratio)
    }
}

extension FlexibleFrame.Limits {
    fileprivate func childProposal(_ proposal: Double?) -> Double? {
        guard let wanted = proposal ?? ideal else { return nil }
        return wanted.clamped(minimum ?? -.infinity, max(maximum ?? .infinity, minimum ?? -.infinity))
    }

    fileprivate func length(_ proposal: Double?, child: Double) -> Double {
        guard let proposal else { return (ideal ?? child).clamped(minimum ?? -.infinity, max(maximum ?? .infinity, minimum ?? -.infinity)) }
        let offered = childProposal(proposal) ?? proposal
        switch (minimum, maximum) {
        case (let low?, let high?): return proposal.clamped(low, max(low, high))
        case (let low?, nil): return max(min(offered, child), low)
        case (nil, let high?): return min(max(offered, child), high)
        case (nil, nil): return child
        }
    }
}

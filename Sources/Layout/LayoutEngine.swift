/// Lays a view tree out by SwiftUI's rules: a parent proposes, a child chooses, the parent places.
public struct LayoutEngine {
    let measurer: any TextMeasurer
    /// Device pixels to a point.
    let scale: Double
    /// Which side is the leading one of the whole.
    let direction: LayoutDirection

    /// Makes an engine whose frames have their edges on device pixels, `scale` of them to a point.
    public init(measurer: any TextMeasurer, scale: Double, direction: LayoutDirection = .leftToRight) {
        self.measurer = measurer
        self.scale = scale
        self.direction = direction
    }

    /// What `node` would take of `proposal`.
    public func size(of node: Node, in proposal: ProposedSize) -> Size {
        LayoutBox.make(node, measurer: measurer).measure(proposal).size
    }

    /// Places `node` in the middle of a canvas of `size`, or where `alignment` says.
    public func layOut(_ node: Node, in size: Size, alignment: Alignment = .center) -> PlacedNode {
        let box = LayoutBox.make(node, measurer: measurer)
        let dimensions = box.measure(ProposedSize(size))
        let origin = LayoutBox.origin(of: dimensions, in: Dimensions(size), alignment)
        return place(box, at: origin, proposal: ProposedSize(size))
    }

    private func place(_ box: LayoutBox, at origin: Point, proposal: ProposedSize) -> PlacedNode {
        let dimensions = box.measure(proposal)
        let frame = Rect(origin: origin, size: dimensions.size)
        switch box.kind {
        case .content(let content): return place(content, box, in: frame, proposal: proposal)
        case .modifier(let modifier): return place(modifier, box, in: frame, dimensions: dimensions, proposal: proposal)
        }
    }

    private func placed(_ box: LayoutBox, _ frame: Rect, _ drawn: PlacedNode.Drawn, _ name: String, _ children: [PlacedNode] = [])
        -> PlacedNode
    {
        PlacedNode(
            frame: frame.rounded(toScale: scale), drawn: drawn, children: children, id: box.node.id, path: box.node.path, name: name,
            direction: direction)
    }

    private func place(_ content: Content, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize) -> PlacedNode {
        switch content {
        case .text(let text):
            let fitted = box.fit(text, proposal)
            return placed(
                box, frame, .text(text, scale: fitted.scale, maximumLines: fitted.maximumLines, metrics: fitted.metrics), "Text")
        case .image(let image): return placed(box, frame, .image(image), "Image")
        case .shape(let shape, let paint): return placed(box, frame, .shape(shape, paint), shape.name)
        case .progress(let progress): return placed(box, frame, .progress(progress), "Progress")
        case .spacer: return placed(box, frame, .nothing, "Spacer")
        case .divider(let color): return placed(box, frame, .divider(color), "Divider")
        case .levels(let levels): return placed(box, frame, .levels(levels), "Levels")
        case .grid, .gridRow, .island: return placed(box, frame, .nothing, "Grid")
        case .hstack(let alignment, let spacing, _):
            let stack = StackLayout(axis: .horizontal, vertical: alignment, spacing: spacing, children: box.children)
            return place(stack, box, in: frame, proposal: proposal, name: "HStack")
        case .vstack(let alignment, let spacing, _):
            let stack = StackLayout(axis: .vertical, horizontal: alignment, spacing: spacing, children: box.children)
            return place(stack, box, in: frame, proposal: proposal, name: "VStack")
        case .zstack(let alignment, _):
            let frames = box.zstackFrames(alignment, proposal).frames
            let children = zip(box.children, frames).map { child, inner in
                place(child, at: Point(frame.minX + inner.minX, frame.minY + inner.minY), proposal: proposal)
            }
            return placed(box, frame, .nothing, "ZStack", children)
        case .viewThatFits(let axes, _):
            let child = box.child(thatFits: proposal, axes: axes).map { place($0, at: frame.origin, proposal: proposal) }
            return placed(box, frame, .nothing, "ViewThatFits", child.map { [$0] } ?? [])
        }
    }

    private func place(_ stack: StackLayout, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize, name: String) -> PlacedNode {
        let result = stack.layOut(proposal)
        let children = box.children.indices.map { index in
            let origin = Point(frame.minX + result.origins[index].x, frame.minY + result.origins[index].y)
            return place(box.children[index], at: origin, proposal: result.proposals[index])
        }
        return placed(box, frame, .nothing, name, children)
    }

    private func place(
        _ modifier: Modifier, _ box: LayoutBox, in frame: Rect, dimensions: Dimensions, proposal: ProposedSize
    ) -> PlacedNode {
        let inner = box.children[0]
        let innerProposal = box.childProposal(modifier, proposal)
        let offset = box.childOrigin(modifier, own: frame.size, child: inner.measure(innerProposal))
        let child = place(inner, at: Point(frame.minX + offset.x, frame.minY + offset.y), proposal: innerProposal)
        switch modifier {
        case .background(_, let alignment):
            return placed(box, frame, .nothing, "background", [secondary(box, in: frame, dimensions, alignment), child])
        case .overlay(_, let alignment):
            return placed(box, frame, .nothing, "overlay", [child, secondary(box, in: frame, dimensions, alignment)])
        case .clip, .border, .opacity, .brightness, .offset, .rotation, .scale, .intent, .privacySensitive, .unredacted, .accented,
            .shadow, .blur:
            return placed(box, frame, .effect(modifier), modifier.name, [child])
        default: return placed(box, frame, .nothing, modifier.name, [child])
        }
    }

    /// A background or an overlay is offered just the size of what it belongs to.
    private func secondary(_ box: LayoutBox, in frame: Rect, _ dimensions: Dimensions, _ alignment: Alignment) -> PlacedNode {
        let proposal = ProposedSize(frame.size)
        let origin = LayoutBox.origin(of: box.children[1].measure(proposal), in: dimensions, alignment)
        return place(box.children[1], at: Point(frame.minX + origin.x, frame.minY + origin.y), proposal: proposal)
    }
}

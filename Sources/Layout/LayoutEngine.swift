/// Lays a view tree out by SwiftUI's rules: a parent proposes, a child chooses, the parent places.
public struct LayoutEngine {
    let measurer: any TextMeasurer
    /// Device pixels to a point.
    let scale: Double
    /// Which side is the leading one of the whole.
    let direction: LayoutDirection

    /// Makes an engine whose frames have their edges on device pixels, `scale` of them to a point.
    ///
    /// Where `direction` is right to left, the layout is the mirror image of the other; a `layoutDirection` in the tree holds for all that
    /// stands inside it.
    public init(measurer: any TextMeasurer, scale: Double, direction: LayoutDirection = .leftToRight) {
        self.measurer = measurer
        self.scale = scale
        self.direction = direction
    }

    /// What `node` would take of `proposal`.
    public func size(of node: Node, in proposal: ProposedSize) -> Size {
        box(node).measure(proposal).size
    }

    /// Places `node` in the middle of a canvas of `size`, or where `alignment` says.
    public func layOut(_ node: Node, in size: Size, alignment: Alignment = .center) -> PlacedNode {
        let box = box(node)
        let proposal = ProposedSize(size)
        let origin = LayoutBox.origin(of: box.measure(proposal), in: Dimensions(size), alignment)
        let placed = Placing(direction: direction, scale: scale).place(box, at: origin, proposal: proposal)
        guard direction == .rightToLeft else { return placed }
        return placed.mirrored(width: size.width.snapped(toScale: scale), scale: scale)
    }

    private func box(_ node: Node) -> LayoutBox {
        LayoutBox.make(node, measurer: measurer, in: LayoutBox.Surroundings(stackAxis: nil, direction: direction))
    }
}

/// Lays a view tree out by SwiftUI's rules: a parent proposes, a child chooses, the parent places.
public struct LayoutEngine {
    private let measurer: any TextMeasurer
    /// Device pixels per point.
    private let scale: Double
    /// The reading direction of the whole layout.
    private let direction: LayoutDirection

    /// Creates an engine whose frames have their edges on device pixels, at `scale` pixels per point.
    ///
    /// A right-to-left layout is the mirror image of the left-to-right one. A `layoutDirection` in the tree applies to its contents.
    public init(measurer: any TextMeasurer, scale: Double, direction: LayoutDirection = .leftToRight) {
        self.measurer = measurer
        self.scale = scale
        self.direction = direction
    }

    /// The size that `node` takes for `proposal`.
    public func size(of node: Node, in proposal: ProposedSize) -> Size {
        box(node).measure(proposal).size
    }

    /// Places `node` at the centre of a canvas of `size`, or as `alignment` specifies.
    public func layOut(_ node: Node, in size: Size, alignment: Alignment = .center) -> PlacedNode {
        place(box(node), in: size, alignment: alignment)
    }

    /// Places `node` as ``layOut(_:in:alignment:)`` does, and returns it without code as well.
    ///
    /// In the resolved tree, views and numbers stand in place of the code that has computed them: it has no closures, can be written and
    /// stored, and its layout in the same canvas is the same. A tree without code is unchanged.
    public func layOutAndResolve(_ node: Node, in size: Size, alignment: Alignment = .center) -> (placed: PlacedNode, resolved: Node) {
        let box = box(node)
        let placed = place(box, in: size, alignment: alignment)
        return (placed, box.resolvedNode)
    }

    private func place(_ box: LayoutBox, in size: Size, alignment: Alignment) -> PlacedNode {
        let proposal = ProposedSize(size)
        let origin = LayoutBox.origin(of: box.measure(proposal), in: Dimensions(size), alignment)
        let width = size.width.snapped(toScale: scale)
        let placed = Placing(direction: direction, scale: scale, width: width).place(box, at: origin, proposal: proposal)
        guard direction == .rightToLeft else { return placed }
        return placed.mirrored(width: width, scale: scale)
    }

    private func box(_ node: Node) -> LayoutBox {
        LayoutBox.make(node, measurer: measurer, in: LayoutBox.Surroundings(stackAxis: nil, direction: direction, scale: scale))
    }
}

// Layouts compute from the leading edge of the whole. In a right-to-left layout, the placed tree is mirrored at the end, so that it is the
// exact mirror image of the left-to-right layout.

extension HorizontalAlignment {
    /// The alignment seen from the opposite side.
    fileprivate var mirrored: HorizontalAlignment {
        switch self {
        case .leading: .trailing
        case .center: .center
        case .trailing: .leading
        case .custom: self
        }
    }

    /// The alignment relative to the left edge, for a text in `direction`.
    func physical(in direction: LayoutDirection) -> HorizontalAlignment {
        direction == .leftToRight ? self : mirrored
    }
}

extension Dimensions {
    /// The dimensions with the guides measured from the opposite side: leading becomes trailing.
    var mirrored: Dimensions {
        guard let guides else { return self }
        var result = self
        result.guides?.horizontal = [:]
        for (alignment, line) in guides.horizontal { result.guides?.horizontal[alignment.mirrored] = size.width.distance(from: line) }
        return result
    }
}

extension PlacedNode {
    /// The tree with left and right exchanged on a canvas of `width`, with its edges on device pixels.
    ///
    /// Only frames change: the contents already have the right direction.
    func mirrored(width: Double, scale: Double) -> PlacedNode {
        var result = self
        let left = (width - frame.maxX).snapped(toScale: scale)
        result.frame = Rect(left, frame.minY, (width - frame.minX).snapped(toScale: scale) - left, frame.size.height)
        result.children = children.map { $0.mirrored(width: width, scale: scale) }
        return result
    }
}

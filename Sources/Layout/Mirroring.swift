// Layouts reckon from the leading edge of the whole; where that is the right one, the placed tree is turned over in the end, so that a
// mirrored layout is the mirror image of the other to the pixel.

extension HorizontalAlignment {
    /// The same line from the other side.
    var mirrored: HorizontalAlignment {
        switch self {
        case .leading: .trailing
        case .center: .center
        case .trailing: .leading
        }
    }

    /// As it is told from the left, of a text in `direction`.
    func physical(in direction: LayoutDirection) -> HorizontalAlignment {
        direction == .leftToRight ? self : mirrored
    }
}

extension Dimensions {
    /// The same lines told from the other side: what was leading is trailing.
    var mirrored: Dimensions {
        guard !horizontalGuides.isEmpty else { return self }
        var result = self
        result.horizontalGuides = [:]
        for (alignment, line) in horizontalGuides { result.horizontalGuides[alignment.mirrored] = size.width.distance(from: line) }
        return result
    }
}

extension PlacedNode {
    /// The tree with left and right exchanged on a canvas of `width`, its edges still on device pixels.
    ///
    /// Only frames change: what stands in them knows its direction already.
    func mirrored(width: Double, scale: Double) -> PlacedNode {
        var result = self
        let left = (width - frame.maxX).snapped(toScale: scale)
        result.frame = Rect(left, frame.minY, (width - frame.minX).snapped(toScale: scale) - left, frame.size.height)
        result.children = children.map { $0.mirrored(width: width, scale: scale) }
        return result
    }
}

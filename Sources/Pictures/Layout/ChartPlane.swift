/// The coordinates of a chart's values in the frame of its plot.
package struct ChartPlane: Sendable {
    /// The frame of the plot.
    package let frame: Rect
    private let inner: Rect
    private let isMirrored: Bool

    /// Creates the coordinates of a plot in a reading direction, which decides where the leading edge is.
    package init(_ chart: ChartContent, in frame: Rect, direction: LayoutDirection = .leftToRight) {
        let insets = chart.scaleInsets
        self.frame = frame
        isMirrored = direction == .rightToLeft
        let left = isMirrored ? insets.trailing : insets.leading
        inner = Rect(
            frame.minX + left, frame.minY + insets.top, max(0, frame.size.width - insets.leading - insets.trailing),
            max(0, frame.size.height - insets.top - insets.bottom))
    }

    /// The horizontal position of a fraction from the leading edge.
    package func x(_ share: Double) -> Double { inner.minX + (isMirrored ? 1 - share : share) * inner.size.width }

    /// The vertical position of a fraction from the bottom edge.
    package func y(_ share: Double) -> Double { inner.minY + (1 - share) * inner.size.height }

    /// The length of a fraction along an axis.
    package func length(_ share: Double, _ axis: Axis) -> Double {
        share * (axis == .horizontal ? inner.size.width : inner.size.height)
    }

    /// The radius of the largest circle in the plot.
    package var radius: Double { min(inner.size.width, inner.size.height) / 2 }

    /// The centre of that circle.
    package var center: Point { Point(inner.minX + inner.size.width / 2, inner.minY + inner.size.height / 2) }
}

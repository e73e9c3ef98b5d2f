import SubdialLayout

/// The curvature of the corners of a rounded rectangle.
package enum Corner: String, Hashable, Sendable, Codable, CaseIterable {
    /// A quarter of a circle.
    case circular
    /// A curve whose curvature grows smoothly from the straight sides, as in the icons and widgets of iOS.
    case continuous
}

extension Path {
    /// The length along a side that a continuous corner takes, as a multiple of its radius.
    package static let continuousCornerReach = ContinuousCorner.reach

    /// A rectangle with rounded corners; the radius is limited to half of the shorter side.
    ///
    /// A continuous corner takes about one and a half times its radius of each side. If a side is too short for that, the corner becomes
    /// more circular along that side, down to a plain quarter circle.
    package static func roundedRect(_ rect: Rect, radius: Double, corner: Corner = .continuous) -> Path {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        guard radius > 0 else { return .rect(rect) }
        let smoothing = corner == .circular ? 0 : ContinuousCorner.smoothing
        let shape = ContinuousCorner(
            radius: radius,
            smoothingX: min(smoothing, rect.width / 2 / radius - 1),
            smoothingY: min(smoothing, rect.height / 2 / radius - 1)
        )
        var path = Path()
        // Clockwise from the top left. Each corner has its own axes: x along the side before it, y along the side after it.
        shape.add(to: &path, swapped: true) { Point(rect.minX + $0.x, rect.minY + $0.y) }
        shape.add(to: &path, swapped: false) { Point(rect.maxX - $0.x, rect.minY + $0.y) }
        shape.add(to: &path, swapped: true) { Point(rect.maxX - $0.x, rect.maxY - $0.y) }
        shape.add(to: &path, swapped: false) { Point(rect.minX + $0.x, rect.maxY - $0.y) }
        path.close()
        return path
    }
}

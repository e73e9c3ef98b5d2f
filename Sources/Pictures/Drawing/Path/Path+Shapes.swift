import SubdialLayout

extension Path {
    /// A rectangle.
    package static func rect(_ rect: Rect) -> Path {
        var path = Path()
        path.add(rect: rect)
        return path
    }

    /// Adds a rectangle.
    package mutating func add(rect: Rect) {
        move(to: Point(rect.minX, rect.minY))
        line(to: Point(rect.maxX, rect.minY))
        line(to: Point(rect.maxX, rect.maxY))
        line(to: Point(rect.minX, rect.maxY))
        close()
    }

    /// A circle.
    package static func circle(center: Point, radius: Double) -> Path {
        ellipse(in: Rect(x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2))
    }

    /// The ellipse that touches all four sides of `rect`.
    package static func ellipse(in rect: Rect) -> Path {
        var path = Path()
        path.addArc(center: .zero, radius: 1, from: 0, to: 360)
        path.close()
        return path.transformed(
            scaleX: rect.width / 2,
            scaleY: rect.height / 2,
            x: rect.center.x,
            y: rect.center.y
        )
    }

    /// An open arc of a circle, for the rings and needles of gauges.
    ///
    /// Angles are in degrees, 0 at three o'clock, and grow clockwise. The arc runs from `start` to `end`, anticlockwise if `end` is smaller.
    /// More than a full turn is limited to one.
    package static func arc(center: Point, radius: Double, from start: Double, to end: Double) -> Path {
        var path = Path()
        path.addArc(center: center, radius: radius, from: start, to: end)
        return path
    }

    /// The rectangle with semicircles as its short sides.
    package static func capsule(_ rect: Rect) -> Path {
        roundedRect(rect, radius: min(rect.width, rect.height) / 2, corner: .circular)
    }
}

import Glibc
import SubdialLayout

extension Path {
    /// Adds an elliptical arc in SVG's endpoint notation, converted by SVG 1.1, appendix F.6.
    mutating func addEllipticalArc(
        from begin: Point, to end: Point, radii: Point, rotation: Double, isLarge: Bool, isClockwise: Bool
    ) {
        guard begin != end else { return }
        guard radii.x > 0, radii.y > 0 else {
            line(to: end)
            return
        }
        let angle = rotation * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))

        // Half of the vector from end to begin, in the axes of the ellipse.
        let half = (begin - end) * 0.5
        let x = cosine * half.x + sine * half.y
        let y = -sine * half.x + cosine * half.y

        // Radii too small for the distance of the ends are scaled up.
        var (rx, ry) = (radii.x, radii.y)
        let reach = (x / rx) * (x / rx) + (y / ry) * (y / ry)
        if reach > 1 {
            rx *= reach.squareRoot()
            ry *= reach.squareRoot()
        }

        let squares = rx * rx * y * y + ry * ry * x * x
        let factor = max(0, (rx * rx * ry * ry - squares) / squares).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let own = Point(factor * rx * y / ry, -factor * ry * x / rx)
        let middle = (begin + end) * 0.5
        let center = Point(cosine * own.x - sine * own.y, sine * own.x + cosine * own.y) + middle

        let from = atan2((y - own.y) / ry, (x - own.x) / rx)
        let to = atan2((-y - own.y) / ry, (-x - own.x) / rx)
        var sweep = to - from
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        guard sweep.isFinite, center.x.isFinite, center.y.isFinite else {
            line(to: end)
            return
        }
        addArcCurves(from: from, sweep: sweep) { point in
            Point(
                center.x + cosine * point.x * rx - sine * point.y * ry,
                center.y + sine * point.x * rx + cosine * point.y * ry
            )
        }
    }
}

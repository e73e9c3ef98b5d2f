import Glibc
import SubdialLayout

extension Path {
    /// A sector of a ring, or of a circle if the inner radius is 0.
    ///
    /// - Parameters:
    ///   - inner: The radius of the hole.
    ///   - outer: The outer radius; the path is empty unless it is larger than the inner one.
    ///   - start: The start angle in degrees, clockwise from the right.
    ///   - end: The end angle; a full turn is a ring, to be filled by the even-odd rule.
    ///   - inset: The inset of the straight sides, in the unit of the radii.
    package static func sector(
        center: Point, radii inner: Double, _ outer: Double, from start: Double, to end: Double, inset: Double = 0
    ) -> Path {
        let sweep = (end - start) * .pi / 180
        guard outer > 0, inner < outer, sweep > 0, inset < outer else { return Path() }
        guard sweep < 2 * .pi - 1e-9 else {
            var ring = Path.circle(center: center, radius: outer)
            if inner > 0 { ring.append(.circle(center: center, radius: inner)) }
            return ring
        }
        let begin = start * .pi / 180
        let outerInset = asin(inset / outer)
        guard sweep > 2 * outerInset else { return Path() }
        func point(_ radius: Double, _ angle: Double) -> Point {
            Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
        }
        func addArc(to path: inout Path, _ radius: Double, from: Double, sweep: Double) {
            path.addArcCurves(from: from, sweep: sweep) { Point(center.x + radius * $0.x, center.y + radius * $0.y) }
        }
        var path = Path()
        path.move(to: point(outer, begin + outerInset))
        addArc(to: &path, outer, from: begin + outerInset, sweep: sweep - 2 * outerInset)
        // If the inset sides meet outside the hole, they end in a point.
        let apex = sweep < .pi ? inset / sin(sweep / 2) : 0
        if apex > inner || inner == 0 && inset == 0 {
            path.line(to: point(apex, begin + sweep / 2))
        } else {
            let radius = max(inner, inset)
            let innerInset = asin(min(1, inset / radius))
            path.line(to: point(radius, begin + sweep - innerInset))
            addArc(to: &path, radius, from: begin + sweep - innerInset, sweep: 2 * innerInset - sweep)
        }
        path.close()
        return path
    }
}

import Glibc
import SubdialBasics
import SubdialLayout

extension Path {
    /// Adds an arc as a new outline, with a curve per eighth of a turn (the error is below 0.0005 % of the radius).
    mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
        guard start.isFinite, end.isFinite else { return }
        let sweep = max(-360, min(360, end - start)) * .pi / 180
        let begin = start * .pi / 180
        move(to: Point(center.x + radius * cos(begin), center.y + radius * sin(begin)))
        addArcCurves(from: begin, sweep: sweep) { Point(center.x + radius * $0.x, center.y + radius * $0.y) }
    }

    /// Adds the curves of an arc of the unit circle, from an angle over a sweep in radians, with `transform` applied to each point.
    mutating func addArcCurves(from begin: Double, sweep: Double, transform: (Point) -> Point) {
        let count = max(1, Int(saturating: (abs(sweep) / (.pi / 4)).rounded(.up)))
        let step = sweep / Double(count)
        // The length of the handles at which the middle of the curve is on the circle.
        let handle = 4 / 3 * tan(step / 4)
        for index in 0..<count {
            let from = begin + step * Double(index)
            let to = begin + step * Double(index + 1)
            curve(
                transform(Point(cos(from) - handle * sin(from), sin(from) + handle * cos(from))),
                transform(Point(cos(to) + handle * sin(to), sin(to) - handle * cos(to))),
                to: transform(Point(cos(to), sin(to)))
            )
        }
    }
}

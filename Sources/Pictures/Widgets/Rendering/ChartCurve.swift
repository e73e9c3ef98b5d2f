import Glibc
import SubdialDrawing
import SubdialLayout

/// A curve through points.
struct ChartCurve {
    private let points: [Point]
    private let interpolation: ChartContent.Interpolation
    private let tension: Double?
    /// True if the points follow each other from top to bottom.
    private let isVertical: Bool

    /// Creates the curve of a line or of the edge of an area.
    init(_ points: [Point], _ mark: ChartContent.Mark) {
        (interpolation, tension, isVertical) = (mark.interpolation, mark.tension, mark.axis == .horizontal)
        self.points = isVertical ? points.map(\.swapped) : points
    }

    var path: SubdialDrawing.Path { path(continuing: false) }

    /// - Parameter isContinued: True to continue a path from its end; false to begin a new one.
    func path(continuing isContinued: Bool) -> SubdialDrawing.Path {
        var path = SubdialDrawing.Path()
        func placed(_ point: Point) -> Point { isVertical ? point.swapped : point }
        func line(_ x: Double, _ y: Double) { path.line(to: placed(Point(x, y))) }
        guard let first = points.first else { return path }
        if isContinued { path.line(to: placed(first)) } else { path.move(to: placed(first)) }
        // A single point is drawn as a dot.
        if points.count == 1 { path.line(to: placed(first)) }
        let slopes = interpolation == .monotone ? slopes : []
        for (index, (from, to)) in zip(points, points.dropFirst()).enumerated() {
            switch interpolation {
            case .linear: break
            case .stepEnd: line(to.x, from.y)
            case .stepStart: line(from.x, to.y)
            case .stepCenter:
                line((from.x + to.x) / 2, from.y)
                line((from.x + to.x) / 2, to.y)
            case .monotone, .catmullRom, .cardinal:
                let (control1, control2) = controls(at: index, from, to, slopes)
                path.curve(placed(control1), placed(control2), to: placed(to))
                continue
            }
            line(to.x, to.y)
        }
        return path
    }

    /// The control points of the curve from a point to the next one.
    private func controls(at index: Int, _ from: Point, _ to: Point, _ slopes: [Double]) -> (Point, Point) {
        // At its ends, a curve goes on to the same point.
        let before = index > 0 ? points[index - 1] : from
        let after = index + 2 < points.count ? points[index + 2] : to
        switch interpolation {
        case .cardinal:
            let factor = (1 - min(max(tension ?? 0, 0), 1)) / 6
            return (
                Point(from.x + factor * (to.x - before.x), from.y + factor * (to.y - before.y)),
                Point(to.x - factor * (after.x - from.x), to.y - factor * (after.y - from.y))
            )
        case .catmullRom:
            let alpha = min(max(tension ?? 0.5, 0), 1)
            let (first, own, last) = (Self.knot(before, from, alpha), Self.knot(from, to, alpha), Self.knot(to, after, alpha))
            return (
                Self.control(from, previous: before, next: to, first, own),
                Self.control(to, previous: after, next: from, last, own)
            )
        default:
            let third = (to.x - from.x) / 3
            return (
                Point(from.x + third, from.y + third * slopes[index]), Point(to.x - third, to.y - third * slopes[index + 1])
            )
        }
    }

    /// The distance of two knots of a Catmull-Rom curve.
    private static func knot(_ first: Point, _ second: Point, _ alpha: Double) -> Double {
        pow(hypot(second.x - first.x, second.y - first.y), alpha)
    }

    /// The control point beside `point` towards `next`, with the distances of the knots before and after it: the Bézier form of the curve with
    /// knots by distance (Barry and Goldman, 1988).
    private static func control(_ point: Point, previous: Point, next: Point, _ before: Double, _ own: Double) -> Point {
        let whole = 3 * before * (before + own)
        guard before > 1e-9, own > 1e-9, whole > 0 else { return point }
        let weight = 2 * before * before + 3 * before * own + own * own
        func mixed(_ point: Double, _ previous: Double, _ next: Double) -> Double {
            (point * weight - previous * own * own + next * before * before) / whole
        }
        return Point(mixed(point.x, previous.x, next.x), mixed(point.y, previous.y, next.y))
    }

    /// The slope at each point, by Fritsch and Carlson (1980) with Steffen's limit: between two points, the curve stays within their range.
    private var slopes: [Double] {
        let secants = zip(points, points.dropFirst()).map { from, to in to.x == from.x ? 0 : (to.y - from.y) / (to.x - from.x) }
        return points.indices.map { index in
            let (before, after) = (index > 0 ? secants[index - 1] : nil, index < secants.count ? secants[index] : nil)
            guard let before, let after else { return before ?? after ?? 0 }
            guard before * after > 0 else { return 0 }
            return 2 * before * after / (before + after)
        }
    }
}

extension Point {
    /// The point mirrored at the diagonal.
    fileprivate var swapped: Point { Point(y, x) }
}

import SubdialLayout

extension Path {
    /// The bounding rectangle of the outline, without its control points; zero for an empty path.
    package var bounds: Rect {
        var box: (minX: Double, minY: Double, maxX: Double, maxY: Double)?
        func add(_ point: Point) {
            guard let old = box else {
                box = (point.x, point.y, point.x, point.y)
                return
            }
            box = (min(old.minX, point.x), min(old.minY, point.y), max(old.maxX, point.x), max(old.maxY, point.y))
        }
        var current = Point.zero
        for element in elements {
            switch element {
            case .move(let point), .line(let point):
                add(point)
                current = point
            case .curve(let a, let b, let point):
                add(point)
                let start = current
                let extremes =
                    Self.extremes(start.x, a.x, b.x, point.x) + Self.extremes(start.y, a.y, b.y, point.y)
                for t in extremes {
                    add(Self.pointOnCurve(start, a, b, point, at: t))
                }
                current = point
            case .close:
                break
            }
        }
        guard let box else { return .zero }
        return Rect(x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY)
    }

    /// The parameters between 0 and 1 at which the derivative of a cubic in one coordinate is zero.
    private static func extremes(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
        let a = p3 - 3 * p2 + 3 * p1 - p0
        let b = 2 * (p2 - 2 * p1 + p0)
        let c = p1 - p0
        let roots: [Double]
        if abs(a) < 1e-12 {
            roots = abs(b) < 1e-12 ? [] : [-c / b]
        } else {
            let discriminant = b * b - 4 * a * c
            guard discriminant >= 0 else { return [] }
            let root = discriminant.squareRoot()
            roots = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }

    private static func pointOnCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, at t: Double) -> Point {
        let u = 1 - t
        return p0 * (u * u * u) + p1 * (3 * u * u * t) + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }
}

import SubdialLayout

extension Path {
    /// A part of an outline with its length.
    fileprivate struct Piece {
        let start: Point
        /// The control points of a curve; nil for a straight line.
        let controls: (Point, Point)?
        let end: Point
        /// The lengths up to each of the points that divide it equally by the curve's parameter.
        let lengths: [Double]
        /// True if a new outline begins before it.
        let isFirst: Bool

        var length: Double { lengths[lengths.count - 1] }
    }

    /// The number of straight parts whose lengths are those of a curve.
    fileprivate static let division = 64

    /// The part of the path between two fractions of its length, 0…1; all of it keeps its elements.
    package func trimmed(from start: Double, to end: Double) -> Path {
        let (start, end) = (min(max(start.isNaN ? 0 : start, 0), 1), min(max(end.isNaN ? 1 : end, 0), 1))
        guard start > 0 || end < 1 else { return self }
        guard start < end else { return Path() }
        let pieces = pieces
        let total = pieces.reduce(0) { $0 + $1.length }
        let (first, last) = (start * total, end * total)
        var (path, position, isOpen) = (Path(), 0.0, false)
        for piece in pieces {
            let (from, to) = (max(first, position) - position, min(last, position + piece.length) - position)
            if piece.isFirst { isOpen = false }
            position += piece.length
            guard to > from else { continue }
            let isWhole = from <= 0 && to >= piece.length
            let (t0, t1) = isWhole ? (0, 1) : (piece.parameter(at: from), piece.parameter(at: to))
            if !isOpen { path.move(to: piece.point(at: t0)) }
            isOpen = true
            piece.add(to: &path, from: t0, to: t1)
        }
        return path
    }

    private var pieces: [Piece] {
        var pieces: [Piece] = []
        var (current, begin, isFirst) = (Point.zero, Point.zero, true)
        func add(_ controls: (Point, Point)?, _ end: Point) {
            pieces.append(Piece(current, controls, end, isFirst: isFirst))
            (current, isFirst) = (end, false)
        }
        for element in elements {
            switch element {
            case .move(let point): (current, begin, isFirst) = (point, point, true)
            case .line(let point): add(nil, point)
            case .curve(let a, let b, let point): add((a, b), point)
            case .close:
                if current != begin { add(nil, begin) }
                isFirst = true
            }
        }
        return pieces
    }
}

extension Path.Piece {
    init(_ start: Point, _ controls: (Point, Point)?, _ end: Point, isFirst: Bool) {
        (self.start, self.controls, self.end, self.isFirst) = (start, controls, end, isFirst)
        var lengths = [0.0]
        var last = start
        let count = controls == nil ? 1 : Path.division
        for index in 1...count {
            let point = Self.point(start, controls, end, at: Double(index) / Double(count))
            let (x, y) = (point.x - last.x, point.y - last.y)
            lengths.append(lengths[lengths.count - 1] + (x * x + y * y).squareRoot())
            last = point
        }
        self.lengths = lengths
    }

    func point(at t: Double) -> Point { Self.point(start, controls, end, at: t) }

    private static func point(_ start: Point, _ controls: (Point, Point)?, _ end: Point, at t: Double) -> Point {
        let u = 1 - t
        guard let (a, b) = controls else { return start * u + end * t }
        return start * (u * u * u) + a * (3 * u * u * t) + b * (3 * u * t * t) + end * (t * t * t)
    }

    /// The curve's parameter at a length.
    func parameter(at length: Double) -> Double {
        guard let next = lengths.firstIndex(where: { $0 >= length }), next > 0 else { return length <= 0 ? 0 : 1 }
        let step = lengths[next] - lengths[next - 1]
        let share = step > 0 ? (length - lengths[next - 1]) / step : 0
        return (Double(next - 1) + share) / Double(lengths.count - 1)
    }

    /// Adds the part between two parameters, by de Casteljau's algorithm.
    func add(to path: inout Path, from t0: Double, to t1: Double) {
        guard let (a, b) = controls else { return path.line(to: point(at: t1)) }
        guard t0 > 0 || t1 < 1 else { return path.curve(a, b, to: end) }
        /// The polar form of the curve: a control point of a part is its value at the ends of the part.
        func blossom(_ x: Double, _ y: Double, _ z: Double) -> Point {
            func mix(_ p: Point, _ q: Point, _ t: Double) -> Point { p * (1 - t) + q * t }
            let (p, q, r) = (mix(start, a, x), mix(a, b, x), mix(b, end, x))
            return mix(mix(p, q, y), mix(q, r, y), z)
        }
        path.curve(blossom(t0, t0, t1), blossom(t0, t1, t1), to: blossom(t1, t1, t1))
    }
}

extension Path {
    /// A rectangle with corners of different radii, each limited to half of the shorter side.
    package static func unevenRoundedRect(
        _ rect: Rect, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double, corner: Corner = .continuous
    ) -> Path {
        guard !rect.isEmpty else { return .rect(rect) }
        let most = min(rect.width, rect.height) / 2
        var path = Path()
        func add(_ radius: Double, swapped: Bool, _ place: (Point) -> Point) {
            let radius = min(radius.isNaN ? 0 : radius, most)
            guard radius > 0 else {
                return path.isEmpty ? path.move(to: place(.zero)) : path.line(to: place(.zero))
            }
            let smoothing = corner == .circular ? 0 : ContinuousCorner.smoothing
            ContinuousCorner(
                radius: radius, smoothingX: min(smoothing, rect.width / 2 / radius - 1),
                smoothingY: min(smoothing, rect.height / 2 / radius - 1)
            ).add(to: &path, swapped: swapped, transform: place)
        }
        add(topLeft, swapped: true) { Point(rect.minX + $0.x, rect.minY + $0.y) }
        add(topRight, swapped: false) { Point(rect.maxX - $0.x, rect.minY + $0.y) }
        add(bottomRight, swapped: true) { Point(rect.maxX - $0.x, rect.maxY - $0.y) }
        add(bottomLeft, swapped: false) { Point(rect.minX + $0.x, rect.maxY - $0.y) }
        path.close()
        return path
    }
}

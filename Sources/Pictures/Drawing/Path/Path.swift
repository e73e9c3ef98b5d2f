import Glibc
import SubdialBasics
import SubdialLayout

/// A path of lines and cubic curves.
package struct Path: Hashable, Sendable {
    /// An element of a path.
    package enum Element: Hashable, Sendable {
        /// Begins a new outline at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic curve with two control points to a third point.
        case curve(Point, Point, Point)
        /// A straight line back to the start of the outline.
        case close
    }

    /// The elements in order.
    package private(set) var elements: [Element] = []

    /// Creates an empty path.
    package init() {}

    /// True if the path has no elements.
    package var isEmpty: Bool { elements.isEmpty }

    /// Begins a new outline.
    package mutating func move(to point: Point) {
        elements.append(.move(point))
    }

    /// Adds a straight line.
    package mutating func line(to point: Point) {
        elements.append(.line(point))
    }

    /// Adds a cubic curve.
    package mutating func curve(_ control1: Point, _ control2: Point, to point: Point) {
        elements.append(.curve(control1, control2, point))
    }

    /// Closes the outline.
    package mutating func close() {
        elements.append(.close)
    }

    /// Adds the outlines of another path.
    package mutating func append(_ other: Path) {
        elements += other.elements
    }

    /// The path scaled around the origin, then moved.
    package func transformed(scaleX: Double = 1, scaleY: Double = 1, x: Double = 0, y: Double = 0) -> Path {
        mapped { Point($0.x * scaleX + x, $0.y * scaleY + y) }
    }

    /// The path moved by a distance.
    package func translated(x: Double, y: Double) -> Path {
        transformed(x: x, y: y)
    }

    /// The path scaled around the origin.
    package func scaled(by factor: Double) -> Path {
        transformed(scaleX: factor, scaleY: factor)
    }

    /// The path scaled uniformly and centred, so that `source`, such as the view box of a symbol, fits into `target`.
    package func fitted(from source: Rect, into target: Rect) -> Path {
        guard !source.isEmpty else { return self }
        let factor = min(target.width / source.width, target.height / source.height)
        return transformed(
            scaleX: factor,
            scaleY: factor,
            x: target.center.x - source.center.x * factor,
            y: target.center.y - source.center.y * factor
        )
    }

    /// The path stretched so that `source` fills `target`.
    package func stretched(from source: Rect, into target: Rect) -> Path {
        guard !source.isEmpty else { return self }
        let (x, y) = (target.width / source.width, target.height / source.height)
        return transformed(scaleX: x, scaleY: y, x: target.x - source.x * x, y: target.y - source.y * y)
    }

    /// The separate outlines of the path, each beginning with a move.
    package var outlines: [Path] {
        var outlines: [Path] = []
        for element in elements {
            if case .move = element { outlines.append(Path()) }
            guard !outlines.isEmpty else { continue }
            outlines[outlines.count - 1].elements.append(element)
        }
        return outlines
    }

    private func mapped(_ transform: (Point) -> Point) -> Path {
        var path = Path()
        path.elements = elements.map { element in
            switch element {
            case .move(let point): .move(transform(point))
            case .line(let point): .line(transform(point))
            case .curve(let a, let b, let point): .curve(transform(a), transform(b), transform(point))
            case .close: .close
            }
        }
        return path
    }
}

extension Path {
    /// Adds an arc as a new outline, with a curve per eighth of a turn (the error is below 0.0005 % of the radius).
    private mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
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

extension Path {
    /// Parses SVG path data, the `d` attribute of a `path` element, with the whole grammar of SVG 1.1.
    ///
    /// - Throws: ``PathError`` with the offset of the first error.
    package init(svg: String) throws(PathError) {
        var parser = SVGPathParser(svg)
        self = try parser.parse()
    }
}

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

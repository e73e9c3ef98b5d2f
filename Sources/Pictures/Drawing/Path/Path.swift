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

    func mapped(_ transform: (Point) -> Point) -> Path {
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

package import Foundation

/// An outline of lines and curves: the geometry under `CGPath` and SwiftUI's `Path`.
///
/// The y axis points down; angles are in radians, and grow clockwise as it is seen.
package struct Outline: Hashable, Sendable {
    /// A part of an outline.
    package enum Element: Hashable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quad(CGPoint, control: CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case close
    }

    /// The parts; a curve has its control points before its end.
    package private(set) var elements: [Element] = []
    /// The end of the last part; nil before the first one.
    package private(set) var currentPoint: CGPoint?
    private var start = CGPoint.zero

    /// Creates an outline without parts.
    package init() {}

    package var isEmpty: Bool { elements.isEmpty }

    // MARK: Parts

    package mutating func move(to point: CGPoint) {
        guard point.isFinite else { return }
        elements.append(.move(point))
        (currentPoint, start) = (point, point)
    }

    package mutating func line(to point: CGPoint) { add(.line(point), end: point, point.isFinite) }

    package mutating func quad(to point: CGPoint, control: CGPoint) {
        add(.quad(point, control: control), end: point, point.isFinite && control.isFinite)
    }

    package mutating func curve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        add(.curve(control1, control2, point), end: point, point.isFinite && control1.isFinite && control2.isFinite)
    }

    package mutating func close() {
        guard currentPoint != nil, elements.last != .close else { return }
        elements.append(.close)
        currentPoint = start
    }

    /// Adds a part; without a current point, a line or curve has no beginning, and only its end counts.
    private mutating func add(_ element: Element, end: CGPoint, _ isFinite: Bool) {
        guard isFinite else { return }
        guard currentPoint != nil else { return move(to: end) }
        if elements.last == .close { elements.append(.move(start)) }
        elements.append(element)
        currentPoint = end
    }

    /// Continues at a point: with a line from a part that is not closed, or as the beginning.
    private mutating func reach(_ point: CGPoint) {
        guard let currentPoint, elements.last != .close else { return move(to: point) }
        if hypot(Double(currentPoint.x - point.x), Double(currentPoint.y - point.y)) > 1e-9 { line(to: point) }
    }

    /// Adds the parts of another outline.
    package mutating func append(_ other: Outline) {
        guard !other.isEmpty else { return }
        elements += other.elements
        (currentPoint, start) = (other.currentPoint, other.start)
    }

    /// The outline with all points changed.
    package func applying(_ transform: CGAffineTransform) -> Outline {
        guard !transform.isIdentity else { return self }
        var result = Outline()
        for element in elements {
            switch element {
            case .move(let point): result.move(to: point.applying(transform))
            case .line(let point): result.line(to: point.applying(transform))
            case .quad(let point, let control): result.quad(to: point.applying(transform), control: control.applying(transform))
            case .curve(let control1, let control2, let point):
                result.curve(to: point.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
            case .close: result.close()
            }
        }
        return result
    }

    // MARK: Figures

    package mutating func addRect(_ rect: CGRect) {
        guard !rect.isNull, !rect.isInfinite else { return }
        let rect = rect.standardized
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        line(to: CGPoint(x: rect.maxX, y: rect.minY))
        line(to: CGPoint(x: rect.maxX, y: rect.maxY))
        line(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Adds an ellipse, clockwise from its rightmost point.
    package mutating func addEllipse(in rect: CGRect) {
        guard !rect.isNull, !rect.isInfinite else { return }
        let rect = rect.standardized
        let map = CGAffineTransform(rect.width / 2, 0, 0, rect.height / 2, rect.midX, rect.midY)
        move(to: CGPoint(x: 1, y: 0).applying(map))
        addCurves(from: 0, sweep: 2 * .pi, map)
        close()
    }

    /// Adds an arc, with a line to its beginning; `sweep` is negative for an arc against the clock.
    package mutating func addArc(center: CGPoint, radius: CGFloat, start: Double, sweep: Double) {
        guard start.isFinite, sweep.isFinite, radius.isFinite, center.isFinite else { return }
        let map = CGAffineTransform(radius, 0, 0, radius, center.x, center.y)
        reach(CGPoint(x: cos(start), y: sin(start)).applying(map))
        addCurves(from: start, sweep: sweep, map)
    }

    /// Adds an arc between two angles, each way; a difference of a turn or more in that way is a circle.
    package mutating func addArc(center: CGPoint, radius: CGFloat, from start: Double, to end: Double, againstClock: Bool) {
        let turn = 2 * Double.pi
        let way = againstClock ? start - end : end - start
        let length = way >= turn ? turn : way - (way / turn).rounded(.down) * turn
        addArc(center: center, radius: radius, start: start, sweep: againstClock ? -length : length)
    }

    /// Adds the arc that touches the lines from the current point to `first`, and on to `second`.
    package mutating func addArc(tangent first: CGPoint, _ second: CGPoint, radius: CGFloat) {
        guard let from = currentPoint else { return move(to: first) }
        let (toStart, toEnd) = (from.direction(from: first), second.direction(from: first))
        guard let toStart, let toEnd, radius > 0 else { return line(to: first) }
        let cosine = Double(toStart.x * toEnd.x + toStart.y * toEnd.y)
        let angle = acos(min(max(cosine, -1), 1))
        // Lines in one direction, or back, have no corner.
        guard angle > 1e-6, angle < .pi - 1e-6 else { return line(to: first) }
        let distance = radius / CGFloat(tan(angle / 2))
        let begin = CGPoint(x: first.x + toStart.x * distance, y: first.y + toStart.y * distance)
        let middle = CGPoint(x: toStart.x + toEnd.x, y: toStart.y + toEnd.y)
        let length = radius / CGFloat(sin(angle / 2)) / CGFloat(hypot(Double(middle.x), Double(middle.y)))
        let center = CGPoint(x: first.x + middle.x * length, y: first.y + middle.y * length)
        let isClockwise = toStart.x * toEnd.y - toStart.y * toEnd.x < 0
        // Its line begins at the current point, also at that of a closed part.
        if elements.last == .close { line(to: begin) }
        let start = atan2(Double(begin.y - center.y), Double(begin.x - center.x))
        addArc(center: center, radius: radius, start: start, sweep: (isClockwise ? 1 : -1) * (.pi - angle))
    }

    /// Adds curves along the unit circle, mapped; each is a quarter at most.
    mutating func addCurves(from start: Double, sweep: Double, _ map: CGAffineTransform) {
        let count = max(1, min(8, (abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / count
        // The handle with which a cubic curve meets the middle of its arc.
        let handle = 4.0 / 3 * tan(step / 4)
        var angle = start
        for _ in stride(from: 0, to: count, by: 1) {
            let next = angle + step
            let (from, to) = ((x: cos(angle), y: sin(angle)), (x: cos(next), y: sin(next)))
            curve(
                to: CGPoint(x: to.x, y: to.y).applying(map),
                control1: CGPoint(x: from.x - handle * from.y, y: from.y + handle * from.x).applying(map),
                control2: CGPoint(x: to.x + handle * to.y, y: to.y - handle * to.x).applying(map))
            angle = next
        }
    }
}

extension CGPoint {
    package var isFinite: Bool { x.isFinite && y.isFinite }

    /// The unit vector from another point to this one; nil if there is no distance.
    func direction(from other: CGPoint) -> CGPoint? {
        let length = CGFloat(hypot(Double(x - other.x), Double(y - other.y)))
        return length > 1e-12 ? CGPoint(x: (x - other.x) / length, y: (y - other.y) / length) : nil
    }

    /// The point at a fraction of the way to another one.
    func mixed(_ other: CGPoint, _ fraction: CGFloat) -> CGPoint {
        CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}

package import Foundation

/// The form of a line along an outline, with lengths in points.
package struct OutlineStroke {
    package var width: CGFloat
    package var cap: CGLineCap
    package var join: CGLineJoin
    package var miterLimit: CGFloat
    package var dash: [CGFloat]
    package var phase: CGFloat

    package init(width: CGFloat, cap: CGLineCap, join: CGLineJoin, miterLimit: CGFloat, dash: [CGFloat], phase: CGFloat) {
        (self.width, self.cap, self.join) = (width, cap, join)
        (self.miterLimit, self.dash, self.phase) = (miterLimit, dash, phase)
    }
}

extension Outline {
    /// More dashes than any picture shows: a tiny dash must not exhaust memory.
    private static let mostDashes = 10_000

    /// The outline of a line along this one, to be filled by the winding rule: each piece of the line goes clockwise.
    package func stroked(_ stroke: OutlineStroke) -> Outline {
        var result = Outline()
        guard stroke.width > 0, stroke.width.isFinite else { return result }
        for polygon in polygons {
            let points = polygon.points.reduce(into: [CGPoint]()) { points, point in
                if points.last?.direction(from: point) != nil || points.isEmpty { points.append(point) }
            }
            for line in Self.dashes(of: points, isClosed: polygon.isClosed, stroke) {
                result.addLine(along: line.points, isClosed: line.isClosed, stroke)
            }
        }
        return result
    }

    /// The visible pieces of a polygon.
    private static func dashes(of points: [CGPoint], isClosed: Bool, _ stroke: OutlineStroke) -> [(points: [CGPoint], isClosed: Bool)] {
        let total = stroke.dash.reduce(0, +)
        guard total > 0, total.isFinite, stroke.dash.allSatisfy({ $0 >= 0 }), points.count > 1 else { return [(points, isClosed)] }
        var lines: [(points: [CGPoint], isClosed: Bool)] = []
        // An odd number of lengths is used twice.
        let lengths = stroke.dash.count.isMultiple(of: 2) ? stroke.dash : stroke.dash + stroke.dash
        let period = lengths.reduce(0, +)
        var rest = stroke.phase.isFinite ? stroke.phase - (stroke.phase / period).rounded(.down) * period : 0
        var index = 0
        while rest >= lengths[index], index < lengths.count - 1 {
            rest -= lengths[index]
            index += 1
        }
        var left = max(lengths[index] - rest, 0)
        var piece = index.isMultiple(of: 2) ? [points[0]] : []
        for (from, to) in zip(points, points.dropFirst()) {
            let length = CGFloat(hypot(Double(to.x - from.x), Double(to.y - from.y)))
            var done: CGFloat = 0
            while length - done > left, lines.count < mostDashes {
                done += left
                let point = from.mixed(to, done / length)
                if index.isMultiple(of: 2) {
                    lines.append((piece + [point], false))
                    piece = []
                } else {
                    piece = [point]
                }
                index = (index + 1) % lengths.count
                left = lengths[index]
            }
            left -= length - done
            if index.isMultiple(of: 2) { piece.append(to) }
        }
        if piece.count > 1 { lines.append((piece, false)) }
        return lines
    }

    private mutating func addLine(along points: [CGPoint], isClosed: Bool, _ stroke: OutlineStroke) {
        let half = stroke.width / 2
        guard points.count > 1 else {
            // A point has only its caps.
            if let point = points.first, stroke.cap == .round { addDot(at: point, half) }
            if let point = points.first, stroke.cap == .square {
                addRect(CGRect(x: point.x - half, y: point.y - half, width: stroke.width, height: stroke.width))
            }
            return
        }
        var points = points
        let isRing = isClosed && points.count > 2
        if isRing, let first = points.first, let last = points.last, last.direction(from: first) == nil { points.removeLast() }
        let corners = isRing ? points + [points[0]] : points
        for (index, (from, to)) in zip(corners, corners.dropFirst()).enumerated() {
            guard let way = to.direction(from: from) else { continue }
            var (from, to) = (from, to)
            if stroke.cap == .square, !isRing {
                if index == 0 { from = CGPoint(x: from.x - way.x * half, y: from.y - way.y * half) }
                if index == corners.count - 2 { to = CGPoint(x: to.x + way.x * half, y: to.y + way.y * half) }
            }
            let side = CGVector(dx: -way.y * half, dy: way.x * half)
            addPolygon([from.moved(side, -1), to.moved(side, -1), to.moved(side, 1), from.moved(side, 1)])
        }
        for index in (isRing ? 0 : 1)..<max(isRing ? points.count : points.count - 1, isRing ? 0 : 1) {
            addJoin(points[(index + points.count - 1) % points.count], points[index], points[(index + 1) % points.count], stroke)
        }
        if stroke.cap == .round, !isRing {
            addDot(at: corners[0], half)
            addDot(at: corners[corners.count - 1], half)
        }
    }

    private mutating func addJoin(_ before: CGPoint, _ corner: CGPoint, _ after: CGPoint, _ stroke: OutlineStroke) {
        let half = stroke.width / 2
        guard let into = corner.direction(from: before), let out = after.direction(from: corner) else { return }
        let turn = into.x * out.y - into.y * out.x
        let cosine = into.x * out.x + into.y * out.y
        guard abs(turn) > 1e-4 || cosine < 0 else { return }
        if stroke.join == .round { return addDot(at: corner, half) }
        // The outer side, opposite to the turn.
        let side: CGFloat = turn > 0 ? -half : half
        let first = CGPoint(x: corner.x - into.y * side, y: corner.y + into.x * side)
        let second = CGPoint(x: corner.x - out.y * side, y: corner.y + out.x * side)
        var outline = [corner, first]
        // The ratio of the miter to the width is 1 / sin(half of the angle between the lines).
        let sine = ((1 + cosine) / 2).squareRoot()
        if stroke.join == .miter, sine > 1e-6, 1 / sine <= stroke.miterLimit,
            let way = first.mixed(second, 0.5).direction(from: corner)
        {
            outline.append(CGPoint(x: corner.x + way.x * half / sine, y: corner.y + way.y * half / sine))
        }
        outline.append(second)
        addPolygon(outline)
    }

    private mutating func addDot(at point: CGPoint, _ radius: CGFloat) {
        addEllipse(in: CGRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius))
    }

    /// Adds a polygon in the clockwise order of its points.
    private mutating func addPolygon(_ points: [CGPoint]) {
        let area = zip(points, points.dropFirst() + points.prefix(1)).reduce(0.0) { $0 + Double($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
        let points = area < 0 ? points.reversed() : points
        move(to: points[0])
        for point in points.dropFirst() { line(to: point) }
        close()
    }
}

extension CGPoint {
    fileprivate func moved(_ vector: CGVector, _ factor: CGFloat) -> CGPoint {
        CGPoint(x: x + vector.dx * factor, y: y + vector.dy * factor)
    }
}

import Foundation

extension Outline {
    /// How the insides of two outlines make a new one.
    package enum Combination: Sendable {
        case union, intersection, difference, symmetricDifference

        func contains(_ first: Bool, _ second: Bool) -> Bool {
            switch self {
            case .union: first || second
            case .intersection: first && second
            case .difference: first && !second
            case .symmetricDifference: first != second
            }
        }
    }

    /// The outline of what is inside of this and another one together; curves become lines so short that nobody sees them.
    ///
    /// The plane is cut into bands between all corners and crossings. Within a band no lines cross, so that its inside is a row of trapezoids;
    /// their sides, and what differs between a band and the next one, are the new outline. A line that is not closed counts as closed.
    package func combined(_ other: Outline, _ combination: Combination, evenOdd: Bool) -> Outline {
        let edges = Self.edges(of: self, isSecond: false) + Self.edges(of: other, isSecond: true)
        var levels = edges.flatMap { [$0.low.y, $0.high.y] } + Self.crossings(of: edges)
        levels = Array(Set(levels)).sorted()
        var sides: [(from: CGPoint, to: CGPoint)] = []
        var above: [(CGFloat, CGFloat)] = []
        for (top, bottom) in zip(levels, levels.dropFirst()) {
            let middle = top + (bottom - top) / 2
            guard middle > top, middle < bottom else { continue }
            let band = Self.band(edges.filter { $0.low.y <= top && $0.high.y >= bottom }, at: middle, combination, evenOdd)
            let rowTop = band.map { ($0.0.x(at: top), $0.1.x(at: top)) }
            Self.addJoints(above, rowTop, at: top, to: &sides)
            // Clockwise as it is seen: up on the left, down on the right.
            for (left, right) in band {
                sides.append((CGPoint(x: left.x(at: bottom), y: bottom), CGPoint(x: left.x(at: top), y: top)))
                sides.append((CGPoint(x: right.x(at: top), y: top), CGPoint(x: right.x(at: bottom), y: bottom)))
            }
            above = band.map { ($0.0.x(at: bottom), $0.1.x(at: bottom)) }
            if levels.last == bottom { Self.addJoints(above, [], at: bottom, to: &sides) }
        }
        return Self.linked(sides)
    }

    /// The parts of the lines that are inside of another outline, or those outside.
    package func lines(inside other: Outline, isInside: Bool, evenOdd: Bool) -> Outline {
        let edges = Self.edges(of: other, isSecond: true)
        var result = Outline()
        for segments in parts {
            var last = segments[0].points[0]
            var isDrawing = false
            for next in segments.flatMap(\.flattened) {
                let cuts = edges.compactMap { Self.crossing(last, next, $0.low, $0.high) }.sorted()
                for (from, to) in zip([0] + cuts, cuts + [1]) where to > from {
                    guard other.contains(last.mixed(next, (from + to) / 2), evenOdd: evenOdd) == isInside else {
                        isDrawing = false
                        continue
                    }
                    if !isDrawing { result.move(to: last.mixed(next, from)) }
                    isDrawing = true
                    result.line(to: last.mixed(next, to))
                }
                last = next
            }
        }
        return result
    }

    // MARK: Edges

    /// A line that is not level, from its upper point.
    private struct Edge {
        let low: CGPoint
        let high: CGPoint
        /// 1 for a line that goes down, else -1.
        let winding: Int
        let isSecond: Bool

        func x(at y: CGFloat) -> CGFloat {
            if y <= low.y { return low.x }
            if y >= high.y { return high.x }
            return exactX(at: y).onGrid
        }

        func exactX(at y: CGFloat) -> CGFloat { low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y) }
    }

    private static func edges(of outline: Outline, isSecond: Bool) -> [Edge] {
        outline.polygons.flatMap { polygon -> [Edge] in
            let points = polygon.points.map { CGPoint(x: $0.x.onGrid, y: $0.y.onGrid) }
            return zip(points, points.dropFirst() + points.prefix(1)).compactMap { from, to in
                guard from.y != to.y else { return nil }
                return from.y < to.y
                    ? Edge(low: from, high: to, winding: 1, isSecond: isSecond) : Edge(low: to, high: from, winding: -1, isSecond: isSecond)
            }
        }
    }

    /// The heights at which lines cross; those of lines that follow each other in height only.
    private static func crossings(of edges: [Edge]) -> [CGFloat] {
        let sorted = edges.sorted { $0.low.y < $1.low.y }
        var result: [CGFloat] = []
        for (index, edge) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                if other.low.y >= edge.high.y { break }
                guard let fraction = crossing(edge.low, edge.high, other.low, other.high) else { continue }
                result.append((edge.low.y + (edge.high.y - edge.low.y) * fraction).onGrid)
            }
        }
        return result
    }

    /// The fraction of a first line at which a second one crosses it; nil for none, for lines of one direction, and for their ends.
    private static func crossing(_ from: CGPoint, _ to: CGPoint, _ start: CGPoint, _ end: CGPoint) -> CGFloat? {
        let (first, second) = (CGPoint(x: to.x - from.x, y: to.y - from.y), CGPoint(x: end.x - start.x, y: end.y - start.y))
        let cross = first.x * second.y - first.y * second.x
        guard cross != 0, cross.isFinite else { return nil }
        let way = CGPoint(x: start.x - from.x, y: start.y - from.y)
        let fraction = (way.x * second.y - way.y * second.x) / cross
        let other = (way.x * first.y - way.y * first.x) / cross
        return fraction > 0 && fraction < 1 && other >= 0 && other <= 1 ? fraction : nil
    }

    // MARK: Bands

    /// The pairs of edges with the inside between them, from left to right.
    private static func band(_ edges: [Edge], at middle: CGFloat, _ combination: Combination, _ evenOdd: Bool) -> [(Edge, Edge)] {
        var result: [(Edge, Edge)] = []
        var (first, second) = (0, 0)
        var left: Edge?
        func isInside(_ winding: Int) -> Bool { evenOdd ? !winding.isMultiple(of: 2) : winding != 0 }
        for (edge, _) in edges.map({ ($0, $0.exactX(at: middle)) }).sorted(by: { $0.1 < $1.1 }) {
            if edge.isSecond { second += edge.winding } else { first += edge.winding }
            let isIn = combination.contains(isInside(first), isInside(second))
            if isIn, left == nil { left = edge }
            if !isIn, let begin = left {
                result.append((begin, edge))
                left = nil
            }
        }
        return result
    }

    /// Adds the level lines between two bands: their lower and upper sides, without what both have.
    private static func addJoints(
        _ above: [(CGFloat, CGFloat)], _ below: [(CGFloat, CGFloat)], at y: CGFloat, to sides: inout [(from: CGPoint, to: CGPoint)]
    ) {
        var changes: [CGFloat: Int] = [:]
        for (left, right) in below {
            changes[left, default: 0] += 1
            changes[right, default: 0] -= 1
        }
        for (left, right) in above {
            changes[left, default: 0] -= 1
            changes[right, default: 0] += 1
        }
        let stops = changes.keys.sorted()
        var count = 0
        for (left, right) in zip(stops, stops.dropFirst()) {
            count += changes[left, default: 0]
            let (start, end) = (CGPoint(x: left, y: y), CGPoint(x: right, y: y))
            for _ in 0..<abs(count) { sides.append(count > 0 ? (start, end) : (end, start)) }
        }
    }

    // MARK: Result

    /// The closed outlines of lines that follow each other.
    private static func linked(_ sides: [(from: CGPoint, to: CGPoint)]) -> Outline {
        struct Corner: Hashable {
            let x: CGFloat
            let y: CGFloat
            init(_ point: CGPoint) { (x, y) = (point.x, point.y) }
        }
        var next: [Corner: [CGPoint]] = [:]
        for side in sides where side.from != side.to { next[Corner(side.from), default: []].append(side.to) }
        var result = Outline()
        for side in sides {
            var points = [side.from]
            while let last = points.last, let to = next[Corner(last)]?.popLast() {
                // A corner on a straight line is none.
                if points.count > 1, isStraight(points[points.count - 2], last, to) { points.removeLast() }
                if to == points.first { break }
                points.append(to)
            }
            guard points.count > 2 else { continue }
            result.move(to: points[0])
            for point in points.dropFirst() { result.line(to: point) }
            result.close()
        }
        return result
    }

    private static func isStraight(_ first: CGPoint, _ middle: CGPoint, _ last: CGPoint) -> Bool {
        let (one, two) = (CGPoint(x: middle.x - first.x, y: middle.y - first.y), CGPoint(x: last.x - middle.x, y: last.y - middle.y))
        let length = (abs(one.x) + abs(one.y)) * (abs(two.x) + abs(two.y))
        return abs(one.x * two.y - one.y * two.x) <= 1e-9 * length && one.x * two.x + one.y * two.y > 0
    }
}

extension CGFloat {
    /// The nearest multiple of 2⁻¹⁶, so that lines which meet have the same point there.
    fileprivate var onGrid: CGFloat { (self * 65536).rounded() / 65536 }
}

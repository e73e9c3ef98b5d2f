package import Foundation

extension Outline {
    /// A line or curve with its beginning, as a polynomial of points.
    struct Segment {
        /// Two, three or four points.
        let points: [CGPoint]
        let isClosing: Bool

        func point(_ t: CGFloat) -> CGPoint {
            var points = points
            while points.count > 1 { points = zip(points, points.dropFirst()).map { $0.mixed($1, t) } }
            return points[0]
        }

        /// The part between two fractions.
        func part(_ from: CGFloat, _ to: CGFloat) -> [CGPoint] {
            let right = from > 0 ? Self.split(points, from).1 : points
            return to < 1 ? Self.split(right, from < 1 ? (to - from) / (1 - from) : 0).0 : right
        }

        private static func split(_ points: [CGPoint], _ t: CGFloat) -> ([CGPoint], [CGPoint]) {
            var (left, right, rest) = ([CGPoint](), [CGPoint](), points)
            while let first = rest.first, let last = rest.last {
                left.append(first)
                right.insert(last, at: 0)
                rest = zip(rest, rest.dropFirst()).map { $0.mixed($1, t) }
            }
            return (left, right)
        }

        /// The points along the segment without its first; enough for a deviation that nobody sees.
        var flattened: [CGPoint] {
            guard points.count > 2 else { return [points[1]] }
            let length = zip(points, points.dropFirst()).reduce(0.0) { $0 + hypot(Double($1.1.x - $1.0.x), Double($1.1.y - $1.0.y)) }
            let count = min(max((length.squareRoot() * 2).rounded(.up), 8), 128)
            return stride(from: 1.0, through: count, by: 1).map { point(CGFloat($0 / count)) }
        }

        /// The lengths up to the points of `flattened`.
        var lengths: [Double] {
            var (sum, last) = (0.0, points[0])
            return flattened.map { point in
                sum += hypot(Double(point.x - last.x), Double(point.y - last.y))
                last = point
                return sum
            }
        }
    }

    /// The segments of each connected part.
    var parts: [[Segment]] {
        var parts: [[Segment]] = []
        var (start, current) = (CGPoint.zero, CGPoint.zero)
        func add(_ points: [CGPoint], isClosing: Bool = false) {
            if parts.isEmpty { parts.append([]) }
            parts[parts.count - 1].append(Segment(points: points, isClosing: isClosing))
            current = points[points.count - 1]
        }
        for element in elements {
            switch element {
            case .move(let point):
                parts.append([])
                (start, current) = (point, point)
            case .line(let point): add([current, point])
            case .quad(let point, let control): add([current, control, point])
            case .curve(let control1, let control2, let point): add([current, control1, control2, point])
            case .close: add([current, start], isClosing: true)
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The polygons of the connected parts, and whether each is closed.
    var polygons: [(points: [CGPoint], isClosed: Bool)] {
        parts.map { segments in
            ([segments[0].points[0]] + segments.flatMap(\.flattened), segments.contains { $0.isClosing })
        }
    }

    /// The smallest rectangle around the outline itself, without control points; null for an empty one.
    package var bounds: CGRect {
        var (low, high) = (CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity))
        func include(_ point: CGPoint) {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        for element in elements { if case .move(let point) = element { include(point) } }
        for segment in parts.joined() {
            include(segment.points[segment.points.count - 1])
            for t in Self.turns(segment.points.map(\.x)) + Self.turns(segment.points.map(\.y)) { include(segment.point(t)) }
        }
        return low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
    }

    /// The smallest rectangle around all points, with the control points.
    package var controlBounds: CGRect {
        let points = parts.joined().flatMap(\.points)
        guard let first = points.first else { return bounds }
        return points.reduce(CGRect(origin: first, size: .zero)) { $0.union(CGRect(origin: $1, size: .zero)) }
    }

    /// The fractions at which a coordinate of a curve turns.
    private static func turns(_ values: [CGFloat]) -> [CGFloat] {
        switch values.count {
        case 3:
            let divisor = values[0] - 2 * values[1] + values[2]
            guard divisor != 0 else { return [] }
            return [(values[0] - values[1]) / divisor].filter { $0 > 0 && $0 < 1 }
        case 4:
            let a = -values[0] + 3 * values[1] - 3 * values[2] + values[3]
            let b = 2 * (values[0] - 2 * values[1] + values[2])
            let c = values[1] - values[0]
            guard abs(a) > 1e-12 else { return b == 0 ? [] : [-c / b].filter { $0 > 0 && $0 < 1 } }
            let root = b * b - 4 * a * c
            guard root >= 0 else { return [] }
            return [(-b + root.squareRoot()) / (2 * a), (-b - root.squareRoot()) / (2 * a)].filter { $0 > 0 && $0 < 1 }
        default: return []
        }
    }

    /// True if a point is inside, by the even-odd or by the winding rule.
    package func contains(_ point: CGPoint, evenOdd: Bool) -> Bool {
        var winding = 0
        for polygon in polygons {
            guard var last = polygon.points.last else { continue }
            for next in polygon.points {
                let side = (next.x - last.x) * (point.y - last.y) - (point.x - last.x) * (next.y - last.y)
                if last.y <= point.y, next.y > point.y, side > 0 { winding += 1 }
                if last.y > point.y, next.y <= point.y, side < 0 { winding -= 1 }
                last = next
            }
        }
        return evenOdd ? !winding.isMultiple(of: 2) : winding != 0
    }

    /// The length of all parts.
    package var length: Double { parts.joined().reduce(0) { $0 + ($1.lengths.last ?? 0) } }

    /// The part of the outline between two fractions of its length, 0 to 1; empty if the first is not the lower one.
    package func trimmed(from: CGFloat, to: CGFloat) -> Outline {
        let (from, to) = (min(max(from, 0), 1), min(max(to, 0), 1))
        guard from < to else { return Outline() }
        guard from > 0 || to < 1 else { return self }
        let parts = parts
        let total = parts.joined().reduce(0) { $0 + ($1.lengths.last ?? 0) }
        let (begin, end) = (Double(from) * total, Double(to) * total)
        var result = Outline()
        var covered = 0.0
        for segments in parts {
            var isDrawing = false
            // A part that is kept as a whole stays closed.
            let length = segments.reduce(0) { $0 + ($1.lengths.last ?? 0) }
            let isWhole = covered >= begin && covered + length <= end + 1e-9
            for segment in segments {
                let lengths = segment.lengths
                let own = lengths.last ?? 0
                defer { covered += own }
                guard own > 0, covered < end, covered + own > begin else { continue }
                let first = Self.fraction(max(begin - covered, 0), lengths)
                let last = Self.fraction(min(end - covered, own), lengths)
                let points = segment.part(CGFloat(first), CGFloat(last))
                if !isDrawing { result.move(to: points[0]) }
                isDrawing = true
                if isWhole, segment.isClosing { result.close() } else { result.add(points) }
            }
            if isWhole, segments.last?.isClosing == true { result.close() }
        }
        return result
    }

    /// Adds a segment from the current point.
    private mutating func add(_ points: [CGPoint]) {
        switch points.count {
        case 2: line(to: points[1])
        case 3: quad(to: points[2], control: points[1])
        case 4: curve(to: points[3], control1: points[1], control2: points[2])
        default: break
        }
    }

    /// The fraction of a segment's parameter at a length; `lengths` are those up to equal steps.
    private static func fraction(_ length: Double, _ lengths: [Double]) -> Double {
        guard let index = lengths.firstIndex(where: { $0 >= length }) else { return 1 }
        let before = index > 0 ? lengths[index - 1] : 0
        let step = lengths[index] - before
        return (Double(index) + (step > 0 ? (length - before) / step : 0)) / Double(lengths.count)
    }
}

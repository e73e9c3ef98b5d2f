package import Foundation

extension Outline {
    /// Adds a rectangle with elliptical corners, clockwise from the end of the top left one.
    ///
    /// `radii` are those of the corners top left, top right, bottom right and bottom left; the longest corners are those that fit into the sides.
    package mutating func addRoundedRect(_ rect: CGRect, radii: [CGSize], isContinuous: Bool) {
        guard !rect.isNull, !rect.isInfinite, radii.count == 4 else { return }
        let rect = rect.standardized
        let radii = radii.map { radius in
            CGSize(width: min(max(radius.width, 0), rect.width / 2), height: min(max(radius.height, 0), rect.height / 2))
        }
        guard radii.contains(where: { $0.width > 0 && $0.height > 0 }) else { return addRect(rect) }
        // Each corner between the side before it and the side after it, as seen from its point.
        let corners: [(CGPoint, before: CGVector, after: CGVector)] = [
            (CGPoint(x: rect.maxX, y: rect.minY), CGVector(dx: -1.0, dy: 0), CGVector(dx: 0.0, dy: 1)),
            (CGPoint(x: rect.maxX, y: rect.maxY), CGVector(dx: 0.0, dy: -1), CGVector(dx: -1.0, dy: 0)),
            (CGPoint(x: rect.minX, y: rect.maxY), CGVector(dx: 1.0, dy: 0), CGVector(dx: 0.0, dy: -1)),
            (CGPoint(x: rect.minX, y: rect.minY), CGVector(dx: 0.0, dy: 1), CGVector(dx: 1.0, dy: 0)),
        ]
        var isFirst = true
        for (index, (corner, before, after)) in corners.enumerated() {
            let radius = radii[(index + 1) % 4]
            let isAfterHorizontal = after.dx != 0
            let (along, away) = isAfterHorizontal ? (radius.height, radius.width) : (radius.width, radius.height)
            // A corner may take half of a side.
            let (roomBefore, roomAfter) = isAfterHorizontal ? (rect.height / 2, rect.width / 2) : (rect.width / 2, rect.height / 2)
            // From the unit corner at the origin, whose sides are the positive axes.
            let map = CGAffineTransform(before.dx * along, before.dy * along, after.dx * away, after.dy * away, corner.x, corner.y)
            let curve = Corner(
                isContinuous && along > 0 ? Double(roomBefore / along) - 1 : 0, isContinuous && away > 0 ? Double(roomAfter / away) - 1 : 0)
            if isFirst {
                move(to: CGPoint(x: rect.minX + curve.reachOfStart(radii[0], in: rect, isContinuous), y: rect.minY))
                isFirst = false
            }
            guard along > 0, away > 0 else {
                line(to: corner)
                continue
            }
            curve.add(to: &self, map)
        }
        close()
    }
}

/// A corner of radius 1 at the origin, from the x axis to the y axis.
///
/// A continuous one has an arc in its middle, and on each side a cubic curve from the side (curvature 0) to the arc (curvature 1). With φ the
/// angle of the arc's end and t = tan(φ/2), the curve ends at 1 - sin φ, its second control point is at 1 - t, the first one ¾·t·(1 + t²)
/// farther, and the beginning twice that farther still: 1 + 5/4·t + 9/4·t³ in all.
private struct Corner {
    /// The length of an unconstrained corner beyond its circle, similar to that of iOS.
    private static let smoothing = 0.528665

    private let first: Double
    private let second: Double

    /// Creates a corner with room beyond its circle on both sides, in radii.
    init(_ roomBefore: Double, _ roomAfter: Double) {
        first = Self.tangent(min(Self.smoothing, roomBefore))
        second = Self.tangent(min(Self.smoothing, roomAfter))
    }

    private static func tangent(_ smoothing: Double) -> Double {
        guard smoothing > 0.001 else { return 0 }
        var t = smoothing / 1.25
        for _ in 0..<8 { t -= (1.25 * t + 2.25 * t * t * t - smoothing) / (1.25 + 6.75 * t * t) }
        return t
    }

    private static func approach(_ t: Double) -> (start: Double, control1: Double, control2: Double) {
        let step = 0.75 * t * (1 + t * t)
        return (1 - t + 3 * step, 1 - t + step, 1 - t)
    }

    /// The distance of the outline's beginning from the top left corner.
    func reachOfStart(_ radius: CGSize, in rect: CGRect, _ isContinuous: Bool) -> CGFloat {
        guard radius.width > 0, radius.height > 0 else { return 0 }
        let t = isContinuous ? Self.tangent(min(Self.smoothing, Double(rect.width / 2 / radius.width) - 1)) : 0
        return radius.width * CGFloat(Self.approach(t).start)
    }

    func add(to outline: inout Outline, _ map: CGAffineTransform) {
        func place(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y).applying(map) }
        let (before, after) = (Self.approach(first), Self.approach(second))
        outline.line(to: place(before.start, 0))
        let (begin, end) = (2 * atan(first), .pi / 2 - 2 * atan(second))
        if first > 0 {
            outline.curve(
                to: place(1 - sin(begin), 1 - cos(begin)), control1: place(before.control1, 0), control2: place(before.control2, 0))
        }
        // The arc around (1, 1), from beside the x axis to beside the y axis.
        outline.addCurves(from: -.pi / 2 - begin, sweep: begin - end, CGAffineTransform(1, 0, 0, 1, 1, 1).concatenating(map))
        if second > 0 {
            outline.curve(to: place(0, after.start), control1: place(0, after.control2), control2: place(0, after.control1))
        }
    }
}

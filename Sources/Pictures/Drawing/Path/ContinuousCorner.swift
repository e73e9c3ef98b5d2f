import Glibc
import SubdialLayout

/// A corner at the origin between the positive axes with continuous curvature.
///
/// The middle is an arc of the circle of a plain corner with the same radius. On either side, a cubic curve connects the straight
/// side (curvature 0) with the arc (curvature 1/radius). Let φ be the angle between the side and the tangent at the end of the arc, and
/// t = tan(φ/2):
/// - The tangent meets the side at r(1 - t) from the corner: this is the second control point.
/// - The first control point must be on the side too, as otherwise the curvature would not begin at 0.
/// - The curvature of a cubic at its end is 2/3 of the first control point's distance from the end's tangent over the square of the
///   last handle, r·t. Equating it with 1/r gives 3/4·r·t(1 + t²) from the first control point to the second.
/// - The curve begins at twice that distance before its first control point.
/// The total length of the corner along the side is r(1 + 5/4·t + 9/4·t³), which equals r(1 + smoothing); t follows from it.
struct ContinuousCorner {
    /// The extent of an unconstrained corner beyond its circle, as a fraction of the radius; similar to that of iOS.
    static let smoothing = 0.528665
    /// The length along a side that a corner takes, as a multiple of its radius.
    static let reach = 1 + smoothing

    private let radius: Double
    private let tangentX: Double
    private let tangentY: Double

    init(radius: Double, smoothingX: Double, smoothingY: Double) {
        self.radius = radius
        tangentX = Self.tangent(smoothing: smoothingX)
        tangentY = Self.tangent(smoothing: smoothingY)
    }

    /// Adds the corner to a path, from the x axis to the y axis, or in reverse if `swapped`.
    func add(to path: inout Path, swapped: Bool, transform: (Point) -> Point) {
        let first = swapped ? tangentY : tangentX
        let second = swapped ? tangentX : tangentY
        func place(_ along: Double, _ away: Double) -> Point {
            let point = Point(along * radius, away * radius)
            return transform(swapped ? Point(point.y, point.x) : point)
        }

        let approach = Self.approach(first)
        let departure = Self.approach(second)
        if path.isEmpty {
            path.move(to: place(approach.start, 0))
        } else {
            path.line(to: place(approach.start, 0))
        }
        let begin = 2 * atan(first)
        let end = .pi / 2 - 2 * atan(second)
        if first > 0 {
            path.curve(place(approach.control1, 0), place(approach.control2, 0), to: place(1 - sin(begin), 1 - cos(begin)))
        }
        // In these axes, the circle's centre is at (1, 1), and the arc runs from vertically above or below it to beside it.
        path.addArcCurves(from: .pi / 2 + begin, sweep: end - begin) { place(1 + $0.x, 1 - $0.y) }
        if second > 0 {
            path.curve(place(0, departure.control2), place(0, departure.control1), to: place(0, departure.start))
        }
    }

    /// The distances from the corner, in radii, of the curve's start and its two control points on the side.
    private static func approach(_ t: Double) -> (start: Double, control1: Double, control2: Double) {
        let control2 = 1 - t
        let step = 0.75 * t * (1 + t * t)
        return (control2 + 3 * step, control2 + step, control2)
    }

    /// Solves 5/4·t + 9/4·t³ = smoothing by Newton's method, which converges as the function is increasing and convex.
    private static func tangent(smoothing: Double) -> Double {
        guard smoothing > 0.001 else { return 0 }
        var t = smoothing / 1.25
        for _ in 0..<8 {
            t -= (1.25 * t + 2.25 * t * t * t - smoothing) / (1.25 + 6.75 * t * t)
        }
        return t
    }
}

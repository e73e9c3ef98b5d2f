#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A corner at the origin between the positive axes, its curvature continuous from one side to the other.
///
/// The middle is an arc of the circle that a plain corner of the same radius has. On either side of it a cubic curve leads from the
/// straight side (curvature 0) to the arc (curvature 1/radius). Let the arc end where its tangent makes the angle φ with the side, and
/// t = tan(φ/2):
/// - the tangent meets the side at r(1 - t) from the corner: there lies the second control point;
/// - the first must lie on the side too, or the curvature would not begin at 0;
/// - the curvature of a cubic at its end is 2/3 of the first control point's distance from the end's tangent over the square of the
///   last handle, r·t; put equal to 1/r, that gives 3/4·r·t(1 + t²) from the first control point to the second;
/// - the curve begins at twice that distance before its first control point.
/// In all the corner reaches r(1 + 5/4·t + 9/4·t³) along the side: 1 + smoothing, from which t follows.
struct ContinuousCorner {
    /// How much of its radius a free corner reaches beyond the circle's: about what iOS draws.
    static let smoothing = 0.528665
    /// The length of a side that a corner takes, as a multiple of its radius.
    static let reach = 1 + smoothing

    private let radius: Double
    private let tangentX: Double
    private let tangentY: Double

    init(radius: Double, smoothingX: Double, smoothingY: Double) {
        self.radius = radius
        tangentX = Self.tangent(smoothing: smoothingX)
        tangentY = Self.tangent(smoothing: smoothingY)
    }

    /// Adds the corner, from the x axis to the y axis, or the other way when `swapped`, joined to what the path already has.
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
        // In these axes the circle's centre is at (1, 1), and the arc runs from straight above it, or below, to beside it.
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

    /// Solves 5/4·t + 9/4·t³ = smoothing by Newton's method; the function rises and curves upwards, so it always converges.
    private static func tangent(smoothing: Double) -> Double {
        guard smoothing > 0.001 else { return 0 }
        var t = smoothing / 1.25
        for _ in 0..<8 {
            t -= (1.25 * t + 2.25 * t * t * t - smoothing) / (1.25 + 6.75 * t * t)
        }
        return t
    }
}

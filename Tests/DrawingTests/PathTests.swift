import SubdialDrawing
import SubdialLayout
import Testing

@Suite struct PathTests {
    let rect = Rect(x: 10, y: 20, width: 100, height: 60)

    @Test func shapesFillTheirRectangle() {
        #expect(Path.rect(rect).bounds == rect)
        for path in [
            Path.ellipse(in: rect), .capsule(rect), .roundedRect(rect, radius: 12), .roundedRect(rect, radius: 12, corner: .circular),
        ] {
            #expect(isClose(path.bounds, rect), "\(path.bounds)")
        }
        #expect(isClose(Path.circle(center: Point(5, 6), radius: 3).bounds, Rect(x: 2, y: 3, width: 6, height: 6)))
        #expect(Path().bounds == .zero)
    }

    @Test func boundsLeaveControlPointsOut() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.curve(Point(0, 4), Point(4, 4), to: Point(4, 0))
        #expect(isClose(path.bounds, Rect(x: 0, y: 0, width: 4, height: 3)))
    }

    @Test func arcsRunClockwise() {
        let quarter = Path.arc(center: .zero, radius: 10, from: 0, to: 90)
        #expect(isClose(quarter.bounds, Rect(x: 0, y: 0, width: 10, height: 10)))
        let back = Path.arc(center: .zero, radius: 10, from: 0, to: -90)
        #expect(isClose(back.bounds, Rect(x: 0, y: -10, width: 10, height: 10)))
        #expect(Path.arc(center: .zero, radius: 10, from: 0, to: .nan).isEmpty)
    }

    @Test func arcsKeepTheirRadius() {
        let path = Path.arc(center: .zero, radius: 100, from: 17, to: 291)
        for point in sampled(path) {
            #expect(abs((point.x * point.x + point.y * point.y).squareRoot() - 100) < 0.0005)
        }
    }

    @Test func aContinuousCornerStaysNearTheCircleInside() {
        let square = Rect(x: 0, y: 0, width: 200, height: 200)
        let radius = 40.0
        let path = Path.roundedRect(square, radius: radius)
        var largest = 0.0
        for point in sampled(path) where point.x < radius && point.y < radius {
            let distance = ((point.x - radius) * (point.x - radius) + (point.y - radius) * (point.y - radius)).squareRoot()
            // The curve leaves the side before the circle, is therefore inside it, and touches it around the diagonal.
            #expect(distance <= radius + 1e-6)
            largest = max(largest, radius - distance)
        }
        #expect(largest > 0.2 && largest < 1)
    }

    @Test func aContinuousCornerHasNoJumpInCurvature() {
        let path = Path.roundedRect(Rect(x: 0, y: 0, width: 200, height: 200), radius: 40)
        let curves = self.curves(path)
        #expect(curves.count == 12)
        for (before, after) in zip(curves, curves.dropFirst()) where before[3] == after[0] {
            #expect(abs(curvature(before[3], before[2], before[1]) + curvature(after[0], after[1], after[2])) < 0.0004)
        }
        #expect(abs(curvature(curves[0][0], curves[0][1], curves[0][2])) < 1e-9)
    }

    @Test(arguments: [0, 5, 15, 19.9, 20, 25, 29, 30, 31, 1000])
    func cornersNeverCrossEachOther(radius: Double) {
        let wide = Rect(x: 0, y: 0, width: 100, height: 60)
        let path = Path.roundedRect(wide, radius: radius)
        #expect(isClose(path.bounds, wide))
        // Clockwise, the outline never turns to the left.
        for (a, b) in zip(sampled(path), sampled(path).dropFirst()) {
            let cross = (a.x - 50) * (b.y - 30) - (a.y - 30) * (b.x - 50)
            #expect(cross >= -1e-9)
        }
    }

    @Test func aCornerOfHalfTheSideIsACapsule() {
        #expect(Path.roundedRect(rect, radius: 30, corner: .circular) == .capsule(rect))
        #expect(Path.roundedRect(Rect(x: 0, y: 0, width: 40, height: 40), radius: 20) == .capsule(Rect(x: 0, y: 0, width: 40, height: 40)))
        #expect(Path.roundedRect(rect, radius: 0) == .rect(rect))
    }

    @Test func transforms() {
        #expect(Path.rect(rect).translated(x: 1, y: -1).bounds == Rect(x: 11, y: 19, width: 100, height: 60))
        #expect(Path.rect(rect).scaled(by: 2).bounds == Rect(x: 20, y: 40, width: 200, height: 120))
        let fitted = Path.rect(rect).fitted(from: rect, into: Rect(x: 0, y: 0, width: 50, height: 50))
        #expect(fitted.bounds == Rect(x: 0, y: 10, width: 50, height: 30))
    }

    private func isClose(_ a: Rect, _ b: Rect) -> Bool {
        abs(a.minX - b.minX) < 0.001 && abs(a.minY - b.minY) < 0.001 && abs(a.maxX - b.maxX) < 0.001 && abs(a.maxY - b.maxY) < 0.001
    }

    /// Returns the curves with their start, as four points each.
    private func curves(_ path: Path) -> [[Point]] {
        var curves: [[Point]] = []
        var current = Point.zero
        for element in path.elements {
            switch element {
            case .move(let point), .line(let point): current = point
            case .curve(let a, let b, let point):
                curves.append([current, a, b, point])
                current = point
            case .close: break
            }
        }
        return curves
    }

    private func sampled(_ path: Path) -> [Point] {
        curves(path).flatMap { curve in
            (0...16).map { step in
                let t = Double(step) / 16
                let weights = [(1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t]
                return Point(
                    zip(curve, weights).reduce(0) { $0 + $1.0.x * $1.1 },
                    zip(curve, weights).reduce(0) { $0 + $1.0.y * $1.1 }
                )
            }
        }
    }

    /// Returns the signed curvature at the start of a cubic.
    private func curvature(_ end: Point, _ handle: Point, _ next: Point) -> Double {
        let (dx, dy) = (handle.x - end.x, handle.y - end.y)
        let cross = dx * (next.y - handle.y) - dy * (next.x - handle.x)
        let length = (dx * dx + dy * dy).squareRoot()
        return 2.0 / 3 * cross / (length * length * length)
    }
}

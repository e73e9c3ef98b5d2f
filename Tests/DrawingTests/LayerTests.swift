import SubdialDrawing
import SubdialLayout
import Testing

/// Tests of trimmed outlines, changed colours and projections, by geometry and the W3C's filter effects.
@Suite struct LayerTests {
    private func changed(_ color: Color, _ matrix: ColorMatrix) -> Color? {
        Bitmap(width: 1, height: 1, color: color).changed(by: matrix).color(x: 0, y: 0)
    }

    /// Half of a square of side 10, from its second corner to its fourth.
    @Test func aTrimFollowsTheLength() {
        let square = SubdialDrawing.Path.rect(Rect(0, 0, 10, 10))
        let half = square.trimmed(from: 0.25, to: 0.75)
        #expect(half.elements == [.move(Point(10, 0)), .line(Point(10, 10)), .line(Point(0, 10))])
        #expect(square.trimmed(from: 0, to: 1) == square)
        #expect(square.trimmed(from: 0.6, to: 0.4).isEmpty)
        #expect(square.trimmed(from: -1, to: .nan) == square)
    }

    /// A circle begins at the right and runs clockwise: a quarter of it ends at the bottom.
    @Test func aTrimmedCircleIsAnArc() throws {
        let quarter = SubdialDrawing.Path.circle(center: .zero, radius: 10).trimmed(from: 0, to: 0.25)
        guard case .curve(_, _, let end)? = quarter.elements.last else { return #expect(Bool(false)) }
        #expect(abs(end.x) < 0.01 && abs(end.y - 10) < 0.01)
    }

    @Test func cornersOfDifferentRadii() {
        let path = SubdialDrawing.Path.unevenRoundedRect(
            Rect(0, 0, 100, 100), topLeft: 0, topRight: 20, bottomRight: 0, bottomLeft: 0, corner: .circular)
        #expect(path.bounds == Rect(0, 0, 100, 100))
        #expect(path.elements.first == .move(.zero))
        #expect(path.elements.filter { if case .curve = $0 { true } else { false } }.count == 2)
    }

    @Test func coloursChangeByTheirMatrix() throws {
        let color = Color(red: 0.2, green: 0.4, blue: 0.6)
        let brighter = try #require(changed(color, .brightness(0.2)))
        #expect(abs(brighter.red - 0.4) < 0.01 && abs(brighter.blue - 0.8) < 0.01)
        let inverse = try #require(changed(color, .invert))
        #expect(abs(inverse.red - 0.8) < 0.01 && abs(inverse.green - 0.6) < 0.01)
        let flat = try #require(changed(color, .contrast(0)))
        #expect(abs(flat.red - 0.5) < 0.01 && abs(flat.blue - 0.5) < 0.01)
        // 0.213, 0.715 and 0.072 are the weights of `saturate` and `hueRotate` in the W3C's Filter Effects.
        let gray = try #require(changed(color, .saturation(0)))
        #expect(abs(gray.red - (0.213 * 0.2 + 0.715 * 0.4 + 0.072 * 0.6)) < 0.01 && gray.red == gray.blue)
        let turned = try #require(changed(color, .hueRotation(degrees: 360)))
        #expect(abs(turned.red - 0.2) < 0.01 && abs(turned.blue - 0.6) < 0.01)
        #expect(changed(.clear, .brightness(1)) == .clear)
        _ = changed(color, .contrast(.infinity))
    }

    /// The maximum of 0 and the sum less white, as Core Graphics documents it.
    @Test func plusDarkerAddsDarkness() throws {
        var below = Bitmap(width: 1, height: 1, color: Color(red: 0.8, green: 0.4, blue: 1))
        below.addDarker(Bitmap(width: 1, height: 1, color: Color(red: 0.6, green: 0.4, blue: 1)))
        let color = try #require(below.color(x: 0, y: 0))
        #expect(abs(color.red - 0.4) < 0.01 && color.green == 0 && color.blue == 1)
    }

    /// A rotation around z is that of the plane; around x, the lower half of the picture comes nearer.
    @Test func planesTurnInSpace() throws {
        let flat = try #require(Projection(degrees: 90, axis: (0, 0, 1), anchor: .zero, anchorZ: 0, eye: 0.01))
        let point = try #require(flat(Point(10, 0)))
        #expect(abs(point.x) < 1e-9 && abs(point.y - 10) < 1e-9)
        let tilted = try #require(Projection(degrees: 45, axis: (1, 0, 0), anchor: .zero, anchorZ: 0, eye: 0.01))
        let (upper, lower) = (try #require(tilted(Point(10, -10))), try #require(tilted(Point(10, 10))))
        #expect(lower.x > 10 && upper.x < 10)
        #expect(Projection(degrees: 45, axis: (0, 0, 0), anchor: .zero, anchorZ: 0, eye: 0) == nil)
    }
}

import Foundation
import SubdialCoreGraphics
import Testing

@testable import SubdialSwiftUI

@Suite("Path")
struct PathTests {
    private let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))

    @Test("The description is read again")
    func description() {
        let path = Path {
            $0.move(to: CGPoint(x: 1, y: 2.5))
            $0.addLine(to: CGPoint(x: 3, y: 4))
            $0.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
            $0.addCurve(to: CGPoint(x: 1, y: 1), control1: CGPoint(x: 2, y: 2), control2: CGPoint(x: 3, y: 3))
            $0.closeSubpath()
        }
        #expect(path.description == "1 2.5 m 3 4 l 7 8 5 6 q 2 2 3 3 1 1 c h")
        #expect(Path(path.description) == path)
    }

    @Test("A text that is no path", arguments: ["1 m", "1 2 x", "1 2 m 3", "nan 1 m", "1 2 3 4 5 6 7 m"])
    func malformed(_ text: String) { #expect(Path(text) == nil) }

    @Test("The bounds are those of the curves, not of their control points")
    func bounds() {
        let path = Path {
            $0.move(to: .zero)
            $0.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
        }
        #expect(path.boundingRect == CGRect(x: 0, y: 0, width: 10, height: 5))
        #expect(Path().boundingRect.isNull)
        let circle = Path(ellipseIn: CGRect(x: 1, y: 2, width: 8, height: 6)).boundingRect
        #expect(abs(circle.minX - 1) < 1e-6 && abs(circle.maxX - 9) < 1e-6 && abs(circle.minY - 2) < 1e-6 && abs(circle.maxY - 8) < 1e-6)
    }

    @Test("An arc goes with the clock unless it is called clockwise, as y points down")
    func arcs() {
        func end(_ clockwise: Bool, _ angle: Double) -> CGRect {
            Path {
                $0.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(angle), clockwise: clockwise)
            }.boundingRect
        }
        // From the right to the bottom; the other way, over the top.
        #expect(abs(end(false, 90).minY) < 1e-6 && abs(end(false, 90).maxY - 10) < 1e-6)
        #expect(abs(end(true, 90).minY + 10) < 1e-6 && abs(end(true, 90).minX + 10) < 0.01)
        #expect(abs(end(false, 360).minX + 10) < 0.01)
    }

    // Apple on Path.addArc: a line leads to the arc only from a subpath that is not closed.
    @Test("An arc after a closed part begins a new one")
    func arcAfterClosed() {
        let path = Path {
            $0.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
            $0.addArc(center: CGPoint(x: 10, y: 10), radius: 2, startAngle: .zero, endAngle: .degrees(90), clockwise: false)
        }
        #expect(path.description.contains("h 12 10 m"))
    }

    @Test("A rounded corner by its tangents")
    func tangents() {
        let path = Path {
            $0.move(to: .zero)
            $0.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
        }
        let end = path.currentPoint ?? .zero
        #expect(abs(end.x - 10) < 1e-9 && abs(end.y - 4) < 1e-9)
        #expect(path.boundingRect.maxX <= 10 + 1e-6)
    }

    @Test("The inside by both rules")
    func inside() {
        var path = square
        path.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
        #expect(path.contains(CGPoint(x: 3, y: 3)))
        #expect(!path.contains(CGPoint(x: 3, y: 3), eoFill: true))
        #expect(path.contains(CGPoint(x: 8, y: 8), eoFill: true))
        #expect(!path.contains(CGPoint(x: 12, y: 5)))
    }

    @Test("A part of the length")
    func trim() {
        #expect(square.trimmedPath(from: 0, to: 0.375).description == "0 0 m 10 0 l 10 5 l")
        #expect(square.trimmedPath(from: 0.625, to: 1).description == "5 10 m 0 10 l 0 0 l")
        #expect(square.trimmedPath(from: 0, to: 1) == square)
        #expect(square.trimmedPath(from: 0.6, to: 0.4).isEmpty)
        let quarter = Path(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20)).trimmedPath(from: 0, to: 0.25)
        // A circle begins at 3 o'clock, and goes with the clock.
        let end = quarter.currentPoint ?? .zero
        #expect(abs(end.x) < 1e-3 && abs(end.y - 10) < 1e-3)
    }

    @Test("The outline of a line")
    func stroke() {
        let line = Path("0 0 m 10 0 l") ?? Path()
        #expect(line.strokedPath(StrokeStyle(lineWidth: 4)).boundingRect == CGRect(x: 0, y: -2, width: 10, height: 4))
        #expect(line.strokedPath(StrokeStyle(lineWidth: 4, lineCap: .square)).boundingRect == CGRect(x: -2, y: -2, width: 14, height: 4))
        let dashed = line.strokedPath(StrokeStyle(lineWidth: 2, dash: [3, 1]))
        #expect(dashed.contains(CGPoint(x: 2, y: 0)) && !dashed.contains(CGPoint(x: 3.5, y: 0)) && dashed.contains(CGPoint(x: 5, y: 0)))
        let corner = (Path("0 0 m 10 0 l 10 10 l") ?? Path()).strokedPath(StrokeStyle(lineWidth: 4))
        #expect(corner.contains(CGPoint(x: 11.9, y: -1.9)))
        let bevel = (Path("0 0 m 10 0 l 10 10 l") ?? Path()).strokedPath(StrokeStyle(lineWidth: 4, lineJoin: .bevel))
        #expect(!bevel.contains(CGPoint(x: 11.9, y: -1.9)))
        #expect(square.strokedPath(StrokeStyle(lineWidth: 2)).contains(CGPoint(x: -0.9, y: -0.9)))
    }

    @Test("A continuous corner takes 1.528665 radii of each side, if there is room")
    func continuousCorner() {
        // The length is that of iOS's corners, as measured by others.
        let path = Path(roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100), cornerRadius: 20)
        var first: CGPoint?
        path.forEach { if case .move(let point) = $0 { first = point } }
        #expect(abs((first?.x ?? 0) - 20 * 1.528665) < 1e-3)
        let bounds = path.boundingRect
        #expect(abs(bounds.width - 100) < 1e-9 && abs(bounds.height - 100) < 1e-9)
        // The middle of the corner is on the circle.
        let middle = 20 - 20 * 0.5.squareRoot()
        #expect(path.contains(CGPoint(x: middle + 0.01, y: middle + 0.01)) && !path.contains(CGPoint(x: middle - 0.01, y: middle - 0.01)))
    }

    @Test("A point that is no number adds nothing")
    func hostile() {
        let path = Path {
            $0.move(to: CGPoint(x: CGFloat.nan, y: 0))
            $0.addLine(to: CGPoint(x: CGFloat.infinity, y: 0))
            $0.addArc(center: .zero, radius: .infinity, startAngle: .zero, endAngle: .degrees(.nan), clockwise: false)
            $0.closeSubpath()
        }
        #expect(path.isEmpty)
        #expect(Path(CGRect.null).isEmpty)
    }

    // MARK: Combinations

    @Test(
        "The union, intersection and differences of paths have the areas of sets",
        arguments: [
            ("union", 175.0), ("intersection", 25), ("subtracting", 75), ("symmetricDifference", 150),
        ])
    func combinations(_ name: String, _ area: Double) {
        let other = Path(CGRect(x: 5, y: 5, width: 10, height: 10))
        #expect(abs(Self.area(Self.combined(square, other, name, false)) - area) < 1e-6)
    }

    @Test("A point is in a combination if the rule of sets has it", arguments: [false, true])
    func pointsOfCombinations(_ isEvenOdd: Bool) {
        let star = Path {
            $0.addLines([CGPoint(x: 10, y: 0), CGPoint(x: 16, y: 19), CGPoint(x: 0, y: 7), CGPoint(x: 20, y: 7), CGPoint(x: 4, y: 19)])
            $0.closeSubpath()
        }
        let disc = Path(ellipseIn: CGRect(x: 3, y: 3, width: 14, height: 14))
        for name in ["union", "intersection", "subtracting", "symmetricDifference"] {
            let result = Self.combined(star, disc, name, isEvenOdd)
            for row in 0..<40 {
                for column in 0..<40 {
                    let point = CGPoint(x: Double(column) / 2 + 0.237, y: Double(row) / 2 + 0.163)
                    let (first, second) = (star.contains(point, eoFill: isEvenOdd), disc.contains(point, eoFill: isEvenOdd))
                    let expected =
                        switch name {
                        case "union": first || second
                        case "intersection": first && second
                        case "subtracting": first && !second
                        default: first != second
                        }
                    #expect(result.contains(point) == expected, "\(name) at \(point)")
                }
            }
        }
    }

    @Test("A line is cut at the edge of a path")
    func cutLines() {
        let line = Path {
            $0.move(to: CGPoint(x: -5, y: 5))
            $0.addLine(to: CGPoint(x: 15, y: 5))
        }
        #expect(line.lineIntersection(square).description == "0 5 m 10 5 l")
        #expect(line.lineSubtraction(square).description == "-5 5 m 0 5 l 10 5 m 15 5 l")
    }

    private static func combined(_ path: Path, _ other: Path, _ name: String, _ isEvenOdd: Bool) -> Path {
        switch name {
        case "union": path.union(other, eoFill: isEvenOdd)
        case "intersection": path.intersection(other, eoFill: isEvenOdd)
        case "subtracting": path.subtracting(other, eoFill: isEvenOdd)
        default: path.symmetricDifference(other, eoFill: isEvenOdd)
        }
    }

    /// The area of a path of lines.
    private static func area(_ path: Path) -> Double {
        var (sum, start, last) = (0.0, CGPoint.zero, CGPoint.zero)
        func add(_ point: CGPoint) {
            sum += Double(last.x * point.y - point.x * last.y) / 2
            last = point
        }
        path.forEach { element in
            switch element {
            case .move(let point): (start, last) = (point, point)
            case .line(let point), .quadCurve(let point, _), .curve(let point, _, _): add(point)
            case .closeSubpath: add(start)
            }
        }
        return sum
    }
}

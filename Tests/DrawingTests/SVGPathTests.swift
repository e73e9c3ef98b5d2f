import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialTestSupport
import Testing

@Suite struct SVGPathTests {
    /// Returns a path as text: one letter and rounded numbers for each element.
    private func trace(_ path: Path) -> String {
        func text(_ point: Point) -> String { "\(rounded(point.x)),\(rounded(point.y))" }
        return path.elements.map { element in
            switch element {
            case .move(let point): "M\(text(point))"
            case .line(let point): "L\(text(point))"
            case .curve(let a, let b, let point): "C\(text(a)) \(text(b)) \(text(point))"
            case .close: "Z"
            }
        }.joined(separator: " ")
    }

    private func rounded(_ value: Double) -> String {
        let value = (value * 100).rounded() / 100
        return value == value.rounded() ? "\(Int(saturating: value))" : "\(value)"
    }

    @Test(arguments: [
        ("", ""),
        (" \n\t", ""),
        ("M1 2", "M1,2"),
        ("m1 2", "M1,2"),
        ("M1,2L3,4", "M1,2 L3,4"),
        ("M1 2l3 4", "M1,2 L4,6"),
        // Further coordinate pairs after a move are lines, absolute or relative like the move.
        ("M1 2 3 4 5 6", "M1,2 L3,4 L5,6"),
        ("m1 2 3 4 5 6", "M1,2 L4,6 L9,12"),
        ("M1 2H5", "M1,2 L5,2"),
        ("M1 2h5 5", "M1,2 L6,2 L11,2"),
        ("M1 2V5", "M1,2 L1,5"),
        ("M1 2v5-1", "M1,2 L1,7 L1,6"),
        ("M0 0C1 2 3 4 5 6", "M0,0 C1,2 3,4 5,6"),
        ("M1 1c1 2 3 4 5 6 1 1 2 2 3 3", "M1,1 C2,3 4,5 6,7 C7,8 8,9 9,10"),
        // S reflects the last control point of a cubic, or otherwise begins at the current point.
        ("M0 0C1 2 3 4 5 6S8 9 10 11", "M0,0 C1,2 3,4 5,6 C7,8 8,9 10,11"),
        ("M1 1S2 3 4 5", "M1,1 C1,1 2,3 4,5"),
        ("M1 1s2 3 4 5", "M1,1 C1,1 3,4 5,6"),
        ("M0 0C1 2 3 4 5 6L0 0S1 1 2 2", "M0,0 C1,2 3,4 5,6 L0,0 C0,0 1,1 2,2"),
        ("M0 0Q3 3 6 0", "M0,0 C2,2 4,2 6,0"),
        ("M1 1q3 3 6 0", "M1,1 C3,3 5,3 7,1"),
        // T reflects the last control point of a quadratic.
        ("M0 0Q3 3 6 0T12 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
        ("M0 0Q3 3 6 0t6 0 6 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0 C14,2 16,2 18,0"),
        ("M0 0T3 3", "M0,0 C0,0 1,1 3,3"),
        ("M0 0C1 2 3 4 5 6T6 6", "M0,0 C1,2 3,4 5,6 C5,6 5.33,6 6,6"),
        ("M0 0L1 0Z", "M0,0 L1,0 Z"),
        ("M0 0L1 0z m2 2 l1 1", "M0,0 L1,0 Z M2,2 L3,3"),
        // After a close, drawing continues at the start of the closed outline.
        ("M5 5L6 5zL9 9", "M5,5 L6,5 Z M5,5 L9,9"),
        // Numbers as shortened by tools.
        ("M.5.5-.5-.5", "M0.5,0.5 L-0.5,-0.5"),
        ("M1e1-1E0", "M10,-1"),
        ("M+1+2", "M1,2"),
        ("M1.,2.", "M1,2"),
        ("M 1 , 2 , 3 , 4", "M1,2 L3,4"),
        // Arcs: equal end points, a zero radius, and a semicircle with adjacent flags.
        ("M1 1A5 5 0 0 0 1 1", "M1,1"),
        ("M1 1A0 5 0 0 0 4 4", "M1,1 L4,4"),
        (
            "M0 0a5 5 0 0110 0",
            "M0,0 C0,-1.33 0.53,-2.6 1.46,-3.54 C2.4,-4.47 3.67,-5 5,-5 C6.33,-5 7.6,-4.47 8.54,-3.54 C9.47,-2.6 10,-1.33 10,0"
        ),
    ])
    func reads(data: String, expected: String) throws {
        #expect(trace(try Path(svg: data)) == expected)
    }

    @Test(arguments: [
        ("M0 0A5 5 0 0 1 10 0", Rect(x: 0, y: -5, width: 10, height: 5)),
        ("M0 0A5 5 0 0 0 10 0", Rect(x: 0, y: 0, width: 10, height: 5)),
        // Radii that are too small are scaled up.
        ("M0 0A1 1 0 0 1 10 0", Rect(x: 0, y: -5, width: 10, height: 5)),
        ("M0 0A-5 5 0 0 1 10 0", Rect(x: 0, y: -5, width: 10, height: 5)),
        ("M0 5A5 5 0 1 1 5 10", Rect(x: 0, y: 0, width: 10, height: 10)),
        ("M0 5A5 5 0 0 0 5 10", Rect(x: 0, y: 5, width: 5, height: 5)),
        ("M0 0A10 5 90 0 1 10 0", Rect(x: 0, y: -10, width: 10, height: 10)),
    ])
    func drawsArcs(data: String, bounds: Rect) throws {
        let path = try Path(svg: data)
        #expect(abs(path.bounds.minX - bounds.minX) < 0.001 && abs(path.bounds.maxX - bounds.maxX) < 0.001, "\(path.bounds)")
        #expect(abs(path.bounds.minY - bounds.minY) < 0.001 && abs(path.bounds.maxY - bounds.maxY) < 0.001, "\(path.bounds)")
    }

    @Test(arguments: [
        ("L1 2", PathError.missingMove(offset: 0)),
        ("  z", .missingMove(offset: 2)),
        ("1 2", .unknownCommand("1", offset: 0)),
        ("M1 2X3", .unknownCommand("X", offset: 4)),
        ("M1 2é", .unknownCommand("é", offset: 4)),
        ("M1 2Z3", .unknownCommand("3", offset: 5)),
        ("M", .expectedNumber(command: "M", offset: 1)),
        ("M1", .expectedNumber(command: "M", offset: 2)),
        ("M1 x", .expectedNumber(command: "M", offset: 3)),
        ("M,1 2", .expectedNumber(command: "M", offset: 1)),
        ("M1,,2", .expectedNumber(command: "M", offset: 3)),
        ("M1 2,", .expectedNumber(command: "L", offset: 5)),
        ("M1 2L3", .expectedNumber(command: "L", offset: 6)),
        ("M1 2 3", .expectedNumber(command: "L", offset: 6)),
        ("M1 .", .expectedNumber(command: "M", offset: 3)),
        ("M1 -", .expectedNumber(command: "M", offset: 3)),
        ("M1 1e400", .numberOutOfRange(offset: 3)),
        ("M0 0A1 1 0 2 0 5 5", .expectedFlag(offset: 11)),
        ("M0 0A1 1 0 0", .expectedFlag(offset: 12)),
    ])
    func saysWhereTheFaultIs(data: String, error: PathError) {
        #expect(throws: error) { try Path(svg: data) }
        #expect(error.description.contains("\(error.offset)"))
    }

    @Test func readsAnythingWithoutFailingBadly() {
        var generator = SplitMix64(seed: 1)
        let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ")
        for _ in 0..<3000 {
            let data = "M0 0" + String((0..<24).map { _ in alphabet.randomElement(using: &generator) ?? " " })
            guard let path = try? Path(svg: data) else { continue }  // lint: skips
            #expect(path.bounds.width.isFinite && path.bounds.height.isFinite)
        }
    }
}

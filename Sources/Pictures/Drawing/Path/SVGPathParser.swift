import SubdialLayout

/// Parses the commands of SVG path data.
struct SVGPathParser {
    private var scanner: SVGPathScanner
    private var path = Path()
    private var current = Point.zero
    private var start = Point.zero
    /// The control point that a following S (cubic) or T (quadratic) reflects.
    private var lastCubicControl: Point?
    private var lastQuadraticControl: Point?
    /// True after a Z: a drawing command then begins a new outline at the start of the closed one.
    private var isClosed = false

    init(_ text: String) {
        scanner = SVGPathScanner(text)
    }

    mutating func parse() throws(PathError) -> Path {
        scanner.skipSpace()
        guard let first = scanner.peek else { return path }
        guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
            guard scanner.isAtCommand else { throw scanner.unknownCommand }
            throw .missingMove(offset: scanner.characterOffset)
        }
        while scanner.peek != nil {
            guard scanner.isAtCommand, let command = scanner.next() else { throw scanner.unknownCommand }
            try segments(of: command)
            scanner.skipSpace()
        }
        return path
    }

    /// Parses the arguments of a command, including repetitions.
    private mutating func segments(of command: UInt8) throws(PathError) {
        var command = command
        guard command != UInt8(ascii: "Z"), command != UInt8(ascii: "z") else {
            path.close()
            current = start
            isClosed = true
            (lastCubicControl, lastQuadraticControl) = (nil, nil)
            return
        }
        repeat {
            try segment(command)
            // Further coordinate pairs after a move are lines.
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        } while try scanner.skipToFurtherArguments(of: command)
    }

    private mutating func segment(_ command: UInt8) throws(PathError) {
        let letter = command & ~0x20
        let origin = command == letter ? Point.zero : current
        let (cubic, quadratic) = (lastCubicControl, lastQuadraticControl)
        (lastCubicControl, lastQuadraticControl) = (nil, nil)

        switch letter {
        case UInt8(ascii: "M"):
            current = try point(command, origin)
            start = current
            isClosed = false
            path.move(to: current)
        case UInt8(ascii: "L"):
            line(to: try point(command, origin))
        case UInt8(ascii: "H"):
            line(to: Point(try scanner.number(command) + origin.x, current.y))
        case UInt8(ascii: "V"):
            line(to: Point(current.x, try scanner.number(command) + origin.y))
        case UInt8(ascii: "C"):
            let control = try point(command, origin)
            curve(control, try point(command, origin), to: try point(command, origin))
        case UInt8(ascii: "S"):
            let control = mirrored(cubic)
            curve(control, try point(command, origin), to: try point(command, origin))
        case UInt8(ascii: "Q"):
            quadraticCurve(try point(command, origin), to: try point(command, origin))
        case UInt8(ascii: "T"):
            quadraticCurve(mirrored(quadratic), to: try point(command, origin))
        default:
            try arc(command, origin)
        }
    }

    private mutating func point(_ command: UInt8, _ origin: Point) throws(PathError) -> Point {
        let x = try scanner.number(command)
        let y = try scanner.number(command)
        return Point(x, y) + origin
    }

    private func mirrored(_ control: Point?) -> Point {
        guard let control else { return current }
        return current + (current - control)
    }

    private mutating func beginIfClosed() {
        guard isClosed else { return }
        isClosed = false
        path.move(to: current)
    }

    private mutating func line(to point: Point) {
        beginIfClosed()
        path.line(to: point)
        current = point
    }

    private mutating func curve(_ control1: Point, _ control2: Point, to point: Point) {
        beginIfClosed()
        path.curve(control1, control2, to: point)
        lastCubicControl = control2
        current = point
    }

    private mutating func quadraticCurve(_ control: Point, to point: Point) {
        let from = current
        curve(from + (control - from) * (2 / 3), point + (control - point) * (2 / 3), to: point)
        (lastCubicControl, lastQuadraticControl) = (nil, control)
    }

    private mutating func arc(_ command: UInt8, _ origin: Point) throws(PathError) {
        let radii = Point(abs(try scanner.number(command)), abs(try scanner.number(command)))
        let rotation = try scanner.number(command)
        let isLarge = try scanner.flag()
        let isClockwise = try scanner.flag()
        let end = try point(command, origin)
        beginIfClosed()
        path.addEllipticalArc(
            from: current,
            to: end,
            radii: radii,
            rotation: rotation,
            isLarge: isLarge,
            isClockwise: isClockwise
        )
        current = end
    }
}

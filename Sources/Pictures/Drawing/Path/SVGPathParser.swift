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

/// Scans SVG path data: commands, numbers, flags and separators.
struct SVGPathScanner {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// The next byte, without consuming it.
    fileprivate var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The offset of the next byte, in characters.
    fileprivate var characterOffset: Int {
        let index = text.utf8.index(text.startIndex, offsetBy: position)
        return text.distance(from: text.startIndex, to: index)
    }

    /// True if the next byte is a command letter.
    fileprivate var isAtCommand: Bool {
        guard let peek else { return false }
        return "MmLlHhVvCcSsQqTtAaZz".utf8.contains(peek)
    }

    /// The error for a character that is not a command.
    fileprivate var unknownCommand: PathError {
        let index = text.utf8.index(text.startIndex, offsetBy: min(position, bytes.count))
        let character = index < text.endIndex ? text[index] : " "
        return .unknownCommand(character, offset: characterOffset)
    }

    /// Consumes the next byte.
    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    fileprivate mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B { position += 1 }
    }

    /// Skips whitespace and at most one comma; returns true if there was a comma.
    @discardableResult
    private mutating func skipSeparator() -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: ",") else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Skips the separator before further arguments of the same command; returns true if there are any.
    fileprivate mutating func skipToFurtherArguments(of command: UInt8) throws(PathError) -> Bool {
        let hasComma = skipSeparator()
        if isAtNumber { return true }
        guard !hasComma else { throw expectedNumber(command) }
        return false
    }

    private var isAtNumber: Bool {
        guard let peek else { return false }
        return isDigit(peek) || peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") || peek == UInt8(ascii: ".")
    }

    /// Scans a number, which may directly follow another one (`1-2`, `1.5.5`).
    fileprivate mutating func number(_ command: UInt8) throws(PathError) -> Double {
        skipSpace()
        if isAtArgumentComma { skipSeparator() }
        let begin = position
        if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
        var digits = skipDigits()
        if peek == UInt8(ascii: ".") {
            position += 1
            digits += skipDigits()
        }
        guard digits > 0 else {
            position = begin
            throw expectedNumber(command)
        }
        skipExponent()
        let value = Double(String(decoding: bytes[begin..<position], as: UTF8.self)) ?? .infinity
        // Far beyond any drawable number, and small enough for sums and products.
        guard abs(value) <= 1e9 else {
            position = begin
            throw .numberOutOfRange(offset: characterOffset)
        }
        return value
    }

    /// Scans the flag of an arc: a single digit, which the next number may follow directly.
    fileprivate mutating func flag() throws(PathError) -> Bool {
        skipSeparator()
        guard let digit = peek, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
            throw .expectedFlag(offset: characterOffset)
        }
        position += 1
        return digit == UInt8(ascii: "1")
    }

    /// True at a comma between two arguments; a comma is not allowed between a command and its first argument.
    private var isAtArgumentComma: Bool {
        guard peek == UInt8(ascii: ",") else { return false }
        var before = position - 1
        while before >= 0, bytes[before] <= 0x20 { before -= 1 }
        return before >= 0 && (isDigit(bytes[before]) || bytes[before] == UInt8(ascii: "."))
    }

    private mutating func skipDigits() -> Int {
        let begin = position
        while let byte = peek, isDigit(byte) { position += 1 }
        return position - begin
    }

    private mutating func skipExponent() {
        guard peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else { return }
        let begin = position
        position += 1
        if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
        if skipDigits() == 0 { position = begin }
    }

    private func expectedNumber(_ command: UInt8) -> PathError {
        .expectedNumber(command: Character(UnicodeScalar(command)), offset: characterOffset)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// An error in SVG path data.
package enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The data do not begin with a move.
    case missingMove(offset: Int)
    /// A character that is not a command, where a command is required.
    case unknownCommand(Character, offset: Int)
    /// A missing number of a command.
    case expectedNumber(command: Character, offset: Int)
    /// A missing flag, `0` or `1`, of an arc.
    case expectedFlag(offset: Int)
    /// A number too large for drawing.
    case numberOutOfRange(offset: Int)

    /// The offset of the error, in characters.
    package var offset: Int {
        switch self {
        case .missingMove(let offset), .unknownCommand(_, let offset), .expectedNumber(_, let offset), .expectedFlag(let offset),
            .numberOutOfRange(let offset):
            offset
        }
    }

    /// The problem, its position and the expected content.
    package var description: String {
        switch self {
        case .missingMove(let offset):
            "path data must begin with M or m (character \(offset))"
        case .unknownCommand(let character, let offset):
            "“\(character)” at character \(offset) of the path data is no command: use M L H V C S Q T A Z, or their small letters"
        case .expectedNumber(let command, let offset):
            "the command \(command) needs a number at character \(offset) of the path data"
        case .expectedFlag(let offset):
            "an arc needs a flag, 0 or 1, at character \(offset) of the path data"
        case .numberOutOfRange(let offset):
            "the number at character \(offset) of the path data is out of range"
        }
    }
}

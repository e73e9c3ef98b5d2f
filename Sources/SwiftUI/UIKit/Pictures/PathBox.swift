internal import Foundation

/// A transform of an SVG's coordinates.
struct PathTransform: Hashable, Sendable {
    /// The six numbers of `matrix(a b c d e f)`.
    var numbers: [Double]

    static let identity = PathTransform(numbers: [1, 0, 0, 1, 0, 0])

    /// The transform of what has a transform of its own inside; functions other than these are left out.
    func followed(by text: String?) -> PathTransform {
        guard let text else { return self }
        var result = self
        for part in text.split(separator: ")") {
            let pieces = part.split(separator: "(")
            guard pieces.count == 2 else { continue }
            let values = PathNumbers(String(pieces[1])).all
            switch pieces[0].filter({ $0.isLetter }) {
            case "matrix" where values.count == 6: result = result.inner(values)
            case "translate" where !values.isEmpty: result = result.inner([1, 0, 0, 1, values[0], values.count > 1 ? values[1] : 0])
            case "scale" where !values.isEmpty: result = result.inner([values[0], 0, 0, values.count > 1 ? values[1] : values[0], 0, 0])
            default: break
            }
        }
        return result
    }

    private func inner(_ other: [Double]) -> PathTransform {
        let (m, n) = (numbers, other)
        return PathTransform(numbers: [
            m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
            m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
        ])
    }

    func point(_ x: Double, _ y: Double) -> (Double, Double) {
        (numbers[0] * x + numbers[2] * y + numbers[4], numbers[1] * x + numbers[3] * y + numbers[5])
    }
}

/// The numbers in a text of an SVG, with or without separators between them.
struct PathNumbers {
    let all: [Double]

    var first: Double? { all.first }

    init(_ text: String) {
        var scanner = PathScanner(text)
        var numbers: [Double] = []
        while !scanner.isAtEnd { if let number = scanner.number() { numbers.append(number) } else { scanner.skip() } }
        all = numbers
    }
}

/// Reads commands and numbers of path data.
struct PathScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func skip() { position += 1 }

    /// The letter of a command at the position.
    mutating func command() -> Character? {
        skipSpace()
        guard position < bytes.count, Self.isLetter(bytes[position]) else { return nil }
        defer { position += 1 }
        return Character(UnicodeScalar(bytes[position]))
    }

    /// One digit, as the flags of arcs are.
    mutating func flag() -> Double? {
        skipSpace()
        guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else { return nil }
        defer { position += 1 }
        return Double(bytes[position] - 0x30)
    }

    mutating func number() -> Double? {
        skipSpace()
        var end = position
        var hasPoint = false
        loop: while end < bytes.count {
            switch bytes[end] {
            case 0x30...0x39: break
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard end == position || bytes[end - 1] | 0x20 == UInt8(ascii: "e") else { break loop }
            case UInt8(ascii: "."):
                if hasPoint { break loop }
                hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                guard end > position else { break loop }
            default: break loop
            }
            end += 1
        }
        guard end > position, let value = Double(String(decoding: bytes[position..<end], as: UTF8.self)), value.isFinite else { return nil }
        position = end
        return value
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x2C || (0x09...0x0D).contains(bytes[position]) {
            position += 1
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// The rectangle around the points and control points of shapes, which is never smaller than the shapes.
struct PathBox: Hashable, Sendable {
    private(set) var left = Double.infinity
    private(set) var top = Double.infinity
    private(set) var right = -Double.infinity
    private(set) var bottom = -Double.infinity

    var isEmpty: Bool { left > right }

    /// Adds an element of an SVG.
    mutating func add(_ name: String, _ attributes: [String: String], _ transform: PathTransform) {
        func value(_ key: String) -> Double { attributes[key].flatMap { Double($0) } ?? 0 }
        switch name {
        case "path": add(attributes["d"] ?? "", transform)
        case "rect":
            add(value("x"), value("y"), transform)
            add(value("x") + value("width"), value("y") + value("height"), transform)
        case "circle", "ellipse":
            let (x, y) = name == "circle" ? (value("r"), value("r")) : (value("rx"), value("ry"))
            add(value("cx") - x, value("cy") - y, transform)
            add(value("cx") + x, value("cy") + y, transform)
        case "line":
            add(value("x1"), value("y1"), transform)
            add(value("x2"), value("y2"), transform)
        case "polygon", "polyline":
            let numbers = PathNumbers(attributes["points"] ?? "").all
            for index in stride(from: 0, to: numbers.count - 1, by: 2) { add(numbers[index], numbers[index + 1], transform) }
        default: break
        }
    }

    private mutating func add(_ x: Double, _ y: Double, _ transform: PathTransform) {
        let (x, y) = transform.point(x, y)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
    }

    /// Adds path data.
    private mutating func add(_ data: String, _ transform: PathTransform) {
        var scanner = PathScanner(data)
        var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
        var command: Character?
        while !scanner.isAtEnd {
            if let next = scanner.command() { command = next } else if command == nil || command == "Z" || command == "z" { return }
            guard let letter = command else { return }
            let isRelative = letter.isLowercase
            let (baseX, baseY) = isRelative ? (x, y) : (0, 0)
            switch letter.lowercased() {
            case "z": (x, y) = (startX, startY)
            case "h":
                guard let number = scanner.number() else { return }
                x = baseX + number
            case "v":
                guard let number = scanner.number() else { return }
                y = baseY + number
            case "a":
                // A half circle at most reaches its radii from the middle of its ends; longer arcs of symbols have two commands.
                guard let rx = scanner.number(), let ry = scanner.number(), scanner.number() != nil, scanner.flag() != nil,
                    scanner.flag() != nil,
                    let endX = scanner.number(), let endY = scanner.number()
                else { return }
                let (toX, toY) = (baseX + endX, baseY + endY)
                let (centerX, centerY) = ((x + toX) / 2, (y + toY) / 2)
                add(centerX - abs(rx), centerY - abs(ry), transform)
                add(centerX + abs(rx), centerY + abs(ry), transform)
                (x, y) = (toX, toY)
            default:
                let count = ["m": 1, "l": 1, "t": 1, "c": 3, "s": 2, "q": 2][letter.lowercased()]
                guard let count else { return }
                for _ in 0..<count {
                    guard let first = scanner.number(), let second = scanner.number() else { return }
                    (x, y) = (baseX + first, baseY + second)
                    add(x, y, transform)
                }
                if letter == "m" || letter == "M" {
                    (startX, startY) = (x, y)
                    command = isRelative ? "l" : "L"
                }
            }
            add(x, y, transform)
        }
    }
}

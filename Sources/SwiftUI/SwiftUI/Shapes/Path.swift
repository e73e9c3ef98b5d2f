public import Foundation
public import SubdialCoreGraphics
package import SubdialLayout

/// An outline of lines and curves, in points.
nonisolated public struct Path: Equatable, Shape, LosslessStringConvertible {
    /// A part of a path.
    public enum Element: Equatable, Sendable {
        case move(to: CGPoint)
        case line(to: CGPoint)
        case quadCurve(to: CGPoint, control: CGPoint)
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        case closeSubpath
    }

    private(set) var outline: Outline

    init(_ outline: Outline) { self.outline = outline }

    public init() { outline = Outline() }

    public init(_ path: CGPath) { outline = path.outline }

    public init(_ path: CGMutablePath) { outline = path.outline }

    public init(_ rect: CGRect) {
        self.init()
        outline.addRect(rect)
    }

    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.init()
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }

    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(roundedRect: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public init(roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.init()
        addRoundedRect(in: rect, cornerRadii: cornerRadii, style: style)
    }

    public init(ellipseIn rect: CGRect) {
        self.init()
        outline.addEllipse(in: rect)
    }

    public init(_ callback: (inout Path) -> Void) {
        self.init()
        callback(&self)
    }

    public var cgPath: CGPath { CGPath(outline) }
    public var isEmpty: Bool { outline.isEmpty }
    public var boundingRect: CGRect { outline.bounds }
    public var currentPoint: CGPoint? { outline.currentPoint }

    public func contains(_ p: CGPoint, eoFill: Bool = false) -> Bool { outline.contains(p, evenOdd: eoFill) }

    public func forEach(_ body: (Element) -> Void) { for element in elements { body(element) } }

    private var elements: [Element] {
        outline.elements.map { element in
            switch element {
            case .move(let point): .move(to: point)
            case .line(let point): .line(to: point)
            case .quad(let point, let control): .quadCurve(to: point, control: control)
            case .curve(let control1, let control2, let point): .curve(to: point, control1: control1, control2: control2)
            case .close: .closeSubpath
            }
        }
    }

    /// The elements for the layout.
    package var layoutElements: [PathElement] {
        func point(_ point: CGPoint) -> Point { Point(point.x, point.y) }
        return outline.elements.map { element in
            switch element {
            case .move(let end): .move(point(end))
            case .line(let end): .line(point(end))
            case .quad(let end, let control): .quadCurve(to: point(end), control: point(control))
            case .curve(let control1, let control2, let end): .curve(to: point(end), control1: point(control1), control2: point(control2))
            case .close: .close
            }
        }
    }

    /// The outline of the line along the path, to be filled by the winding rule.
    public func strokedPath(_ style: StrokeStyle) -> Path { Path(outline.stroked(style.outlineStroke)) }

    public func trimmedPath(from: CGFloat, to: CGFloat) -> Path { Path(outline.trimmed(from: from, to: to)) }

    public func applying(_ transform: CGAffineTransform) -> Path { Path(outline.applying(transform)) }

    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { applying(CGAffineTransform(translationX: dx, y: dy)) }

    // MARK: Shape

    /// The path as it is, whatever the rectangle is.
    public func path(in rect: CGRect) -> Path { self }

    public var _outline: _ShapeOutline? { _ShapeOutline(.elements(layoutElements)) }
}

// MARK: Building

extension Path {
    public mutating func move(to end: CGPoint) { outline.move(to: end) }

    public mutating func addLine(to end: CGPoint) { outline.line(to: end) }

    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) { outline.quad(to: end, control: control) }

    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        outline.curve(to: end, control1: control1, control2: control2)
    }

    public mutating func closeSubpath() { outline.close() }

    public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        outline.append(Outline.made(transform) { $0.addRect(rect) })
    }

    public mutating func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous, transform: CGAffineTransform = .identity
    ) {
        let radii = [cornerSize, cornerSize, cornerSize, cornerSize]
        outline.append(Outline.made(transform) { $0.addRoundedRect(rect, radii: radii, isContinuous: style == .continuous) })
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous,
        transform: CGAffineTransform = .identity
    ) {
        let radii = [cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading].map { radius in
            // One radius for both axes: half of the shorter side at most.
            let radius = min(max(radius, 0), min(abs(rect.width), abs(rect.height)) / 2)
            return CGSize(width: radius, height: radius)
        }
        outline.append(Outline.made(transform) { $0.addRoundedRect(rect, radii: radii, isContinuous: style == .continuous) })
    }

    public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        outline.append(Outline.made(transform) { $0.addEllipse(in: rect) })
    }

    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for point in lines.dropFirst() { addLine(to: point) }
    }

    public mutating func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle, transform: CGAffineTransform = .identity
    ) {
        outline.addPart(transform) { $0.addArc(center: center, radius: radius, start: startAngle.radians, sweep: delta.radians) }
    }

    /// Adds an arc; as y points down, one that is not `clockwise` is seen to go with the clock.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool, transform: CGAffineTransform = .identity
    ) {
        outline.addPart(transform) {
            $0.addArc(center: center, radius: radius, from: startAngle.radians, to: endAngle.radians, againstClock: clockwise)
        }
    }

    public mutating func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity) {
        outline.addPart(transform) { $0.addArc(tangent: tangent1End, tangent2End, radius: radius) }
    }

    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        outline.append(path.outline.applying(transform))
    }
}

// MARK: Text

extension Path {
    /// Creates a path of its description: `x y m` to move, `x y l` for a line, `cx cy x y q` and `cx cy cx cy x y c` for curves, `h` to close.
    public init?(_ string: String) {
        self.init()
        var numbers: [CGFloat] = []
        for word in string.split(whereSeparator: \.isWhitespace) {
            if let number = Double(word) {
                guard number.isFinite, numbers.count < 6 else { return nil }
                numbers.append(CGFloat(number))
                continue
            }
            let points = stride(from: 0, to: numbers.count - 1, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
            switch (word, numbers.count) {
            case ("m", 2): move(to: points[0])
            case ("l", 2): addLine(to: points[0])
            case ("q", 4): addQuadCurve(to: points[1], control: points[0])
            case ("c", 6): addCurve(to: points[2], control1: points[0], control2: points[1])
            case ("h", 0): closeSubpath()
            default: return nil
            }
            numbers = []
        }
        guard numbers.isEmpty else { return nil }
    }

    public var description: String {
        func text(_ points: CGPoint...) -> String { points.map { "\(Self.text($0.x)) \(Self.text($0.y))" }.joined(separator: " ") }
        return elements.map { element in
            switch element {
            case .move(let point): "\(text(point)) m"
            case .line(let point): "\(text(point)) l"
            case .quadCurve(let point, let control): "\(text(control, point)) q"
            case .curve(let point, let control1, let control2): "\(text(control1, control2, point)) c"
            case .closeSubpath: "h"
            }
        }.joined(separator: " ")
    }

    /// A number without the zero of a whole one.
    private static func text(_ value: CGFloat) -> String {
        let text = "\(Double(value))"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

// MARK: Combinations

extension Path {
    // The results have lines in place of curves, so short that nobody sees them.

    public func union(_ other: Path, eoFill: Bool = false) -> Path { combined(other, .union, eoFill) }

    public func intersection(_ other: Path, eoFill: Bool = false) -> Path { combined(other, .intersection, eoFill) }

    public func subtracting(_ other: Path, eoFill: Bool = false) -> Path { combined(other, .difference, eoFill) }

    public func symmetricDifference(_ other: Path, eoFill: Bool = false) -> Path { combined(other, .symmetricDifference, eoFill) }

    public func normalized(eoFill: Bool = true) -> Path { combined(Path(), .union, eoFill) }

    /// The parts of the line that are inside of another path.
    public func lineIntersection(_ other: Path, eoFill: Bool = false) -> Path {
        Path(outline.lines(inside: other.outline, isInside: true, evenOdd: eoFill))
    }

    /// The parts of the line that are outside of another path.
    public func lineSubtraction(_ other: Path, eoFill: Bool = false) -> Path {
        Path(outline.lines(inside: other.outline, isInside: false, evenOdd: eoFill))
    }

    private func combined(_ other: Path, _ combination: Outline.Combination, _ isEvenOdd: Bool) -> Path {
        Path(outline.combined(other.outline, combination, evenOdd: isEvenOdd))
    }
}

public import Foundation

/// The end of a line.
public enum CGLineCap: Int32, Hashable, Sendable { case butt, round, square }

/// The corner of a line.
public enum CGLineJoin: Int32, Hashable, Sendable { case miter, round, bevel }

/// What is inside of an outline.
public enum CGPathFillRule: Int, Hashable, Sendable { case winding, evenOdd }

/// How colours are mixed with what is behind.
public enum CGBlendMode: Int32, Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion, hue,
        saturation,
        color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop,
        xor,
        plusDarker, plusLighter
}

/// The quality of a resized picture.
public enum CGInterpolationQuality: Int32, Hashable, Sendable {
    case `default` = 0
    case none = 1
    case low = 2
    case medium = 4
    case high = 3
}

/// An outline that does not change.
public class CGPath: Hashable, @unchecked Sendable {
    /// The geometry; only a mutable path changes it.
    package fileprivate(set) var outline: Outline

    package init(_ outline: Outline) { self.outline = outline }

    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(Outline.made(transform?.pointee) { $0.addRect(rect) })
    }

    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(Outline.made(transform?.pointee) { $0.addEllipse(in: rect) })
    }

    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>? = nil
    ) {
        self.init(
            Outline.made(transform?.pointee) {
                let radius = CGSize(width: cornerWidth, height: cornerHeight)
                $0.addRoundedRect(rect, radii: [radius, radius, radius, radius], isContinuous: false)
            })
    }

    public var isEmpty: Bool { outline.isEmpty }
    /// The smallest rectangle around the path and its control points.
    public var boundingBox: CGRect { outline.controlBounds }
    /// The smallest rectangle around the path itself.
    public var boundingBoxOfPath: CGRect { outline.bounds }
    public var currentPoint: CGPoint { outline.currentPoint ?? .zero }

    public func contains(_ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity) -> Bool {
        outline.contains(point.applying(transform), evenOdd: rule == .evenOdd)
    }

    public func copy() -> CGPath? { CGPath(outline) }

    public func mutableCopy() -> CGMutablePath? { CGMutablePath(outline) }

    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let stroke = OutlineStroke(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dash: [], phase: 0)
        return CGPath(outline.stroked(stroke).applying(transform))
    }

    public static func == (first: CGPath, second: CGPath) -> Bool { first.outline == second.outline }

    public func hash(into hasher: inout Hasher) { hasher.combine(outline) }
}

/// An outline that code builds.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    public init() { super.init(Outline()) }

    override init(_ outline: Outline) { super.init(outline) }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) { outline.move(to: point.applying(transform)) }

    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) { outline.line(to: point.applying(transform)) }

    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        outline.quad(to: end.applying(transform), control: control.applying(transform))
    }

    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity) {
        outline.curve(to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
    }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) { add(transform) { $0.addRect(rect) } }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) { add(transform) { $0.addEllipse(in: rect) } }

    public func addRoundedRect(in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity) {
        let radius = CGSize(width: cornerWidth, height: cornerHeight)
        add(transform) { $0.addRoundedRect(rect, radii: [radius, radius, radius, radius], isContinuous: false) }
    }

    /// Adds an arc between two angles in radians.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool, transform: CGAffineTransform = .identity
    ) {
        outline.addPart(transform) {
            $0.addArc(center: center, radius: radius, from: Double(startAngle), to: Double(endAngle), againstClock: clockwise)
        }
    }

    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        outline.addPart(transform) { $0.addArc(center: center, radius: radius, start: Double(startAngle), sweep: Double(delta)) }
    }

    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity) {
        outline.addPart(transform) { $0.addArc(tangent: tangent1End, tangent2End, radius: radius) }
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) { outline.append(path.outline.applying(transform)) }

    public func closeSubpath() { outline.close() }

    private func add(_ transform: CGAffineTransform, _ build: (inout Outline) -> Void) { outline.append(Outline.made(transform, build)) }
}

extension Outline {
    /// A new outline, transformed.
    package static func made(_ transform: CGAffineTransform?, _ build: (inout Outline) -> Void) -> Outline {
        var outline = Outline()
        build(&outline)
        return transform.map(outline.applying) ?? outline
    }

    /// Adds what continues from the current point, in the coordinates before a transform.
    package mutating func addPart(_ transform: CGAffineTransform, _ build: (inout Outline) -> Void) {
        guard !transform.isIdentity else { return build(&self) }
        var part = Outline()
        if let currentPoint { part.move(to: currentPoint.applying(transform.inverted())) }
        let known = part.elements.count
        build(&part)
        for element in part.applying(transform).elements.dropFirst(known) { append(element) }
    }

    private mutating func append(_ element: Element) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): line(to: point)
        case .quad(let point, let control): quad(to: point, control: control)
        case .curve(let control1, let control2, let point): curve(to: point, control1: control1, control2: control2)
        case .close: close()
        }
    }
}

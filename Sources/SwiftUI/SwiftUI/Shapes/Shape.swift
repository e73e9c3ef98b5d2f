public import Foundation
import SubdialCoreGraphics
public import SubdialLayout

/// An outline in a rectangle, which is a view in the foreground style.
nonisolated public protocol Shape: View, Animatable, Sendable {
    func path(in rect: CGRect) -> Path

    static var role: ShapeRole { get }

    /// The size for a proposal; it is the proposal unless the shape has its own.
    func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize

    var layoutDirectionBehavior: LayoutDirectionBehavior { get }

    /// The outline as the layout has it; nil for a shape whose path is computed in its frame.
    var _outline: _ShapeOutline? { get }
}

/// What a shape is used for.
///
/// No effect in a picture.
public enum ShapeRole: Hashable, Sendable { case fill, stroke, separator }

/// What happens to a shape from right to left.
public enum LayoutDirectionBehavior: Hashable, Sendable {
    case fixed
    case mirrors(in: LayoutDirection)

    public static var mirrors: LayoutDirectionBehavior { .mirrors(in: .rightToLeft) }

    /// True if a shape is the mirror image of itself in a direction.
    func mirrors(_ direction: LayoutDirection) -> Bool { self == .mirrors(in: direction) }
}

extension Shape {
    public static var role: ShapeRole { .fill }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        CGSize(width: proposal.width ?? 10, height: proposal.height ?? 10)
    }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .mirrors }

    public var _outline: _ShapeOutline? { nil }

    /// The shape in the foreground style.
    public var body: _ShapeView<Self, ForegroundStyle> { _ShapeView(shape: self, style: ForegroundStyle()) }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let context = context.element(context.pass.name(of: Self.self))
        return [ShapeDrawing(view, context.environment.foreground()).node(in: context)]
    }
}

/// A shape that can be made smaller on all sides.
nonisolated public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape

    func inset(by amount: CGFloat) -> InsetShape
}

/// A shape that the layout has, with the part of it and the line along it.
public struct _ShapeOutline: Sendable {
    package var shape: SubdialLayout.Shape
    package var trim: ClosedRange<Double>?
    package var stroke: SubdialLayout.StrokeStyle?

    package init(_ shape: SubdialLayout.Shape) { self.shape = shape }

    /// True for the whole shape, filled.
    var isPlain: Bool { trim == nil && stroke == nil }

    /// The outline in a frame that is smaller by a length on each side; nil for a part of it, or a line.
    func inset(by amount: CGFloat) -> _ShapeOutline? {
        guard isPlain, amount.isFinite else { return nil }
        guard amount != 0 else { return self }
        if case .inset(let base, let inner) = shape { return _ShapeOutline(.inset(base, inner + amount)) }
        return _ShapeOutline(.inset(shape, amount))
    }

    /// True for a circle, which is as wide as high.
    var isCircle: Bool {
        switch shape {
        case .circle: true
        case .inset(let shape, _): _ShapeOutline(shape).isCircle
        default: false
        }
    }

    /// True if the outline must be computed in an environment: points from right to left depend on the width.
    func depends(on environment: EnvironmentValues) -> Bool {
        if case .elements = shape { environment.layoutDirection == .rightToLeft } else { false }
    }
}

/// The curve of a rounded corner.
public enum RoundedCornerStyle: Hashable, Sendable {
    case circular, continuous

    var layout: CornerStyle { self == .circular ? .circular : .continuous }
}

/// What is inside of a shape.
public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) { (isEOFilled, isAntialiased) = (eoFill, antialiased) }
}

/// The node of a shape that is filled, or drawn as a line.
struct ShapeDrawing<S: Shape> {
    private let shape: S
    private let style: _ResolvedStyle
    /// The line along the shape; nil to fill it.
    var stroke: StrokeStyle?
    var isEvenOdd = false
    var isAntialiased = true

    init(_ shape: S, _ style: _ResolvedStyle) { (self.shape, self.style) = (shape, style) }

    mutating func apply(_ fill: FillStyle) { (isEvenOdd, isAntialiased) = (fill.isEOFilled, fill.isAntialiased) }

    /// The node at a context's path.
    ///
    /// `keepsRatio` is false where the frame is given, as in a background.
    func node(in context: _ViewContext, keepsRatio: Bool = true) -> Node {
        if let outline = shape._outline, !outline.depends(on: context.environment), style.innerShadows.isEmpty,
            stroke == nil || outline.stroke == nil
        {
            let content = ShapeContent(
                outline.shape, style.paint, stroke: stroke?.layout ?? outline.stroke, trim: outline.trim, isEvenOdd: isEvenOdd,
                isAntialiased: isAntialiased)
            return context.node(.shape(content), (keepsRatio && outline.isCircle ? [.aspectRatio(1, .fit)] : []) + style.modifiers)
        }
        let shape = shape
        let size = LayoutClosure<ProposedSize, Size> { proposal in
            Size(
                shape.sizeThatFits(ProposedViewSize(width: proposal.width.map { CGFloat($0) }, height: proposal.height.map { CGFloat($0) }))
            )
        }
        let isMirrored = shape.layoutDirectionBehavior.mirrors(.rightToLeft) && context.environment.layoutDirection == .rightToLeft
        let content = context.reading {
            EnvironmentReader.capture { (frame: Rect) in [placed(in: frame.size, isMirrored: isMirrored, context)] }
        }
        let geometry = GeometryContent(context.pass.name(of: S.self), size: keepsRatio ? size : nil, content: LayoutClosure(content))
        return context.node(.geometry(geometry))
    }

    /// The node of the path in a frame of a size.
    private func placed(in size: Size, isMirrored: Bool, _ context: _ViewContext) -> Node {
        var path = shape.path(in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
        if isMirrored { path = path.applying(CGAffineTransform(-1, 0, 0, 1, size.width, 0)) }
        var modifiers: [Modifier] = []
        if !style.innerShadows.isEmpty {
            let edge = stroke.map { path.strokedPath($0) } ?? path
            modifiers = style.innerShadows.map { innerShadow($0, of: edge, size, context) }
        }
        let content = ShapeContent(
            .elements(path.layoutElements), style.paint, stroke: stroke?.layout, isEvenOdd: isEvenOdd, isAntialiased: isAntialiased)
        return context.node(.shape(content), modifiers + style.modifiers)
    }

    /// A shadow inside of a path: that of everything around it, of which only the part in the path is seen.
    private func innerShadow(_ shadow: _ResolvedStyle.InnerShadow, of path: Path, _ size: Size, _ context: _ViewContext) -> Modifier {
        let reach = 2 * shadow.radius + max(abs(shadow.x), abs(shadow.y)) + 10
        let bounds = path.boundingRect.union(CGRect(x: 0, y: 0, width: size.width, height: size.height)).insetBy(dx: -reach, dy: -reach)
        var around = Path(bounds)
        around.addPath(path)
        let ring = ShapeContent(.elements(around.layoutElements), .color(ColorName("black")), isEvenOdd: true)
        return .overlay(
            context.node(
                .shape(ring),
                [.shadow(shadow.color, radius: shadow.radius, x: shadow.x, y: shadow.y), .clip(.elements(path.layoutElements))]),
            alignment: .center)
    }
}

public import Foundation

/// A rectangle.
nonisolated public struct Rectangle: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path { Path(rect) }

    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? { _ShapeOutline(.rectangle) }
}

/// The largest circle at the centre of a rectangle.
nonisolated public struct Circle: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }

    /// A square of the smaller side.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        let side = min(proposal.width ?? .infinity, proposal.height ?? .infinity)
        return proposal.width == nil && proposal.height == nil ? CGSize(width: 10, height: 10) : CGSize(width: side, height: side)
    }

    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? { _ShapeOutline(.circle) }
}

/// An ellipse in a rectangle.
nonisolated public struct Ellipse: InsettableShape {
    public init() {}

    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }

    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? { _ShapeOutline(.ellipse) }
}

/// A rectangle with round short sides.
nonisolated public struct Capsule: InsettableShape {
    public var style: RoundedCornerStyle

    public init(style: RoundedCornerStyle = .continuous) { self.style = style }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style) }

    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? { _ShapeOutline(.capsule(style.layout)) }
}

/// The shape of the nearest container, such as the widget, at the distance from its edge.
nonisolated public struct ContainerRelativeShape: InsettableShape {
    public init() {}

    /// A rectangle: the container is known to the drawing only.
    public func path(in rect: CGRect) -> Path { Path(rect) }

    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetShape(base: self, amount: amount) }

    public var _outline: _ShapeOutline? { _ShapeOutline(.container) }
}

/// A shape in a smaller rectangle.
nonisolated public struct _InsetShape<Base: InsettableShape>: InsettableShape {
    let base: Base
    let amount: CGFloat

    public func path(in rect: CGRect) -> Path { base.path(in: rect.shrunk(by: amount)) }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { base.sizeThatFits(proposal) }

    public func inset(by amount: CGFloat) -> _InsetShape<Base> { _InsetShape(base: base, amount: self.amount + amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { base.layoutDirectionBehavior }

    public var _outline: _ShapeOutline? { base._outline?.inset(by: amount) }
}

extension CGRect {
    /// The rectangle that is smaller on each side, without a negative size.
    func shrunk(by amount: CGFloat) -> CGRect {
        CGRect(x: minX + amount, y: minY + amount, width: max(0, width - 2 * amount), height: max(0, height - 2 * amount))
    }
}

/// A shape of any type.
nonisolated public struct AnyShape: Shape {
    private let shape: any Shape

    public init<S: Shape>(_ shape: S) { self.shape = (shape as? AnyShape)?.shape ?? shape }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { shape.sizeThatFits(proposal) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }

    public var _outline: _ShapeOutline? { shape._outline }
}

extension Shape where Self == Rectangle { public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
extension Shape where Self == Ellipse { public static var ellipse: Ellipse { Ellipse() } }
extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }

    public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule(style: style) }
}
extension Shape where Self == ContainerRelativeShape {
    public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}

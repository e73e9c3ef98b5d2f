public import Foundation
public import SubdialCoreGraphics
public import SubdialLayout

extension View {
    nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        adding(.rotation(angle.degrees.finite(0), anchor: anchor.layout))
    }

    nonisolated public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        adding(.scale(x: Double(scale.width).finite(1), y: Double(scale.height).finite(1), anchor: anchor.layout))
    }

    nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        scaleEffect(CGSize(width: s, height: s), anchor: anchor)
    }

    nonisolated public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        scaleEffect(CGSize(width: x, height: y), anchor: anchor)
    }

    nonisolated public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View {
        adding(
            .rotation3D(
                Rotation3D(
                    angle: angle.degrees.finite(0), axis: [axis.x, axis.y, axis.z].map { Double($0).finite(0) }, anchor: anchor.layout,
                    anchorZ: Double(anchorZ).finite(0), perspective: Double(perspective).finite(1))))
    }

    /// Moves, rotates and scales the view around its top left corner.
    ///
    /// A transform that shears is drawn without the shear, and warns.
    nonisolated public func transformEffect(
        _ transform: CGAffineTransform, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(_TransformModifier(transform: transform, place: SourcePlace(file, line)))
    }

    /// Applies a transform of the plane; one with a perspective is not drawn.
    nonisolated public func projectionEffect(
        _ transform: ProjectionTransform, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        modifier(_TransformModifier(transform: transform.affine, place: SourcePlace(file, line)))
    }

    /// Warns in a picture: the view is drawn as it is, because its place is not known before.
    nonisolated public func visualEffect<Content>(
        _ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> Content, file: StaticString = #fileID, line: UInt = #line
    ) -> some View
    where Content: VisualEffect {
        warning("visualEffect: the view is drawn without it", at: SourcePlace(file, line))
    }

    /// Reports something that is drawn in another way.
    nonisolated package func warning(_ message: String, at place: SourcePlace) -> some View {
        modifier(_WarningModifier(message: message, place: place))
    }
}

/// An effect that depends on the place of a view: no effect in a picture, because the place is not known before it is drawn.
public protocol VisualEffect: Sendable {}

/// The effect that changes nothing.
public struct EmptyVisualEffect: VisualEffect {
    public init() {}
}

extension VisualEffect {
    public func opacity(_ opacity: Double) -> some VisualEffect { self }

    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { self }

    public func offset(_ offset: CGSize) -> some VisualEffect { self }

    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { self }

    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some VisualEffect { self }

    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect { self }

    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect { self }

    public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { self }

    public func saturation(_ amount: Double) -> some VisualEffect { self }

    public func grayscale(_ amount: Double) -> some VisualEffect { self }

    public func brightness(_ amount: Double) -> some VisualEffect { self }

    public func contrast(_ amount: Double) -> some VisualEffect { self }

    public func hueRotation(_ angle: Angle) -> some VisualEffect { self }
}

/// A transform of the plane with a perspective.
public struct ProjectionTransform: Equatable, Sendable {
    public var m11: CGFloat = 1
    public var m12: CGFloat = 0
    public var m13: CGFloat = 0
    public var m21: CGFloat = 0
    public var m22: CGFloat = 1
    public var m23: CGFloat = 0
    public var m31: CGFloat = 0
    public var m32: CGFloat = 0
    public var m33: CGFloat = 1

    public init() {}

    public init(_ m: CGAffineTransform) { (m11, m12, m21, m22, m31, m32) = (m.a, m.b, m.c, m.d, m.tx, m.ty) }

    public var isIdentity: Bool { self == ProjectionTransform() }
    public var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

    /// The transform without a perspective; nil with one.
    var affine: CGAffineTransform? { isAffine ? CGAffineTransform(m11, m12, m21, m22, m31, m32) : nil }
}

/// A transform of the plane around the top left corner; nil for one that is not drawn.
nonisolated public struct _TransformModifier: ViewModifier {
    let transform: CGAffineTransform?
    let place: SourcePlace

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        guard let transform = modifier.transform else {
            context.warn("projectionEffect: a perspective is not drawn", at: modifier.place)
            return content(context)
        }
        let (parts, isSheared) = transform.parts
        if isSheared { context.warn("transformEffect: the shear is not drawn", at: modifier.place) }
        return content(context).map { node in
            var node = node
            node.modifiers += parts
            return node
        }
    }
}

/// A report of something that is drawn in another way.
nonisolated public struct _WarningModifier: ViewModifier {
    let message: String
    let place: SourcePlace

    public static func _nodes(of modifier: Self, content: @escaping (_ViewContext) -> [Node], in context: _ViewContext) -> [Node] {
        context.warn(modifier.message, at: modifier.place)
        return content(context)
    }
}

extension CGAffineTransform {
    /// Scale, rotation and offset as modifiers, and true if they are not all of the transform.
    fileprivate var parts: ([Modifier], isSheared: Bool) {
        guard [a, b, c, d, tx, ty].allSatisfy(\.isFinite) else { return ([], false) }
        let angle = atan2(Double(b), Double(a))
        let width = hypot(Double(a), Double(b))
        let height = width > 0 ? Double(a * d - b * c) / width : Double(d)
        let shear = Double(a * c + b * d)
        var modifiers: [Modifier] = []
        if width != 1 || height != 1 { modifiers.append(.scale(x: width, y: height, anchor: .zero)) }
        if angle != 0 { modifiers.append(.rotation(angle * 180 / .pi, anchor: .zero)) }
        if tx != 0 || ty != 0 { modifiers.append(.offset(x: tx, y: ty)) }
        return (modifiers, abs(shear) > 1e-6)
    }
}

public import Foundation
internal import SubdialLayout

/// A shadow that a style has.
public struct ShadowStyle: Equatable, Sendable {
    enum Kind { case drop, inner }

    let kind: Kind
    let color: Color
    let radius: CGFloat
    let x: CGFloat
    let y: CGFloat

    public static func drop(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ShadowStyle { ShadowStyle(kind: .drop, color: color, radius: radius, x: x, y: y) }

    /// A shadow inside of the edges; it is drawn in shapes.
    public static func inner(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.55), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ShadowStyle { ShadowStyle(kind: .inner, color: color, radius: radius, x: x, y: y) }
}

/// A style with a change of what it draws.
public struct _ChangedShapeStyle<Base: ShapeStyle>: ShapeStyle {
    enum Change: Sendable {
        case opacity(Double)
        case blendMode(BlendMode)
        case shadow(ShadowStyle)
    }

    let base: Base
    let change: Change

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        var result = Base._resolve(style.base, level: level, in: environment)
        switch style.change {
        case .opacity(let factor): return result.opacity(factor)
        case .blendMode(let mode): result.modifiers.append(.blendMode(mode.layout))
        case .shadow(let shadow):
            let color = shadow.color.name(in: environment)
            switch shadow.kind {
            case .drop: result.modifiers.append(.shadow(color, radius: shadow.radius, x: shadow.x, y: shadow.y))
            case .inner: result.innerShadows.append(.init(color: color, radius: shadow.radius, x: shadow.x, y: shadow.y))
            }
        }
        return result
    }
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle { _ChangedShapeStyle(base: self, change: .opacity(opacity)) }

    public func blendMode(_ mode: BlendMode) -> some ShapeStyle { _ChangedShapeStyle(base: self, change: .blendMode(mode)) }

    public func shadow(_ style: ShadowStyle) -> some ShapeStyle { _ChangedShapeStyle(base: self, change: .shadow(style)) }
}

extension ShapeStyle where Self == AnyShapeStyle {
    /// The foreground with an opacity.
    public static func opacity(_ opacity: Double) -> some ShapeStyle { ForegroundStyle().opacity(opacity) }

    /// The foreground with a blend mode.
    public static func blendMode(_ mode: BlendMode) -> some ShapeStyle { ForegroundStyle().blendMode(mode) }

    /// The foreground with a shadow.
    public static func shadow(_ style: ShadowStyle) -> some ShapeStyle { ForegroundStyle().shadow(style) }
}

internal import SubdialLayout

/// A translucent layer that blurs what is behind it.
public struct Material: ShapeStyle {
    private let name: String

    private init(_ name: String) { self.name = name }

    public static let ultraThin = Material("ultraThinMaterial")
    public static let thin = Material("thinMaterial")
    public static let regular = Material("regularMaterial")
    public static let thick = Material("thickMaterial")
    public static let ultraThick = Material("ultraThickMaterial")
    /// The material of bars, which is that of `regular` here.
    public static let bar = Material("regularMaterial")

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(ColorName(style.name)).level(level)
    }

    /// No effect in a picture: a widget is always active.
    public func materialActiveAppearance(_ appearance: MaterialActiveAppearance) -> Material { self }
}

/// When a material looks active.
///
/// No effect in a picture.
public struct MaterialActiveAppearance: Equatable, Sendable {
    private let name: String

    public static let automatic = MaterialActiveAppearance(name: "automatic")
    public static let active = MaterialActiveAppearance(name: "active")
    public static let inactive = MaterialActiveAppearance(name: "inactive")
    public static let matchWindow = MaterialActiveAppearance(name: "matchWindow")
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}

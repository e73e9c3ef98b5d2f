internal import SubdialLayout

/// A level of the current foreground.
public struct HierarchicalShapeStyle: ShapeStyle {
    private let level: Int

    private init(_ level: Int) { self.level = level }

    public static let primary = HierarchicalShapeStyle(0)
    public static let secondary = HierarchicalShapeStyle(1)
    public static let tertiary = HierarchicalShapeStyle(2)
    public static let quaternary = HierarchicalShapeStyle(3)
    public static let quinary = HierarchicalShapeStyle(4)

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        environment.foreground(style.level + level)
    }
}

/// A level of another style.
public struct HierarchicalShapeStyleModifier<Base: ShapeStyle>: ShapeStyle {
    let base: Base
    let level: Int

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        Base._resolve(style.base, level: level + style.level, in: environment)
    }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
    public static var quinary: HierarchicalShapeStyle { .quinary }
}

extension ShapeStyle {
    public var secondary: some ShapeStyle { HierarchicalShapeStyleModifier(base: self, level: 1) }
    public var tertiary: some ShapeStyle { HierarchicalShapeStyleModifier(base: self, level: 2) }
    public var quaternary: some ShapeStyle { HierarchicalShapeStyleModifier(base: self, level: 3) }
    public var quinary: some ShapeStyle { HierarchicalShapeStyleModifier(base: self, level: 4) }
}

/// The current foreground.
public struct ForegroundStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        environment.foreground(level)
    }
}

/// The current background.
public struct BackgroundStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        guard let set = environment.backgroundStyle else { return _ResolvedStyle(LabelColors.background(level)) }
        var outer = environment
        outer.backgroundStyle = nil
        return AnyShapeStyle._resolve(set, level: level, in: outer)
    }
}

/// The tint.
public struct TintShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        guard let tint = environment.tint else { return _ResolvedStyle(environment.accentColorName).level(level) }
        var outer = environment
        outer.tint = nil
        return AnyShapeStyle._resolve(tint, level: level, in: outer)
    }
}

/// The system's colour of lines between parts.
public struct SeparatorShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(LabelColors.separator).level(level)
    }
}

/// The system's colour of links.
public struct LinkShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(LabelColors.link).level(level)
    }
}

/// The system's translucent fill.
public struct FillShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(LabelColors.fill(level))
    }
}

/// The system's colour of texts in empty fields.
public struct PlaceholderTextShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(LabelColors.placeholder).level(level)
    }
}

/// The background of what is selected: the tint.
public struct SelectionShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        TintShapeStyle._resolve(TintShapeStyle(), level: level, in: environment)
    }
}

/// The background of a window: the system's background.
public struct WindowBackgroundShapeStyle: ShapeStyle {
    public init() {}

    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        _ResolvedStyle(LabelColors.background(level))
    }
}

extension ShapeStyle where Self == ForegroundStyle { public static var foreground: ForegroundStyle { ForegroundStyle() } }
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { BackgroundStyle() } }
extension ShapeStyle where Self == TintShapeStyle { public static var tint: TintShapeStyle { TintShapeStyle() } }
extension ShapeStyle where Self == SeparatorShapeStyle { public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() } }
extension ShapeStyle where Self == LinkShapeStyle { public static var link: LinkShapeStyle { LinkShapeStyle() } }
extension ShapeStyle where Self == FillShapeStyle { public static var fill: FillShapeStyle { FillShapeStyle() } }
extension ShapeStyle where Self == SelectionShapeStyle { public static var selection: SelectionShapeStyle { SelectionShapeStyle() } }
extension ShapeStyle where Self == PlaceholderTextShapeStyle {
    public static var placeholder: PlaceholderTextShapeStyle { PlaceholderTextShapeStyle() }
}
extension ShapeStyle where Self == WindowBackgroundShapeStyle {
    public static var windowBackground: WindowBackgroundShapeStyle { WindowBackgroundShapeStyle() }
}

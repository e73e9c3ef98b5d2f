package import SubdialLayout

private struct TintKey: EnvironmentKey { static let defaultValue: AnyShapeStyle? = nil }
private struct BackgroundStyleKey: EnvironmentKey { static let defaultValue: AnyShapeStyle? = nil }

extension EnvironmentValues {
    /// The style that `tint(_:)` has set; nil for the accent colour.
    package var tint: AnyShapeStyle? {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }

    /// The style of `.background`; nil for the system's.
    public var backgroundStyle: AnyShapeStyle? {
        get { self[BackgroundStyleKey.self] }
        set { self[BackgroundStyleKey.self] = newValue }
    }

    /// The fill of the tint.
    package var tintPaint: SubdialLayout.Paint { tint?.paint(in: withoutTint) ?? .color(accentColorName) }

    /// The accent colour: the tint if that is a colour, else the catalog's `AccentColor`, else blue.
    package var accentColorName: ColorName {
        if case .color(let color)? = tint?.paint(in: withoutTint) { return color }
        return AssetLibrary.color("AccentColor", in: nil).map { ColorName($0) } ?? ColorName("blue")
    }

    /// The environment for the tint itself, which must not refer to itself.
    private var withoutTint: EnvironmentValues {
        var environment = self
        environment.tint = nil
        return environment
    }

    /// The fill of the foreground at a hierarchical level: 0 is primary, 1 secondary.
    package func foregroundPaint(_ level: Int = 0) -> SubdialLayout.Paint { foreground(level).paint }

    /// The foreground at a hierarchical level, with what comes with it.
    func foreground(_ level: Int = 0) -> _ResolvedStyle {
        guard let last = text.foreground.last else { return _ResolvedStyle(LabelColors.level(level)) }
        if level < text.foreground.count { return text.foreground[level].resolved(in: self) }
        return AnyShapeStyle._resolve(last, level: level - text.foreground.count + 1, in: self)
    }
}

/// The system's colours of labels and of their surroundings, in iOS's values for a light and a dark look.
enum LabelColors {
    static func named(_ name: String, light: (Double, Double, Double, Double), dark: (Double, Double, Double, Double)) -> ColorName {
        func components(_ color: (Double, Double, Double, Double)) -> ColorVariants.Components {
            ColorVariants.Components(red: color.0 / 255, green: color.1 / 255, blue: color.2 / 255, alpha: color.3)
        }
        var result = ColorName(ColorVariants(light: components(light), dark: components(dark)))
        // The name tells more in a tree than the values.
        result.name = name
        return result
    }

    private static let levels: [ColorName] = [
        .primary, named("secondary", light: (60, 60, 67, 0.6), dark: (235, 235, 245, 0.6)),
        named("tertiary", light: (60, 60, 67, 0.3), dark: (235, 235, 245, 0.3)),
        named("quaternary", light: (60, 60, 67, 0.18), dark: (235, 235, 245, 0.16)),
        named("quinary", light: (60, 60, 67, 0.12), dark: (235, 235, 245, 0.1)),
    ]

    private static let fills: [ColorName] = [
        named("systemFill", light: (120, 120, 128, 0.2), dark: (120, 120, 128, 0.36)),
        named("secondarySystemFill", light: (120, 120, 128, 0.16), dark: (120, 120, 128, 0.32)),
        named("tertiarySystemFill", light: (118, 118, 128, 0.12), dark: (118, 118, 128, 0.24)),
        named("quaternarySystemFill", light: (116, 116, 128, 0.08), dark: (118, 118, 128, 0.18)),
    ]

    // In the dark, those of surfaces above others, as widgets are.
    private static let backgrounds: [ColorName] = [
        named("systemBackground", light: (255, 255, 255, 1), dark: (28, 28, 30, 1)),
        named("secondarySystemBackground", light: (242, 242, 247, 1), dark: (44, 44, 46, 1)),
        named("tertiarySystemBackground", light: (255, 255, 255, 1), dark: (58, 58, 60, 1)),
    ]

    static let separator = named("separator", light: (60, 60, 67, 0.29), dark: (84, 84, 88, 0.6))
    static let link = named("link", light: (0, 122, 255, 1), dark: (9, 132, 255, 1))
    static let placeholder = named("placeholderText", light: (60, 60, 67, 0.3), dark: (235, 235, 245, 0.3))

    /// The label colour of a level.
    static func level(_ level: Int) -> ColorName { levels[min(max(level, 0), levels.count - 1)] }

    /// The fill of a level.
    static func fill(_ level: Int) -> ColorName { fills[min(max(level, 0), fills.count - 1)] }

    /// The background of a level.
    static func background(_ level: Int) -> ColorName { backgrounds[min(max(level, 0), backgrounds.count - 1)] }
}

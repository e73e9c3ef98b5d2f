import SubdialCoreGraphics
internal import SubdialLayout

extension Color {
    public static let red = Color(ColorName("red"))
    public static let orange = Color(ColorName("orange"))
    public static let yellow = Color(ColorName("yellow"))
    public static let green = Color(ColorName("green"))
    public static let mint = Color(ColorName("mint"))
    public static let teal = Color(ColorName("teal"))
    public static let cyan = Color(ColorName("cyan"))
    public static let blue = Color(ColorName("blue"))
    public static let indigo = Color(ColorName("indigo"))
    public static let purple = Color(ColorName("purple"))
    public static let pink = Color(ColorName("pink"))
    public static let brown = Color(ColorName("brown"))
    public static let gray = Color(ColorName("gray"))
    public static let white = Color(ColorName("white"))
    public static let black = Color(ColorName("black"))
    public static let clear = Color(ColorName("clear"))
    /// The colour of labels, whatever the foreground is.
    public static let primary = Color(LabelColors.level(0))
    /// The colour of secondary labels, whatever the foreground is.
    public static let secondary = Color(LabelColors.level(1))
    /// The tint, or else the catalog's `AccentColor`, or else blue.
    public static let accentColor = Color(Storage.accent)
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color(ColorName("red")) }
    public static var orange: Color { Color(ColorName("orange")) }
    public static var yellow: Color { Color(ColorName("yellow")) }
    public static var green: Color { Color(ColorName("green")) }
    public static var mint: Color { Color(ColorName("mint")) }
    public static var teal: Color { Color(ColorName("teal")) }
    public static var cyan: Color { Color(ColorName("cyan")) }
    public static var blue: Color { Color(ColorName("blue")) }
    public static var indigo: Color { Color(ColorName("indigo")) }
    public static var purple: Color { Color(ColorName("purple")) }
    public static var pink: Color { Color(ColorName("pink")) }
    public static var brown: Color { Color(ColorName("brown")) }
    public static var gray: Color { Color(ColorName("gray")) }
    public static var white: Color { Color(ColorName("white")) }
    public static var black: Color { Color(ColorName("black")) }
    public static var clear: Color { Color(ColorName("clear")) }
}

/// The values of the colours that have names, where code asks for them: mixtures, and `resolve(in:)`.
///
/// They are those that Apple's Human Interface Guidelines list for iOS 26, as the standard theme has them. A picture takes those of its theme.
enum SystemColors {
    private static let values: [String: (light: UInt32, dark: UInt32)] = [
        "red": (0xFF383C, 0xFF4245), "orange": (0xFF8D28, 0xFF9230), "yellow": (0xFFCC00, 0xFFD600), "green": (0x34C759, 0x30D158),
        "mint": (0x00C8B3, 0x00DAC3), "teal": (0x00C3D0, 0x00D2E0), "cyan": (0x00C0E8, 0x3CD3FE), "blue": (0x0088FF, 0x0091FF),
        "indigo": (0x6155F5, 0x6D7CFF), "purple": (0xCB30E0, 0xDB34F2), "pink": (0xFF2D55, 0xFF375F), "brown": (0xAC7F5E, 0xB78A66),
        "gray": (0x8E8E93, 0x8E8E93), "white": (0xFFFFFF, 0xFFFFFF), "black": (0x000000, 0x000000), "primary": (0x000000, 0xFFFFFF),
    ]

    /// The values of a colour in each look, with its opacity.
    static func variants(of name: ColorName) -> ColorVariants {
        if let variants = name.variants { return variants.map { $0.faded(name.opacity) } }
        let known = values[name.name]
        // Only `clear` and the materials have no values.
        let (light, dark) = known ?? (0, 0)
        return ColorVariants(light: .init(light, known == nil ? 0 : name.opacity), dark: .init(dark, known == nil ? 0 : name.opacity))
    }
}

extension ColorVariants {
    /// The colour with its values changed in each look.
    func map(_ change: (Components) -> Components) -> ColorVariants { combined(self) { first, _ in change(first) } }

    /// The values of this colour and another one, put together in each look.
    private func combined(_ other: ColorVariants, _ combine: (Components, Components) -> Components) -> ColorVariants {
        func value(_ scheme: SubdialLayout.ColorScheme, _ highContrast: Bool) -> Components {
            combine(components(scheme, highContrast: highContrast), other.components(scheme, highContrast: highContrast))
        }
        return ColorVariants(
            light: value(.light, false), dark: value(.dark, false), lightHighContrast: value(.light, true),
            darkHighContrast: value(.dark, true))
    }

    /// The colour at a fraction of the way to another one.
    func mixed(_ other: ColorVariants, _ fraction: Double, _ space: Gradient.ColorSpace) -> ColorVariants {
        let share = fraction.isFinite ? min(max(fraction, 0), 1) : 0
        return combined(other) { space == .perceptual ? $0.mixedPerceptually($1, share) : $0.mixed($1, share) }
    }
}

extension ColorVariants.Components {
    fileprivate init(_ hex: UInt32, _ alpha: Double) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255, alpha: alpha)
    }

    func faded(_ factor: Double) -> Self { Self(red: red, green: green, blue: blue, alpha: alpha * factor) }

    fileprivate func mixed(_ other: Self, _ share: Double) -> Self {
        func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
        return Self(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: mix(alpha, other.alpha))
    }

    /// The mixture in OKLab, with the matrices of its publication.
    fileprivate func mixedPerceptually(_ other: Self, _ share: Double) -> Self {
        let (first, second) = (okLab, other.okLab)
        func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
        let (lightness, a, b) = (mix(first.0, second.0), mix(first.1, second.1), mix(first.2, second.2))
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return Self(
            red: ColorMath.encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            green: ColorMath.encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            blue: ColorMath.encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), alpha: mix(alpha, other.alpha))
    }

    private var okLab: (Double, Double, Double) {
        let (red, green, blue) = (ColorMath.linear(red), ColorMath.linear(green), ColorMath.linear(blue))
        let l = ColorMath.cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = ColorMath.cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = ColorMath.cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        return (
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        )
    }
}

/// A colour in sRGB with straight (not premultiplied) alpha, each component 0…1.
public struct Color: Hashable, Sendable {
    /// The red component, 0…1, gamma encoded.
    package var red: Double
    /// The green component, 0…1, gamma encoded.
    package var green: Double
    /// The blue component, 0…1, gamma encoded.
    package var blue: Double
    /// The opacity, 0 (transparent) … 1 (opaque).
    package var alpha: Double

    /// Opaque black.
    package static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    package static let white = Color(red: 1, green: 1, blue: 1)
    /// Transparent black.
    package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Creates a colour; components are clamped to 0…1, and NaN becomes 0.
    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.clamped(red)
        self.green = Self.clamped(green)
        self.blue = Self.clamped(blue)
        self.alpha = Self.clamped(alpha)
    }

    /// Creates an opaque grey, 0 (black) … 1 (white).
    package init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// The same colour with its alpha multiplied by `factor`, 0…1.
    package func opacity(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * Self.clamped(factor))
    }

    /// A mix in sRGB, weighted by alpha: this colour at `fraction` 0, `other` at 1.
    package func blended(with other: Color, by fraction: Double) -> Color {
        let share = Self.clamped(fraction)
        let own = alpha * (1 - share)
        let others = other.alpha * share
        let total = own + others
        guard total > 0 else { return .clear }
        return Color(
            red: (red * own + other.red * others) / total,
            green: (green * own + other.green * others) / total,
            blue: (blue * own + other.blue * others) / total,
            alpha: total
        )
    }

    /// The result of painting this colour over `background`.
    package func over(_ background: Color) -> Color {
        let behind = background.alpha * (1 - alpha)
        let total = alpha + behind
        guard total > 0 else { return .clear }
        return Color(
            red: (red * alpha + background.red * behind) / total,
            green: (green * alpha + background.green * behind) / total,
            blue: (blue * alpha + background.blue * behind) / total,
            alpha: total
        )
    }

    private static func clamped(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, 0), 1)
    }
}

import Glibc

/// A colour in OKLab, a perceptually uniform colour space (Björn Ottosson, 2020).
package struct OKLab: Hashable, Sendable {
    /// The perceived lightness, 0 (black) … 1 (white).
    package var lightness: Double
    /// Green (negative) to red, about -0.4…0.4.
    package var a: Double
    /// Blue (negative) to yellow, about -0.4…0.4.
    package var b: Double
    /// The opacity, 0…1.
    package var alpha: Double

    /// Creates a colour from its coordinates.
    package init(lightness: Double, a: Double, b: Double, alpha: Double = 1) {
        self.lightness = lightness
        self.a = a
        self.b = b
        self.alpha = alpha
    }

    /// Converts from sRGB.
    package init(_ color: Color) {
        let red = Color.linear(color.red)
        let green = Color.linear(color.green)
        let blue = Color.linear(color.blue)
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        self.init(
            lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
            alpha: color.alpha
        )
    }

    /// The colour in sRGB; components outside its gamut are clipped.
    ///
    /// ``OKLCH/color`` preserves the hue instead.
    package var color: Color {
        let light = linearComponents
        return Color(
            red: Color.encoded(light.red),
            green: Color.encoded(light.green),
            blue: Color.encoded(light.blue),
            alpha: alpha
        )
    }

    /// True if the colour is in the sRGB gamut, with a tolerance of a ten-thousandth.
    package var isInGamut: Bool {
        let light = linearComponents
        let range = -0.0001...1.0001
        return range.contains(light.red) && range.contains(light.green) && range.contains(light.blue)
    }

    private var linearComponents: (red: Double, green: Double, blue: Double) {
        let l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            blue: -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    private func cubed(_ value: Double) -> Double { value * value * value }
}

internal import Foundation
import SubdialCoreGraphics
internal import SubdialLayout

/// The contents of a colour set.
struct ColorSet: Decodable {
    struct Entry: Decodable {
        var color: Value?
        let variant: AssetVariant

        private enum CodingKeys: String, CodingKey { case color }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            color = try? container.decodeIfPresent(Value.self, forKey: .color)
            variant = try AssetVariant(from: decoder)
        }
    }

    struct Value: Decodable {
        var space: String?
        var components: [String: Component]?
        /// The name of a colour of the system, such as `systemBlueColor`.
        var reference: String?

        private enum CodingKeys: String, CodingKey {
            case components, reference
            case space = "color-space"
        }
    }

    /// A component in one of its forms: `0.500`, `128` or `0x80`.
    struct Component: Decodable {
        var value: Double
        /// The value as an opacity: a plain `1` is opaque.
        var opacity: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                (value, opacity) = (number, number)
                return
            }
            let text = try container.decode(String.self).trimmingCharacters(in: .whitespaces)
            let isHexadecimal = text.lowercased().hasPrefix("0x")
            let number = isHexadecimal ? Int(text.dropFirst(2), radix: 16).map { Double($0) } : Double(text)
            guard let number, number.isFinite else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no component of a colour")
            }
            let isFraction = !isHexadecimal && (text.contains(".") || text.lowercased().contains("e"))
            value = isFraction ? number : number / 255
            opacity = isFraction || number <= 1 ? number : number / 255
        }
    }

    var colors: [Entry]?

    /// The values of the colour in each look; nil if no variant suits.
    func variants(_ traits: AssetTraits) -> ColorVariants? {
        let entries = (colors ?? []).filter { $0.color != nil }
        func best(isDark: Bool, isHighContrast: Bool) -> ColorVariants.Components? {
            var traits = traits
            traits.isHighContrast = isHighContrast
            return AssetVariant.best(entries, traits, isDark: isDark) { $0.variant }?.color?
                .components(isDark ? .dark : .light, isHighContrast: isHighContrast)
        }
        let dark = best(isDark: true, isHighContrast: false)
        guard let light = best(isDark: false, isHighContrast: false) ?? dark else { return nil }
        return ColorVariants(
            light: light, dark: dark, lightHighContrast: best(isDark: false, isHighContrast: true),
            darkHighContrast: best(isDark: true, isHighContrast: true))
    }
}

extension ColorSet.Value {
    /// The colour in extended sRGB.
    func components(_ scheme: ColorScheme, isHighContrast: Bool) -> ColorVariants.Components? {
        if let reference { return SystemPalette.reference(reference)?.components(scheme, highContrast: isHighContrast) }
        guard let components else { return nil }
        func component(_ name: String, _ fallback: Double) -> Double { components[name]?.value ?? fallback }
        let alpha = components["alpha"].map { min(max($0.opacity, 0), 1) } ?? 1
        if components["white"] != nil {
            let white = component("white", 0)
            return ColorVariants.Components(red: white, green: white, blue: white, alpha: alpha)
        }
        let rgb = (component("red", 0), component("green", 0), component("blue", 0))
        let result: (Double, Double, Double) =
            switch space {
            case "display-p3"?: ColorMath.sRGB(fromDisplayP3: rgb)
            case "extended-linear-srgb"?, "linear-srgb"?: (ColorMath.encoded(rgb.0), ColorMath.encoded(rgb.1), ColorMath.encoded(rgb.2))
            default: rgb
            }
        return ColorVariants.Components(red: result.0, green: result.1, blue: result.2, alpha: alpha)
    }
}

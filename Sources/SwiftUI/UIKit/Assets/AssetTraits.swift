internal import Foundation

/// What decides among the variants of an asset: the device and the look.
package struct AssetTraits: Hashable, Sendable {
    /// The device: `iphone`, `ipad`, `watch`.
    package var idiom: String
    /// Pixels per point.
    package var scale: Double
    /// True for the variants of high contrast.
    package var isHighContrast: Bool
    /// True if the reading direction is from right to left.
    package var isRightToLeft: Bool

    package init(idiom: String = "iphone", scale: Double = 3, isHighContrast: Bool = false, isRightToLeft: Bool = false) {
        (self.idiom, self.scale, self.isHighContrast, self.isRightToLeft) = (idiom, scale, isHighContrast, isRightToLeft)
    }
}

/// The attributes of a variant in a set's `Contents.json`.
struct AssetVariant: Decodable {
    struct Appearance: Decodable {
        var appearance: String
        var value: String
    }

    var idiom: String?
    var scale: String?
    var appearances: [Appearance]?
    var gamut: String?
    var direction: String?

    private enum CodingKeys: String, CodingKey {
        case idiom, scale, appearances
        case gamut = "display-gamut"
        case direction = "language-direction"
    }

    /// The pixels per point; nil for a variant of any scale.
    var pixels: Double? { scale.flatMap { $0.hasSuffix("x") ? Double($0.dropLast()) : nil }.flatMap { $0 > 0 && $0 <= 16 ? $0 : nil } }
    /// `light`, `dark` or `tinted`; nil for any.
    var luminosity: String? { appearances?.first { $0.appearance == "luminosity" }?.value }
    var isHighContrast: Bool { appearances?.contains { $0.appearance == "contrast" && $0.value == "high" } ?? false }

    /// How well the variant suits, the most important attribute first; nil if it does not.
    ///
    /// A variant of another device is used if there is no other one: the only picture of a widget for the Mac is better than none.
    func rank(_ traits: AssetTraits, isDark: Bool) -> [Double]? {
        var rank: [Double] = []
        switch idiom {
        case traits.idiom?: rank.append(2)
        case "universal", nil: rank.append(1)
        default: rank.append(0)
        }
        switch luminosity {
        case nil: rank.append(0)
        case isDark ? "dark" : "light": rank.append(1)
        default: return nil
        }
        guard !isHighContrast || traits.isHighContrast else { return nil }
        rank.append(isHighContrast ? 1 : 0)
        switch direction {
        case nil: rank.append(0)
        case traits.isRightToLeft ? "right-to-left" : "left-to-right": rank.append(1)
        default: return nil
        }
        // Pictures are drawn in sRGB.
        rank.append(gamut == "display-P3" ? 0 : 1)
        // The exact scale, else the next larger one, else the next smaller one.
        let distance = (pixels ?? traits.scale) - traits.scale
        rank.append(distance >= 0 ? -distance : distance - 100)
        return rank
    }

    /// The value of the variant that suits best; nil if none does.
    static func best<Value>(_ values: [Value], _ traits: AssetTraits, isDark: Bool, _ variant: (Value) -> AssetVariant) -> Value? {
        var best: (rank: [Double], value: Value)?
        for value in values {
            guard let rank = variant(value).rank(traits, isDark: isDark) else { continue }
            if best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true { best = (rank, value) }
        }
        return best?.value
    }
}

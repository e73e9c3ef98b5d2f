/// The colours that a template may name.
///
/// What they look like is the theme's to say.
public enum ColorNames {
    /// Those whose look depends on light and dark, on the cover and on the theme.
    public static let semantic = [
        "primary", "secondary", "tertiary", "fill", "accent", "background", "border", "success", "warning", "error",
    ]
    /// Those of the platform's palette.
    public static let palette = [
        "white", "black", "clear", "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown",
        "gray",
    ]

    /// The colours that are distinguished by their hue alone.
    public static let hues: Set<String> = Set(palette).subtracting(["white", "black", "clear"]).union(["success", "warning", "error"])
    /// SwiftUI's materials: what lies behind them is seen through them, blurred.
    public static let materials = ["ultraThinMaterial", "thinMaterial", "regularMaterial", "thickMaterial", "ultraThickMaterial"]
    /// Every name.
    public static let all = semantic + palette + materials

    /// Whether `text` names a colour: one of ``all``, or `#` with 3, 6 or 8 hexadecimal digits.
    public static func contains(_ text: String) -> Bool {
        guard text.hasPrefix("#") else { return all.contains(text) }
        return [3, 6, 8].contains(text.count - 1) && text.dropFirst().allSatisfy(\.isHexDigit)
    }
}

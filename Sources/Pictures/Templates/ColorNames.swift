/// The colour names available to templates.
///
/// The theme defines the colours.
public enum ColorNames {
    /// The colours that depend on appearance, cover and theme.
    public static let semantic = [
        "primary", "secondary", "tertiary", "fill", "accent", "background", "border", "success", "warning", "error",
    ]
    /// The colours of the platform's palette.
    public static let palette = [
        "white", "black", "clear", "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown",
        "gray",
    ]

    /// The colours distinguished by hue only.
    public static let hues: Set<String> = Set(palette).subtracting(["white", "black", "clear"]).union(["success", "warning", "error"])
    /// SwiftUI's materials, which blur their background.
    public static let materials = ["ultraThinMaterial", "thinMaterial", "regularMaterial", "thickMaterial", "ultraThickMaterial"]
    /// All colour names.
    public static let all = semantic + palette + materials

    /// True if `text` is a colour: one of ``all``, or `#` with 3, 6 or 8 hexadecimal digits.
    public static func contains(_ text: String) -> Bool {
        guard text.hasPrefix("#") else { return all.contains(text) }
        return [3, 6, 8].contains(text.count - 1) && text.dropFirst().allSatisfy(\.isHexDigit)
    }
}

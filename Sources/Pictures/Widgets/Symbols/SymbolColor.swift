import SubdialDrawing

/// A colour that a layer of a symbol has of its own, in symbols of several colours.
enum SymbolColor: String, Hashable, Sendable, CaseIterable {
    // The hues of the theme.
    case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray
    /// Clouds: white on dark, a light grey on light surfaces.
    case white
    /// The moon.
    case paleYellow
    /// Snow and hail.
    case paleBlue

    /// The colour by its name in the class of a path, `yellow`, or as in the symbols that Apple's program exports, `systemYellowColor`.
    init?(className name: Substring) {
        let isApples = name.hasPrefix("system") && name.hasSuffix("Color")
        self.init(rawValue: isApples ? name.dropFirst("system".count).dropLast("Color".count).lowercased() : String(name))
    }

    /// The colour on a dark or a light surface.
    func color(onDark isOnDark: Bool, in theme: Theme) -> Color? {
        switch self {
        case .white: Color(hex: isOnDark ? "#FFFFFF" : "#A9B4C0")
        case .paleYellow: Color(hex: isOnDark ? "#F4E7B0" : "#E3BE4B")
        case .paleBlue: Color(hex: isOnDark ? "#CDEBFF" : "#63B7EE")
        default: theme.color(rawValue, isOnDark ? .dark : .light)
        }
    }
}

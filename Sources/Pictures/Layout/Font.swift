/// The text styles of the platforms; size, leading and weight of each depend on the device and the type size.
public enum TextStyle: String, Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2
}

/// The weight of the strokes.
public enum FontWeight: String, Hashable, Sendable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
}

/// The design of the typeface.
public enum FontDesign: String, Hashable, Sendable, CaseIterable {
    case `default`, rounded, monospaced, serif
}

/// The width of the glyphs.
public enum FontWidth: String, Hashable, Sendable, CaseIterable {
    case compressed, condensed, standard, expanded
}

/// The distance between the lines of a font, relative to the font's own.
public enum FontLeading: String, Hashable, Sendable, CaseIterable {
    case tight, standard, loose
}

/// The font of a text: a text style or a fixed size, with its deviations.
public struct Font: Hashable, Sendable {
    /// The source of the size.
    public enum Base: Hashable, Sendable {
        case style(TextStyle)
        /// A fixed size in points.
        case size(Double)
        /// A size in points that grows with the type size as a text style does.
        case scaled(Double, with: TextStyle)
    }

    /// The text style or the fixed size.
    public var base: Base
    /// The weight; nil for that of the style.
    public var weight: FontWeight?
    /// The design of the typeface.
    public var design: FontDesign
    /// True if all digits have the same width.
    public var hasMonospacedDigits: Bool
    /// The family of a font of the user's; nil for the platform's.
    public var family: String?
    /// True for slanted glyphs.
    public var isItalic = false
    /// True for small capitals in place of lowercase letters.
    public var hasSmallCaps = false
    /// The width of the glyphs; nil for the standard.
    public var width: FontWidth?
    /// The distance between lines.
    public var leading = FontLeading.standard

    /// Creates a font; the default is the platform's body text.
    public init(_ base: Base = .style(.body), weight: FontWeight? = nil, design: FontDesign = .default, hasMonospacedDigits: Bool = false) {
        self.base = base
        self.weight = weight
        self.design = design
        self.hasMonospacedDigits = hasMonospacedDigits
    }
}

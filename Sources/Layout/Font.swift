/// The text styles of the platforms; what size, leading and weight each has depends on the device and the type size.
public enum TextStyle: String, Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2
}

/// How heavy the strokes are.
public enum FontWeight: String, Hashable, Sendable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
}

/// The shape of the letters.
public enum FontDesign: String, Hashable, Sendable, CaseIterable {
    case `default`, rounded, monospaced, serif
}

/// The font of a text: a style or a size of its own, and what differs from it.
public struct Font: Hashable, Sendable {
    /// What the size comes from.
    public enum Base: Hashable, Sendable {
        case style(TextStyle)
        /// Points.
        case size(Double)
    }

    /// The style, or a size of its own.
    public var base: Base
    /// nil: the style's own.
    public var weight: FontWeight?
    /// The shape of the letters.
    public var design: FontDesign
    /// Whether all digits are equally wide.
    public var hasMonospacedDigits: Bool

    /// Makes a font; what is left out is body text as the platform has it.
    public init(_ base: Base = .style(.body), weight: FontWeight? = nil, design: FontDesign = .default, hasMonospacedDigits: Bool = false) {
        self.base = base
        self.weight = weight
        self.design = design
        self.hasMonospacedDigits = hasMonospacedDigits
    }
}

/// The heights of a font at the size of a style, in points; those of the first family alone, not of what stands in for it.
public struct FontMetrics: Hashable, Sendable {
    /// From the baseline up to the font's top.
    public let ascent: Double
    /// From the baseline down to the font's bottom.
    public let descent: Double
    /// The height of a capital H.
    public let capHeight: Double
    /// The height of a small x.
    public let xHeight: Double
    /// The height of a line: the style's, else ascent and descent together.
    public let lineHeight: Double

    /// From the top of a line to its baseline; what the line height adds or takes is shared by top and bottom.
    public var baseline: Double {
        (lineHeight - ascent - descent) / 2 + ascent
    }
}

/// The metrics of a font at the size of a style, in points; those of the first family, not of its fallbacks.
public struct FontMetrics: Hashable, Sendable {
    /// The distance from the baseline up to the top of the font.
    public let ascent: Double
    /// The distance from the baseline down to the bottom of the font.
    public let descent: Double
    /// The height of an uppercase H.
    public let capHeight: Double
    /// The height of a lowercase x.
    public let xHeight: Double
    /// The line height: that of the style, otherwise the sum of ascent and descent.
    public let lineHeight: Double

    /// The distance from the top of a line to its baseline; extra line height is divided equally between top and bottom.
    public var baseline: Double {
        (lineHeight - ascent - descent) / 2 + ascent
    }
}

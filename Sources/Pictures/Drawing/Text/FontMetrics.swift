/// The metrics of a font at the size of a style, in points; those of the first family, not of its fallbacks.
package struct FontMetrics: Hashable, Sendable {
    /// The distance from the baseline up to the top of the font.
    package let ascent: Double
    /// The distance from the baseline down to the bottom of the font.
    package let descent: Double
    /// The height of an uppercase H.
    package let capHeight: Double
    /// The height of a lowercase x.
    package let xHeight: Double
    /// The line height: that of the style, otherwise the sum of ascent and descent.
    package let lineHeight: Double

    /// The distance from the top of a line to its baseline; extra line height is divided equally between top and bottom.
    package var baseline: Double {
        (lineHeight - ascent - descent) / 2 + ascent
    }
}

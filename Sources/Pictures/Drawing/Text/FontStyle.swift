/// The font and spacing of a text.
package struct FontStyle: Hashable, Sendable {
    /// The families in order of preference, before the fallbacks of the configuration.
    package var families: [String]
    /// The size in points; it is limited to 1…1000 when used.
    package var size: Double
    /// The weight of the font.
    package var weight: FontWeight
    /// True for an italic font.
    package var isItalic: Bool
    /// True if all digits have the same width, so that a running time does not move.
    package var hasTabularDigits: Bool
    /// The extra advance of each letter, in points.
    ///
    /// It does not apply to scripts with joined letters and CJK.
    package var tracking: Double
    /// The line height in points, independent of the fonts in the line; nil for that of the font.
    package var lineHeight: Double?
    /// True for small capitals in place of lowercase letters.
    package var hasSmallCaps: Bool
    /// The width of the letters as a factor: a face of about that width is preferred; 1 for the usual one.
    package var width: Double
    /// The width of a line with round joins along the outlines, in points, which makes letters bolder and rounds their corners; 0 for none.
    ///
    /// Capitals grow by it, so that the size is smaller by as much. The tracking also stands at both ends of a line, which the letters grow into.
    package var rounding: Double
    /// Additional OpenType features, in CSS syntax: `ss01=1, zero=1`.
    package var features: String

    /// Creates a style.
    package init(
        families: [String] = ["Inter"],
        size: Double,
        weight: FontWeight = .regular,
        isItalic: Bool = false,
        hasTabularDigits: Bool = false,
        tracking: Double = 0,
        lineHeight: Double? = nil,
        features: String = ""
    ) {
        self.families = families
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.hasTabularDigits = hasTabularDigits
        self.tracking = tracking
        self.lineHeight = lineHeight
        self.features = features
        hasSmallCaps = false
        width = 1
        rounding = 0
    }
}

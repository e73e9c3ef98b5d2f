/// The measured size of a text.
public struct TextMetrics: Hashable, Sendable {
    /// The width of the widest line and the height of all lines with their leading.
    public var size: Size
    /// The distance of the first baseline from the top.
    public var firstBaseline: Double
    /// The distance of the last baseline from the top.
    public var lastBaseline: Double
    /// The number of lines, 1 or more.
    public var lineCount: Int
    /// True if the text is truncated.
    public var isTruncated: Bool
    /// The visible scalars without a glyph in any font, without duplicates; boxes are drawn in their place.
    public var missingGlyphs: [Unicode.Scalar]

    /// Creates the metrics of a measured text.
    public init(
        size: Size, firstBaseline: Double, lastBaseline: Double, lineCount: Int, isTruncated: Bool, missingGlyphs: [Unicode.Scalar] = []
    ) {
        self.size = size
        self.firstBaseline = firstBaseline
        self.lastBaseline = lastBaseline
        self.lineCount = lineCount
        self.isTruncated = isTruncated
        self.missingGlyphs = missingGlyphs
    }
}

/// The published measures of a font, in points.
public struct FontMetrics: Hashable, Sendable {
    /// The extent above the baseline.
    public var ascent: Double
    /// The extent below the baseline, more than 0.
    public var descent: Double
    /// The height of capitals.
    public var capHeight: Double
    /// The distance between the descent of a line and the ascent of the next.
    public var leading: Double

    /// Creates the measures of a font.
    public init(ascent: Double, descent: Double, capHeight: Double, leading: Double) {
        (self.ascent, self.descent, self.capHeight, self.leading) = (ascent, descent, capHeight, leading)
    }

    /// The height of a line without leading.
    public var lineHeight: Double { ascent + descent }
}

/// The measurements of fonts and symbols that a layout needs.
public protocol TextMeasurer {
    /// Measures `text` in the font of `content` at `scale` times its size.
    ///
    /// - Parameters:
    ///   - width: The maximum width in points; nil for no limit. The result may be wider if even an ellipsis does not fit.
    ///   - maximumLines: The maximum number of lines; nil for no limit.
    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics

    /// The size of the font in points, before any scaling.
    func pointSize(of font: Font) -> Double

    /// The distance between two baselines, in points.
    func lineHeight(of font: Font) -> Double

    /// The measures of the font from which default distances between views are made.
    func metrics(of font: Font) -> FontMetrics

    /// The size of the symbol in points, in the font or at the height that `image` specifies, and its baseline from the top.
    func symbolSize(_ image: ImageContent) -> Dimensions
}

/// A part of a text with its own attributes.
public struct TextRun: Hashable, Sendable {
    /// The pattern of a line under or through a text.
    public enum LinePattern: String, Hashable, Sendable, CaseIterable {
        case solid, dot, dash, dashDot, dashDotDot
    }

    /// A line under or through a text.
    public struct Line: Hashable, Sendable {
        /// The pattern.
        public var pattern: LinePattern
        /// The colour; nil for that of the glyphs.
        public var color: ColorName?

        /// Creates a line.
        public init(_ pattern: LinePattern = .solid, color: ColorName? = nil) {
            self.pattern = pattern
            self.color = color
        }
    }

    /// The text; U+FFFC if the run is an image.
    public var text: String
    /// The image in place of the text, on the baseline; nil for a text.
    public var image: ImageContent?
    /// The font; nil for that of the whole text.
    public var font: Font?
    /// The fill of the glyphs; nil for that of the whole text.
    public var paint: Paint?
    /// The line under the glyphs; nil for none.
    public var underline: Line?
    /// The line through the glyphs; nil for none.
    public var strikethrough: Line?
    /// The distance after each glyph but the last of the text, in points; ligatures stay.
    public var kerning: Double
    /// The distance after each glyph, in points; it is used in place of the kerning unless it is 0, and separates ligatures.
    public var tracking: Double
    /// The distance of the glyphs above the baseline, in points.
    public var baselineOffset: Double

    /// Creates a run without attributes.
    public init(_ text: String) {
        self.text = text
        (kerning, tracking, baselineOffset) = (0, 0, 0)
    }

    /// Creates a run that is an image.
    public init(_ image: ImageContent) {
        self.init("\u{FFFC}")
        self.image = image
    }

    /// True without attributes.
    var isPlain: Bool { self == TextRun(text) }
}

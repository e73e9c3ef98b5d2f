/// The wrapping, truncation and alignment of a text.
package struct TextOptions: Hashable, Sendable {
    /// The alignment of lines of different lengths, within ``TextLayout/size``.
    package enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
        /// Left-aligned; right-aligned if ``TextOptions/direction`` is ``Direction/rightToLeft``.
        case leading
        /// Centred.
        case center
        /// Right-aligned; left-aligned if ``TextOptions/direction`` is ``Direction/rightToLeft``.
        case trailing
    }

    /// The part of a text that an ellipsis replaces if it does not fit.
    package enum Truncation: String, Hashable, Sendable, Codable, CaseIterable {
        /// The end.
        case tail
        /// The middle of the last line.
        case middle
        /// The beginning of the last line.
        case head
    }

    /// The base direction of a text, which also decides the leading side.
    package enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
        /// The direction of the first letter; the leading side is the left.
        case automatic
        /// Left to right.
        case leftToRight
        /// Right to left; the leading side is the right.
        case rightToLeft
    }

    /// The width for wrapping and truncation; nil for no limit.
    package var width: Double?
    /// The maximum number of lines; nil for no limit.
    ///
    /// With a limit of 1, the text is truncated but not wrapped.
    package var maxLines: Int?
    /// The alignment of lines of different lengths.
    package var alignment: Alignment
    /// The part that is replaced if the text does not fit.
    package var truncation: Truncation
    /// The base direction.
    package var direction: Direction
    /// The distance between two lines in addition to that of the font, in points.
    package var lineSpacing: Double
    /// The number of lines for which there is room at least.
    package var reservedLines: Int
    /// The language as a BCP 47 tag, which selects variants of glyphs; nil to decide by script.
    package var language: String?

    /// Creates options.
    package init(
        width: Double? = nil,
        maxLines: Int? = nil,
        alignment: Alignment = .leading,
        truncation: Truncation = .tail,
        direction: Direction = .automatic,
        language: String? = nil,
        lineSpacing: Double = 0,
        reservedLines: Int = 0
    ) {
        self.width = width
        self.maxLines = maxLines
        self.alignment = alignment
        self.truncation = truncation
        self.direction = direction
        self.language = language
        self.lineSpacing = lineSpacing
        self.reservedLines = reservedLines
    }
}

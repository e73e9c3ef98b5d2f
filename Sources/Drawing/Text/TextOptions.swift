/// How text is broken, cut and aligned.
public struct TextOptions: Hashable, Sendable {
    /// Where lines of different lengths stand, beside each other and within ``TextLayout/size``.
    public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
        /// At the left; at the right when ``TextOptions/direction`` is ``Direction/rightToLeft``.
        case leading
        /// In the middle.
        case center
        /// At the right; at the left when ``TextOptions/direction`` is ``Direction/rightToLeft``.
        case trailing
    }

    /// What gives way to an ellipsis when the text does not fit.
    public enum Truncation: String, Hashable, Sendable, Codable, CaseIterable {
        /// The end.
        case tail
        /// The middle, of the last line.
        case middle
        /// The beginning, of the last line.
        case head
    }

    /// Which way a text runs where its letters leave it open, and which side is the leading one.
    public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
        /// As its first letter runs; the leading side is the left.
        case automatic
        /// Left to right.
        case leftToRight
        /// Right to left; the leading side is the right.
        case rightToLeft
    }

    /// The width to break or cut at; nil for lines as long as they are.
    public var width: Double?
    /// The most lines; nil for as many as the text takes.
    ///
    /// One line is not broken, only cut.
    public var maxLines: Int?
    /// Where lines of different lengths stand.
    public var alignment: Alignment
    /// What is left out when the text does not fit.
    public var truncation: Truncation
    /// Which way the text runs.
    public var direction: Direction
    /// The language as a BCP 47 tag, which decides among forms of the same character; by the script where nil.
    public var language: String?
    /// Whether a newline in the text begins a line; it counts as a space otherwise.
    public var keepsNewlines: Bool

    /// Creates options.
    public init(
        width: Double? = nil,
        maxLines: Int? = nil,
        alignment: Alignment = .leading,
        truncation: Truncation = .tail,
        direction: Direction = .automatic,
        language: String? = nil,
        keepsNewlines: Bool = false
    ) {
        self.width = width
        self.maxLines = maxLines
        self.alignment = alignment
        self.truncation = truncation
        self.direction = direction
        self.language = language
        self.keepsNewlines = keepsNewlines
    }
}

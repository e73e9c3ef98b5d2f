/// The font and spacing of a text.
public struct FontStyle: Hashable, Sendable {
    /// The families in order of preference, before the fallbacks of the configuration.
    public var families: [String]
    /// The size in points; it is limited to 1…1000 when used.
    public var size: Double
    /// The weight of the font.
    public var weight: FontWeight
    /// True for an italic font.
    public var isItalic: Bool
    /// True if all digits have the same width, so that a running time does not move.
    public var hasTabularDigits: Bool
    /// The extra advance of each letter, in points.
    ///
    /// It does not apply to scripts with joined letters and CJK.
    public var tracking: Double
    /// The line height in points, independent of the fonts in the line; nil for that of the font.
    public var lineHeight: Double?
    /// Additional OpenType features, in CSS syntax: `ss01=1, zero=1`.
    public var features: String

    /// Creates a style.
    public init(
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
    }
}

/// What text is set in.
public struct FontStyle: Hashable, Sendable {
    /// The families in order of preference; those of the configuration follow where a character is missing.
    public var families: [String]
    /// The size in points, clamped to 1…1000 when used.
    public var size: Double
    /// How heavy the letters are.
    public var weight: FontWeight
    /// Whether the letters slant.
    public var isItalic: Bool
    /// Whether all digits are of one width, so that a time does not jump as it runs.
    public var hasTabularDigits: Bool
    /// What is added to the width of each letter, in points.
    ///
    /// Scripts whose letters join, and CJK, are left as they are.
    public var tracking: Double
    /// The height of a line in points, whatever fonts are in it; the font's own where nil.
    public var lineHeight: Double?
    /// Further OpenType features, as in CSS: `ss01=1, zero=1`.
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

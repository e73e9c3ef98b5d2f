/// How large a text comes out.
public struct TextMetrics: Hashable, Sendable {
    /// The widest line, and the height of all lines by their leading.
    public var size: Size
    /// From the top.
    public var firstBaseline: Double
    /// From the top.
    public var lastBaseline: Double
    /// How many lines it took, 1 or more.
    public var lineCount: Int
    /// Whether something had to be left out.
    public var isTruncated: Bool

    /// Makes the metrics of a text that was measured.
    public init(size: Size, firstBaseline: Double, lastBaseline: Double, lineCount: Int, isTruncated: Bool) {
        self.size = size
        self.firstBaseline = firstBaseline
        self.lastBaseline = lastBaseline
        self.lineCount = lineCount
        self.isTruncated = isTruncated
    }
}

/// What a layout must know of fonts and pictures, and nothing else of the world outside.
public protocol TextMeasurer {
    /// Measures `content.text` in its font, `scale` times as large.
    ///
    /// - Parameters:
    ///   - width: Points; nil for no limit. The result may be wider where even an ellipsis does not fit.
    ///   - maximumLines: nil for no limit.
    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics

    /// The size of the font in points, before any scaling.
    func pointSize(of font: Font) -> Double

    /// From one line to the next, in points.
    func lineHeight(of font: Font) -> Double

    /// How large the symbol is in points, in the font or of the height that `image` asks for, and its baseline from the top.
    func symbolSize(_ image: ImageContent) -> Dimensions
}

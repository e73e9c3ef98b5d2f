import SubdialBasics
import SubdialLayout

/// Measures text by San Francisco's published measures.
///
/// Sizes and line heights are those of Apple's Human Interface Guidelines ("Typography", at the type size large). Each character is half as
/// wide as the font is high.
struct SanFrancisco: TextMeasurer {
    static let styles: [TextStyle: (size: Double, leading: Double)] = [
        .largeTitle: (34, 41), .title: (28, 34), .title2: (22, 28), .title3: (20, 25), .headline: (17, 22), .body: (17, 22),
        .callout: (16, 21), .subheadline: (15, 20), .footnote: (13, 18), .caption: (12, 16), .caption2: (11, 13),
    ]

    func pointSize(of font: Font) -> Double {
        switch font.base {
        case .style(let style): Self.styles[style]?.size ?? 17
        case .size(let size), .scaled(let size, _): size
        }
    }

    func lineHeight(of font: Font) -> Double {
        if case .style(let style) = font.base { Self.styles[style]?.leading ?? 22 } else { (pointSize(of: font) * 1.19).rounded() }
    }

    func metrics(of font: Font) -> FontMetrics {
        let size = pointSize(of: font)
        let height = size * (0.9521 + 0.2412)
        var leading = 0.0
        if case .style = font.base { leading = max(0, lineHeight(of: font) - height) }
        return FontMetrics(ascent: size * 0.9521, descent: size * 0.2412, capHeight: size * 0.7046, leading: leading)
    }

    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        let metrics = metrics(of: content.font)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let (line, gap) =
            content.hasFontBox
            ? (metrics.lineHeight, metrics.leading + content.lineSpacing) : (lineHeight(of: content.font), content.lineSpacing)
        let top = (line - metrics.lineHeight) / 2 + metrics.ascent
        let count = Double(lines.count)
        return TextMetrics(
            size: Size(Double(lines.map(\.count).max() ?? 0) * pointSize(of: content.font) / 2, count * line + (count - 1) * gap),
            firstBaseline: top, lastBaseline: top + (count - 1) * (line + gap), lineCount: lines.count, isTruncated: false)
    }

    func symbolSize(_ image: ImageContent) -> Dimensions { Dimensions(Size(20, 20)) }
}

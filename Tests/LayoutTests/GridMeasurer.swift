import SubdialBasics
import SubdialLayout

/// Measures text on a grid: at a font size of 20 points, each character is 10 wide and a line is 20 high, with its baseline at 15.
struct GridMeasurer: TextMeasurer {
    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        let size = pointSize(of: content.font) * scale
        let letter = size / 2
        let columns = width.map { max(1, Int(saturating: min($0 / letter + 1e-6, 1e6))) } ?? 1_000_000
        let lines = Self.lines(of: text, columns: columns)
        let kept = min(lines.count, maximumLines ?? lines.count)
        let isTruncated = kept < lines.count
        // A truncated line fills the width.
        let widest = isTruncated ? columns : lines.max() ?? 0
        return TextMetrics(
            size: Size(Double(widest) * letter, Double(kept) * size), firstBaseline: size * 0.75,
            lastBaseline: Double(kept - 1) * size + size * 0.75, lineCount: kept, isTruncated: isTruncated)
    }

    func pointSize(of font: Font) -> Double {
        if case .size(let size) = font.base { size } else { 20 }
    }

    func lineHeight(of font: Font) -> Double { pointSize(of: font) }

    func metrics(of font: Font) -> FontMetrics {
        let size = pointSize(of: font)
        return FontMetrics(ascent: size * 0.75, descent: size * 0.25, capHeight: size * 0.6, leading: 0)
    }

    func symbolSize(_ image: ImageContent) -> Dimensions {
        let side = image.symbolSize ?? pointSize(of: image.font)
        return Dimensions(Size(side, side), firstBaseline: side * 0.75, lastBaseline: side * 0.75)
    }

    /// Returns the number of columns of each line, broken at spaces, and inside words that are longer than a line.
    private static func lines(of text: String, columns: Int) -> [Int] {
        var lines = [0]
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let last = lines[lines.count - 1]
            if index > 0, last + 1 + word.count <= columns {
                lines[lines.count - 1] = last + 1 + word.count
                continue
            }
            if index > 0 { lines.append(0) }
            var rest = word.count
            while rest > columns {
                lines[lines.count - 1] = columns
                lines.append(0)
                rest -= columns
            }
            lines[lines.count - 1] = rest
        }
        return lines
    }
}

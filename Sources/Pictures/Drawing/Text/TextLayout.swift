import SubdialCPango
import SubdialLayout

/// A text broken into lines, ready for measuring and drawing.
///
/// Every line has exactly the line height of the style, whatever fonts are used as fallbacks. The text is a separate paragraph: its control
/// characters, including directional ones, have no effect outside. Text beyond 4,000 scalars is cut.
package final class TextLayout {
    /// The cache key of a layout in a library.
    struct Key: Hashable {
        let text: String
        let style: FontStyle
        let options: TextOptions
    }

    /// The width of the longest line, limited to the requested width, and the height of all lines.
    package let size: Size
    /// The number of lines, at least 1.
    package let lineCount: Int
    /// True if an ellipsis replaces a part of the text.
    package let isTruncated: Bool
    /// The metrics of the style's font.
    package let metrics: FontMetrics
    /// The visible scalars without a glyph in any font, in the order of the lines, without duplicates; Pango draws boxes with their numbers.
    package let missingGlyphs: [Unicode.Scalar]

    let lines: [TextLine]
    private let paragraph: Paragraph
    private let alignment: TextOptions.Alignment
    private let isRightToLeft: Bool

    /// Lays out a text.
    ///
    /// ``FontLibrary/layout(_:style:options:)`` does the same with a cache.
    package init(_ text: String, style: FontStyle, library: FontLibrary, options: TextOptions = TextOptions()) {
        FontLock.lock()
        defer { FontLock.unlock() }
        let font = library.font(style)
        let metrics = library.metrics(style)
        let clean = CleanText(text, keepsNewlines: options.keepsNewlines)
        let context = library.context(options.direction)
        let tracking = TextAttributes.tracking(style)
        func paragraph(_ text: CleanText, isLimited: Bool = true, widening: Double) -> Paragraph {
            let attributes = TextAttributes(text, style: style, features: font?.features ?? "", language: options.language)
            let isAutomatic = options.direction == .automatic
            let paragraph = Paragraph(text, font: font, attributes: attributes, isAutomatic: isAutomatic, context: context)
            paragraph.setExtent(options, isLimited: isLimited, widening: widening)
            return paragraph
        }

        // Pango would draw a newline hidden by the ellipsis as an arrow, so the text after the last line's newline is cut beforehand.
        var cut: CleanText?
        if let maxLines = options.maxLines, clean.scalars.contains(CleanText.lineSeparator) {
            cut = paragraph(clean, isLimited: false, widening: 0).start(ofLine: max(1, maxLines) - 1).flatMap(clean.cut)
        }

        // Pango includes the tracking after the last letter when it breaks lines, and removes it afterwards if the line has any.
        let width = options.width.map { max(0, $0) } ?? .infinity
        let paragraph = paragraph(cut ?? clean, widening: max(0, tracking))
        var lines = paragraph.lines(options)
        if tracking != 0, lines.contains(where: { $0.width > width }) {
            paragraph.setExtent(options, isLimited: true, widening: min(0, tracking))
            lines = paragraph.lines(options)
        }
        let widest = lines.map(\.width).max() ?? 0
        self.paragraph = paragraph
        self.lines = lines
        self.metrics = metrics
        missingGlyphs = lines.lazy.flatMap(\.runs).flatMap(\.missingGlyphs).reduce(into: []) { all, scalar in
            if !all.contains(scalar) { all.append(scalar) }
        }
        lineCount = max(1, lines.count)
        isTruncated = cut != nil || paragraph.isEllipsized
        size = Size(min(widest, width), metrics.lineHeight * Double(lineCount))
        alignment = options.alignment
        isRightToLeft = options.direction == .rightToLeft
        library.note(self)
    }

    /// The distance from the top to the baseline of the first line.
    package var firstBaseline: Double { metrics.baseline }

    /// The distance from the top to the baseline of the last line.
    package var lastBaseline: Double { metrics.baseline + metrics.lineHeight * Double(lineCount - 1) }

    /// The height of an uppercase H.
    package var capHeight: Double { metrics.capHeight }

    /// The ink bounds of the glyphs, relative to the top left corner of the layout; they may extend beyond ``size``.
    package var inkBounds: Rect {
        FontLock.lock()
        defer { FontLock.unlock() }
        var bounds: Rect?
        for (index, line) in lines.enumerated() {
            let ink = line.ink
            guard !ink.isEmpty else { continue }
            let origin = origin(of: index)
            let placed = Rect(x: origin.x + ink.x, y: origin.y + ink.y, width: ink.width, height: ink.height)
            bounds = bounds?.union(placed) ?? placed
        }
        return bounds ?? .zero
    }

    /// The start of a line's baseline, relative to the top left corner of the layout.
    func origin(of index: Int) -> Point {
        let line = lines[index]
        let room = size.width - line.width
        let x =
            switch alignment {
            case .center: room / 2
            case .leading: isRightToLeft ? room : 0
            case .trailing: isRightToLeft ? 0 : room
            }
        return Point(x, metrics.baseline + metrics.lineHeight * Double(index))
    }
}

import SubdialBasics
import SubdialDocuments
import SubdialLayout

extension WidgetRenderer {
    /// Messages about the texts of a laid-out widget for which the fonts lack glyphs, one per text; boxes are drawn in their place.
    public func missingGlyphs(of widget: PreparedWidget) -> [String] {
        var messages: [String] = []
        for node in [widget.layout, widget.background, widget.label].compactMap({ $0 }) { node.collectMissingGlyphs(into: &messages) }
        return messages
    }
}

extension PlacedNode {
    /// The maximum number of scalars in a message; the others are counted.
    private static let limit = 5

    /// Adds the messages about texts, without duplicates.
    fileprivate func collectMissingGlyphs(into messages: inout [String]) {
        if case .text(let content, _, _, let metrics) = drawn, !metrics.missingGlyphs.isEmpty {
            let shown = metrics.missingGlyphs.prefix(Self.limit).map { scalar in
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
            }
            let rest = metrics.missingGlyphs.count - shown.count
            let list = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            let message = "no font has a glyph for \(list) of the text \"\(content.text.excerpt)\"; boxes stand in their place"
            if !messages.contains(message) { messages.append(message) }
        }
        for child in children { child.collectMissingGlyphs(into: &messages) }
    }
}

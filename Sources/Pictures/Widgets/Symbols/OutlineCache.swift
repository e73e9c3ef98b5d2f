import SubdialDrawing

/// A cache of outlines parsed from SVG path data in templates.
final class OutlineCache {
    /// A template has few outlines; one that computes them from each entry must not exhaust memory.
    private static let limit = 64

    private var outlines: [String: SubdialDrawing.Path] = [:]

    /// The outline; nil for invalid data.
    func path(_ data: String) -> SubdialDrawing.Path? {
        if let outline = outlines[data] { return outline }
        guard let outline = try? SubdialDrawing.Path(svg: data) else { return nil }
        if outlines.count >= Self.limit { outlines.removeAll() }
        outlines[data] = outline
        return outline
    }
}

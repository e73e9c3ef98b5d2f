import Drawing

/// The outlines that templates write as SVG path data, each parsed once.
final class OutlineCache {
    /// A template has few; one that makes them up with every entry must not fill the memory.
    private static let limit = 64

    private var outlines: [String: Drawing.Path] = [:]

    /// The outline; nil where the data are none.
    func path(_ data: String) -> Drawing.Path? {
        if let outline = outlines[data] { return outline }
        guard let outline = try? Drawing.Path(svg: data) else { return nil }
        if outlines.count >= Self.limit { outlines.removeAll() }
        outlines[data] = outline
        return outline
    }
}

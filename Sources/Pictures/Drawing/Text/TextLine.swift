import SubdialCPango
import SubdialLayout

/// A line of a layout; valid as long as the layout.
struct TextLine {
    /// The runs from left to right.
    let runs: [GlyphRun]
    /// The advance of the whole line.
    let width: Double

    init(_ line: UnsafeMutablePointer<PangoLayoutLine>) {
        var runs: [GlyphRun] = []
        var x: Int32 = 0
        var node = line.pointee.runs
        while let current = node {
            node = current.pointee.next
            guard let item = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
                let run = GlyphRun(item, x: x)
            else { continue }
            runs.append(run)
            x += run.advance
        }
        self.runs = runs
        width = Double(x) / Double(PANGO_SCALE)
    }

    /// The ink bounds of the glyphs, relative to the start of the baseline; empty without visible glyphs.
    var ink: Rect {
        var bounds: Rect?
        for run in runs where !run.ink.isEmpty {
            bounds = bounds.map { $0.union(run.ink) } ?? run.ink
        }
        return bounds ?? .zero
    }
}

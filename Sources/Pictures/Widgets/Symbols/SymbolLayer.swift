import SubdialDrawing

/// One path of a symbol.
struct SymbolLayer: Hashable, Sendable {
    /// The way in which the path is drawn.
    enum Form: Hashable, Sendable {
        /// A filled area, with an outline of that width that rounds its corners; 0 for none.
        case fill(outline: Double, isEvenOdd: Bool)
        /// A line with round caps and joins, of that width at regular weight.
        case stroke(Double)
    }

    /// The geometry of the path.
    let path: SubdialDrawing.Path
    /// A fill or a stroke.
    let form: Form
    /// True to cut a hole into the layers below.
    let isErased: Bool
    /// The place in the hierarchy: 0 for the primary part, which has the first of several paints.
    var level = 0
    /// The colour in a symbol of several colours; nil for that of a plain symbol.
    var color: SymbolColor?
    /// True for a part that is dimmed if a variable value is below it.
    var isVariable = false

    /// Draws the layer in the units of the symbol.
    func draw(in context: Context, line: SymbolLine, color: Color) {
        let blend: SubdialDrawing.BlendMode = isErased ? .destinationOut : .over
        switch form {
        case .stroke(let width):
            context.stroke(path, with: color, style: .rounded(line.width(of: width)), blend: blend)
        case .fill(let outline, let isEvenOdd):
            let outline = outline + 2 * line.growth
            if outline >= 0 {
                context.fill(path, with: color, evenOdd: isEvenOdd, blend: blend)
                guard outline > 0 else { return }
                context.stroke(path, with: color, style: .rounded(outline), blend: blend)
            } else {
                context.group(blend: blend) {
                    context.fill(path, with: color, evenOdd: isEvenOdd)
                    context.stroke(path, with: color, style: .rounded(-outline), blend: .destinationOut)
                }
            }
        }
    }
}

extension StrokeStyle {
    /// A line with round caps and joins.
    fileprivate static func rounded(_ width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}

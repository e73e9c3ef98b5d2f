import Drawing

/// One path of a symbol.
struct SymbolLayer: Hashable, Sendable {
    /// What becomes of the path.
    enum Form: Hashable, Sendable {
        /// The area, with a line of a width around it that rounds its corners; 0 for none.
        case fill(outline: Double, isEvenOdd: Bool)
        /// A line along it, with round ends and corners, of a width at regular weight.
        case stroke(Double)
    }

    /// Where it goes.
    let path: Drawing.Path
    /// An area or a line.
    let form: Form
    /// Whether it cuts a hole into what lies below in place of adding to it.
    let isErased: Bool

    /// Draws the layer in the symbol's own units.
    func draw(in context: Context, line: SymbolLine, color: Color) {
        let blend: BlendMode = isErased ? .destinationOut : .over
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
    /// A line with round ends and corners.
    fileprivate static func rounded(_ width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}

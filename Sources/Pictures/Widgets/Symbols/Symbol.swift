import SubdialDrawing
import SubdialLayout

/// A symbol: single-colour layers in a box.
struct Symbol: Sendable {
    /// The layers in drawing order, bottom to top.
    let layers: [SymbolLayer]
    /// The viewBox of the file; its height is that of the symbol.
    let box: Rect

    /// The ratio of width to height.
    var aspectRatio: Double { box.width / box.height }

    /// Draws the symbol at the centre of `frame`, as large as fits, with the line width of text of `weight`.
    ///
    /// All layers form one mask for the colour, so that overlaps of a translucent colour are not darker.
    func draw(in context: Context, frame: Rect, weight: SubdialLayout.FontWeight, color: Color) {
        let factor = min(frame.width / box.width, frame.height / box.height)
        // Cairo enters a permanent error state at a scale that it cannot invert, and templates may request any size.
        guard (1e-6...1e6).contains(factor), color.alpha > 0 else { return }
        context.saved {
            context.translate(x: frame.center.x, y: frame.center.y)
            context.scale(factor)
            context.translate(x: -box.center.x, y: -box.center.y)
            let line = SymbolLine(box: box, weight: weight)
            // The clip keeps the groups small; lines may extend slightly beyond the box.
            context.clip(.rect(box.enlarged(by: line.regular)))
            let opaque = Color(red: color.red, green: color.green, blue: color.blue)
            // An opaque symbol without holes needs no group.
            guard color.alpha < 1 || layers.contains(where: \.isErased) else {
                return layers.forEach { $0.draw(in: context, line: line, color: opaque) }
            }
            context.group(alpha: color.alpha) {
                for layer in layers { layer.draw(in: context, line: line, color: opaque) }
            }
        }
    }
}

extension Rect {
    fileprivate func enlarged(by margin: Double) -> Rect {
        Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}

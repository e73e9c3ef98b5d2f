import Drawing
import Layout

/// A symbol: layers of one colour, drawn one after the other in a box.
struct Symbol: Sendable {
    /// What is drawn, from the lowest to the uppermost.
    let layers: [SymbolLayer]
    /// The file's viewBox; its height is the symbol's.
    let box: Drawing.Rect

    /// Its width for a height of 1.
    var aspectRatio: Double { box.width / box.height }

    /// Draws the symbol in `frame`, as large as fits and centred, its lines as thick as those of letters of `weight` beside it.
    ///
    /// All layers make one mask, through which the colour is seen once: where they overlap, a translucent colour is no darker.
    func draw(in context: Context, frame: Drawing.Rect, weight: Layout.FontWeight, color: Color) {
        let factor = min(frame.width / box.width, frame.height / box.height)
        // Cairo stops drawing for good at a scale that it cannot invert, and templates may ask for any size.
        guard (1e-6...1e6).contains(factor), color.alpha > 0 else { return }
        context.saved {
            context.translate(x: frame.center.x, y: frame.center.y)
            context.scale(factor)
            context.translate(x: -box.center.x, y: -box.center.y)
            let line = SymbolLine(box: box, weight: weight)
            // A clip keeps the groups small; lines may reach beyond the box a little.
            context.clip(.rect(box.enlarged(by: line.regular)))
            let opaque = Color(red: color.red, green: color.green, blue: color.blue)
            // Where nothing is cut out and nothing shines through, the layers need not be put together first.
            guard color.alpha < 1 || layers.contains(where: \.isErased) else {
                return layers.forEach { $0.draw(in: context, line: line, color: opaque) }
            }
            context.group(alpha: color.alpha) {
                for layer in layers { layer.draw(in: context, line: line, color: opaque) }
            }
        }
    }
}

extension Drawing.Rect {
    fileprivate func enlarged(by margin: Double) -> Drawing.Rect {
        Drawing.Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}

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
        guard factor > 0, factor.isFinite, color.alpha > 0 else { return }
        context.saved {
            context.translate(x: frame.center.x, y: frame.center.y)
            context.scale(factor)
            context.translate(x: -box.center.x, y: -box.center.y)
            let line = SymbolLine(box: box, weight: weight)
            guard needsMask(color) else { return layers.forEach { $0.draw(in: context, line: line, color: color) } }
            // The clip is for the size of the picture that the group is drawn on; lines may reach beyond the box a little.
            context.clip(.rect(box.enlarged(by: line.regular)))
            context.group(alpha: color.alpha) {
                let opaque = Color(red: color.red, green: color.green, blue: color.blue)
                for layer in layers { layer.draw(in: context, line: line, color: opaque) }
            }
        }
    }

    /// Whether the layers have to be put together before they are laid over what is there.
    private func needsMask(_ color: Color) -> Bool {
        color.alpha < 1 || layers.contains { $0.cutsAtSomeWeight }
    }
}

extension Drawing.Rect {
    fileprivate func enlarged(by margin: Double) -> Drawing.Rect {
        Drawing.Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}

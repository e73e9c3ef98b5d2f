import SubdialDrawing
import SubdialLayout

extension Symbol {
    /// The opacity of a part that a variable value does not reach.
    private static let dimmed = 0.3

    /// Draws the symbol at the centre of `frame`, with a paint for each level of its hierarchy.
    ///
    /// - Parameters:
    ///   - paints: The paints of the levels; the last is that of all further ones.
    ///   - colors: The colours of the layers that have one of their own; nil for the paint of their level.
    ///   - value: The fraction of the variable parts that are shown at full opacity, 0 to 1; nil for all.
    func draw(
        in context: Context, frame: Rect, weight: SubdialLayout.FontWeight, paints: [SubdialDrawing.Paint],
        colors: (SymbolColor) -> SubdialDrawing.Paint? = { _ in nil }, value: Double? = nil
    ) {
        let factor = min(frame.width / box.width, frame.height / box.height)
        guard (1e-6...1e6).contains(factor), let last = paints.last else { return }
        let line = SymbolLine(box: box, weight: weight)
        func drawn(_ body: () -> Void) {
            context.saved {
                context.translate(x: frame.center.x, y: frame.center.y)
                context.scale(factor)
                context.translate(x: -box.center.x, y: -box.center.y)
                body()
            }
        }
        let margin = box.height / 11 * factor
        let place = Rect(
            frame.center.x - box.width * factor / 2, frame.center.y - box.height * factor / 2, box.width * factor, box.height * factor)
        context.saved {
            context.clip(.rect(place.inset(by: -margin)))
            context.group {
                for part in parts(
                    value,
                    paints: { layer in
                        layer.color.flatMap(colors) ?? (layer.level < paints.count ? paints[layer.level] : last)
                    })
                {
                    if part.isErased {
                        drawn { for layer in part.layers { layer.draw(in: context, line: line, color: .black) } }
                        continue
                    }
                    // The parts of one paint are one mask, so that overlaps are not darker.
                    context.group(alpha: part.isDimmed ? Self.dimmed : 1) {
                        drawn { for layer in part.layers { layer.draw(in: context, line: line, color: .black) } }
                        context.paint(part.paint, blend: .sourceIn)
                    }
                }
            }
        }
    }

    /// Successive layers of the same paint.
    private struct Part {
        var layers: [SymbolLayer]
        let paint: SubdialDrawing.Paint
        let isDimmed: Bool
        let isErased: Bool
    }

    private func parts(_ value: Double?, paints: (SymbolLayer) -> SubdialDrawing.Paint) -> [Part] {
        let dimmed = dimmedLayers(value)
        var parts: [Part] = []
        for (index, layer) in layers.enumerated() {
            let (paint, isDimmed) = (paints(layer), dimmed.contains(index))
            if let last = parts.last, last.isErased == layer.isErased,
                layer.isErased || last.paint == paint && last.isDimmed == isDimmed
            {
                parts[parts.count - 1].layers.append(layer)
            } else {
                parts.append(Part(layers: [layer], paint: paint, isDimmed: isDimmed, isErased: layer.isErased))
            }
        }
        return parts
    }

    /// The indices of the layers that a variable value does not reach.
    ///
    /// Of n variable layers, the first is reached by any value above 0, the second by one above 1/n, and so on.
    private func dimmedLayers(_ value: Double?) -> Set<Int> {
        guard let value, value < 1 else { return [] }
        let variable = variableLayers
        return Set(variable.enumerated().filter { value <= Double($0.offset) / Double(variable.count) }.map(\.element))
    }

    /// The variable layers in their order; of a symbol that marks none, its lines or else its areas, the smallest first.
    private var variableLayers: [Int] {
        let marked = layers.indices.filter { layers[$0].isVariable && !layers[$0].isErased }
        if !marked.isEmpty { return marked }
        let shown = layers.indices.filter { !layers[$0].isErased }
        let lines = shown.filter { if case .stroke = layers[$0].form { true } else { false } }
        let candidates = lines.count > 1 ? lines : shown
        guard candidates.count > 1 else { return [] }
        func size(_ index: Int) -> Double { max(layers[index].path.bounds.width, layers[index].path.bounds.height) }
        return candidates.sorted { size($0) == size($1) ? $0 < $1 : size($0) < size($1) }
    }
}

import Foundation
import SubdialLayout

/// The categories of a chart with their colours and symbols, in lines.
nonisolated struct LegendView: View {
    let entries: [MarkLooks.Entry]

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let nodes = view.entries.enumerated().map { index, entry in
            let inner = context.element("entry\(index)")
            let label = inner.node(of: Text(verbatim: entry.name).lineLimit(1))
            return inner.node(.hstack(alignment: .center, spacing: 4, [view.sign(entry, inner), label]))
        }
        return [context.node(.custom(Flow.layout, nodes))]
    }

    /// The sign of a category: a line with its dashes, or a symbol, which is a dot if there is none.
    private func sign(_ entry: MarkLooks.Entry, _ context: _ViewContext) -> Node {
        if let line = entry.line, entry.symbol == nil {
            let path = ShapeContent(.elements([.move(Point(0, 4)), .line(Point(16, 4))]), entry.paint, stroke: line.layout)
            return context.node(.shape(path), [.frame(width: 16, height: 8, alignment: .center)])
        }
        guard let symbol = entry.symbol?.symbol(area: 50) else {
            return context.node(.shape(ShapeContent(.circle, entry.paint)), [.frame(width: 8, height: 8, alignment: .center)])
        }
        // The outline of a symbol is around a point.
        let shape = ShapeContent(
            .elements(symbol.outline), entry.paint, stroke: symbol.lineWidth.map { SubdialLayout.StrokeStyle(lineWidth: $0) })
        return context.node(
            .shape(shape), [.frame(width: 0, height: 0, alignment: .center), .frame(width: 8, height: 8, alignment: .center)])
    }

    /// Views beside each other, in as many lines as they need.
    private enum Flow {
        private static let spacing = Size(10, 4)

        static var layout: CustomLayout {
            CustomLayout(
                "Legend", size: LayoutClosure { size(arrange($0)) },
                places: LayoutClosure { request in
                    Dictionary(
                        uniqueKeysWithValues: arrange(request).map { place in
                            (place.index, CustomLayout.Place(position: place.frame.origin, proposal: ProposedSize(place.frame.size)))
                        })
                })
        }

        private static func arrange(_ request: CustomLayout.Request) -> [(index: Int, frame: Rect)] {
            let width = request.size?.width ?? request.proposal.width ?? .infinity
            var origin = Point.zero
            var height = 0.0
            return request.subviews.map { view in
                let own = view.measure(.unspecified).size
                let size = own.width <= width ? own : view.measure(ProposedSize(width, nil)).size
                if origin.x > 0, origin.x + size.width > width + 0.01 {
                    origin = Point(0, origin.y + height + spacing.height)
                    height = 0
                }
                defer {
                    origin.x += size.width + spacing.width
                    height = max(height, size.height)
                }
                return (view.index, Rect(origin: origin, size: size))
            }
        }

        private static func size(_ places: [(index: Int, frame: Rect)]) -> Size {
            Size(places.map(\.frame.maxX).max() ?? 0, places.map(\.frame.maxY).max() ?? 0)
        }
    }
}

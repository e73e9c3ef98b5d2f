import Foundation
import SubdialLayout
import SubdialSwiftUI

/// A rectangle that takes what it is offered, up to a size of its own.
nonisolated struct Box: View {
    private let name: String
    private let width: Double?
    private let height: Double?

    /// A box with a name, and a fixed size on the axes that are given.
    init(_ name: String, _ width: Double? = nil, _ height: Double? = nil) {
        (self.name, self.width, self.height) = (name, width, height)
    }

    static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        var node = context.element("Box").node(.shape(ShapeContent(.rectangle, .color(.primary))))
        if view.width != nil || view.height != nil {
            node.modifiers.append(.frame(width: view.width, height: view.height, alignment: .center))
        }
        node.id = view.name
        return [node]
    }
}

/// A view that was lowered and laid out.
struct Placed {
    /// The nodes before the layout.
    let node: Node
    /// The placed tree.
    let tree: PlacedNode
    /// What was warned of.
    let warnings: [String]

    /// Lays a view out at the centre of a canvas.
    @MainActor
    init(_ view: some View, width: Double = 100, height: Double = 100, environment: EnvironmentValues = EnvironmentValues()) {
        let pass = ViewPass()
        node = _ViewContext(environment, pass: pass).node(of: view)
        tree = LayoutEngine(measurer: NoText(), scale: 4).layOut(node, in: SubdialLayout.Size(width, height))
        warnings = pass.warnings
    }

    /// The frame of the node with an ID: x, y, width and height; nil if there is none.
    subscript(id: String) -> [Double]? { Self.find(id, in: tree).map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] } }

    /// The paths of the tree.
    var paths: [String] { tree.paths }

    private static func find(_ id: String, in node: PlacedNode) -> PlacedNode? {
        if node.id == id { return node }
        return node.children.lazy.compactMap { find(id, in: $0) }.first
    }
}

/// No text has a size.
private struct NoText: TextMeasurer {
    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        TextMetrics(size: Size(0, 0), firstBaseline: 0, lastBaseline: 0, lineCount: 1, isTruncated: false)
    }

    func pointSize(of font: SubdialLayout.Font) -> Double { 20 }

    func lineHeight(of font: SubdialLayout.Font) -> Double { 20 }

    func metrics(of font: SubdialLayout.Font) -> FontMetrics { FontMetrics(ascent: 16, descent: 4, capHeight: 12, leading: 0) }

    func symbolSize(_ image: ImageContent) -> Dimensions { Dimensions(Size(20, 20)) }
}

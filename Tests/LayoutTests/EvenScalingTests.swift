import SubdialLayout
import Testing

/// Tests of `scalesTogether`: one scale for all texts that may shrink.
@Suite struct EvenScalingTests {
    private func text(_ text: String, least: Double = 0.5) -> Node {
        Node(.text(TextContent(text, font: Font(.size(20)), lineLimit: 1, minimumScaleFactor: least)))
    }

    private func scales(_ node: PlacedNode) -> [Double] {
        if case .text(_, let scale, _, _) = node.drawn { return [scale] }
        return node.children.flatMap(scales)
    }

    private func scales(_ nodes: [Node], together: Bool, width: Double, isColumn: Bool = true) -> [Double] {
        let content: Content =
            isColumn ? .vstack(alignment: .leading, spacing: 0, nodes) : .hstack(alignment: .center, spacing: 0, nodes)
        let node = Node(content, modifiers: together ? [.scalesTogether] : [])
        return scales(LayoutEngine(measurer: GridMeasurer(), scale: 2).layOut(node, in: Size(width, 100)))
    }

    /// The text that shrinks most decides; one that may not shrink keeps its size, and one that may shrink less has its own limit.
    @Test func theSmallestDecides() {
        let nodes = [text("Firefox"), text("Living Room"), text("Bar")]
        let width = length(of: "Living Room") * 0.8
        let apart = scales(nodes, together: false, width: width)
        #expect(apart[1] < 0.85 && apart[0] == 1 && apart[2] == 1)
        #expect(scales(nodes, together: true, width: width) == [apart[1], apart[1], apart[1]])
        let mixed = scales([text("Living Room"), text("Bar", least: 1), text("Bar", least: 0.9)], together: true, width: width)
        #expect(mixed == [apart[1], 1, 0.9])
    }

    @Test func nothingShrinksWhereAllFits() {
        let nodes = [text("Firefox"), text("Living Room")]
        let room = length(of: "Living Room") + 1
        #expect(scales(nodes, together: true, width: room) == [1, 1])
    }

    /// In a row, the lengths that the texts get depend on all of them.
    @Test func inARow() {
        let nodes = [text("Firefox"), text("Living Room")]
        let whole = length(of: "Living Room") + length(of: "Firefox")
        let together = scales(nodes, together: true, width: whole * 0.8, isColumn: false)
        #expect(together[0] == together[1] && together[0] < 1 && together[0] >= 0.5)
    }

    private func length(of string: String) -> Double {
        LayoutEngine(measurer: GridMeasurer(), scale: 2).size(of: text(string), in: .unspecified).width
    }
}

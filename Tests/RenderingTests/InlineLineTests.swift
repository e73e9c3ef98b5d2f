import SubdialLayout
import Testing

@testable import SubdialRendering

// Human Interface Guidelines, Widgets: an inline accessory is one line of text, with an image if there is one.
@Suite("The line of an inline accessory")
struct InlineLineTests {
    private func text(_ words: String) -> Node {
        var content = TextContent(words, font: Font(.size(40)), paint: .color(ColorName("red")))
        content.hasFontBox = true
        return Node(.text(content), modifiers: [.padding(Insets(top: 9, leading: 9, bottom: 9, trailing: 9)), .privacySensitive])
    }

    private var star: Node { Node(.image(ImageContent(.symbol("star"))), modifiers: [.frame(width: 90, height: 90, alignment: .center)]) }

    /// The names of images and the words of texts, in their order.
    private func parts(_ node: Node) -> [String] {
        switch node.content {
        case .text(let text): [text.text]
        case .image(let image): if case .symbol(let name) = image.kind { [name] } else { [] }
        case .hstack(_, _, let nodes): nodes.flatMap(parts)
        default: []
        }
    }

    @Test("It shows the first image and the first text of any stacks")
    func first() {
        let stack = Node(
            .vstack(alignment: .center, spacing: nil, [text("a"), Node(.zstack(alignment: .center, [star, text("b"), star]))]))
        #expect(parts(stack.asLine) == ["a", "star"])
        #expect(parts(Node(.hstack(alignment: .center, spacing: nil, [text("a"), text("b")])).asLine) == ["a"])
    }

    @Test("Its font and its colour are the system's; what is private stays so")
    func look() {
        let line = text("a").asLine
        guard case .text(let content) = line.content else { return #expect(Bool(false), "no text") }
        #expect(content.font == Font())
        #expect(content.paint == .color(.primary))
        #expect(content.lineLimit == 1)
        #expect(line.modifiers == [.privacySensitive])
    }

    @Test("Candidates stay candidates, and views without a text stay as they are")
    func candidates() {
        let fitting = Node(
            .viewThatFits(axes: [.horizontal], [text("long"), Node(.hstack(alignment: .center, spacing: nil, [star, text("s")]))]))
        guard case .viewThatFits(_, let nodes) = fitting.asLine.content else { return #expect(Bool(false), "no choice") }
        #expect(nodes.map(parts) == [["long"], ["star", "s"]])
        let bar = Node(.spacer(minLength: nil))
        #expect(bar.asLine == bar)
    }
}

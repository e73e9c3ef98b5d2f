import Layout
import Testing

/// Counts what it is asked.
private final class CountingMeasurer: TextMeasurer {
    private let grid = GridMeasurer()
    private(set) var texts = 0
    private(set) var symbols = 0

    func measure(_ content: TextContent, text: String, scale: Double, width: Double?, maximumLines: Int?) -> TextMetrics {
        texts += 1
        return grid.measure(content, text: text, scale: scale, width: width, maximumLines: maximumLines)
    }

    func pointSize(of font: Font) -> Double { grid.pointSize(of: font) }
    func lineHeight(of font: Font) -> Double { grid.lineHeight(of: font) }

    func symbolSize(_ image: ImageContent) -> Dimensions {
        symbols += 1
        return grid.symbolSize(image)
    }
}

/// A layout asks each view few questions, and each question once.
@Suite struct CostTests {
    private func nested(_ depth: Int, _ wrap: (Node, Int) -> Node) -> Node {
        (0..<depth).reduce(filler) { wrap($0, $1) }
    }

    private func count(_ tree: Node) -> (texts: Int, symbols: Int) {
        let measurer = CountingMeasurer()
        _ = LayoutEngine(measurer: measurer, scale: 2).layOut(tree, in: Size(400, 400))
        return (measurer.texts, measurer.symbols)
    }

    /// Asked anew at each level, the innermost of 30 stacks would be measured 3 to the power of 30 times.
    @Test(arguments: [15, 30])
    func nestedStacks(_ depth: Int) {
        let tree = nested(depth) { inner, level in
            level.isMultiple(of: 2)
                ? hstack(symbol(), inner, text("abc def", lineLimit: 1)) : vstack(symbol(), inner, text("abc def", lineLimit: 1))
        }
        let count = count(tree)
        print(depth, count)
    }

    @Test(arguments: [10, 20])
    func nestedGrids(_ depth: Int) {
        let tree = nested(depth) { inner, _ in grid(row(symbol(), inner), text("abc def")) }
        print("grid", depth, count(tree))
    }

    @Test func aTextThatFitsIsMeasuredOnce() {
        #expect(count(hstack(text("abc"), filler, vstack(text("de"), spacer(), text("f")))).texts == 3)
    }
}

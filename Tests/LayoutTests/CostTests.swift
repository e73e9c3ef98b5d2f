import SubdialLayout
import Testing

/// Counts the measurements.
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
    func metrics(of font: Font) -> FontMetrics { grid.metrics(of: font) }

    func symbolSize(_ image: ImageContent) -> Dimensions {
        symbols += 1
        return grid.symbolSize(image)
    }
}

/// A layout measures each view for few proposals, and only once for each.
@Suite struct CostTests {
    private func nested(_ depth: Int, _ wrap: (Node, Int) -> Node) -> Node {
        (0..<depth).reduce(filler) { wrap($0, $1) }
    }

    private func count(_ tree: Node) -> (texts: Int, symbols: Int) {
        let measurer = CountingMeasurer()
        _ = LayoutEngine(measurer: measurer, scale: 2).layOut(tree, in: Size(400, 400))
        return (measurer.texts, measurer.symbols)
    }

    /// Without a cache for each level, the innermost of 30 stacks would be measured 3 to the power of 30 times.
    @Test(arguments: [15, 30])
    func nestedStacks(_ depth: Int) {
        let tree = nested(depth) { inner, level in
            level.isMultiple(of: 2)
                ? hstack(symbol(), inner, text("abc def", lineLimit: 1)) : vstack(symbol(), inner, text("abc def", lineLimit: 1))
        }
        let count = count(tree)
        #expect(count.texts <= 3 * depth)
        #expect(count.symbols <= 8 * depth)
    }

    @Test(arguments: [10, 20])
    func nestedGrids(_ depth: Int) {
        let tree = nested(depth) { inner, _ in grid(row(symbol(), inner), text("abc def")) }
        let count = count(tree)
        #expect(count.texts <= 3 * depth)
        #expect(count.symbols <= 12 * depth)
    }

    @Test func aTextThatFitsIsMeasuredOnce() {
        #expect(count(vstack(text("abc").padding(4), spacer(), hstack(text("de")), text("f").frame(40, 20))).texts == 3)
    }

    /// Of the 40 half points between the full size and half of it, a binary search tries only a few.
    @Test func shrinkingTriesFewSizes() {
        let count = count(text("abcdefghijklmnopqrstuvwxyz", size: 40, lineLimit: 1, minimumScaleFactor: 0.5).frame(300, nil))
        // Each size is measured without a limit, and, if the result is wider than 300 points, again with it.
        #expect(count.texts <= 14)
    }
}

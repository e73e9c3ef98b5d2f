import Layout
import Testing

@Suite struct StackTests {
    /// What each child of a row comes to.
    private func widths(_ node: Node, in width: Double, _ height: Double = 20) -> [Double] {
        LayoutEngine(measurer: FixedMeasurer(), scale: 1).layOut(node, in: Size(width, height)).children.map(\.frame.size.width)
    }

    @Test func theLeastFlexibleIsAskedFirst() {
        // The first can give 100 points and is offered half; the other has no end, gets the other half, and insists on its least.
        let row = Node.hstack(.center, spacing: 0, .box.flexible(max: 100), .box.flexible(min: 100))
        #expect(row.size(150, 20) == Size(175, 20))
        #expect(widths(row, in: 150) == [75, 100])
    }

    @Test(arguments: [(200, [20, 130, 50]), (78, [20, 8, 50]), (60, [20, 10, 30]), (30, [10, 8, 10])])
    func aSpacerTakesWhatIsLeft(width: Double, expected: [Double]) {
        let row = Node.hstack(.center, .text("hi", lines: 1), .spacer, .text("hello", lines: 1))
        #expect(widths(row, in: width) == expected)
    }

    @Test func twoSpacersShare() {
        #expect(widths(.hstack(.center, .spacer, .box(20, 20), .spacer, .box(10, 20)), in: 100) == [35, 20, 35, 10])
    }

    @Test func aPriorityGoesFirst() {
        // 100 less 8 less the symbol's 15 are 77: seven letters.
        let row = Node.hstack(.center, .symbol, .text("hello world", lines: 1).priority(1))
        #expect(widths(row, in: 100) == [15, 70])
        // Without one, two texts share; with one, the other keeps its least.
        #expect(widths(.hstack(.center, spacing: 0, .text("hello world", lines: 1), .text("hello world", lines: 1)), in: 120) == [60, 60])
        #expect(
            widths(.hstack(.center, spacing: 0, .text("hello world", lines: 1), .text("hello world", lines: 1).priority(1)), in: 120) == [
                10, 110,
            ])
        #expect(
            widths(.hstack(.center, spacing: 0, .text("hello world", lines: 1).priority(-1), .text("hello world", lines: 1)), in: 120) == [
                10, 110,
            ])
    }

    @Test func anEndlessFrameGoesBeforeASpacer() {
        // A spacer has the least priority of all: it keeps just its 8 points.
        #expect(widths(.hstack(.center, spacing: 0, .text("hi").flexible(max: .infinity), .spacer), in: 200) == [192, 8])
        #expect(
            widths(.hstack(.center, spacing: 0, .text("hi").flexible(max: .infinity), .box.flexible(max: .infinity)), in: 200) == [100, 100])
    }

    @Test func equalViewsGetEqualShares() {
        #expect(widths(.hstack(.center, spacing: 10, .box, .box, .box), in: 110) == [30, 30, 30])
        // Of two without an end, the one that needs more goes first.
        #expect(widths(.hstack(.center, spacing: 0, .box, .box.flexible(min: 80)), in: 100) == [20, 80])
    }

    @Test func inNoOfferedLengthEachTakesItsIdeal() {
        let row = Node.hstack(.center, .text("hello world"), .box, .symbol)
        #expect(row.size(nil, nil) == Size(110 + 8 + 10 + 8 + 15, 20))
    }

    @Test func anOverfullRowOverflows() {
        let row = Node.hstack(.center, spacing: 0, .box(80, 20), .box(80, 20))
        #expect(row.size(100, 20) == Size(160, 20))
        #expect(widths(.hstack(.center, spacing: 0, .box(80, 20), .box(80, 20), .text("hello", lines: 1)), in: 100) == [80, 80, 10])
    }

    @Test func columnsGoByTheSameRules() {
        let column = Node.vstack(.center, spacing: 0, .box.flexible(minHeight: nil, maxHeight: 100), .box.flexible(minHeight: 100, maxHeight: nil))
        #expect(column.size(20, 150) == Size(20, 175))
    }

    @Test(arguments: [
        (VerticalAlignment.top, [0, 0]), (.center, [10, 0]), (.bottom, [20, 0]), (.firstTextBaseline, [15, 0]), (.lastTextBaseline, [15, 0]),
    ])
    func rowsAlign(alignment: VerticalAlignment, tops: [Double]) {
        let row = Node.hstack(alignment, .text("a"), .text("B", font: Font(.size(40))))
        let placed = LayoutEngine(measurer: FixedMeasurer(), scale: 1).layOut(row, in: Size(100, 40))
        #expect(placed.children.map(\.frame.minY) == tops)
    }

    @Test func baselinesGoThroughPaddingAndStacks() {
        // Of a column the first line's baseline, 5 points below its own top: 20; of the symbol 18; a box stands on its bottom edge.
        let column = Node.vstack(.leading, spacing: 0, .text("one"), .text("two")).padding(5)
        let placed = LayoutEngine(measurer: FixedMeasurer(), scale: 1)
            .layOut(.hstack(.firstTextBaseline, column, .symbol, .box(10, 10)), in: Size(100, 60))
        #expect(placed.children.map { $0.frame.minY - placed.frame.minY } == [0, 2, 10])
        let last = LayoutEngine(measurer: FixedMeasurer(), scale: 1).layOut(.hstack(.lastTextBaseline, column, .symbol), in: Size(100, 60))
        #expect(last.children.map { $0.frame.minY - last.frame.minY } == [0, 22])
    }

    @Test(arguments: [(HorizontalAlignment.leading, [0, 0]), (.center, [15, 0]), (.trailing, [30, 0])])
    func columnsAlign(alignment: HorizontalAlignment, lefts: [Double]) {
        let placed = LayoutEngine(measurer: FixedMeasurer(), scale: 1)
            .layOut(.vstack(alignment, .text("hi"), .text("hello")), in: Size(50, 48))
        #expect(placed.children.map(\.frame.minX) == lefts)
    }

    @Test func aGuideMovesAView() {
        // Its line of alignment is 20 points below its middle: it stands 20 higher, and the row is that much higher.
        let row = Node.hstack(.center, .box(10, 20).with(.verticalGuide(.center, 20)), .box(10, 20))
        let placed = LayoutEngine(measurer: FixedMeasurer(), scale: 1).layOut(row, in: Size(100, 100))
        #expect(placed.frame.size.height == 40)
        #expect(placed.children.map { $0.frame.minY - placed.frame.minY } == [0, 20])
    }
}

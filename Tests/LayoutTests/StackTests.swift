import SubdialLayout
import Testing

@Suite struct StackTests {
    private func frames(_ stack: Node, _ width: Double, _ height: Double = 20) -> [Rect] {
        engine().layOut(stack, in: Size(width, height)).frames
    }

    /// Returns the width of each child of a row.
    private func widths(_ stack: Node, _ width: Double) -> [Double] { frames(stack, width).map(\.size.width) }

    @Test func leastFlexibleFirst() {
        // The first is limited to 100 points and is proposed half. The other is unlimited, is proposed the other half, and takes its minimum.
        let row = hstack(filler.width(max: 100), filler.width(min: 100), spacing: 0)
        #expect(engine().size(of: row, in: ProposedSize(150, 20)) == Size(175, 20))
        #expect(widths(row, 150) == [75, 100])
    }

    @Test(arguments: [(200, [20, 130, 50]), (78, [20, 8, 50]), (60, [20, 10, 30]), (30, [10, 10, 10])])
    func spacerTakesTheRest(width: Double, expected: [Double]) {
        #expect(widths(hstack(text("hi", lineLimit: 1), spacer(), text("hello", lineLimit: 1)), width) == expected)
    }

    @Test func spacersShare() {
        #expect(widths(hstack(spacer(), fixed(20, 20), spacer(), fixed(10, 20)), 100) == [35, 20, 35, 10])
    }

    @Test func priorityGoesFirst() {
        // 100 minus 8 minus the symbol's 20 leave 72: seven letters.
        #expect(widths(hstack(symbol(), text("hello world", lineLimit: 1).priority(1)), 100) == [20, 70])
        // Without a priority, two texts share the width; with one, the other keeps its minimum.
        let long = text("hello world", lineLimit: 1)
        #expect(widths(hstack(long, long, spacing: 0), 120) == [60, 60])
        #expect(widths(hstack(long, long.priority(1), spacing: 0), 120) == [10, 110])
        #expect(widths(hstack(long.priority(-1), long, spacing: 0), 120) == [10, 110])
    }

    @Test func endlessFrameGoesBeforeASpacer() {
        // A spacer has the lowest priority: it has only its 8 points.
        #expect(widths(hstack(text("hi").width(max: .infinity), spacer(), spacing: 0), 200) == [192, 8])
        #expect(widths(hstack(text("hi").width(max: .infinity), filler.width(max: .infinity), spacing: 0), 200) == [100, 100])
    }

    @Test func sharesAreEqual() {
        #expect(widths(hstack(filler, filler, filler, spacing: 10), 110) == [30, 30, 30])
        // Of two unlimited views, the one with the larger minimum goes first.
        #expect(widths(hstack(filler, filler.width(min: 80), spacing: 0), 100) == [20, 80])
    }

    @Test func eachTakesItsIdealWhereNothingIsOffered() {
        let row = hstack(text("hello world"), filler, symbol())
        #expect(engine().size(of: row, in: .unspecified) == Size(110 + 8 + 10 + 8 + 20, 20))
    }

    @Test func overfullRowOverflows() {
        #expect(engine().size(of: hstack(fixed(80, 20), fixed(80, 20), spacing: 0), in: ProposedSize(100, 20)) == Size(160, 20))
        #expect(widths(hstack(fixed(80, 20), fixed(80, 20), text("hello", lineLimit: 1), spacing: 0), 100) == [80, 80, 10])
    }

    @Test func overfullRowIsCentred() {
        #expect(frames(hstack(fixed(80, 20), fixed(80, 20), spacing: 0), 100).map(\.minX) == [-30, 50])
        #expect(engine().layOut(text("hello world").fixedSize(), in: Size(60, 20)).frame == Rect(-25, 0, 110, 20))
    }

    @Test func columnsGoByTheSameRules() {
        let column = vstack(filler.height(max: 100), filler.height(min: 100), spacing: 0)
        #expect(engine().size(of: column, in: ProposedSize(20, 150)) == Size(20, 175))
    }

    @Test func rowWithoutAHeightTakesItsTallest() {
        let placed = engine().layOut(vstack(hstack(text("one"), filler)).fixedSize(false, true), in: Size(100, 100))
        // The row has its ideal height, that of the text (20), which the shape is proposed in a second pass.
        #expect(placed.all.filter { $0.name == "Rectangle" }.map(\.frame.size) == [Size(62, 20)])
    }

    @Test func dividersLieAcross() {
        #expect(
            frames(hstack(fixed(10, 20), divider, fixed(10, 20), spacing: 2), 100) == [
                Rect(37.75, 0, 10, 20), Rect(49.75, 0, 0.5, 20), Rect(52.25, 0, 10, 20),
            ])
        #expect(frames(vstack(fixed(20, 4), divider, spacing: 0), 30, 10)[1].size == Size(30, 0.5))
    }

    @Test(arguments: [
        (VerticalAlignment.top, [0, 0]), (.center, [10, 0]), (.bottom, [20, 0]), (.firstTextBaseline, [15, 0]),
        (.lastTextBaseline, [15, 0]),
    ])
    func rowsAlign(alignment: VerticalAlignment, tops: [Double]) {
        #expect(frames(hstack(text("a"), text("B", size: 40), alignment: alignment), 100, 40).map(\.minY) == tops)
    }

    @Test func baselinesGoThroughPaddingAndStacks() {
        // The column's first baseline is at 20, its last at 40, and that of the symbol at 15; a shape has its baseline at the bottom edge.
        let column = vstack(text("one"), text("two"), alignment: .leading, spacing: 0).padding(5)
        let first = engine().layOut(hstack(column, symbol(), fixed(10, 10), alignment: .firstTextBaseline), in: Size(200, 60))
        #expect(first.frames.map { $0.minY - first.frame.minY } == [0, 5, 10])
        let last = engine().layOut(hstack(column, symbol(), alignment: .lastTextBaseline), in: Size(200, 60))
        #expect(last.frames.map { $0.minY - last.frame.minY } == [0, 25])
    }

    @Test(arguments: [(HorizontalAlignment.leading, [0, 0]), (.center, [15, 0]), (.trailing, [30, 0])])
    func columnsAlign(alignment: HorizontalAlignment, lefts: [Double]) {
        #expect(frames(vstack(text("hi"), text("hello"), alignment: alignment), 50, 48).map(\.minX) == lefts)
    }

    @Test func guideMovesAView() {
        // Its guide is 20 points below its centre: it is 20 points higher than the other, and the row is that much higher.
        let row = hstack(fixed(10, 20).with(.verticalGuide(.center, 20)), fixed(10, 20))
        let placed = engine().layOut(row, in: Size(100, 100))
        #expect(placed.frame.size.height == 40)
        #expect(placed.frames.map { $0.minY - placed.frame.minY } == [0, 20])
    }
}

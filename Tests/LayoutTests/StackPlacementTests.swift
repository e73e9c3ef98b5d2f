import SubdialLayout
import Testing

/// Tests of the distribution of a stack's length, and of the positions of its children.
@Suite struct StackPlacementTests {
    /// Returns the frames of a stack's children, with the stack at the centre of a canvas.
    private func frames(_ stack: Node, _ width: Double, _ height: Double) -> [Rect] {
        engine().layOut(stack, in: Size(width, height)).frames
    }

    /// The first view is less flexible and goes first with half of the length; the second one is proposed the other half and takes its
    /// minimum.
    @Test func leastFlexibleFirst() {
        let placed = engine().layOut(hstack(filler.width(max: 100), filler.width(min: 100), spacing: 0), in: Size(150, 20))
        #expect(placed.frame == Rect(-12.5, 0, 175, 20))
        #expect(placed.frames == [Rect(-12.5, 0, 75, 20), Rect(62.5, 0, 100, 20)])
    }

    @Test func sharesAreEqual() {
        #expect(frames(hstack(filler, filler, filler), 100, 20) == [Rect(0, 0, 28, 20), Rect(36, 0, 28, 20), Rect(72, 0, 28, 20)])
        #expect(frames(vstack(filler, filler, spacing: 0), 20, 100) == [Rect(0, 0, 20, 50), Rect(0, 50, 20, 50)])
    }

    /// The length that a view leaves remains for those after it, in any order of the stack.
    @Test func restGoesToTheFlexible() {
        let expected = [Rect(0, 0, 60, 20), Rect(60, 0, 10, 20), Rect(70, 0, 30, 20)]
        #expect(frames(hstack(filler, fixed(10, 20), filler.width(max: 30), spacing: 0), 100, 20) == expected)
    }

    /// Of two views with infinite flexibility, the one with the larger minimum goes first.
    @Test func largerLeastFirst() {
        #expect(frames(hstack(filler, filler.width(min: 80), spacing: 0), 100, 20) == [Rect(0, 0, 20, 20), Rect(20, 0, 80, 20)])
    }

    /// A stack with infinite width is as flexible as its contents.
    @Test(arguments: [vstack(filler), zstack(filler), hstack(filler), filler.width(max: infinity), filler.padding(0)])
    func containersAreFlexible(_ container: Node) {
        #expect(frames(hstack(container, text("ab"), spacing: 0), 100, 20) == [Rect(0, 0, 80, 20), Rect(80, 0, 20, 20)])
    }

    @Test(
        arguments: [
            (120, [Rect(0, 0, 30, 20), Rect(30, 0, 60, 20), Rect(90, 0, 30, 20)]),
            (68, [Rect(0, 0, 30, 20), Rect(30, 0, 8, 20), Rect(38, 0, 30, 20)]),
            // Both texts are truncated, and the spacer has its minimum.
            (48, [Rect(0, 0, 20, 20), Rect(20, 0, 8, 20), Rect(28, 0, 20, 20)]),
        ] as [(Double, [Rect])])
    func spacerBetweenTexts(_ width: Double, _ expected: [Rect]) {
        let found = frames(hstack(text("abc", lineLimit: 1), spacer(), text("def", lineLimit: 1)), width, 20)
        #expect(found.map(\.minX) == expected.map(\.minX))
        #expect(found.map(\.size.width) == expected.map(\.size.width))
    }

    @Test func spacersShareWhatIsLeft() {
        #expect(frames(hstack(spacer(), fixed(20, 20), spacer()), 100, 20).map(\.size.width) == [40, 20, 40])
        #expect(frames(vstack(spacer(50), fixed(20, 20), spacer()), 20, 100).map(\.size.height) == [50, 20, 30])
    }

    /// A frame without a maximum goes before a spacer, which has the lowest priority.
    @Test func frameBesideSpacer() {
        #expect(frames(hstack(text("ab").width(max: infinity), spacer()), 100, 20) == [Rect(0, 0, 92, 20), Rect(92, 10, 8, 0)])
    }

    @Test func priorityGoesFirst() {
        let both = hstack(text("abcdefgh", lineLimit: 1), text("abcdefgh", lineLimit: 1).priority(1))
        #expect(frames(both, 108, 20) == [Rect(0, 0, 20, 20), Rect(28, 0, 80, 20)])
        // The text takes its length first, and a fixed picture keeps its size.
        let picture = hstack(text("abcdefgh", lineLimit: 1).priority(1), fixed(30, 30))
        #expect(frames(picture, 78, 30) == [Rect(0, 5, 40, 20), Rect(48, 0, 30, 30)])
    }

    /// The minimums of all lower priorities are reserved.
    @Test func lowerPrioritiesKeepTheirLeast() {
        let stack = hstack(filler.priority(2), filler.width(min: 15).priority(1), filler.width(min: 25), spacing: 0)
        #expect(frames(stack, 100, 20).map(\.size.width) == [60, 15, 25])
    }

    @Test func overflowIsCentred() {
        let placed = engine().layOut(hstack(fixed(60, 10), fixed(60, 10), spacing: 0), in: Size(100, 20))
        #expect(placed.frames == [Rect(-10, 5, 60, 10), Rect(50, 5, 60, 10)])
        #expect(engine().layOut(text("abcdef").fixedSize().frame(40, 20), in: Size(40, 20)).all.last?.frame == Rect(-10, 0, 60, 20))
    }

    @Test(arguments: [
        (VerticalAlignment.top, [0.0, 0]), (.center, [10, 0]), (.bottom, [20, 0]), (.firstTextBaseline, [15, 0]),
        (.lastTextBaseline, [15, 0]),
    ])
    func acrossAnHStack(_ alignment: VerticalAlignment, _ expected: [Double]) {
        #expect(frames(hstack(text("a", size: 20), text("b", size: 40), alignment: alignment), 100, 40).map(\.minY) == expected)
    }

    @Test(arguments: [(HorizontalAlignment.leading, [0.0, 0]), (.center, [10, 0]), (.trailing, [20, 0])])
    func acrossAVStack(_ alignment: HorizontalAlignment, _ expected: [Double]) {
        #expect(frames(vstack(text("ab"), text("abcd"), alignment: alignment), 40, 100).map(\.minX) == expected)
    }

    /// The height of the stack is that of the views around their common baseline, which is more than the highest view.
    @Test func baselinesOfTwoSizes() {
        let stack = hstack(text("a b", size: 20).frame(10, nil), text("c", size: 40), alignment: .firstTextBaseline)
        #expect(engine().size(of: stack, in: .unspecified) == Size(38, 55))
        let last = hstack(text("a b", size: 20).frame(10, nil), text("c", size: 40), alignment: .lastTextBaseline)
        #expect(engine().size(of: last, in: .unspecified) == Size(38, 45))
    }

    /// Without text, the bottom edge is the baseline; padding around a text moves its baseline.
    @Test func baselinesOfOthers() {
        let stack = hstack(text("a").padding(3), fixed(10, 10), alignment: .firstTextBaseline)
        #expect(frames(stack, 100, 26) == [Rect(33, 0, 16, 26), Rect(57, 8, 10, 10)])
        let nested = hstack(vstack(text("a"), text("b"), spacing: 8), text("c"), alignment: .lastTextBaseline)
        #expect(frames(nested, 28, 48).map(\.minY) == [0, 28])
    }

    @Test func guidesMoveAView() {
        let stack = hstack(fixed(10, 10).with(.verticalGuide(.top, 4)), fixed(10, 10), alignment: .top, spacing: 0)
        #expect(frames(stack, 20, 14) == [Rect(0, 0, 10, 10), Rect(10, 4, 10, 10)])
        let column = vstack(fixed(10, 10).with(.horizontalGuide(.trailing, -4)), fixed(10, 10), alignment: .trailing, spacing: 0)
        #expect(frames(column, 14, 20) == [Rect(4, 0, 10, 10), Rect(0, 10, 10, 10)])
    }

    /// A guide is preserved through the enclosing modifiers.
    @Test func guidesPassThroughModifiers() {
        let stack = hstack(fixed(10, 10).with(.verticalGuide(.top, 4)).padding(2), fixed(10, 10), alignment: .top, spacing: 0)
        #expect(frames(stack, 24, 16) == [Rect(0, 0, 14, 14), Rect(14, 6, 10, 10)])
    }

    /// In an HStack without a proposed height, each child is proposed the height of the highest one.
    @Test func nestedStackOfUnknownHeight() {
        let row = hstack(fixed(20, 30), filler, divider, spacing: 0)
        #expect(engine().size(of: row, in: ProposedSize(100, nil)) == Size(100, 30))
        let placed = engine().layOut(vstack(row, spacing: 0).fixedSize(false, true), in: Size(100, 100))
        #expect(placed.all.map(\.name) == ["fixedSize", "VStack", "HStack", "frame", "Rectangle", "Rectangle", "Divider"])
        #expect(placed.all.map(\.frame.size.height) == [30, 30, 30, 30, 30, 30, 30])
    }

    @Test func dividerLiesAcross() {
        #expect(frames(vstack(text("abc"), divider, text("a"), spacing: 0), 50, 40.5)[1] == Rect(0, 20, 50, 0.5))
        #expect(frames(hstack(text("abc"), divider, text("a"), spacing: 0), 40.5, 50)[1] == Rect(30, 0, 0.5, 50))
        let padded = vstack(text("abc"), divider.padding(4), text("a"), spacing: 0)
        #expect(engine().layOut(padded, in: Size(50, 100)).all.first { $0.name == "Divider" }?.frame == Rect(4, 49.75, 42, 0.5))
    }
}

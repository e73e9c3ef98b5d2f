import SubdialLayout
import SubdialTestSupport
import Testing

/// Tests of layouts from right to left.
@Suite struct DirectionTests {
    private func frames(_ node: Node, _ width: Double, _ height: Double = 20) -> [Rect] {
        engine(.rightToLeft).layOut(node, in: Size(width, height)).frames
    }

    @Test func stacksBeginOnTheRight() {
        #expect(frames(hstack(fixed(10, 20), fixed(30, 20), spacing: 5), 45) == [Rect(35, 0, 10, 20), Rect(0, 0, 30, 20)])
        #expect(
            frames(vstack(fixed(10, 5), fixed(30, 5), alignment: .leading, spacing: 0), 30, 10) == [Rect(20, 0, 10, 5), Rect(0, 5, 30, 5)])
        #expect(frames(zstack(fixed(10, 5), fixed(30, 20), alignment: .topLeading), 30) == [Rect(20, 0, 10, 5), Rect(0, 0, 30, 20)])
    }

    @Test func roomAndLinesTurnOver() {
        #expect(frames(filler.with(.padding(Insets(leading: 7, trailing: 3))), 50) == [Rect(3, 0, 40, 20)])
        #expect(frames(fixed(10, 20).frame(50, nil, .topLeading), 50) == [Rect(40, 0, 10, 20)])
        #expect(frames(filler.overlay(fixed(10, 5), Alignment(.trailing, .top)), 50) == [Rect(0, 0, 50, 20), Rect(0, 0, 10, 5)])
        let column = vstack(fixed(10, 10).with(.horizontalGuide(.leading, 4)), fixed(10, 10), alignment: .leading, spacing: 0)
        #expect(frames(column, 14) == [Rect(4, 0, 10, 10), Rect(0, 10, 10, 10)])
        let table = grid(row(fixed(10, 10), fixed(20, 10)), row(fixed(5, 10)), alignment: .topLeading)
        let cells = engine(.rightToLeft).layOut(table, in: Size(30, 20)).children.map(\.frames)
        #expect(cells == [[Rect(20, 0, 10, 10), Rect(0, 0, 20, 10)], [Rect(25, 10, 5, 10)]])
    }

    @Test func anOverflowHangsOutAlike() {
        #expect(frames(hstack(fixed(60, 20), fixed(50, 20), spacing: 0), 100) == [Rect(45, 0, 60, 20), Rect(-5, 0, 50, 20)])
    }

    /// The alignment of a text is relative to the left; the direction does not affect the offset and the rotation of a drawing.
    @Test func drawing() {
        let node = text("a b").with(.offset(x: 3, y: 1)).with(.rotation(20))
        let placed = engine(.rightToLeft).layOut(node, in: Size(30, 20))
        #expect(placed.drawn == .effect(.rotation(20)))
        #expect(placed.children[0].drawn == .effect(.offset(x: 3, y: 1)))
        for (direction, expected) in [(LayoutDirection.leftToRight, HorizontalAlignment.leading), (.rightToLeft, .trailing)] {
            let leaf = engine(direction).layOut(text("a b"), in: Size(30, 20))
            guard case .text(let content, _, _, _) = leaf.drawn else {
                Issue.record("not a text: \(leaf)")
                return
            }
            #expect(content.alignment == expected)
            #expect(leaf.direction == direction)
        }
    }

    /// Only the contents of the subtree are mirrored.
    @Test func directionOfASubtree() {
        let inner = hstack(text("a"), progress(.linear), spacing: 0).padding(1).direction(.rightToLeft)
        let outer = hstack(fixed(10, 20), inner, hstack(text("b"), text("c"), spacing: 0), spacing: 0)
        let expected = """
            HStack (0.00 0.00 100.00 22.00)
              frame (0.00 1.00 10.00 20.00)
                Rectangle (0.00 1.00 10.00 20.00)
              layoutDirection (10.00 0.00 70.00 22.00) rightToLeft
                padding (10.00 0.00 70.00 22.00)
                  HStack (11.00 1.00 68.00 20.00)
                    Text (69.00 1.00 10.00 20.00) "a"
                    Progress (11.00 9.00 58.00 4.00) linear 0.25
              HStack (80.00 1.00 20.00 20.00)
                Text (80.00 1.00 10.00 20.00) "b"
                Text (90.00 1.00 10.00 20.00) "c"

            """
        #expect(engine().layOut(outer, in: Size(100, 22)).text == expected)
    }

    @Test func theInnermostDirectionHolds() {
        let pair = hstack(text("a"), text("b"), spacing: 0)
        let lefts = { (node: Node) in engine().layOut(node, in: Size(20, 20)).all.filter { $0.name == "Text" }.map(\.frame.minX) }
        #expect(lefts(pair.direction(.rightToLeft)) == [10, 0])
        #expect(lefts(pair.direction(.leftToRight).direction(.rightToLeft)) == [0, 10])
        #expect(lefts(pair.direction(.rightToLeft).direction(.leftToRight)) == [10, 0])
        #expect(lefts(hstack(pair.direction(.leftToRight)).direction(.rightToLeft)) == [0, 10])
    }

    /// A guide that is set from the leading edge inside is relative to the trailing edge outside.
    @Test func linesCrossDirections() {
        let turned = fixed(10, 10).with(.horizontalGuide(.leading, 4)).direction(.rightToLeft)
        let column = vstack(turned, fixed(10, 10), alignment: .trailing, spacing: 0)
        #expect(engine().layOut(column, in: Size(14, 20)).frames == [Rect(4, 0, 10, 10), Rect(0, 10, 10, 10)])
    }

    /// A layout in the opposite direction is the exact mirror image, to the pixel.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func mirrorImage(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let tree = RandomTree.node(depth: 4, &random)
            let plain = engine(scale: 2).layOut(tree, in: Size(170.5, 80)).all
            let turned = engine(scale: 2, .rightToLeft).layOut(tree.turned, in: Size(170.5, 80)).all
            #expect(plain.map(\.name) == turned.map(\.name))
            #expect(
                plain.map { Rect(170.5 - $0.frame.maxX, $0.frame.minY, $0.frame.size.width, $0.frame.size.height) } == turned.map(\.frame))
            #expect(zip(plain, turned).allSatisfy { $0.direction != $1.direction })
        }
    }

    /// A direction has the same effect as writing every row, alignment and inset in reverse.
    @Test(arguments: 50..<60 as Range<UInt64>)
    func directionByHand(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            var count = 0
            let tree = RandomTree.node(depth: 4, &random).numbered(&count)
            let frames = { (placed: PlacedNode) in
                Dictionary(placed.all.filter(\.children.isEmpty).map { ($0.path, $0.frame) }) { first, _ in first }
            }
            let found = frames(engine(scale: 1e6, .rightToLeft).layOut(tree, in: Size(170, 80)))
            let expected = frames(engine(scale: 1e6).layOut(tree.written(in: .rightToLeft), in: Size(170, 80)))
            #expect(Set(found.keys) == Set(expected.keys))
            for (path, frame) in found {
                let other = expected[path] ?? Rect(0, 0, 0, 0)
                let isEqual =
                    abs(frame.minX - other.minX) < 1e-4 && abs(frame.maxX - other.maxX) < 1e-4 && abs(frame.minY - other.minY) < 1e-4
                #expect(isEqual, "\(path) at \(frame) rather than \(other) in \(tree)")
            }
        }
    }
}

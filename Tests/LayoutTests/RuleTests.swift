import SubdialLayout
import Testing

/// Tests of combined rules: priorities and spacers, baselines through nested views, almost equal numbers.
@Suite struct RuleTests {
    private func widths(_ stack: Node, _ width: Double) -> [Double] {
        engine().layOut(stack, in: Size(width, 20)).frames.map(\.size.width)
    }

    @Test func endlessOffers() {
        let offer = ProposedSize(infinity, 20)
        #expect(engine().size(of: hstack(fixed(20, 10), filler.width(max: 50), text("ab")), in: offer) == Size(106, 20))
        #expect(engine().size(of: hstack(fixed(20, 10), spacer()), in: offer) == Size(infinity, 10))
        #expect(engine().size(of: hstack(filler, filler.priority(1), spacer()), in: offer) == Size(infinity, 20))
    }

    /// Of 100 points, two distances of 4 and the minimums of the lower priorities, 20 and 10, are reserved first.
    @Test func lowerPrioritiesAreKeptTheirLeast() {
        let stack = hstack(filler.width(min: 10).priority(-1), filler.priority(1), filler.width(min: 20), spacing: 4)
        #expect(widths(stack, 100) == [10, 62, 20])
        // The first takes at most 40; the others get the rest.
        let modest = hstack(filler.width(min: 10).priority(-1), filler.width(max: 40).priority(1), filler.width(min: 20), spacing: 4)
        #expect(widths(modest, 100) == [10, 40, 42])
    }

    @Test func spacersMayHaveAPriority() {
        #expect(widths(hstack(filler, spacer().priority(1)), 100) == [0, 100])
        #expect(widths(hstack(filler, spacer().priority(0)), 100) == [50, 50])
        #expect(widths(hstack(spacer(30), spacer().priority(-5)), 100) == [30, 70])
    }

    /// Fractions such as thirds and tenths may be slightly less than a view needs, because of rounding errors.
    @Test func aHairTooLittleIsEnough() {
        let third = 100.0 / 3
        let texts = hstack(fixed(0.1, 20), fixed(0.2, 20), text("abc def", lineLimit: 1), spacing: 0)
        #expect(widths(texts, 70.3).last == 70)
        let choice = viewThatFits([.horizontal], fixed(70, 20), fixed(5, 20))
        #expect(widths(hstack(fixed(third, 20), fixed(third, 20), fixed(third, 20), choice, spacing: 0), third * 3 + 70).last == 70)
        // The flexibilities differ only by a rounding error: the first view goes first, and the other gets the rest.
        #expect(widths(hstack(filler.width(min: 30, max: 80 + 1e-12), filler.width(max: 50), spacing: 0), 40) == [30, 10])
        #expect(widths(hstack(filler.width(max: 50), filler.width(min: 30, max: 80 - 1e-12), spacing: 0), 40) == [20, 30])
    }

    /// The baseline of the first text is preserved through all enclosing views.
    @Test(
        arguments: [
            (text("a"), 15), (text("a").padding(5), 20), (text("a").frame(30, 40), 25), (text("a").frame(30, 40, .topLeading), 15),
            (text("a").width(min: 50), 15), (text("a").overlay(text("b", size: 40)), 15), (text("a").background(fixed(90, 90)), 15),
            (vstack(fixed(10, 10), text("a"), text("b"), spacing: 0), 25), (hstack(text("a"), text("b", size: 40)), 25),
            (zstack(text("a"), fixed(10, 50)), 30), (vstack(hstack(text("a").padding(2)), spacing: 0).padding(3), 20),
            (grid(row(fixed(10, 10)), row(text("a"))), 25), (text("a").fixedSize().ratio(1).with(.opacity(0.5)), 15),
            (text("a").with(.verticalGuide(.firstTextBaseline, -3)), 12),
            (vstack(fixed(10, 10).with(.verticalGuide(.firstTextBaseline, -7)), text("a"), spacing: 0), 3),
            (viewThatFits([.horizontal], text("a").padding(1)), 16), (fixed(10, 33), 33),
        ] as [(Node, Double)])
    func firstLines(_ node: Node, _ line: Double) {
        let placed = engine().layOut(hstack(node, fixed(10, 100), alignment: .firstTextBaseline), in: Size(300, 300))
        // The bottom of the 100-point bar is on the baseline.
        #expect(placed.frames[1].maxY - placed.frames[0].minY == line)
    }

    @Test(
        arguments: [
            (text("a b").frame(10, nil), 35), (vstack(text("a"), text("b"), spacing: 0).padding(5), 40),
            (vstack(text("a"), fixed(10, 10), spacing: 0), 15), (hstack(text("a"), text("b", size: 40), alignment: .bottom), 35),
            (grid(row(text("a")), row(text("b")), row(fixed(5, 5))), 35), (text("a b").frame(10, nil).overlay(text("c")), 35),
        ] as [(Node, Double)])
    func lastLines(_ node: Node, _ line: Double) {
        let placed = engine().layOut(hstack(node, fixed(10, 100), alignment: .lastTextBaseline), in: Size(300, 300))
        #expect(placed.frames[1].maxY - placed.frames[0].minY == line)
    }

    /// If several views of a stack set a guide of the user's, the stack has their mean; other guides end at the stack.
    @Test(arguments: [(VerticalAlignment.custom(CustomGuide("eye", position: nil)), 4), (.top, 0)])
    func guidesOfSeveralViews(_ alignment: VerticalAlignment, _ top: Double) {
        let pair = hstack(fixed(10, 10).with(.verticalGuide(alignment, 2)), fixed(10, 10).with(.verticalGuide(alignment, 6)), spacing: 0)
        let placed = engine().layOut(hstack(pair, fixed(10, 10), alignment: alignment, spacing: 0), in: Size(30, 10 + top))
        #expect(placed.frames == [Rect(0, 0, 20, 10), Rect(20, top, 10, 10)])
    }

    @Test func layersStandAtTheirLines() {
        let backed = text("a").with(.horizontalGuide(.leading, 3)).background(fixed(4, 4), .topLeading)
        let placed = engine().layOut(backed, in: Size(10, 20))
        #expect(placed.frames == [Rect(3, 0, 4, 4), Rect(0, 0, 10, 20)])
        let baseline = text("abc", size: 40).overlay(text("a"), Alignment(.trailing, .firstTextBaseline))
        #expect(engine().layOut(baseline, in: Size(60, 40)).frames[1] == Rect(50, 15, 10, 20))
    }

    /// 17 points may shrink to 12 (11.9 is not possible in steps of half a point), but not further.
    @Test(arguments: [
        (60.0, 0.7, 15), (58, 0.7, 14.5), (51, 0.7, 12.5), (20, 0.7, 12), (20, 0.71, 12.5), (20, 0.99, 17), (76.4, 0.1, 17), (9, 0, 2),
        (3, -1, 0.5),
    ])
    func halfPoints(_ width: Double, _ factor: Double, _ points: Double) {
        let node = text("abcdefgh", size: 17, lineLimit: 1, minimumScaleFactor: factor)
        guard case .text(_, let scale, _, _) = engine().layOut(node, in: Size(width, 100)).drawn else {
            Issue.record("not a text")
            return
        }
        #expect(abs(scale * 17 - points) < 1e-9)
    }

    /// A smaller font has lower lines: three lines of 10 points need the height of one of 20 points.
    @Test func shrinkingMakesRoomForLines() {
        let node = text("abc def ghi", minimumScaleFactor: 0.5)
        guard case .text(_, let scale, let lines, let metrics) = engine().layOut(node, in: Size(20, 32)).drawn else {
            Issue.record("not a text")
            return
        }
        #expect(scale == 0.525)
        #expect(lines == 3)
        #expect(metrics.lineCount == 3 && !metrics.isTruncated)
    }

    /// The widest value decides the size, so that a running clock does not change it.
    @Test func aChangingTextKeepsItsSize() {
        let scales = ["1:00", "11:00"].map { string in
            let clock = text(string, lineLimit: 1, minimumScaleFactor: 0.5, widest: "00:00")
            guard case .text(_, let scale, _, _) = engine().layOut(clock, in: Size(40, 20)).drawn else { return 0.0 }
            return scale
        }
        #expect(scales == [0.8, 0.8])
    }

    @Test func dividers() {
        let frame = { (node: Node) in engine().layOut(node, in: Size(50, 40)).all.first { $0.name == "Divider" }?.frame.size }
        #expect(frame(divider) == Size(50, 0.5))
        #expect(frame(hstack(divider)) == Size(0.5, 40))
        #expect(frame(vstack(divider)) == Size(50, 0.5))
        #expect(frame(zstack(divider)) == Size(50, 0.5))
        #expect(frame(hstack(filler.overlay(divider))) == Size(50, 0.5))
        #expect(frame(grid(divider)) == Size(50, 0.5))
        #expect(frame(grid(row(divider))) == Size(50, 0.5))
        #expect(frame(row(divider)) == Size(0.5, 40))
    }

    /// The text of a layout contains more than frames.
    @Test func whatIsTold() {
        let tree = vstack(
            Node(.text(TextContent("abcdefghij", font: Font(.size(20)), lineLimit: 1, truncation: .head))),
            Node(.text(TextContent("abcdefghij", font: Font(.size(20)), lineLimit: 1, truncation: .middle))),
            Node(.shape(ShapeContent(.path("M0 0L24 24", box: Rect(0, 0, 24, 12.5)), .color(.primary)))).frame(20, 20).with(
                .shadow(ColorName("black", opacity: 0.25), radius: 4, x: 0, y: 1.5)),
            levels.frame(20, 10).with(.blur(3)), spacing: 0)
        let expected = """
            VStack (0.00 0.00 60.00 70.00)
              Text (0.00 0.00 60.00 20.00) "abcdefghij" truncated head
              Text (0.00 20.00 60.00 20.00) "abcdefghij" truncated middle
              shadow (20.00 40.00 20.00 20.00) black@0.25 radius=4.00 offset=0.00 1.50
                frame (20.00 40.00 20.00 20.00)
                  Path (20.00 40.00 20.00 20.00) box=0.00 0.00 24.00 12.50
              blur (20.00 60.00 20.00 10.00) 3.00
                frame (20.00 60.00 20.00 10.00)
                  Levels (20.00 60.00 20.00 10.00) vertical 0.50 0.75

            """
        #expect(engine().layOut(tree, in: Size(60, 70)).text == expected)
    }
}

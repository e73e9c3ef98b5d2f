import SubdialLayout
import Testing

/// Tests of the positions of views, their drawing order, and the fitting of texts.
@Suite struct PlacementTests {
    @Test(arguments: [
        (Alignment.center, Point(35, 40)), (.topLeading, Point(0, 0)), (Alignment(.trailing, .top), Point(70, 0)),
        (Alignment(.leading, .bottom), Point(0, 80)), (Alignment(.trailing, .center), Point(70, 40)),
        (Alignment(.center, .firstTextBaseline), Point(35, 85)),
    ])
    func inAFrame(_ alignment: Alignment, _ expected: Point) {
        #expect(engine().layOut(text("abc").frame(100, 100, alignment), in: Size(100, 100)).frames.map(\.origin) == [expected])
        #expect(engine().layOut(text("abc"), in: Size(100, 100), alignment: alignment).frame.origin == expected)
        let limited = text("abc").with(
            .flexibleFrame(FlexibleFrame(horizontal: .init(maximum: infinity), vertical: .init(maximum: infinity), alignment: alignment)))
        #expect(engine().layOut(limited, in: Size(100, 100)).frames.map(\.origin) == [expected])
    }

    @Test func inAZStack() {
        let stack = zstack(fixed(40, 20), fixed(10, 60), alignment: Alignment(.trailing, .bottom))
        #expect(engine().layOut(stack, in: Size(100, 100)).frames == [Rect(30, 60, 40, 20), Rect(60, 20, 10, 60)])
        // A view of lower priority extends beyond the stack without enlarging it.
        let hanging = zstack(fixed(100, 10), fixed(20, 20).priority(1))
        let placed = engine().layOut(hanging, in: Size(60, 60))
        #expect(placed.frame == Rect(20, 20, 20, 20))
        #expect(placed.frames == [Rect(-20, 25, 100, 10), Rect(20, 20, 20, 20)])
    }

    @Test func layersGetTheSizeOfTheirView() {
        let layered = text("abc").background(filler).overlay(fixed(10, 10), Alignment(.trailing, .top))
        let placed = engine().layOut(layered, in: Size(100, 100))
        // The overlay is last and the background first.
        #expect(placed.all.map(\.name) == ["overlay", "background", "Rectangle", "Text", "frame", "Rectangle"])
        #expect(placed.children.map(\.frame) == [Rect(35, 40, 30, 20), Rect(55, 40, 10, 10)])
        #expect(placed.children[0].frames == [Rect(35, 40, 30, 20), Rect(35, 40, 30, 20)])
    }

    @Test func modifiersWrapInTheirOrder() {
        let inside = engine().layOut(text("a").padding(5).background(filler), in: Size(100, 100))
        #expect(inside.children[0].frame == Rect(40, 35, 20, 30))
        let outside = engine().layOut(text("a").background(filler).padding(5), in: Size(100, 100))
        #expect(outside.children[0].children[0].frame == Rect(45, 40, 10, 20))
    }

    @Test func edgesStandOnPixels() {
        let thirds = hstack(filler, filler, filler, spacing: 0)
        let placed = engine(scale: 2).layOut(thirds, in: Size(100, 10))
        #expect(placed.frames == [Rect(0, 0, 33.5, 10), Rect(33.5, 0, 33, 10), Rect(66.5, 0, 33.5, 10)])
        // Adjacent views meet without a gap and without an overlap.
        #expect(zip(placed.frames, placed.frames.dropFirst()).allSatisfy { $0.maxX == $1.minX })
    }

    /// A region is at least 44 points wide and high, and two regions share the space between their views.
    @Test func intentsHaveRoomForAFinger() {
        let buttons = hstack(symbol().with(.intent("previous")), symbol().padding(5).with(.intent("next")), spacing: 0)
        let intents = engine().layOut(buttons, in: Size(50, 30)).intents
        #expect(intents.map(\.name) == ["previous", "next"])
        #expect(intents.map(\.frame) == [Rect(-12, -7, 32, 44), Rect(20, -7, 37, 44)])
        let apart = vstack(fixed(50, 20).with(.intent("a")), fixed(50, 60).with(.intent("b")), spacing: 10)
        let frames = engine().layOut(apart, in: Size(50, 90)).intents.map(\.frame)
        #expect(frames == [Rect(0, -12, 50, 37), Rect(0, 30, 50, 60)])
        // A region over another one keeps its place, with only the minimum size.
        let over = zstack(fixed(60, 60).with(.intent("below")), fixed(10, 10).with(.intent("above")))
        #expect(engine().layOut(over, in: Size(60, 60)).intents.map(\.frame) == [Rect(0, 0, 60, 60), Rect(8, 8, 44, 44)])
    }

    /// A slider has the values of its left and right edges, and a region that is as wide as the slider itself.
    @Test(arguments: [(LayoutDirection.leftToRight, 0.0, 100.0), (.rightToLeft, 100, 0)])
    func aSliderHasTheValuesOfItsEdges(_ direction: LayoutDirection, _ left: Double, _ right: Double) throws {
        let slider = Intent("volume", slider: Intent.Slider(from: 0, to: 100, value: 40))
        let row = hstack(symbol().with(.intent("mute")), fixed(30, 6).with(.intent(slider)), spacing: 10).with(.layoutDirection(direction))
        let region = try #require(engine().layOut(row, in: Size(60, 50)).intents.first { $0.name == "volume" })
        #expect(region.slider == Intent.Slider(from: left, to: right, value: 40))
        #expect(region.frame.size == Size(30, 44))
    }

    @Test func idAndPathAreKept() {
        let node = Node(.spacer(minLength: nil), modifiers: [.opacity(0.5)], id: "room", path: "body.Spacer")
        let placed = engine().layOut(node, in: Size(10, 10))
        #expect(placed.all.map(\.id) == ["room", "room"])
        #expect(placed.all.map(\.path) == ["body.Spacer", "body.Spacer"])
    }

    @Test(
        arguments: [
            // It fits unchanged.
            ("abc", 1, 0.5, 30.0, 1.0, 1, false),
            // Nine letters must fit into 60: 13 points is the largest size that does, in steps of half a point.
            ("abcdefghi", 1, 0.5, 60, 0.65, 1, false),
            // Two lines suffice without shrinking.
            ("abcdefghi", 2, 0.5, 60, 1, 2, false),
            // Two lines of six letters in 40 points: at 13 points, each is 39 wide.
            ("abcdef ghijkl", 2, 0.5, 40, 0.65, 2, false),
            // Even half the size does not suffice.
            ("abcdefghi", 1, 0.5, 20, 0.5, 1, true),
            // Shrinking is not allowed.
            ("abcdefghi", 1, 1, 60, 1, 1, true),
        ] as [(String, Int, Double, Double, Double, Int, Bool)])
    func textsShrinkBeforeTheyAreCut(
        _ string: String, lineLimit: Int, factor: Double, width: Double, scale: Double, lines: Int, isTruncated: Bool
    ) throws {
        let node = text(string, lineLimit: lineLimit, minimumScaleFactor: factor)
        let drawn = engine().layOut(node, in: Size(width, 100)).drawn
        guard case .text(_, let foundScale, let maximumLines, let metrics) = drawn else {
            Issue.record("not a text: \(drawn)")
            return
        }
        #expect(foundScale == scale)
        #expect(maximumLines == lineLimit)
        #expect(metrics.lineCount == lines)
        #expect(metrics.isTruncated == isTruncated)
    }

    /// A text that changes by itself has the width of its widest value.
    @Test func changingTextDoesNotMoveItsNeighbour() {
        func neighbour(_ string: String) -> Rect {
            engine().layOut(hstack(text(string, widest: "00:00"), filler), in: Size(200, 20)).frames[1]
        }
        #expect(neighbour("0:01") == Rect(58, 0, 142, 20))
        #expect(neighbour("10:01") == neighbour("0:01"))
    }

    @Test func theChosenViewIsTheOnlyOnePlaced() {
        let choice = viewThatFits([.horizontal], text("abcdef"), text("abc"))
        #expect(engine().layOut(choice, in: Size(60, 20)).all.map(\.frame) == [Rect(0, 0, 60, 20), Rect(0, 0, 60, 20)])
        #expect(engine().layOut(choice, in: Size(59, 20)).all.map(\.frame) == [Rect(14.5, 0, 30, 20), Rect(14.5, 0, 30, 20)])
    }

    @Test func artworkIsSquareInItsRow() {
        let row = hstack(
            artwork.ratio(1), vstack(text("abc"), text("de"), alignment: .leading).width(max: infinity, Alignment(.leading, .center)))
        let placed = engine().layOut(row, in: Size(200, 60))
        #expect(placed.frames == [Rect(0, 0, 60, 60), Rect(68, 10, 132, 40)])
    }
}

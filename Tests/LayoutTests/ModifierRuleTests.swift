import SubdialLayout
import Testing

/// Tests of modifiers that place, order or shape views.
@Suite struct ModifierRuleTests {
    @Test func aPositionTakesTheWholeProposal() {
        let placed = engine().layOut(fixed(10, 20).with(.position(x: 30, y: 15)), in: Size(100, 50))
        #expect(placed.frame == Rect(0, 0, 100, 50))
        #expect(placed.frames == [Rect(25, 5, 10, 20)])
        #expect(engine().size(of: fixed(10, 20).with(.position(x: 30, y: 15)), in: .unspecified) == Size(10, 20))
    }

    /// Views of a higher index are drawn later; equal ones in the order of the tree.
    @Test func orderOfDrawing() {
        let nodes = [fixed(1, 1).with(.zIndex(1)), fixed(2, 2), fixed(3, 3).with(.zIndex(-1)), fixed(4, 4).with(.zIndex(1)).padding(0)]
        for content in [
            Content.zstack(alignment: .topLeading, nodes), .hstack(alignment: .top, spacing: 0, nodes),
            .vstack(alignment: .leading, spacing: 0, nodes),
        ] {
            let placed = engine().layOut(Node(content), in: Size(50, 50))
            #expect(placed.frames.map(\.size.width) == [3, 2, 1, 4])
        }
    }

    @Test(arguments: [(Modifier.ContentMode.fit, Size(50, 25)), (.fill, Size(80, 40))])
    func theRatioOfTheContent(_ mode: Modifier.ContentMode, _ size: Size) {
        let picture = PictureContent(.init([], digest: "0"), size: Size(20, 10))
        var resizable = picture
        resizable.resizing = .init()
        let node = Node(.image(ImageContent(.picture(resizable)))).with(.aspectRatio(nil, mode))
        #expect(engine().size(of: node, in: ProposedSize(50, 40)) == size)
        #expect(engine().size(of: node, in: .unspecified) == Size(20, 10))
        #expect(engine().size(of: Node(.image(ImageContent(.picture(picture)))), in: ProposedSize(50, 40)) == Size(20, 10))
    }

    @Test func aLiveTextTakesAllTheWidth() {
        var content = TextContent("1:00", widest: "10:00", font: Font(.size(20)))
        #expect(engine().size(of: Node(.text(content)), in: ProposedSize(90, 50)) == Size(50, 20))
        content.fillsWidth = true
        #expect(engine().size(of: Node(.text(content)), in: ProposedSize(90, 50)) == Size(90, 20))
        #expect(engine().size(of: Node(.text(content)), in: .unspecified) == Size(50, 20))
        #expect(engine().size(of: Node(.text(content)), in: ProposedSize(infinity, nil)).width == infinity)
    }

    /// The highest run decides how many lines have room.
    @Test func linesOfRuns() {
        var (small, large) = (TextRun("a b "), TextRun("c"))
        small.font = Font(.size(20))
        large.font = Font(.size(40))
        let node = Node(.text(TextContent([small, large], font: Font(.size(20)))))
        func lines(_ height: Double) -> Int? {
            guard case .text(_, _, let lines, _) = engine().layOut(node, in: Size(30, height)).drawn else { return nil }
            return lines
        }
        #expect(lines(79) == 1)
        #expect(lines(80) == 2)
    }

    private func shape(_ shape: Shape, _ container: Shape, inset: Double) -> Shape? {
        let node = Node(.shape(ShapeContent(shape, .color(.primary)))).padding(inset).with(.containerShape(container))
        let placed = engine().layOut(node, in: Size(100, 60))
        guard case .shape(let content)? = placed.all.last?.drawn else { return nil }
        return content.shape
    }

    /// The radius of a container less the distance to its edge.
    @Test func shapesFollowTheirContainer() {
        #expect(shape(.container, .roundedRectangle(.fixed(20)), inset: 8) == .roundedRectangle(.fixed(12)))
        #expect(shape(.container, .roundedRectangle(.fixed(20), .circular), inset: 25) == .roundedRectangle(.fixed(0), .circular))
        #expect(shape(.container, .capsule(), inset: 10) == .roundedRectangle(.fixed(20)))
        #expect(shape(.container, .rectangle, inset: 10) == .rectangle)
        #expect(shape(.inset(.container, 2), .roundedRectangle(.fixed(20)), inset: 8) == .inset(.roundedRectangle(.fixed(10)), 2))
        #expect(
            shape(
                .container, .unevenRoundedRectangle(topLeading: 9, bottomLeading: 4, bottomTrailing: 20, topTrailing: 0), inset: 5)
                == .unevenRoundedRectangle(topLeading: 4, bottomLeading: 0, bottomTrailing: 15, topTrailing: 0))
        #expect(shape(.roundedRectangle(.concentric), .roundedRectangle(.fixed(20)), inset: 8) == .roundedRectangle(.fixed(12)))
        #expect(shape(.roundedRectangle(.concentric), .roundedRectangle(.fixed(20)), inset: 25) == .roundedRectangle(.fixed(4)))
        #expect(shape(.circle, .roundedRectangle(.fixed(20)), inset: 8) == .circle)
    }

    /// Without a container in the tree, the drawing decides: it knows the canvas.
    @Test func theCanvasIsTheOutermostContainer() {
        let node = filler.with(.clip(.roundedRectangle(.concentric))).with(.border(.container, .primary, width: 1))
        let placed = engine().layOut(node, in: Size(100, 60))
        #expect(placed.drawn == .effect(.border(.container, .primary, width: 1)))
        #expect(placed.children[0].drawn == .effect(.clip(.roundedRectangle(.concentric))))
        let inside = engine().layOut(node.padding(2).with(.containerShape(.roundedRectangle(.fixed(10)))), in: Size(100, 60))
        let effects = inside.all.map(\.drawn).filter { if case .effect = $0 { true } else { false } }
        #expect(
            effects == [
                .effect(.border(.roundedRectangle(.fixed(8)), .primary, width: 1)), .effect(.clip(.roundedRectangle(.fixed(8)))),
            ])
    }
}

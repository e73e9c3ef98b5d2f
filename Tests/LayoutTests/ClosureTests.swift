import SubdialLayout
import Testing

/// Tests of views, guides and arrangements that code computes with the sizes of a layout.
@Suite struct ClosureTests {
    /// The numbers that code was called with.
    private final class Record: @unchecked Sendable { var frames: [Rect] = [] }

    private func reader(_ nodes: Node..., record: Record = Record(), size: LayoutClosure<ProposedSize, Size>? = nil) -> Node {
        Node(
            .geometry(
                GeometryContent(
                    "GeometryReader", size: size,
                    content: LayoutClosure {
                        record.frames.append($0)
                        return nodes
                    })))
    }

    @Test func aReaderFillsItsProposalAndIsAskedOnce() {
        let record = Record()
        let placed = engine().layOut(reader(fixed(10, 20), text("a"), record: record).padding(5), in: Size(100, 50))
        #expect(record.frames == [Rect(5, 5, 90, 40)])
        #expect(placed.all.filter { $0.name == "Rectangle" || $0.name == "Text" }.map(\.frame) == [Rect(5, 5, 10, 20), Rect(5, 5, 10, 20)])
        #expect(engine().size(of: reader(), in: .unspecified) == Size(10, 10))
    }

    /// In a right-to-left layout, the frame that code sees is that on the canvas.
    @Test func aReaderInARightToLeftLayout() {
        let record = Record()
        let row = hstack(reader(fixed(5, 5), record: record).frame(30, 10), spacer(), spacing: 0)
        let placed = engine(.rightToLeft).layOut(row, in: Size(100, 10))
        #expect(record.frames == [Rect(70, 0, 30, 10)])
        #expect(placed.all.last { $0.name == "Rectangle" }?.frame == Rect(95, 0, 5, 5))
    }

    /// The resolved tree has no code, and the same layout.
    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func resolvedTreesAreLaidOutAlike(_ direction: LayoutDirection) {
        let middle = CustomGuide("third", position: LayoutClosure { $0.size.height / 3 })
        let lead = CustomGuide("tenth", position: LayoutClosure { $0.size.width / 10 })
        let diagonal = CustomLayout(
            "Diagonal", size: LayoutClosure { _ in Size(60, 40) },
            places: LayoutClosure { request in
                Dictionary(
                    uniqueKeysWithValues: request.subviews.map {
                        ($0.index, .init(position: Point(Double($0.index) * 10, Double($0.index) * 10), proposal: ProposedSize(10, 10)))
                    })
            })
        let trees = [
            reader(fixed(10, 20), reader(text("a")).frame(20, 20)).padding(5),
            hstack(
                fixed(10, 30), text("a").with(.computedVerticalGuide(.custom(middle), LayoutClosure { $0[.bottom] })), fixed(5, 9),
                alignment: .custom(middle)),
            vstack(fixed(50, 30), fixed(10, 10), alignment: .custom(lead)).padding(3),
            zstack(fixed(50, 30), fixed(10, 10), alignment: Alignment(.custom(lead), .custom(middle))),
            fixed(10, 10).frame(60, 60, Alignment(.custom(lead), .custom(middle))),
            fixed(40, 40).overlay(fixed(10, 10), Alignment(.custom(lead), .bottom)),
            vstack(
                fixed(20, 10).with(.computedHorizontalGuide(.leading, LayoutClosure { -$0.size.width })), fixed(20, 10), alignment: .leading
            ),
            Node(.custom(diagonal, [filler, text("a"), reader(fixed(3, 3))])),
            viewThatFits([.horizontal], reader(fixed(500, 5)).frame(500, nil), reader(fixed(5, 5))),
            Node(.gauge(GaugeContent(ring: ProgressContent(0.5, style: .circular), value: reader(fixed(4, 4)), sizesTexts: false))),
        ]
        for tree in trees {
            let (placed, resolved) = engine(direction).layOutAndResolve(tree, in: Size(100, 80))
            let again = engine(direction).layOutAndResolve(resolved, in: Size(100, 80))
            func frames(_ node: PlacedNode) -> [Rect] { node.all.filter { $0.name != "alignmentGuide" }.map(\.frame) }
            #expect(frames(again.placed) == frames(placed), "\(placed.text)\(again.placed.text)")
            #expect(again.resolved == resolved)
        }
    }

    @Test func treesWithoutCodeStay() {
        let tree = hstack(text("a"), row(fixed(1, 1)).padding(2), grid(row(text("b").spanning(2))))
        #expect(engine().layOutAndResolve(tree, in: Size(100, 80)).resolved == tree)
    }

    @Test func aReaderBecomesItsViews() {
        let resolved = engine().layOutAndResolve(reader(fixed(10, 20)), in: Size(100, 50)).resolved
        #expect(resolved.content == .arranged(ArrangedContent("GeometryReader", [fixed(10, 20)])))
    }

    @Test func anArrangementOfTheUsers() {
        let layout = CustomLayout(
            "Column",
            size: LayoutClosure { request in
                let sizes = request.subviews.map { $0.measure(.unspecified).size }
                return Size(sizes.map(\.width).max() ?? 0, sizes.reduce(0) { $0 + $1.height })
            },
            places: LayoutClosure { request in
                var (top, places) = (0.0, [Int: CustomLayout.Place]())
                for view in request.subviews {
                    places[view.index] = .init(
                        position: Point(request.size?.width ?? 0, top), anchor: Point(1, 0), proposal: .unspecified)
                    top += view.measure(.unspecified).size.height
                }
                return places
            })
        let node = Node(.custom(layout, [text("abc"), text("a", size: 40)]))
        let placed = engine().layOut(node, in: Size(30, 60))
        #expect(placed.name == "Column")
        #expect(placed.frames == [Rect(0, 0, 30, 20), Rect(10, 20, 20, 40)])
        // The baselines are those of the views, and so are the distances to neighbours.
        let row = engine().layOut(hstack(node, fixed(10, 10), alignment: .lastTextBaseline, spacing: 0), in: Size(40, 60))
        #expect(row.frames[1].maxY == 50)
        var guided = layout
        guided.verticalGuide = LayoutClosure { $0.alignment == .lastTextBaseline ? 12 : nil }
        let other = Node(.custom(guided, [text("abc"), text("a", size: 40)]))
        #expect(
            engine().layOut(hstack(other, fixed(10, 10), alignment: .lastTextBaseline, spacing: 0), in: Size(40, 60)).frames[1].maxY == 12)
    }

    @Test func distancesInAnArrangement() {
        let record = Record()
        let layout = CustomLayout(
            "Distances",
            size: LayoutClosure { request in
                let views = request.subviews
                record.frames = [
                    Rect(
                        views[0].distance(views[1], .vertical), views[0].distance(views[1], .horizontal),
                        views[1].spacing().distance(to: views[2].spacing(), along: .vertical), 0)
                ]
                return .zero
            }, places: LayoutClosure { _ in [:] })
        var spaced = layout
        spaced.spacing = LayoutClosure { _ in .zero }
        let node = Node(.custom(spaced, [text("a"), text("b"), fixed(1, 1)]))
        // The text above the box: 20 points, and a tenth of it, without the height of the capitals.
        #expect(engine().size(of: vstack(fixed(10, 10), node, fixed(10, 10)), in: .unspecified).height == 20)
        #expect(record.frames == [Rect(0, 8, 10, 0)])
    }

    /// What code answers is never a number that a layout cannot use.
    @Test(arguments: [Double.nan, .infinity, -.infinity, -5])
    func badNumbers(_ number: Double) {
        let layout = CustomLayout(
            "Bad", size: LayoutClosure { _ in Size(number, number) },
            places: LayoutClosure { _ in [0: .init(position: Point(number, number), proposal: ProposedSize(number, number))] })
        let node = Node(.custom(layout, [filler.with(.computedVerticalGuide(.top, LayoutClosure { _ in number }))]))
        let sized = reader(fixed(1, 1), size: LayoutClosure { _ in Size(number, number) })
        for tree in [hstack(node, fixed(1, 1), alignment: .top), hstack(sized, fixed(1, 1))] {
            #expect(engine().layOut(tree.frame(50, 50), in: Size(50, 50)).all.allSatisfy { !$0.frame.minX.isNaN && !$0.frame.width.isNaN })
        }
    }
}

import SubdialLayout
import Testing

/// A grid and the expected frames of its cells, relative to the corner of the grid.
struct GridCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let grid: Node
    let offer: ProposedSize
    let size: Size
    let cells: [Rect]

    init(_ rule: String, _ grid: Node, _ offer: ProposedSize, _ size: Size, _ cells: [Rect]) {
        (self.rule, self.grid, self.offer, self.size, self.cells) = (rule, grid, offer, size, cells)
    }

    var testDescription: String { rule }
}

@Suite struct GridTests {
    @Test(arguments: columns + columnAlignments + spans + rows + alignments + edges) func cells(_ row: GridCase) {
        #expect(engine().size(of: row.grid, in: row.offer) == row.size)
        // An axis without a proposal has its ideal length through `fixedSize`.
        let asked = row.grid.fixedSize(row.offer.width == nil, row.offer.height == nil)
        let canvas = Size(row.offer.width ?? 1000, row.offer.height ?? 1000)
        let placed = engine().layOut(asked, in: canvas, alignment: .topLeading)
        let found = placed.children[0].children.flatMap { $0.name == "GridRow" ? $0.children : [$0] }
        let origin = placed.frame.origin
        #expect(
            found.map { Rect($0.frame.minX - origin.x, $0.frame.minY - origin.y, $0.frame.size.width, $0.frame.size.height) } == row.cells)
    }

    static let columnAlignments: [GridCase] = [
        GridCase(
            "one cell sets its whole column", grid(row(text("a").column(.trailing), text("bcd")), row(text("ef"), text("g"))),
            .unspecified, Size(50, 40),
            [Rect(10, 0, 10, 20), Rect(20, 0, 30, 20), Rect(0, 20, 20, 20), Rect(30, 20, 10, 20)]),
        GridCase(
            "the first cell that names one counts",
            grid(row(text("a").column(.trailing)), row(text("bcd")), row(text("ef").column(.leading))), .unspecified, Size(30, 60),
            [Rect(20, 0, 10, 20), Rect(0, 20, 30, 20), Rect(10, 40, 20, 20)]),
        GridCase(
            "a cell over several columns stands as the grid says",
            grid(row(text("a").column(.trailing), text("bcdef")), row(text("gh").spanning(2))), .unspecified, Size(60, 40),
            [Rect(0, 0, 10, 20), Rect(10, 0, 50, 20), Rect(20, 20, 20, 20)]),
    ]

    static let columns: [GridCase] = [
        GridCase(
            "a column is as wide as its widest cell", grid(row(text("a"), text("bcd")), row(text("ef"), text("g"))), .unspecified,
            Size(50, 40), [Rect(5, 0, 10, 20), Rect(20, 0, 30, 20), Rect(0, 20, 20, 20), Rect(30, 20, 10, 20)]),
        GridCase(
            "columns and rows are 8 apart", grid(row(fixed(10, 10), fixed(10, 10)), row(fixed(10, 10)), spacing: nil), .unspecified,
            Size(28, 28), [Rect(0, 0, 10, 10), Rect(18, 0, 10, 10), Rect(0, 18, 10, 10)]),
        GridCase(
            "flexible columns share what is left", grid(row(fixed(20, 10), filler, filler)), ProposedSize(100, 10), Size(100, 10),
            [Rect(0, 0, 20, 10), Rect(20, 0, 40, 10), Rect(60, 0, 40, 10)]),
        GridCase(
            "a cell is offered its column", grid(row(filler, text("ab")), row(fixed(30, 10), filler)), ProposedSize(nil, 30),
            Size(50, 30), [Rect(0, 0, 30, 20), Rect(30, 0, 20, 20), Rect(0, 20, 30, 10), Rect(30, 20, 20, 10)]),
        GridCase(
            "a text takes its column before a shape", grid(row(filler, text("abcd"))), ProposedSize(100, 20), Size(100, 20),
            [Rect(0, 0, 60, 20), Rect(60, 0, 40, 20)]),
        GridCase(
            "priority goes first", grid(row(text("abcdefgh", lineLimit: 1), text("abcdefgh", lineLimit: 1).priority(1))),
            ProposedSize(100, 20), Size(100, 20), [Rect(0, 0, 20, 20), Rect(20, 0, 80, 20)]),
        GridCase(
            "columns that have no room overflow", grid(row(fixed(60, 10), fixed(60, 10))), ProposedSize(100, 10), Size(120, 10),
            [Rect(0, 0, 60, 10), Rect(60, 0, 60, 10)]),
    ]

    static let spans: [GridCase] = [
        GridCase(
            "a view that is no row takes all columns", grid(filler.frame(nil, 4), row(fixed(10, 10), fixed(20, 10))), .unspecified,
            Size(30, 14), [Rect(0, 0, 30, 4), Rect(0, 4, 10, 10), Rect(10, 4, 20, 10)]),
        GridCase(
            "a flexible one spreads the grid over the offer", grid(filler.frame(nil, 4), row(fixed(10, 10), fixed(20, 10))),
            ProposedSize(50, nil), Size(50, 14), [Rect(0, 0, 50, 4), Rect(5, 4, 10, 10), Rect(25, 4, 20, 10)]),
        GridCase(
            "what a cell needs beyond its columns they get in equal parts",
            grid(row(fixed(50, 10).spanning(2), fixed(5, 10)), row(fixed(10, 10), fixed(20, 10), fixed(5, 10))), .unspecified,
            Size(55, 20),
            [Rect(0, 0, 50, 10), Rect(50, 0, 5, 10), Rect(5, 10, 10, 10), Rect(25, 10, 20, 10), Rect(50, 10, 5, 10)]),
        GridCase(
            "distances count as room of a cell over them",
            grid(row(fixed(28, 10).spanning(2)), row(fixed(10, 10), fixed(10, 10)), spacing: nil), .unspecified, Size(28, 28),
            [Rect(0, 0, 28, 10), Rect(0, 18, 10, 10), Rect(18, 18, 10, 10)]),
        GridCase(
            "the narrower span comes first",
            grid(row(fixed(90, 5).spanning(3)), row(fixed(60, 5).spanning(2), fixed(0, 5)), row(fixed(0, 5), fixed(0, 5), fixed(0, 5))),
            .unspecified, Size(90, 15),
            [
                Rect(0, 0, 90, 5), Rect(10, 5, 60, 5), Rect(85, 5, 0, 5), Rect(20, 10, 0, 5), Rect(60, 10, 0, 5), Rect(85, 10, 0, 5),
            ]),
        GridCase(
            "no cell takes less than a column", grid(row(fixed(10, 10).spanning(-3), fixed(20, 10))), .unspecified, Size(30, 10),
            [Rect(0, 0, 10, 10), Rect(10, 0, 20, 10)]),
    ]

    static let rows: [GridCase] = [
        GridCase(
            "a row is as high as its highest cell", grid(row(fixed(10, 30), filler), row(fixed(10, 10))), ProposedSize(20, nil),
            Size(20, 40), [Rect(0, 0, 10, 30), Rect(10, 0, 10, 30), Rect(0, 30, 10, 10)]),
        GridCase(
            "flexible rows share what is left", grid(row(fixed(10, 30)), row(filler), row(filler)), ProposedSize(10, 100),
            Size(10, 100), [Rect(0, 0, 10, 30), Rect(0, 30, 10, 35), Rect(0, 65, 10, 35)]),
        GridCase(
            "a row's modifiers are its cells'",
            grid(Node(.gridRow(alignment: nil, [text("a"), text("b")]), modifiers: [.padding(Insets(all: 2))])), .unspecified,
            Size(28, 24), [Rect(0, 0, 14, 24), Rect(14, 0, 14, 24)]),
        GridCase(
            "a divider between rows lies flat", grid(row(fixed(10, 10), fixed(20, 10)), divider, row(fixed(10, 10))),
            ProposedSize(nil, 30), Size(30, 20.5),
            [Rect(0, 0, 10, 10), Rect(10, 0, 20, 10), Rect(0, 10, 30, 0.5), Rect(0, 10.5, 10, 10)]),
    ]

    static let alignments: [GridCase] = [
        GridCase(
            "cells stand where the grid says", grid(row(fixed(10, 10), fixed(30, 30)), row(fixed(20, 5)), alignment: .topLeading),
            .unspecified, Size(50, 35), [Rect(0, 0, 10, 10), Rect(20, 0, 30, 30), Rect(0, 30, 20, 5)]),
        GridCase(
            "cells stand where the grid says",
            grid(row(fixed(10, 10), fixed(30, 30)), row(fixed(20, 5)), alignment: Alignment(.trailing, .bottom)), .unspecified,
            Size(50, 35), [Rect(10, 20, 10, 10), Rect(20, 0, 30, 30), Rect(0, 30, 20, 5)]),
        GridCase(
            "a row has the last word on the height",
            grid(row(fixed(10, 10), fixed(30, 30), alignment: .bottom), row(fixed(10, 10), fixed(30, 30)), alignment: .topLeading),
            .unspecified, Size(40, 60), [Rect(0, 20, 10, 10), Rect(10, 0, 30, 30), Rect(0, 30, 10, 10), Rect(10, 30, 30, 30)]),
        GridCase(
            "baselines meet", grid(row(text("a"), text("b", size: 40), fixed(5, 5)), alignment: Alignment(.center, .firstTextBaseline)),
            .unspecified, Size(35, 40), [Rect(0, 15, 10, 20), Rect(10, 0, 20, 40), Rect(30, 25, 5, 5)]),
        GridCase(
            "guides move a cell in its column",
            grid(row(fixed(10, 10).with(.horizontalGuide(.leading, 4))), row(fixed(10, 10)), alignment: .topLeading), .unspecified,
            Size(14, 20), [Rect(0, 0, 10, 10), Rect(4, 10, 10, 10)]),
    ]

    static let edges: [GridCase] = [
        GridCase("an empty grid is nothing", grid(), ProposedSize(50, 50), .zero, []),
        GridCase(
            "empty rows are none", grid(row(), row(fixed(10, 10)), row(), spacing: nil), .unspecified, Size(10, 10), [Rect(0, 0, 10, 10)]),
        GridCase("only empty rows", grid(row(), row()), ProposedSize(50, 50), .zero, []),
        GridCase(
            "short rows leave their last columns empty", grid(row(fixed(10, 10)), row(fixed(10, 10), fixed(20, 20))), .unspecified,
            Size(30, 30), [Rect(0, 0, 10, 10), Rect(0, 15, 10, 10), Rect(10, 10, 20, 20)]),
    ]

    @Test func endlessGrids() {
        let flexible = grid(row(filler, text("a")), row(text("b"), fixed(20, 5)), filler)
        #expect(engine().size(of: flexible, in: ProposedSize(infinity, infinity)) == Size(infinity, infinity))
        #expect(engine().size(of: flexible, in: ProposedSize(0, 0)) == Size(30, 40))
    }

    /// A row outside a grid is an HStack.
    @Test func rowAlone() {
        let alone = engine().layOut(row(text("a"), text("b", size: 40), alignment: .bottom), in: Size(38, 40))
        #expect(alone.frames == [Rect(0, 20, 10, 20), Rect(18, 0, 20, 40)])
        #expect(alone.frames == engine().layOut(hstack(text("a"), text("b", size: 40), alignment: .bottom), in: Size(38, 40)).frames)
    }

    @Test func asText() {
        let table = grid(
            row(text("Title").named("t"), text("So What")), divider, row(levels.frame(20, 10)), alignment: .topLeading, spacing: 4)
        let expected = """
            Grid (0.00 0.00 124.00 38.50)
              GridRow (0.00 0.00 124.00 20.00)
                Text #t (0.00 0.00 50.00 20.00) "Title"
                Text (54.00 0.00 70.00 20.00) "So What"
              Divider (0.00 24.00 124.00 0.50)
              GridRow (0.00 28.50 124.00 10.00)
                frame (0.00 28.50 20.00 10.00)
                  Levels (0.00 28.50 20.00 10.00) vertical 0.50 0.75

            """
        #expect(engine().layOut(table, in: Size(124, 38.5)).text == expected)
    }
}

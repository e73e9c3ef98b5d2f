import SubdialLayout
import Testing

/// Returns an island with a width of 300 points and a camera of 100 × 30.
private func island(
    leading: Node? = nil, trailing: Node? = nil, center: Node? = nil, bottom: Node? = nil, spacing: Double = 8
) -> Node {
    Node(
        .island(
            IslandContent(
                leading: leading, trailing: trailing, center: center, bottom: bottom, camera: Size(100, 30), spacing: spacing)))
}

private func line(_ string: String) -> Node { text(string, lineLimit: 1) }

/// An island and the expected frames of its regions for a proposed width of 300 and `height`.
struct IslandCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let island: Node
    let height: Double?
    let size: Size
    let regions: [String: Rect]

    init(_ rule: String, _ island: Node, height: Double? = nil, _ size: Size, _ regions: [String: Rect]) {
        (self.rule, self.island, self.height, self.size, self.regions) = (rule, island, height, size, regions)
    }

    var testDescription: String { rule }
}

@Suite struct IslandTests {
    @Test(arguments: around + shared + tooWide + heights) func regions(_ row: IslandCase) {
        #expect(engine().size(of: row.island, in: ProposedSize(300, row.height)) == row.size)
        let asked = row.island.fixedSize(false, row.height == nil)
        let placed = engine().layOut(asked, in: Size(300, row.height ?? 500), alignment: .topLeading).children[0]
        #expect(Dictionary(uniqueKeysWithValues: placed.children.map { ($0.name, $0.frame) }) == row.regions)
        #expect(placed.children.allSatisfy { $0.children.map(\.frame) == [$0.frame] })
    }

    static let around: [IslandCase] = [
        IslandCase(
            "all four regions",
            island(leading: fixed(60, 60), trailing: fixed(40, 20), center: line("So What"), bottom: filler.frame(nil, 6)),
            Size(300, 74),
            [
                "leading": Rect(0, 0, 60, 60), "trailing": Rect(260, 0, 40, 20), "center": Rect(115, 30, 70, 20),
                "bottom": Rect(0, 68, 300, 6),
            ]),
        IslandCase("only the bottom", island(bottom: line("abc")), Size(300, 50), ["bottom": Rect(0, 30, 30, 20)]),
        IslandCase("nothing but the camera", island(), Size(300, 30), [:]),
        IslandCase("the centre alone", island(center: filler.frame(nil, 10)), Size(300, 40), ["center": Rect(8, 30, 284, 10)]),
        IslandCase(
            "a low region leaves the camera its height", island(leading: fixed(10, 10), bottom: fixed(50, 10)), Size(300, 48),
            ["leading": Rect(0, 0, 10, 10), "bottom": Rect(0, 38, 50, 10)]),
    ]

    static let shared: [IslandCase] = [
        IslandCase(
            "the sides are equally wide", island(leading: filler.frame(nil, 20), trailing: filler.frame(nil, 20)), Size(300, 30),
            ["leading": Rect(0, 0, 100, 20), "trailing": Rect(200, 0, 100, 20)]),
        // The centre takes 164 of 284; the sides share the remaining 120.
        IslandCase(
            "a wide centre leaves the sides less", island(leading: filler, trailing: filler, center: fixed(164, 20)), height: 50,
            Size(300, 50),
            ["leading": Rect(0, 0, 60, 50), "trailing": Rect(240, 0, 60, 50), "center": Rect(68, 30, 164, 20)]),
        // The centre is proposed the width between two sides of 40: 300 - 80 - 16.
        IslandCase(
            "the centre leaves the sides their least", island(leading: fixed(40, 20), trailing: line("a"), center: filler.frame(nil, 20)),
            Size(300, 50),
            ["leading": Rect(0, 0, 40, 20), "trailing": Rect(290, 0, 10, 20), "center": Rect(48, 30, 204, 20)]),
        // Of the 120, the trailing side needs 30, and the leading one can have at most the space beside the camera.
        IslandCase(
            "the higher priority gets the room",
            island(leading: filler.priority(1), trailing: filler.width(min: 30), center: fixed(164, 20)),
            height: 50, Size(300, 50),
            ["leading": Rect(0, 0, 90, 50), "trailing": Rect(270, 0, 30, 50), "center": Rect(98, 30, 164, 20)]),
        IslandCase(
            "the higher priority gets the room", island(leading: filler, trailing: filler.priority(1), center: fixed(164, 20)), height: 50,
            Size(300, 50),
            ["leading": Rect(0, 0, 20, 50), "trailing": Rect(200, 0, 100, 50), "center": Rect(28, 30, 164, 20)]),
        IslandCase(
            "an absent side gives its room away", island(leading: filler, center: fixed(200, 20)), height: 50, Size(300, 50),
            ["leading": Rect(0, 0, 84, 50), "center": Rect(92, 30, 200, 20)]),
        IslandCase(
            "no side stands over the camera", island(trailing: filler), height: 50, Size(300, 50), ["trailing": Rect(200, 0, 100, 50)]),
    ]

    static let tooWide: [IslandCase] = [
        // Ten letters fit beside the camera.
        IslandCase(
            "what is too wide has to do with its half", island(leading: line("abcdefghijklmno"), trailing: line("abc")), Size(300, 30),
            ["leading": Rect(0, 0, 100, 20), "trailing": Rect(270, 0, 30, 20)]),
        IslandCase(
            "what asks for it moves below",
            island(leading: line("abcdefghijklmno").with(.belowIfTooWide), trailing: line("abc"), center: line("de"), bottom: fixed(9, 9)),
            Size(300, 95),
            [
                "leading": Rect(0, 58, 150, 20), "trailing": Rect(270, 0, 30, 20), "center": Rect(140, 30, 20, 20),
                "bottom": Rect(0, 86, 9, 9),
            ]),
        IslandCase(
            "what fits stays", island(leading: line("abcdefghij").with(.belowIfTooWide), trailing: line("abc")), Size(300, 30),
            ["leading": Rect(0, 0, 100, 20), "trailing": Rect(270, 0, 30, 20)]),
        IslandCase(
            "both may move below",
            island(leading: line("abcdefghijklmnop").with(.belowIfTooWide), trailing: line("abcdefghijkl").with(.belowIfTooWide)),
            Size(300, 50), ["leading": Rect(0, 30, 140, 20), "trailing": Rect(180, 30, 120, 20)]),
        IslandCase(
            "what moved below has all the width", island(leading: filler.width(ideal: 150).frame(nil, 10).with(.belowIfTooWide)),
            Size(300, 40), ["leading": Rect(0, 30, 300, 10)]),
        IslandCase(
            "what cannot shrink hangs over", island(leading: fixed(140, 10), trailing: fixed(140, 10)), Size(300, 30),
            ["leading": Rect(0, 0, 140, 10), "trailing": Rect(160, 0, 140, 10)]),
    ]

    static let heights: [IslandCase] = [
        IslandCase(
            "the sides are equally high", island(leading: fixed(20, 50), trailing: filler.frame(20, nil)), Size(300, 50),
            ["leading": Rect(0, 0, 20, 50), "trailing": Rect(280, 0, 20, 50)]),
        IslandCase(
            "the bottom gets what is left", island(leading: fixed(20, 50), bottom: filler), height: 100, Size(300, 100),
            ["leading": Rect(0, 0, 20, 50), "bottom": Rect(0, 58, 300, 42)]),
        IslandCase(
            "flexible rows share the height", island(center: filler, bottom: filler, spacing: 0), height: 100, Size(300, 100),
            ["center": Rect(0, 30, 300, 20), "bottom": Rect(0, 50, 300, 50)]),
    ]

    @Test func offeredNothingOrEverything() {
        let wide = island(leading: fixed(20, 20), trailing: fixed(60, 20), center: line("abc"))
        #expect(engine().size(of: wide, in: .unspecified) == Size(220, 50))
        #expect(engine().size(of: wide, in: ProposedSize(infinity, infinity)) == Size(infinity, 50))
        #expect(engine().size(of: wide, in: ProposedSize(0, 0)) == Size(0, 50))
    }

    @Test func mirrored() {
        let tree = island(leading: fixed(60, 60), trailing: fixed(40, 20), center: line("So What"), bottom: fixed(50, 10))
        let placed = engine(.rightToLeft).layOut(tree, in: Size(300, 78))
        #expect(placed.children.map(\.name) == ["leading", "trailing", "center", "bottom"])
        #expect(placed.frames == [Rect(240, 0, 60, 60), Rect(0, 0, 40, 20), Rect(115, 30, 70, 20), Rect(250, 68, 50, 10)])
    }

    @Test func asText() {
        let tree = Node(
            .island(
                IslandContent(
                    leading: Node(.image(ImageContent(.artwork(placeholder: nil))), id: "cover", path: "body.DynamicIsland.leading.Image")
                        .frame(40, 40),
                    bottom: progress(.linear), camera: Size(100, 30))), path: "body.DynamicIsland")
        let placed = engine().layOut(tree, in: Size(300, 60), alignment: .topLeading)
        let expected = """
            DynamicIsland (0.00 0.00 300.00 52.00)
              leading (0.00 0.00 40.00 40.00)
                frame #cover (0.00 0.00 40.00 40.00)
                  Image #cover (0.00 0.00 40.00 40.00) artwork
              bottom (0.00 48.00 300.00 4.00)
                Progress (0.00 48.00 300.00 4.00) linear 0.25

            """
        #expect(placed.text == expected)
        #expect(placed.children.map(\.path) == ["body.DynamicIsland.leading.Image", ""])
    }
}

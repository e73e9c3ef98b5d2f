import SubdialDrawing
import SubdialLayout
import Testing

@Suite struct OutlineMaskTests {
    private let width = 97
    private let height = 61

    /// A picture of translucent colours and shapes.
    private func picture(_ cut: (Context) throws -> Void) throws -> Bitmap {
        let surface = try Surface(width: width, height: height)
        let context = try Context(surface)
        context.fill(.rect(Rect(x: 0, y: 0, width: 97, height: 61)), with: Color(red: 0.2, green: 0.9, blue: 0.4, alpha: 0.3))
        context.fill(.circle(center: Point(30, 30), radius: 40), with: Color(red: 1, green: 0.1, blue: 0.3, alpha: 0.7))
        try cut(context)
        return try surface.bitmap()
    }

    private func outline(_ radius: Double) -> Path { .roundedRect(Rect(x: 0, y: 0, width: 97, height: 61), radius: radius) }

    /// The corners in four areas that meet in the middle, or leave it out.
    @Test(arguments: [(0.5, 1, 1), (8, 16, 16), (20, 48, 31), (30.5, 48, 31)])
    func areasThatHoldTheCornersCutLikeTheOutline(_ radius: Double, _ columns: Int, _ rows: Int) throws {
        let areas = [0, width - columns].flatMap { x in
            [(0, rows), (max(rows, height - rows), height - max(rows, height - rows))].map { (x: x, y: $0.0, width: columns, height: $0.1) }
        }
        let mask = try OutlineMask(outline(radius), width: width, height: height, areas: areas)
        let whole = try picture { $0.fill(outline(radius), with: Color.black, blend: .destinationIn) }
        // Its own pixels, whatever the transform of the context.
        let parts = try picture { context in
            context.saved {
                context.scale(3)
                mask.cut(context)
            }
        }
        #expect(parts == whole)
        #expect(parts != (try picture { _ in }))
    }

    @Test func aClipAppliesToTheCut() throws {
        let mask = try OutlineMask(outline(20), width: width, height: height, areas: [(x: 0, y: 0, width: 97, height: 61)])
        let (uncut, cut) = (try picture { _ in }, try picture { mask.cut($0) })
        let left = try picture { context in
            context.clip(.rect(Rect(x: 0, y: 0, width: 40, height: 61)))
            mask.cut(context)
        }
        for (x, expected) in [(0, cut), (39, cut), (40, uncut), (96, uncut)] {
            #expect((0..<height).allSatisfy { left.color(x: x, y: $0) == expected.color(x: x, y: $0) }, "column \(x)")
        }
    }

    @Test func emptyAreasAreLeftOut() throws {
        let mask = try OutlineMask(outline(20), width: width, height: height, areas: [(x: 0, y: 0, width: 0, height: 9)])
        #expect(try picture { mask.cut($0) } == picture { _ in })
    }
}

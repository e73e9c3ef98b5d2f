import SubdialDrawing
import Testing

@Suite struct InkPictureTests {
    @Test(
        arguments: [
            (InkRotation.none, 3, 2, [0, 1, 2, 3, 4, 5]), (.quarter, 2, 3, [3, 0, 4, 1, 5, 2]), (.half, 3, 2, [5, 4, 3, 2, 1, 0]),
            (.threeQuarters, 2, 3, [2, 5, 1, 4, 0, 3]),
        ] as [(InkRotation, Int, Int, [UInt8])])
    func turnsClockwise(rotation: InkRotation, width: Int, height: Int, expected: [UInt8]) throws {
        let picture = try #require(InkPicture(width: 3, height: 2, palette: .gray(depth: 4), indices: [0, 1, 2, 3, 4, 5]))
        let turned = picture.turned(rotation)
        #expect(turned.width == width && turned.height == height && turned.indices == expected)
    }

    @Test(
        arguments: [
            ("#FF9500", InkColor(255, 149, 0)), ("#0a0B0c", InkColor(10, 11, 12)), ("FF9500", nil), ("#FF950", nil), ("#+12345", nil),
            ("#FF950０", nil), ("", nil),
        ] as [(String, InkColor?)])
    func colors(text: String, color: InkColor?) {
        #expect(InkColor(hex: text) == color)
        if let color { #expect(color.hex == text.uppercased()) }
    }

    @Test func palettesAreWhole() throws {
        let (black, white) = (InkColor(0, 0, 0), InkColor(255, 255, 255))
        #expect(InkPalette(name: "x", wire: [black]) == nil && InkPalette(name: "x", wire: [black, black]) == nil)
        #expect(InkPalette(name: "x", wire: [black, white], seen: [black]) == nil)
        let palette = try #require(InkPalette(name: "x", wire: [white, black, InkColor(255, 0, 0)]))
        #expect(palette.depth == 2 && !palette.isGray && !palette.isEvenGray)
        #expect([1, 2, 4, 8].map { InkPalette.gray(depth: $0).name } == ["bw", "gray-4", "gray-16", "gray-256"])
        #expect(InkPalette.gray(depth: 2).wire.map(\.red) == [0, 85, 170, 255])
        #expect([1, 2, 4, 8].allSatisfy { InkPalette.gray(depth: $0).isEvenGray && InkPalette.gray(depth: $0).depth == $0 })
    }
}

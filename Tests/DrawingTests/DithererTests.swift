import SubdialDrawing
import Testing

@Suite struct DithererTests {
    private static let spectra = InkPalette(
        name: "spectra", wire: ["#000000", "#FFFFFF", "#FFFF00", "#FF0000", "#0000FF", "#00FF00"].compactMap(InkColor.init(hex:)),
        seen: ["#1F1829", "#A8B4B6", "#B4AD00", "#711813", "#24468B", "#32543C"].compactMap(InkColor.init(hex:)))

    static let palettes: [InkPalette] = [1, 2, 4, 8].map(InkPalette.gray) + [spectra].compactMap { $0 }

    /// Returns the pixels with the colours at all positions.
    private func pixels(_ width: Int, _ height: Int, _ color: (Int, Int) -> InkColor) -> [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                let color = color(x, y)
                return [color.blue, color.green, color.red, 255]
            }
        }
    }

    private func gray(_ value: Int) -> InkColor { InkColor(UInt8(clamping: value), UInt8(clamping: value), UInt8(clamping: value)) }

    @Test(arguments: DitherMethod.allCases) func coloursThatThePanelHasStayAsTheyAre(_ method: DitherMethod) throws {
        for palette in Self.palettes {
            let source = pixels(32, 32) { x, y in palette.wire[(x / 4 + y / 4 * 3) % palette.wire.count] }
            for photographs in [nil, []] as [[InkArea]?] {
                let picture = try #require(Ditherer(palette, method).picture(source, width: 32, height: 32, photographs: photographs))
                let expected = (0..<32 * 32).map { UInt8(($0 % 32 / 4 + $0 / 32 / 4 * 3) % palette.wire.count) }
                #expect(picture.indices == expected, "\(method) \(palette.name)")
            }
        }
    }

    @Test(arguments: DitherMethod.allCases) func onlyColoursOfThePaletteAndTheSameEachTime(_ method: DitherMethod) throws {
        for palette in Self.palettes {
            let source = pixels(61, 47) { x, y in InkColor(UInt8(x * 4), UInt8(y * 5), UInt8((x * y) % 256)) }
            let pictures = try (0..<2).map { _ in try #require(Ditherer(palette, method).picture(source, width: 61, height: 47)) }
            #expect(pictures[0] == pictures[1] && pictures[0].indices.allSatisfy { $0 < palette.wire.count })
        }
    }

    /// The error of a pixel is distributed to others, except for the part that Atkinson's method discards.
    @Test(arguments: DitherMethod.allCases.filter { ![.none, .atkinson].contains($0) }) func aFlatGrayKeepsItsLight(_ method: DitherMethod)
        throws
    {
        for depth in [1, 2, 4] {
            let palette = InkPalette.gray(depth: depth)
            for value in [20, 90, 128, 200, 240] {
                let row = pixels(128, 1) { _, _ in gray(value) }
                let source = Array(repeating: row, count: 128).flatMap(\.self)
                let picture = try #require(Ditherer(palette, method).picture(source, width: 128, height: 128))
                let lights = palette.wire.map { SRGB.light($0.red) }
                let mean = picture.indices.reduce(0.0) { $0 + lights[Int($1)] } / Double(picture.indices.count)
                #expect(abs(mean - SRGB.light(UInt8(value))) < 0.012, "\(method) at \(depth) bits: \(value) is \(mean)")
            }
        }
    }

    @Test(arguments: DitherMethod.allCases) func aRampUsesEveryGray(_ method: DitherMethod) throws {
        for depth in [1, 2, 4] {
            let source = pixels(256, 16) { x, _ in gray(x) }
            let picture = try #require(Ditherer(.gray(depth: depth), method).picture(source, width: 256, height: 16))
            #expect(Set(picture.indices) == Set((0..<1 << depth).map { UInt8($0) }), "\(method) at \(depth) bits")
        }
    }

    private static let inks: [String: InkPalette] = [
        "bwr": "#000000 #FFFFFF #FF0000", "bwy": "#000000 #FFFFFF #FFFF00", "bwry": "#000000 #FFFFFF #FF0000 #FFFF00",
        "gray": "#000000 #FFFFFF #808080 #FF0000", "rgb": "#000000 #FFFFFF #FFFF00 #FF0000 #0000FF #00FF00",
    ].compactMapValues { text in
        InkPalette(name: "inks", wire: text.split(separator: " ").compactMap { InkColor(hex: String($0)) })
    }

    /// A colour without an ink of about its hue is black, white or gray, never the nearest other hue.
    @Test(
        arguments: [
            ("#0A4CCB", ["bwr": "#000000", "bwy": "#000000", "bwry": "#000000", "gray": "#808080", "rgb": "#0000FF"]),
            ("#0091FF", ["bwr": "#000000", "bwy": "#000000", "bwry": "#000000", "gray": "#808080", "rgb": "#0000FF"]),
            ("#D6E8FF", ["bwr": "#FFFFFF", "bwy": "#FFFFFF", "bwry": "#FFFFFF", "gray": "#FFFFFF"]),
            ("#8CB8FF", ["bwr": "#000000", "bwry": "#000000", "gray": "#808080"]),
            ("#00753A", ["bwr": "#000000", "bwy": "#000000", "bwry": "#000000", "gray": "#808080", "rgb": "#00FF00"]),
            ("#C8102E", ["bwr": "#FF0000", "bwy": "#000000", "bwry": "#FF0000", "gray": "#FF0000", "rgb": "#FF0000"]),
            ("#FF6A00", ["bwr": "#FF0000", "bwy": "#000000", "bwry": "#FF0000", "rgb": "#FF0000"]),
            ("#FF375F", ["bwr": "#FF0000", "bwy": "#000000", "rgb": "#FF0000"]),
            ("#6E2AA8", ["bwr": "#000000", "bwry": "#000000", "rgb": "#0000FF"]),
            ("#FFD600", ["bwr": "#FFFFFF", "bwy": "#FFFF00", "bwry": "#FFFF00", "rgb": "#FFFF00"]),
        ] as [(String, [String: String])])
    func aHueIsOnlyDrawnInAnInkLikeIt(_ color: String, _ expected: [String: String]) throws {
        let source = try #require(InkColor(hex: color))
        for (name, ink) in expected {
            let palette = try #require(Self.inks[name])
            let pixel = pixels(1, 1) { _, _ in source }
            let picture = try #require(Ditherer(palette, .floydSteinberg).picture(pixel, width: 1, height: 1, photographs: []))
            #expect(palette.wire[Int(picture.indices[0])].hex == ink, "\(color) in \(name)")
        }
    }

    /// Letters stay sharp: only photographs are dithered.
    @Test func onlyPhotographsAreDithered() throws {
        let source = pixels(40, 20) { _, _ in gray(150) }
        let area = InkArea(columns: 20..<60, rows: 0..<20)
        let picture = try #require(
            Ditherer(.gray(depth: 1), .floydSteinberg).picture(source, width: 40, height: 20, photographs: [area]))
        for (place, index) in picture.indices.enumerated() where place % 40 < 20 { #expect(index == 1) }
        #expect(Set(picture.indices.enumerated().filter { $0.offset % 40 >= 20 }.map(\.element)) == [0, 1])
    }

    /// Strokes keep their width: a coverage of one half is the threshold for black.
    @Test func halfCoverageIsTheEdgeOfALetter() throws {
        for palette in [InkPalette.gray(depth: 1), try #require(Self.spectra)] {
            let source = pixels(4, 1) { x, _ in gray([0, 127, 128, 255][x]) }
            let picture = try #require(Ditherer(palette, .none).picture(source, width: 4, height: 1))
            #expect(picture.indices == [0, 0, 1, 1])
        }
    }

    /// A grey is never shown as a colour, and a colour becomes the nearest ink.
    @Test func flatPartsInColour() throws {
        let palette = try #require(Self.spectra)
        let colors = ["#8A8A8E", "#3A3A3C", "#FAF8F0", "#E01020", "#2040C0", "#F0D000", "#108030"].compactMap(InkColor.init(hex:))
        let source = pixels(colors.count, 1) { x, _ in colors[x] }
        let picture = try #require(Ditherer(palette, .none).picture(source, width: colors.count, height: 1))
        #expect(
            picture.indices.map { palette.wire[Int($0)].hex } == [
                "#FFFFFF", "#000000", "#FFFFFF", "#FF0000", "#0000FF", "#FFFF00", "#00FF00",
            ])
    }

    /// The visible colours decide the dots: a panel with darker inks needs fewer dark dots.
    @Test func measuredColoursDecideTheDots() throws {
        let wire = InkPalette.gray(depth: 2).wire
        let bright = try #require(
            InkPalette(name: "bright", wire: wire, seen: ["#000000", "#A0A0A0", "#E0E0E0", "#FFFFFF"].compactMap(InkColor.init(hex:))))
        let source = pixels(64, 64) { _, _ in gray(120) }
        func sum(_ palette: InkPalette) throws -> Int {
            try #require(Ditherer(palette, .floydSteinberg).picture(source, width: 64, height: 64)).indices.reduce(0) { $0 + Int($1) }
        }
        #expect(try sum(bright) < sum(.gray(depth: 2)))
    }

    @Test func aClearPixelIsWhite() throws {
        let picture = try #require(Ditherer(.gray(depth: 1), .none).picture([0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 100], width: 3, height: 1))
        #expect(picture.indices == [1, 0, 1])
    }

    @Test func picturesWithoutTheirPixels() {
        let ditherer = Ditherer(.gray(depth: 1), .none)
        #expect(ditherer.picture([0, 0, 0], width: 1, height: 1) == nil)
        #expect(ditherer.picture([], width: 0, height: 0) == nil)
        #expect(InkPicture(width: 1, height: 1, palette: .gray(depth: 1), indices: [2]) == nil)
    }

    /// A small picture for each method, to detect unintended changes.
    @Test(arguments: [
        (DitherMethod.none, "........|........|....####|....####"),
        (.floydSteinberg, "#.#.#...|##.#..#.|#.######|########"), (.atkinson, "##..#...|##.##...|########|#.######"),
        (.bayer, ".#.#....|#.#.#.#.|.#.#####|########"),
    ])
    func aSmallPicture(method: DitherMethod, expected: String) throws {
        let source = pixels(8, 4) { x, y in gray(y < 2 ? 160 + 10 * x : x < 4 ? 140 : 60) }
        let picture = try #require(Ditherer(.gray(depth: 1), method).picture(source, width: 8, height: 4))
        let rows = (0..<4).map { y in picture.indices[y * 8..<y * 8 + 8].map { $0 == 0 ? "#" : "." }.joined() }
        #expect(rows.joined(separator: "|") == expected)
    }
}

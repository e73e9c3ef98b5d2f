import Foundation
import SubdialDrawing
import Testing

@Suite struct PanelOptionsTests {
    private static let colour = InkPalette(name: "color", wire: [InkColor(0, 0, 0), InkColor(255, 255, 255), InkColor(255, 0, 0)])

    private var palettes: InkPalettes {
        var palettes = InkPalettes.grays
        if let colour = Self.colour { palettes.add(colour) }
        return palettes
    }

    @Test func readsWhatPeopleWrite() throws {
        let options = try PanelOptions(
            size: "800x480", depth: "2", palette: "gray-4", dither: "blue-noise", rotate: "270", maximumBytes: "90000", palettes: palettes)
        #expect(options.size == InkSize(width: 800, height: 480) && options.depth == 2 && options.palette == .gray(depth: 2))
        #expect(options.dither == .blueNoise && options.rotation == .threeQuarters && options.maximumBytes == 90000)
        #expect(try JSONDecoder().decode(PanelOptions.self, from: JSONEncoder().encode(options)) == options)
        #expect(try PanelOptions(palettes: palettes) == PanelOptions() && PanelOptions().firstSet == nil)
    }

    @Test(arguments: [
        ("size", "800", "size takes pixels such as 800x480, at most 8192 on an edge, not '800'"),
        ("size", "800x0", "size takes pixels such as 800x480, at most 8192 on an edge, not '800x0'"),
        ("size", "9000x10", "size takes pixels such as 800x480, at most 8192 on an edge, not '9000x10'"),
        ("size", "99999999999999999999x1", "size takes pixels such as 800x480, at most 8192 on an edge, not '99999999999999999999x1'"),
        ("size", "-1x4x5", "size takes pixels such as 800x480, at most 8192 on an edge, not '-1x4x5'"),
        ("depth", "3", "depth takes 1, 2, 4 or 8, the bits of a pixel, not '3'"),
        ("palette", "colour", "palette does not know 'colour'; did you mean 'color'?"),
        ("palette", "x", "palette does not know 'x'; there are bw, gray-4, gray-16, gray-256, color"),
        ("dither", "atkinsen", "dither does not know 'atkinsen'; did you mean 'atkinson'?"),
        ("rotate", "45", "rotate takes 0, 90, 180 or 270, degrees clockwise, not '45'"),
        ("max-bytes", "0", "max-bytes takes a number of 1 or more, not '0'"),
    ])
    func tellsWhatIsWrong(option: String, value: String, message: String) {
        func text(_ name: String) -> String? { name == option ? value : nil }
        #expect {
            try PanelOptions(
                size: text("size"), depth: text("depth"), palette: text("palette"), dither: text("dither"), rotate: text("rotate"),
                maximumBytes: text("max-bytes"), palettes: palettes)
        } throws: {
            "\($0)" == message
        }
    }

    @Test func aPanelsOwnCountsWhereNothingIsSaid() throws {
        let panel = try PanelOptions(size: "800x480", palette: "color", rotate: "90", maximumBytes: "5", palettes: palettes)
        #expect(PanelOptions().over(panel) == panel)
        // A depth in the options means greys, even if the panel has colours.
        let gray = try PanelOptions(depth: "4", palettes: palettes).over(panel)
        #expect(gray.palette == nil && gray.depth == 4 && gray.rotation == .quarter && gray.maximumBytes == 5)
        #expect(try gray.colors().palette == .gray(depth: 4))
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("4", nil, 4), (nil, "color", 2), ("8", "color", 8), ("1", "color", nil), ("4", "bw", 4),
            ("2", "gray-16", nil),
        ] as [(String?, String?, Int?)])
    func bitsThatTellTheColours(depth: String?, palette: String?, expected: Int?) throws {
        let options = try PanelOptions(depth: depth, palette: palette, palettes: palettes)
        #expect((try? options.colors())?.depth == expected)
    }
}

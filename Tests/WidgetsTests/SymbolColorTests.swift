import SubdialDrawing
import SubdialLayout
import SubdialTemplates
import Testing

@testable import SubdialWidgets

/// Tests of symbols of several colours.
@Suite struct SymbolColorTests {
    /// The colours of the layers of each symbol that has any, bottom to top; `-` for the foreground, `/` for what is cut out.
    private static let colors = [
        "bolt.fill": "yellow",
        "cloud.bolt.fill": "white / yellow",
        "cloud.bolt.rain.fill": "white / yellow cyan",
        "cloud.drizzle.fill": "white cyan",
        "cloud.fill": "white",
        "cloud.fog.fill": "white white",
        "cloud.hail.fill": "white paleBlue paleBlue paleBlue",
        "cloud.heavyrain.fill": "white cyan",
        "cloud.moon.fill": "paleYellow / white",
        "cloud.rain.fill": "white cyan",
        "cloud.sleet.fill": "white cyan paleBlue",
        "cloud.snow.fill": "white paleBlue",
        "cloud.sun.fill": "yellow yellow / white",
        "drop": "cyan",
        "drop.fill": "cyan",
        "humidity": "cyan -",
        "humidity.fill": "cyan -",
        "moon.fill": "paleYellow",
        "moon.haze": "paleYellow / white",
        "moon.stars": "paleYellow paleYellow paleYellow",
        "moon.stars.fill": "paleYellow paleYellow paleYellow",
        "moon.zzz.fill": "paleYellow - -",
        "rainbow": "red yellow blue",
        "snowflake": "paleBlue",
        "sun.haze.fill": "yellow yellow white",
        "sun.horizon": "- - yellow yellow",
        "sun.max": "yellow yellow",
        "sun.max.fill": "yellow yellow",
        "sun.min": "yellow yellow",
        "sun.rain.fill": "yellow yellow cyan",
        "sunrise.fill": "yellow - yellow -",
        "sunset.fill": "yellow - yellow -",
        "thermometer.medium": "- red red",
    ]

    @Test func layersHaveTheirColours() throws {
        let library = SymbolLibrary(resources)
        var found: [String: String] = [:]
        for name in library.names {
            let symbol = try #require(try library.symbol(name))
            guard symbol.layers.contains(where: { $0.color != nil }) else { continue }  // lint: skips
            found[name] = symbol.layers.map { $0.isErased ? "/" : $0.color?.rawValue ?? "-" }.joined(separator: " ")
        }
        #expect(found == Self.colors)
    }

    @Test(arguments: [
        ("multicolor-0:yellow", SymbolColor.yellow), ("multicolor-0:systemYellowColor hierarchical-0:secondary", .yellow),
        ("multicolor-1:paleBlue", .paleBlue), ("multicolor-0:tintColor", nil), ("multicolor-0:", nil), ("yellow", nil),
        ("hierarchical-0:yellow", nil), ("variable multicolor-0:white", .white),
    ])
    func aClassNamesTheColour(_ classes: String, _ color: SymbolColor?) throws {
        let symbol = try SymbolFile.symbol("<svg viewBox='0 0 22 22'><path class='\(classes)' d='M0 0h9v9'/></svg>")
        #expect(symbol.layers.map(\.color) == [color])
    }

    /// The colour of the sun and that of the cloud, at two places of `cloud.sun.fill`.
    private func colors(
        _ mode: ImageContent.SymbolRenderingMode = .multicolor, foreground: String = "primary", appearance: Appearance = .dark,
        _ change: (inout WidgetEnvironment) -> Void = { _ in }
    ) throws -> [String] {
        var picture = try NodePicture(47, 44, appearance: appearance, in: resources)
        change(&picture.environment)
        var image = ImageContent(.symbol("cloud.sun.fill"), paint: .color(ColorName(foreground)), symbolSize: 44)
        image.symbolRenderingMode = mode
        let bitmap = try picture.draw(Node(.image(image)))
        // The upper part of the sun, and the middle of the cloud, in the units of the symbol.
        let places: [(x: Double, y: Double)] = [(15.8, 7.6), (11, 18)]
        return places.map { place in
            let x = (place.x - 0.25) / 23.4 * Double(bitmap.width)
            let y = (place.y - 1) / 22 * Double(bitmap.height)
            return bitmap.color(x: Int(x), y: Int(y))?.hex ?? "-"
        }
    }

    @Test func eachSurfaceHasColoursThatAreSeenOnIt() throws {
        #expect(try colors() == ["#ffd600", "#ffffff"])
        #expect(try colors(appearance: .light) == ["#ffcc00", "#a9b4c0"])
        // White words stand on a dark surface, whatever the appearance.
        #expect(try colors(foreground: "white", appearance: .light) == ["#ffd600", "#ffffff"])
    }

    @Test func aPlainSymbolHasTheForeground() throws {
        #expect(try colors(.monochrome) == ["#ffffff", "#ffffff"])
        #expect(try colors(.monochrome, foreground: "red") == ["#ff4245", "#ff4245"])
    }

    @Test(
        arguments: [
            { (environment: inout WidgetEnvironment) in environment.mode = .accented }, { $0.mode = .vibrant }, { $0.isNight = true },
            { $0.family = .panel },
        ] as [@Sendable (inout WidgetEnvironment) -> Void])
    func oneColourWhereTheSystemHasOne(_ change: @Sendable (inout WidgetEnvironment) -> Void) throws {
        let found = try colors(.multicolor, change)
        #expect(found[0] == found[1])
    }

    /// A variable value dims parts of a symbol of several colours too.
    @Test func aValueDimsParts() throws {
        let picture = try NodePicture(44, 44, in: resources)
        var image = ImageContent(.symbol("rainbow"), symbolSize: 44)
        image.symbolRenderingMode = .multicolor
        let whole = try picture.draw(Node(.image(image)))
        image.variableValue = 0.4
        let dimmed = try picture.draw(Node(.image(image)))
        let alphas = [whole, dimmed].map { bitmap in
            stride(from: 3, to: bitmap.pixels.count, by: 4).reduce(0) { $0 + Int(bitmap.pixels[$1]) }
        }
        #expect(alphas[1] > alphas[0] / 4 && alphas[1] < alphas[0] * 9 / 10)
    }
}

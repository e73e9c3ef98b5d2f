import FoundationEssentials
import SubdialDrawing
import SubdialKinds
import SubdialLayout
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of panels: the rules of their templates, and the areas of a picture that are photographs.
@Suite struct PanelTests {
    private static let devices = ["trmnl-og", "inky-impression-13.3", "kindle-paperwhite-7", "trmnl-x", "remarkable-2"]
    private let renderer: WidgetRenderer

    init() throws { renderer = try .make() }

    private func layOut(_ state: String, on device: Device) throws -> PreparedWidget {
        let entry = try Entry.sample(state)
        return try renderer.layOut(
            entry, in: WidgetEnvironment(family: .panel, device: device, now: entry.date), folder: Entry.folder)
    }

    private func texts(_ node: PlacedNode) -> [(text: TextContent, frame: Rect, scale: Double)] {
        var own: [(text: TextContent, frame: Rect, scale: Double)] = []
        if case .text(let text, let scale, _, _) = node.drawn, !text.text.isEmpty { own = [(text, node.frame, scale)] }
        return own + node.children.flatMap(texts)
    }

    private func colors(_ node: PlacedNode) -> [String] {
        var own: [SubdialLayout.Paint] = []
        switch node.drawn {
        case .text(let text, _, _, _): own = [text.paint]
        case .image(let image): if case .symbol = image.kind { own = image.paints }
        case .shape(let shape): own = [shape.paint]
        default: break
        }
        let names = own.compactMap { if case .color(let color) = $0 { color.description } else { nil } }
        return names + node.children.flatMap(colors)
    }

    @Test(arguments: devices, Entry.sampleNames) func whatIsReadFromAcrossARoom(device: String, state: String) throws {
        let widget = try layOut(state, on: try renderer.catalog.device(device))
        let texts = texts(widget.layout)
        let measurer = widget.measurer
        let sizes = Set(texts.map { measurer.pointSize(of: $0.text.font) })
        #expect(sizes.count <= 4, "\(sizes.sorted())")
        let title = try #require(texts.first { measurer.pointSize(of: $0.text.font) == sizes.max() })
        #expect(measurer.pointSize(of: title.text.font) * title.scale >= 56)
        // No grey, and nothing in the margins except the descenders of some scripts.
        #expect(Set(colors(widget.layout)).isSubset(of: ["black", "white"]))
        for text in texts {
            #expect(text.frame.minX >= 23.5 && text.frame.maxX <= widget.canvas.width - 23.5, "\(text.text.text)")
            #expect(text.frame.minY >= 20 && text.frame.maxY <= widget.canvas.height - 20, "\(text.text.text)")
        }
        #expect(widget.layout.overflow(in: widget.canvas).isEmpty)
        // A panel is redrawn for a change, not because of the passing time; stale data shows its age.
        #expect(["stale", "offline"].contains(state) || widget.nextChange == nil)
    }

    /// The time of the last change is visible in every state.
    @Test(arguments: devices, Entry.sampleNames) func aFrozenPanelIsSeenToBeOne(device: String, state: String) throws {
        let widget = try layOut(state, on: try renderer.catalog.device(device))
        let time = try #require(
            texts(widget.layout).last { $0.text.text == "20:15" || $0.text.text.count == 5 && $0.text.text.contains(":") })
        #expect(time.frame.maxX > widget.canvas.width - 26 && time.frame.maxY > widget.canvas.height - 30)
    }

    /// Other kinds follow the same rules: few sizes, black and white, the margin.
    @Test(arguments: ["weather", "clock", "match", "display"], devices + ["small and upright"])
    func otherKinds(kind: String, device: String) throws {
        let folder = Repository.fixtureURL("kinds/\(kind)").path
        let schemas = KindLibrary(builtIn: [.nowPlaying], names: { [kind] }, read: { resources.text($0) }).schemas
        let small = InkSize(width: 480, height: 800)
        let device =
            try small.flatMap { device.contains(" ") ? try renderer.catalog.device("trmnl-og").panel($0, scale: 1) : nil }
            ?? renderer.catalog.device(device)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
            let text = try Repository.fixture("kinds/\(kind)/\(name)")
            // The others are documents.
            guard text.contains("\"kind\"") else { continue }  // lint: skips
            let entry = try Entry(parsing: text, schemas: schemas)
            let widget = try renderer.layOut(
                entry, template: .kind(kind), in: WidgetEnvironment(family: .panel, device: device, now: entry.date), folder: folder)
            let texts = texts(widget.layout)
            let sizes = Set(texts.map { widget.measurer.pointSize(of: $0.text.font) })
            #expect(sizes.count <= 4 && (sizes.max() ?? 0) >= 56, "\(name): \(sizes.sorted())")
            // Besides black and white: red, blue, yellow and green ink, and the colours of the entry, such as those of teams.
            let inks: Set = ["black", "white", "#C00000", "#0000B0", "#FFD600", "#008000"]
            let own = text.matches(of: /#[0-9A-Fa-f]{6}/).map { String($0.output) }
            #expect(Set(colors(widget.layout)).isSubset(of: inks.union(own)), "\(name)")
            for text in texts {
                #expect(text.frame.minX >= 23.5 && text.frame.maxX <= widget.canvas.width - 23.5, "\(name): \(text.text.text)")
                #expect(text.frame.minY >= 18 && text.frame.maxY <= widget.canvas.height - 18, "\(name): \(text.text.text)")
            }
            #expect(widget.layout.overflow(in: widget.canvas).isEmpty, "\(name)")
        }
    }

    /// A theme for other widgets leaves the sizes on a panel alone.
    @Test(arguments: ["live", "high-contrast"]) func themesScaleNothing(_ theme: String) throws {
        let entry = try Entry.sample("playing")
        let look = WidgetEnvironment(family: .panel, device: try renderer.catalog.device("trmnl-og"), now: entry.date)
        let (plain, themed) = (
            try renderer.layOut(entry, in: look, folder: Entry.folder),
            try renderer.layOut(entry, theme: theme, in: look, folder: Entry.folder)
        )
        #expect(plain.layout == themed.layout)
    }

    /// Where there is no cover, black and white stand: nothing to dither.
    @Test func placeholdersOfCoversAreBlackAndWhite() throws {
        let widget = try layOut("no-artwork", on: try renderer.catalog.device("trmnl-og"))
        #expect(widget.photographs.isEmpty)
        let bitmap = try renderer.draw(widget).bitmap
        let cover = try #require(widget.layout.node("cover")).frame
        var inks: [String: Int] = [:]
        for y in Int(cover.minY) + 1..<Int(cover.maxY) - 1 {
            for x in Int(cover.minX) + 1..<Int(cover.maxX) - 1 { inks[bitmap.color(x: x, y: y)?.hex ?? "", default: 0] += 1 }
        }
        let (white, black) = (inks[Color.white.hex] ?? 0, inks[Color.black.hex] ?? 0)
        let count = inks.values.reduce(0, +)
        #expect(white > count / 2 && black > count / 50 && white + black > count * 95 / 100, "\(white), \(black) of \(count)")
    }

    /// Emoji have shades as covers have, and letters none.
    @Test(arguments: [("Sax 🎷 solo", 1), ("Jazz", 0), ("Take 5", 0), ("🎷 and\\n🎺", 2)]) func emojiAreDithered(_ text: String, _ count: Int)
        throws
    {
        let template = try TemplateFile("body: { Text: \"\(text)\", font: { size: 40 } }\n")
        let entry = try Entry.sample("playing")
        let look = WidgetEnvironment(family: .panel, device: try renderer.catalog.device("trmnl-og"), now: entry.date)
        let widget = try renderer.layOut(entry, template: .file(template.path), in: look)
        let areas = widget.photographs
        #expect(areas.count == count)
        let bitmap = try renderer.draw(widget).bitmap
        // All colours are in the areas.
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap.color(x: x, y: y).map({ abs($0.red - $0.blue) > 0.1 }) ?? false {
                #expect(areas.contains { $0.columns.contains(x) && $0.rows.contains(y) }, "\(x), \(y)")
            }
        }
    }

    @Test func theCoverIsAPhotograph() throws {
        let widget = try layOut("playing", on: try renderer.catalog.device("trmnl-og"))
        let areas = widget.photographs
        #expect(areas == [InkArea(columns: 24..<312, rows: 107..<395)])
        #expect(try layOut("stopped", on: try renderer.catalog.device("trmnl-og")).photographs.isEmpty)
    }

    @Test(
        arguments: [
            ("{ Text: A }", []), ("{ Rectangle: , fill: blue }", []),
            ("{ Rectangle: , fill: { gradient: [white, black] }, frame: { width: 100, height: 50 } }", [[350, 450, 215, 265]]),
            ("{ Image: artwork, frame: { width: 100, height: 50 }, offset: { x: 10, y: 20 } }", [[360, 460, 235, 285]]),
            ("{ Image: artwork, frame: { width: 100, height: 100 }, opacity: 0 }", []),
            ("{ Image: artwork, frame: { width: 100, height: 100 }, rotation: 10 }", [[0, 800, 0, 480]]),
            (
                "{ Image: artwork, aspectRatio: { ratio: 1, mode: fill }, frame: { width: 100, height: 50 }, clip: rectangle }",
                [[350, 450, 215, 265]]
            ),
            ("{ Image: star.fill, symbolSize: 40 }", []),
        ] as [(String, [[Int]])])
    func whatIsAPhotograph(body: String, expected: [[Int]]) throws {
        let template = try TemplateFile("margins: 0\nbody: \(body)\n")
        let entry = try Entry.sample("playing")
        let widget = try renderer.layOut(
            entry, template: .file(template.path),
            in: WidgetEnvironment(family: .panel, device: try renderer.catalog.device("trmnl-og"), now: entry.date), folder: Entry.folder)
        #expect(
            widget.photographs.map { [$0.columns.lowerBound, $0.columns.upperBound, $0.rows.lowerBound, $0.rows.upperBound] } == expected)
    }

    @Test func whatTheFileHasIsWhatWasSaid() throws {
        let bitmap = Bitmap(width: 64, height: 64, color: Color(red: 0.5, green: 0.4, blue: 0.6))
        var options = PanelOptions()
        options.depth = 4
        let file = try PanelFile.bytes(of: bitmap, photographs: nil, options)
        options.maximumBytes = file.count - 1
        let small = try? PanelFile.bytes(of: bitmap, photographs: nil, options)
        #expect(small.map { $0.count < file.count } ?? true)
        options.maximumBytes = 60
        #expect {
            try PanelFile.bytes(of: bitmap, photographs: nil, options)
        } throws: {
            if case .ink(.tooLarge(let count, limit: 60))? = $0 as? WidgetError { count > 60 } else { false }
        }
    }

    /// A picture with many dots has fewer of them where the file would exceed the limit, unless a method is chosen.
    @Test func aLimitLeavesFewerDots() throws {
        let size = 128
        let pixels = (0..<size * size).flatMap { index -> [UInt8] in
            let gray = UInt8(index % size + index / size / 2)
            return [gray, gray, gray, 255]
        }
        let bitmap = try #require(Bitmap(width: size, height: size, pixels: pixels))
        var options = PanelOptions()
        options.depth = 1
        let sizes = try [DitherMethod.floydSteinberg, .atkinson, .none].map { method in
            options.dither = method
            return try PanelFile.bytes(of: bitmap, photographs: nil, options, mode: .best)
        }
        options.dither = nil
        for (index, file) in sizes.enumerated() {
            options.maximumBytes = file.count
            #expect(try PanelFile.bytes(of: bitmap, photographs: nil, options, mode: .best) == file, "\(index)")
        }
        options.dither = .floydSteinberg
        #expect(throws: WidgetError.self) { try PanelFile.bytes(of: bitmap, photographs: nil, options) }
    }

    /// Every panel takes the picture of a cover, within its limit.
    @Test func everyPanelShowsTheCover() throws {
        let entry = try Entry.sample("playing")
        for device in renderer.catalog.devices where device.panel != nil {
            let options = try #require(device.panel)
            let widget = try renderer.layOut(
                entry, in: WidgetEnvironment(family: .panel, device: device, now: entry.date), folder: Entry.folder)
            let bitmap = try renderer.draw(widget).bitmap
            let file = try PanelFile.bytes(of: bitmap, photographs: widget.photographs, options)
            #expect(file.count <= options.maximumBytes ?? .max, "\(device.id)")
        }
    }

    @Test func everyPanelHasColoursAndAScale() throws {
        let panels = renderer.catalog.devices.filter { $0.panel != nil }
        #expect(panels.count >= 25)
        for device in panels {
            let options = try #require(device.panel)
            _ = try options.colors()
            let size = try #require(device.places[.panel]).size
            #expect(size.width >= 440 && size.height >= 440, "\(device.id)")
        }
        #expect(renderer.catalog.scale(ofPanel: try #require(InkSize("1404x1872"))) == 1.8)
        #expect(renderer.catalog.scale(ofPanel: try #require(InkSize("1600x960"))) == 2)
        #expect(renderer.catalog.scale(ofPanel: try #require(InkSize("200x200"))) == 0.25)
    }
}

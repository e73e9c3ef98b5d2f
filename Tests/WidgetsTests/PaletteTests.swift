import FoundationEssentials
import SubdialDrawing
import SubdialKinds
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

@Suite struct PaletteTests {
    /// Every valid cover in `Fixtures/artwork`.
    static let covers = [
        "black.jpg", "blue-64.jpg", "blue.jpg", "dusk-wide.jpg", "dusk.jpg", "forest.jpg", "grey.jpg", "mono.webp", "orange.jpg",
        "plum.jpg",
        "red-cmyk.jpg", "red.jpg", "sand-300.png", "sand-3000.jpg", "spectrum.png", "tides.jpg", "white.jpg",
    ]

    private func clusters(_ name: String) throws -> [ColorCluster] {
        ColorCluster.clusters(of: try ImageDecoder.decode(Repository.fixtureBytes("artwork/\(name)"), width: 96, height: 96))
    }

    @Test(arguments: covers, Appearance.allCases)
    func legible(cover: String, appearance: Appearance) throws {
        let palette = Palette(clusters: try clusters(cover), appearance)
        let text: Color = appearance == .dark ? .white : .black
        #expect(palette.background.contrast(with: text) >= 4.5)
        #expect(palette.background.contrast(with: palette.accent) >= 4.5)
        // The colour of secondary text: WCAG requires 3 for large text.
        let secondary = text.opacity(appearance == .dark ? 0.6 : 0.55).over(palette.background)
        #expect(palette.background.contrast(with: secondary) >= 3)
    }

    @Test(arguments: ["grey.jpg", "white.jpg", "black.jpg"], Appearance.allCases)
    func greyCoversAreGrey(cover: String, appearance: Appearance) throws {
        let ground = Palette(clusters: try clusters(cover), appearance).background
        #expect(abs(ground.red - ground.green) < 0.005 && abs(ground.green - ground.blue) < 0.005, "\(ground.hex)")
    }

    @Test(arguments: [("blue.jpg", 220.0...300), ("red.jpg", 0.0...50), ("orange.jpg", 30.0...90), ("forest.jpg", 120.0...190)])
    func theGroundHasTheCoversHue(cover: String, hues: ClosedRange<Double>) throws {
        for appearance in Appearance.allCases {
            let ground = OKLCH(Palette(clusters: try clusters(cover), appearance).background)
            #expect(hues.contains(ground.hue) && ground.chroma > 0.01, "\(ground)")
        }
    }

    /// A dark ground has a chroma that is seen, or none, and is lighter at its upper edge; the accent is legible there too.
    @Test(arguments: covers) func darkGroundsAreNoMud(cover: String) throws {
        let palette = Palette(clusters: try clusters(cover), .dark)
        let chroma = OKLCH(palette.background).chroma
        #expect(chroma < 0.003 || chroma > 0.045, "\(palette.background.hex)")
        let crown = try #require(palette.crown)
        #expect(OKLCH(crown).lightness > OKLCH(palette.background).lightness + 0.02)
        #expect(crown.contrast(with: palette.accent) >= 4.5 && crown.contrast(with: .white) >= 4.5)
        #expect(Palette(clusters: try clusters(cover), .light).crown == nil)
    }

    /// The dark ground of a cover is lighter at its upper edge; a light one, that of a theme and that of a panel are even.
    @Test(arguments: [
        ("playing", Appearance.dark, "default", WidgetFamily.systemSmall, true), ("playing", .light, "default", .systemSmall, false),
        ("stopped", .dark, "default", .systemSmall, false), ("playing", .dark, "studio", .systemSmall, false),
        ("playing", .dark, "default", .panel, false),
    ])
    func groundsOfCoversFall(entry: String, appearance: Appearance, theme: String, family: WidgetFamily, falls: Bool) throws {
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample(entry)
        let device = try renderer.catalog.standardDevice(for: family)
        let look = WidgetEnvironment(family: family, device: device, appearance: appearance, scale: 1, isSquare: true, now: entry.date)
        let bitmap = try renderer.picture(of: entry, theme: theme, in: look, folder: Entry.folder).bitmap
        let (top, bottom) = (try #require(bitmap.color(x: 2, y: 1)), try #require(bitmap.color(x: 2, y: bitmap.height - 2)))
        #expect((OKLCH(top).lightness > OKLCH(bottom).lightness + 0.02) == falls)
        #expect(falls || top.hex == bottom.hex)
    }

    /// A kind without anything whose cover could be missing has the colours of the theme.
    @Test(arguments: ["playlist", "most-played", "recently-played", "album-of-the-day"]) func nothingHasNoColoursOfACover(_ kind: String)
        throws
    {
        let schemas = KindLibrary(builtIn: [.nowPlaying], names: { [kind] }, read: { resources.text($0) }).schemas
        let renderer = try WidgetRenderer.make()
        func palette(_ entry: Entry) throws -> Palette {
            let environment = WidgetEnvironment(
                family: .systemSmall, device: try renderer.catalog.device("iphone-15"), now: entry.date)
            return try renderer.layOut(entry, template: .kind(kind), in: environment, folder: Repository.fixtureURL("kinds/\(kind)").path)
                .palette
        }
        let theme = Palette(theme: try Theme(named: Theme.standard, in: resources), .dark)
        #expect(try palette(Entry(parsing: Repository.fixture("kinds/\(kind)/nothing.json"), schemas: schemas)) == theme)
        #expect(try palette(try schemas.schema(of: kind).placeholder(at: .now)) != theme)
    }

    @Test(arguments: covers)
    func sameCoverSamePalette(cover: String) throws {
        let (first, second) = (try clusters(cover), try clusters(cover))
        #expect(first == second)
        #expect(abs(first.map(\.weight).reduce(0, +) - 1) < 0.07)
        #expect(first.map(\.weight) == first.map(\.weight).sorted(by: >))
    }

    @Test func emptyCoverHasNoColours() {
        #expect(ColorCluster.clusters(of: Bitmap(width: 4, height: 4, color: .clear)).isEmpty)
        let one = ColorCluster.clusters(of: Bitmap(width: 4, height: 4, color: Color(red: 1, green: 0, blue: 0)))
        #expect(one.count == 1 && one[0].weight == 1)
    }

    @Test func everyPlaceholderIsLegible() {
        for number in 0..<400 {
            let art = PlaceholderArt(seed: EntryCover.seed(title: "", artist: "Artist \(number)", album: "Album"))
            for appearance in Appearance.allCases {
                let palette = Palette(placeholder: art, appearance)
                #expect(palette.background.contrast(with: appearance == .dark ? .white : .black) >= 4.5)
                #expect(palette.background.contrast(with: palette.accent) >= 4.5)
            }
        }
    }

    @Test func anAlbumKeepsItsPlaceholder() {
        func hues(_ title: String, _ artist: String, _ album: String) -> [Double] {
            let art = PlaceholderArt(seed: EntryCover.seed(title: title, artist: artist, album: album))
            return [art.hues.0, art.hues.1]
        }
        #expect(hues("So What", "Miles Davis", "Kind of Blue") == hues("Blue in Green", "Miles Davis", "Kind of Blue"))
        #expect(hues("So What", "Miles Davis", "Kind of Blue") != hues("So What", "Miles Davis", "Sketches of Spain"))
        // Without an album, the title decides.
        #expect(hues("So What", "Miles Davis", "") != hues("Blue in Green", "Miles Davis", ""))
        // Equal on every machine.
        #expect(hues("So What", "Miles Davis", "Kind of Blue") == [290, 357])
    }
}

import FoundationEssentials
import SubdialDrawing
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of the shipped themes, and of custom ones.
@Suite struct ThemeTests {
    static let names = ["cover", "default", "high-contrast", "light", "live", "pro", "studio"]

    @Test func areThere() {
        #expect(resources.names(in: "themes") == Self.names.map { "\($0).yaml" })
    }

    /// Text is readable on every theme's own background: WCAG requires 4.5, and 3 for large or less important text.
    @Test(arguments: names, Appearance.allCases) func legible(_ name: String, _ appearance: Appearance) throws {
        let theme = try Theme(named: name, in: resources)
        let ground = try #require(theme.color("background", appearance))
        for (color, least) in [("primary", 7.0), ("secondary", 4.5), ("accent", 4.5), ("tertiary", 2.5), ("error", 4.4), ("success", 4.5)] {
            let text = try #require(theme.color(color, appearance)).over(ground)
            #expect(text.contrast(with: ground) >= least, "\(color) has \(text.contrast(with: ground))")
        }
    }

    /// Text and the accent colour are readable on the background of any cover, in both appearances.
    @Test(arguments: Appearance.allCases) func anyCoverCanBeReadOn(_ appearance: Appearance) throws {
        let theme = try Theme(named: "default", in: resources)
        var random = SplitMix64(seed: 7)
        for _ in 0..<400 {
            let clusters = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                ColorCluster(
                    color: Color(
                        red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                        blue: .random(in: 0...1, using: &random)), weight: .random(in: 0.01...1, using: &random))
            }
            let palette = Palette(clusters: clusters, appearance)
            #expect(palette.accent.contrast(with: palette.background) >= 4.5)
            for (name, least) in [("primary", 7.0), ("secondary", 4.5)] {
                let text = try #require(theme.color(name, appearance)).over(palette.background)
                #expect(text.contrast(with: palette.background) >= least, "\(name) on \(palette.background.hex)")
            }
        }
    }

    /// A theme with its own palette does not use that of the cover.
    @Test(arguments: names.filter { !["cover", "default"].contains($0) }) func keepsItsGround(_ name: String) throws {
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample("playing")
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), scale: 1, isSquare: true, now: entry.date)
        let picture = try renderer.picture(of: entry, theme: name, in: environment, folder: Entry.folder)
        let ground = try #require(try Theme(named: name, in: resources).color("background", .dark))
        #expect(picture.bitmap.color(x: 2, y: 2)?.hex == ground.hex)
    }

    @Test func fontAndSpacingScale() throws {
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample("playing")
        let environment = WidgetEnvironment(family: .systemLarge, device: try renderer.catalog.device("iphone-15"), now: entry.date)
        func title(_ theme: String) throws -> Double {
            let widget = try renderer.layOut(entry, theme: theme, in: environment, folder: Entry.folder)
            return try #require(widget.layout.node("title")).frame.size.height
        }
        // A leading of 25 points, multiplied by 1.15, rounded to half points and then to pixels.
        #expect(abs(try title("default") - 25) < 0.5)
        #expect((28...30).contains(try title("live")))
    }

    @Test(arguments: [
        ("dark: {}", "dark.primary is missing"), ("fontScale: 1", "the key 'dark' or 'light' is missing"),
        ("drak: {}", "a theme has no 'drak'; did you mean 'dark'?"),
        ("fontScale: 9\ndark: {}", "fontScale: a number from 0.5 to 2 should stand here"),
        ("usesCoverPalette: maybe\ndark: {}", "usesCoverPalette: true or false should stand here"),
        ("dark: { primry: \"#FFF\" }", "dark.primry: no such colour; did you mean 'primary'?"),
        ("dark: { primary: reddish }", "dark.primary: a colour should stand here, like \"#1C1C1E\""), ("- a", "a map should stand here"),
    ]) func refusals(_ text: String, _ expected: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "themes"), withIntermediateDirectories: true)
        let file = folder.appending(path: "themes/mine.yaml")
        try Data(text.utf8).write(to: file)
        do {
            _ = try Theme(named: "mine", in: ResourceFolder(path: resources.path, userPath: folder.path))
            Issue.record("the theme was taken")
        } catch {
            #expect(error.description == "\(file.path): \(expected)")
        }
    }
}

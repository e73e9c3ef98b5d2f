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

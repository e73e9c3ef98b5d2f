import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of the content behind a material, of blurs at edges, and of a theme's background.
@Suite struct MaterialTests {
    private static let size = 120

    /// Black on the left, white on the right.
    private static let halves: Bitmap = {
        var pixels: [UInt8] = []
        for _ in 0..<size { for x in 0..<size { pixels += x < size / 2 ? [0, 0, 0, 255] : [255, 255, 255, 255] } }
        return Bitmap(width: size, height: size, pixels: pixels) ?? Bitmap(width: 1, height: 1)
    }()

    private func picture(_ template: String, backdrop: Bitmap? = nil, appearance: Appearance = .dark, theme: String = "default") throws
        -> Bitmap
    {
        let renderer = try WidgetRenderer.make()
        let file = try TemplateFile(template)
        let entry = try Entry.sample("playing")
        var environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), appearance: appearance, scale: 1, isSquare: true,
            now: entry.date)
        environment.backdrop = backdrop
        return try renderer.picture(of: entry, template: .file(file.path), theme: theme, in: environment, folder: Entry.folder).bitmap
    }

    /// Returns the brightness of a pixel, 0 to 255.
    private func level(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> Double {
        (bitmap.color(x: Int(saturating: x * Double(bitmap.width - 1)), y: Int(saturating: y * Double(bitmap.height - 1)))?.green ?? 0)
            * 255
    }

    /// The content behind a material is blurred, and a thicker material shows less of it.
    ///
    /// Far from the edge, the content is unchanged; near it, the colours are intermediate.
    @Test func aBackdropIsSeenThroughIt() throws {
        var spans: [Double] = []
        for material in Material.allCases {
            let bitmap = try picture("background: \(material.rawValue)\nbody: Spacer\n", backdrop: Self.halves)
            let (left, middle, right) = (level(bitmap, 0.02, 0.5), level(bitmap, 0.5, 0.5), level(bitmap, 0.98, 0.5))
            #expect(left < middle && middle < right, "\(material)")
            #expect(abs((left + right) / 2 - middle) < 8, "\(material)")
            spans.append(right - left)
        }
        #expect(spans == spans.sorted(by: >))
        #expect(spans[0] > 3 * spans[4])
    }

    /// This includes content that the widget has drawn before, in groups that are still open because of corners and opacities.
    @Test(arguments: ["", "cornerRadius: 12\n          ", "opacity: 0.999\n          "]) func whatWasDrawnBeforeIsSeenThroughIt(
        _ modifier: String
    ) throws {
        let bitmap = try picture(
            """
            background: black
            margins: 0
            body:
              ZStack:
                - HStack:
                    - Rectangle:
                      foreground: white
                    - Rectangle:
                      foreground: black
                  spacing: 0
                - VStack:
                    - Text: " "
                      frame: { maxWidth: infinity, maxHeight: infinity }
                      background: thinMaterial
                      \(modifier.isEmpty ? "padding: 0" : modifier)
            """)
        let (left, middle, right) = (level(bitmap, 0.1, 0.5), level(bitmap, 0.5, 0.5), level(bitmap, 0.9, 0.5))
        #expect(left > middle && middle > right + 4, "\(left) \(middle) \(right)")
        #expect(left < 200)
    }

    @Test func lightAndDarkHaveVeilsOfTheirOwn() throws {
        let template = "background: thickMaterial\nbody: Spacer\n"
        let grey = Bitmap(width: 8, height: 8, color: Color(red: 0.5, green: 0.5, blue: 0.5))
        #expect(level(try picture(template, backdrop: grey), 0.5, 0.5) < 80)
        #expect(level(try picture(template, backdrop: grey, appearance: .light), 0.5, 0.5) > 200)
    }

    /// A blurred picture that reaches the widget's edge does not fade there.
    @Test func aBlurDoesNotFadeAtTheEdge() throws {
        let bitmap = try picture("background: { Image: artwork, blur: 30 }\nbody: Spacer\n")
        #expect(bitmap.isOpaque)
    }

    /// A theme's background replaces only a plain one, and only while there is a track.
    @Test func aThemeHasAGroundOfItsOwn() throws {
        let plain = "background: background\nbody: Spacer\n"
        let themed = try picture(plain, theme: "cover")
        #expect(themed != (try picture(plain)))
        #expect(themed.isOpaque)
        let own = "background: { Image: artwork, brightness: 0.9 }\nbody: Spacer\n"
        #expect(try picture(own, theme: "cover") == picture(own))
        let renderer = try WidgetRenderer.make()
        func stopped(_ theme: String) throws -> String {
            let entry = try Entry.sample("stopped")
            let environment = WidgetEnvironment(
                family: .systemSmall, device: try renderer.catalog.device("iphone-15"), scale: 1, now: entry.date)
            return String(describing: try renderer.layOut(entry, theme: theme, in: environment).expanded.background)
        }
        #expect(try stopped("cover") == stopped("default"))
    }
}

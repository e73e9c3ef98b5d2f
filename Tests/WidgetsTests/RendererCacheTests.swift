import SubdialDrawing
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests that the caches of a renderer change no picture.
@Suite struct RendererCacheTests {
    private struct Case: CustomStringConvertible {
        var family = WidgetFamily.systemSmall
        var device = "iphone-15"
        var artwork = "blue.jpg"
        var appearance = Appearance.dark
        var scale = 3.0
        var isSquare = false

        var description: String { "\(family.rawValue) \(device) \(artwork) \(appearance) \(scale)\(isSquare ? " square" : "")" }

        func picture(_ renderer: WidgetRenderer) throws -> Bitmap {
            let entry = try Entry.sample("playing").with(artwork: "../artwork/\(artwork)")
            let environment = WidgetEnvironment(
                family: family, device: try renderer.catalog.device(device), appearance: appearance, scale: scale, isSquare: isSquare,
                now: entry.date)
            return try renderer.picture(of: entry, in: environment, folder: Entry.folder).bitmap
        }
    }

    /// The cases differ from their neighbours in one property: the cover, the appearance, the corners, the scale, the canvas.
    private static let cases = [
        Case(), Case(artwork: "orange.jpg"), Case(artwork: "orange.jpg", appearance: .light), Case(appearance: .light), Case(),
        Case(isSquare: true), Case(scale: 2), Case(device: "iphone-se-2", scale: 2), Case(device: "ipad-pro-11", scale: 2),
        Case(family: .accessoryCircular), Case(family: .accessoryCircular, scale: 2), Case(),
    ]

    @Test func aRendererThatHasDrawnOthersDrawsTheSame() throws {
        let shared = try WidgetRenderer(resources: resources)
        for (number, one) in Self.cases.enumerated() {
            let fresh = try WidgetRenderer(resources: resources)
            let isEqual = try one.picture(shared) == one.picture(fresh)
            #expect(isEqual, "\(number): \(one)")
        }
    }

    /// The mask of a picture of more than 4,194,304 pixels is not kept.
    @Test func cornersOfALargePictureAreCut() throws {
        let renderer = try WidgetRenderer(resources: resources)
        let large = Case(family: .systemLarge, scale: 6.5)
        for _ in 0..<2 {
            let picture = try large.picture(renderer)
            #expect(picture.width * picture.height > 1 << 22)
            for (x, y) in [(0, 0), (picture.width - 1, 0), (0, picture.height - 1), (picture.width - 1, picture.height - 1)] {
                #expect(picture.color(x: x, y: y) == .clear)
            }
            #expect(picture.color(x: picture.width / 2, y: 0)?.alpha == 1)
        }
        #expect(renderer.cornerMasks.count == 0)
    }
}

import FoundationEssentials
import SubdialDrawing
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// The widget that is compared with other programs: systemMedium at 3x, with a noisy cover.
struct PlayingScene {
    let renderer: WidgetRenderer
    let entry: Entry
    /// The folder of the entry, to which its cover is relative.
    let folder: String
    private let device: Device

    init(root: String) throws {
        renderer = try WidgetRenderer(resources: ResourceFolder(path: "\(root)/Templates"))
        folder = "\(root)/Fixtures/entries"
        let text = String(decoding: FileManager.default.contents(atPath: "\(folder)/playing.json") ?? Data(), as: UTF8.self)
        entry = try Entry(parsing: text)
        device = try renderer.catalog.device("iphone-15")
    }

    /// Draws the widget `seconds` after the entry's date.
    func picture(after seconds: Double, square: Bool = false) throws -> Picture {
        try renderer.picture(
            of: entry,
            in: WidgetEnvironment(
                family: .systemMedium, device: device, scale: 3, isSquare: square, now: entry.date.addingTimeInterval(seconds)),
            folder: folder)
    }
}

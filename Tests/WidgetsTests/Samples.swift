import FoundationEssentials
import SubdialExpressions
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets

/// The shipped resources.
let resources = ResourceFolder(path: Repository.root.appending(path: "Templates").path)

extension Entry {
    /// The names of all entries in `Fixtures/entries`.
    static let sampleNames = [
        "cjk", "hostile", "loading", "locked", "long", "no-artwork", "no-volume", "offline", "paused", "playing", "queue", "radio", "rtl",
        "stale", "stopped", "zone-missing",
    ]

    /// The folder to which the artwork paths of entries are relative.
    static let folder = Repository.fixtureURL("entries").path

    static func sample(_ name: String) throws -> Entry {
        try Entry(parsing: Repository.fixture("entries/\(name).json"))
    }

    func with(artwork: String?) -> Entry {
        var moment = NowPlaying(self)
        moment.cover = artwork.map(EntryPicture.init(location:))
        return moment.entry
    }
}

extension Value {
    /// The members of a map; nil for other values.
    var members: [String: Value]? { if case .map(let members) = self { members } else { nil } }
}

extension WidgetFamily {
    /// The families with a shipped template.
    static let shipped: [WidgetFamily] = [
        .systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline,
    ]
}

extension WidgetRenderer {
    static func make() throws -> WidgetRenderer { try WidgetRenderer(resources: resources) }

    /// Draws an entry, by default at its own date.
    func picture(
        _ entry: Entry, _ family: WidgetFamily, on device: String = DeviceCatalog.standard, _ appearance: Appearance = .dark,
        mode: RenderingMode = .fullColor, scale: Double? = 1, isSquare: Bool = false, later seconds: Double = 0, templateFile: String? = nil
    ) throws -> Picture {
        try picture(
            of: entry, template: .init(file: templateFile),
            in: WidgetEnvironment(
                family: family, device: catalog.device(device), appearance: appearance, mode: mode, scale: scale, isSquare: isSquare,
                now: entry.date.addingTimeInterval(seconds)),
            folder: Entry.folder)
    }
}

/// A template in a temporary folder, which is removed together with this object.
final class TemplateFile {
    let path: String
    private let folder: URL

    init(_ text: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "subdial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "widget.yaml")
        try Data(text.utf8).write(to: file)
        path = file.path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

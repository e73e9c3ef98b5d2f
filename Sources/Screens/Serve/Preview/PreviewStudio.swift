import SubdialBasics
import SubdialDocuments
import SubdialLayout
import SubdialWidgets

/// Draws what a preview shows, and follows the saves of its files: templates, or the views of a Swift package.
protocol PreviewStudio: Sendable {
    /// A number that increases whenever other pictures may be drawn.
    var revision: Int { get async }

    /// The folders whose files can affect the pictures.
    var folders: [PreviewFolder] { get async }

    /// What the page shows and offers.
    var facts: PreviewFacts { get async }

    /// Receives a save; the studio announces the change when it can draw it.
    func receive(_ change: PreviewChange) async

    /// Draws a picture.
    ///
    /// - Parameter items: The query of the picture's address.
    /// - Throws: ``PreviewFailure`` with all problems of the sources, or ``ServeError`` for a wrong query.
    func drawing(_ items: [(name: String, value: String)]) async throws -> PreviewDrawing

    /// The nodes of a picture, with the same query and errors.
    func tree(_ items: [(name: String, value: String)]) async throws -> PreviewNodes

    /// Starts what takes long before the first picture.
    func start() async

    /// Ends all processes of the studio.
    func stop() async
}

extension PreviewStudio {
    func start() async {}
    func stop() async {}
}

/// What happens while a preview is open.
enum PreviewNews: Sendable {
    /// Live entries have changed.
    case live
    /// Saved files may have changed the pictures.
    ///
    /// - Parameter built: The seconds of the compiler; nil if nothing was compiled.
    case change(PreviewChange, revision: Int, built: Double? = nil)
    /// A build is in progress.
    case build(PreviewBuilding)

    /// The event of the page with its data.
    var event: (name: String, data: JSONValue) {
        switch self {
        case .live: return ("live", .object([]))
        case .build(let building): return ("build", building.json)
        case .change(let change, let revision, let built):
            return (
                "change",
                .object([
                    JSONMember("revision", .integer(Int64(revision))),
                    JSONMember("files", .array(change.files.prefix(8).map { .string($0) })),
                    // An age instead of a date: the page adds the drawing time, and its clock may differ.
                    JSONMember("age", .double(change.noticed.duration(to: .now) / .milliseconds(1))),
                    JSONMember("built", built.map { .double(($0 * 10).rounded() / 10) } ?? .null),
                ])
            )
        }
    }
}

/// A build that is in progress.
struct PreviewBuilding: Sendable {
    /// The saved files; empty for the first build.
    var files: [String]
    /// The last line of the build system.
    var step: String

    var json: JSONValue { ["files": .array(files.prefix(8).map { .string($0) }), "step": .string(step)] }
}

/// What the page shows and offers.
struct PreviewFacts: Sendable {
    /// A choice of the page.
    enum Choice: String, CaseIterable, Sendable {
        case entry, families, devices, appearances, modes, themes, typeSize, language, direction, placement, redacted, scale
        /// The widgets and previews of a program.
        case subjects
        /// The slider, and the button for snapshot cases.
        case time, cases

        static let ofTemplates = allCases.filter { $0 != .subjects }
        static let ofPackages: [Choice] = [
            .subjects, .families, .devices, .appearances, .modes, .typeSize, .language, .direction, .redacted, .scale,
        ]
    }

    /// A picture, in any number of looks.
    struct Item: Hashable, Sendable {
        /// The name in addresses; empty for the template of a family.
        var name: String
        /// The widget or preview to which it belongs; empty for a template.
        var subject: String
        /// The family, or another word for pictures without one, such as `view`.
        var family: String
        /// The path of the source, with its line; nil if it is not known.
        var file: String?
        var line: Int?
    }

    var title: String
    /// The folder to which displayed paths are relative.
    var base: String
    var choices: [Choice] = []
    var items: [Item] = []
    /// The families that are shown initially.
    var shown: [String] = []
    private var devices: [Device] = []
    /// The standard devices of families.
    private var standard: [JSONMember] = []
    var themes: [String] = []
    var theme = ""
    var languages: [String] = []
    var entries: [String] = []
    var entry = ""
    var suite: String?
    var problems: [PreviewProblem] = []
    /// The build that is in progress; nil for none.
    var building: PreviewBuilding?

    init(title: String, base: String) { (self.title, self.base) = (title, base) }

    /// Adds the devices.
    ///
    /// - Parameter device: The device that is selected initially for all families; nil for the usual one of each.
    mutating func add(_ catalog: DeviceCatalog?, device: String? = nil) {
        devices = catalog?.devices ?? []
        standard = WidgetFamily.allCases.compactMap { family in
            (try? catalog?.standardDevice(for: family)).map { JSONMember(family.rawValue, .string(device ?? $0.id)) }
        }
    }

    /// The answer to `project.json`.
    func json(version: String, revision: Int) -> JSONValue {
        func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
        var families: [String] = []
        for item in items where !families.contains(item.family) { families.append(item.family) }
        let devices = devices.map { device in
            JSONValue.object([
                JSONMember("id", .string(device.id)), JSONMember("name", .string(device.name)), JSONMember("scale", .double(device.scale)),
                JSONMember("families", Self.sizes(device)),
            ])
        }
        return .object([
            JSONMember("version", .string(version)), JSONMember("revision", .integer(Int64(revision))),
            JSONMember("title", .string(title)), JSONMember("base", .string(base)),
            JSONMember("choices", names(choices.map(\.rawValue))), JSONMember("items", .array(items.map(Self.json))),
            JSONMember("families", names(families)), JSONMember("shown", names(shown)),
            JSONMember("devices", .array(devices)), JSONMember("standard", .object(standard)),
            JSONMember("themes", names(themes)), JSONMember("theme", .string(theme)),
            JSONMember("typeSizes", names(TypeSize.allCases.map(\.rawValue))), JSONMember("languages", names(languages)),
            JSONMember("entries", names(entries)), JSONMember("entry", .string(entry)),
            JSONMember("suite", suite.map { .string($0) } ?? .null),
            JSONMember("problems", .array(problems.map(\.json))), JSONMember("building", building?.json ?? .null),
        ])
    }

    private static func json(_ item: Item) -> JSONValue {
        [
            "name": .string(item.name), "subject": .string(item.subject), "family": .string(item.family),
            "file": item.file.map { .string($0) } ?? .null, "line": item.line.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    /// The sizes of a device's families, in points.
    private static func sizes(_ device: Device) -> JSONValue {
        .object(
            WidgetFamily.allCases.compactMap { family in
                device.places[family].map { JSONMember(family.rawValue, .array([.double($0.size.width), .double($0.size.height)])) }
            })
    }
}

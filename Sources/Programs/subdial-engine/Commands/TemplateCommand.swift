import ArgumentParser
import FoundationEssentials
import SubdialDocuments
import SubdialEngine
import SubdialSystem
import SubdialTemplates
import SubdialWidgets

/// `subdial template`: checks, evaluates, lays out and creates templates.
struct TemplateCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Check, evaluate, lay out and create templates.",
        subcommands: [TemplateCheckCommand.self, Expand.self, Layout.self, Schema.self, New.self])

    static let manual = CommandManual(
        "templates",
        [
            "subdial template new systemMedium.yaml": "Create a template",
            "subdial template check systemMedium.yaml": "Report its errors",
        ])

    struct Expand: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Print the tree of a template with the values of all expressions.")

        static let manual = CommandManual(
            "templates",
            [
                "subdial template expand systemMedium.yaml --entry playing.json": "Print the values of all expressions"
            ])
        @OptionGroup(title: "General") var global: GeneralOptions
        @OptionGroup var sight: TemplateSight

        func run(in context: CommandContext) async throws -> ExitStatus {
            await context.write(try sight.prepare(global, context).expandedText)
            return .done
        }
    }

    struct Layout: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Print the nodes of a template with their frames, one per line.")

        static let manual = CommandManual(
            "templates",
            [
                "subdial template layout systemMedium.yaml --entry playing.json": "Print the frame of every node",
                "subdial template layout mine.yaml --family systemSmall --device iphone-se-3 --entry playing.json":
                    "Print it for another family and device",
            ])
        @OptionGroup(title: "General") var global: GeneralOptions
        @OptionGroup var sight: TemplateSight

        func run(in context: CommandContext) async throws -> ExitStatus {
            await context.write(try sight.prepare(global, context).layout.text)
            return .done
        }
    }

    struct Schema: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Print the JSON Schema of templates, for editors.")

        static let manual = CommandManual(
            "templates",
            [
                "subdial template schema > template.schema.json": "Write the schema to a file"
            ])
        @OptionGroup(title: "General") var global: GeneralOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            await context.write(try TemplateStore.schema(Resources.folder(global.configuration(in: context))) + "\n")
            return .done
        }
    }

    struct New: SubdialAction {
        static let configuration = CommandConfiguration(
            abstract: "Create a commented template.",
            discussion: "The name of the file defines the family, such as systemMedium.yaml.")

        static let manual = CommandManual(
            "first-widget",
            [
                "subdial template new systemSmall.yaml": "Create a template for systemSmall"
            ])
        @OptionGroup(title: "General") var global: GeneralOptions

        @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
        var file: String

        func run(in context: CommandContext) async throws -> ExitStatus {
            let path = context.path(file)
            guard !FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(.cannotWrite, "\(file) is there already, and stays as it is; name another file")
            }
            let family = WidgetFamily(rawValue: WidgetFamily.name(ofFile: file))
            try AtomicFile.write(Array(TemplateStarter.text(family?.starter ?? .wide).utf8), to: path)
            return .done
        }
    }
}

extension WidgetFamily {
    fileprivate var starter: TemplateStarter.Form {
        switch self {
        case .systemMedium, .systemExtraLarge, .panel: .wide
        case .systemSmall, .systemLarge: .tall
        case .accessoryCircular, .accessoryCorner: .round
        case .accessoryRectangular, .accessoryInline, .overlay: .lines
        }
    }
}

/// The options for evaluating a template: the entry, and the family on a device.
struct TemplateSight: ParsableArguments {
    @Argument(help: ArgumentHelp("The template.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var file: String

    @Option(help: ArgumentHelp("The entry file.", valueName: "FILE"), completion: .file(extensions: ["json"]))
    var entry: String

    @Option(help: ArgumentHelp("The family (default: the name of the file).", valueName: "NAME"), completion: CompletedValues.families)
    var family: String?

    @Option(help: ArgumentHelp("The device.", valueName: "NAME"), completion: CompletedValues.device)
    var device: String?

    @Option(help: ArgumentHelp("The appearance: light or dark.", valueName: "NAME"), completion: CompletedValues.appearances)
    var appearance: String?

    @Option(help: ArgumentHelp("The rendering mode: fullColor, accented or vibrant.", valueName: "NAME"), completion: CompletedValues.mode)
    var mode: String?

    @Option(help: ArgumentHelp("The theme.", valueName: "NAME"), completion: CompletedValues.theme)
    var theme: String?

    @Option(help: ArgumentHelp("The type size, from xSmall to AX5.", valueName: "NAME"), completion: CompletedValues.typeSize)
    var typeSize: String?

    @OptionGroup(title: "Look") var look: LookOptions

    func prepare(_ global: GeneralOptions, _ context: CommandContext) throws -> PreparedWidget {
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        let renderer = try WidgetRenderer(resources: resources)
        let family: WidgetFamily = try Word.parse(family ?? WidgetFamily.name(ofFile: file), "--family")
        let device = try device.map { try renderer.catalog.device($0) } ?? renderer.catalog.standardDevice(for: family)
        let entry = try EntryFile(entry, resources.kinds.schemas, in: context)
        var environment = WidgetEnvironment(
            family: family, device: device, appearance: try appearance.map { try Word.parse($0, "--appearance") } ?? .dark,
            mode: try mode.map { try Word.parse($0, "--mode") } ?? .fullColor,
            typeSize: try typeSize.map { try Word.parse($0, "--type-size") }, now: entry.entry.date)
        try Look(look, configuration.timeZones(isLive: false), context).apply(to: &environment)
        return try renderer.layOut(
            entry.entry, template: .file(context.path(file)), theme: theme ?? "default", in: environment, folder: entry.folder)
    }
}

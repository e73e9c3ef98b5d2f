import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialPlayback
import SubdialSystem
import SubdialTemplates
import SubdialTimeline
import SubdialWidgets

/// `subdial template`: checks, evaluates, lays out and creates templates.
struct TemplateCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Check, evaluate, lay out and create templates.",
        subcommands: [Check.command, Expand.command, Layout.command, Schema.command, New.command])

    static let manual = CommandManual(
        "templates",
        [
            "subdial template new systemMedium.yaml": "Create a template",
            "subdial template check systemMedium.yaml": "Report its errors",
        ])

    struct Expand: CommandVerb {
        typealias Options = TemplateSight

        static let description = VerbDescription(
            "expand", "Print the tree of a template with the values of all expressions.", page: "templates",
            examples: ["subdial template expand systemMedium.yaml --entry playing.json": "Print the values of all expressions"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            await context.write(try command.options.prepare(command.global, context).expandedText)
            return .done
        }
    }

    struct Layout: CommandVerb {
        typealias Options = TemplateSight

        static let description = VerbDescription(
            "layout", "Print the nodes of a template with their frames, one per line.", page: "templates",
            examples: [
                "subdial template layout systemMedium.yaml --entry playing.json": "Print the frame of every node",
                "subdial template layout mine.yaml --family systemSmall --device iphone-se-3 --entry playing.json":
                    "Print it for another family and device",
            ])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            await context.write(try command.options.prepare(command.global, context).layout.text)
            return .done
        }
    }

    struct Schema: CommandVerb {
        static let description = VerbDescription(
            "schema", "Print the JSON Schema of templates, for editors.", page: "templates",
            examples: ["subdial template schema > template.schema.json": "Write the schema to a file"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            await context.write(try TemplateStore.schema(Resources.folder(command.global.configuration(in: context))) + "\n")
            return .done
        }
    }

    struct New: CommandVerb {
        static let description = VerbDescription(
            "new", "Create a commented template.",
            discussion: "The name of the file defines the family, such as systemMedium.yaml.", page: "first-widget",
            examples: ["subdial template new systemSmall.yaml": "Create a template for systemSmall"])

        @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
        var file: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
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

    @Option(
        help: ArgumentHelp("The entry: a file, or the name of an example such as playing.", valueName: "FILE|NAME"),
        completion: .file(extensions: ["json"]))
    var entry: String

    @Option(help: ArgumentHelp("The family (default: the name of the file).", valueName: "NAME"), completion: CompletedValues.of(.family))
    var family: String?

    @Option(help: ArgumentHelp("The device.", valueName: "NAME"), completion: CompletedValues.device)
    var device: String?

    @Option(help: ArgumentHelp("The appearance: light or dark.", valueName: "NAME"), completion: CompletedValues.of(.appearance))
    var appearance: String?

    @Option(
        help: ArgumentHelp("The rendering mode: fullColor, accented or vibrant.", valueName: "NAME"), completion: CompletedValues.of(.mode))
    var mode: String?

    @Option(help: ArgumentHelp("The theme.", valueName: "NAME"), completion: CompletedValues.theme)
    var theme: String?

    @Option(help: ArgumentHelp("The type size, from xSmall to AX5.", valueName: "NAME"), completion: CompletedValues.of(.typeSize))
    var typeSize: String?

    @OptionGroup(title: "Look") var look: LookOptions

    func prepare(_ global: GeneralOptions, _ context: CommandContext) throws -> PreparedWidget {
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        let renderer = try WidgetRenderer(resources: resources)
        var look = WidgetLook(family: .systemMedium)
        try look.set(.family, family ?? WidgetFamily.name(ofFile: file))
        look.device = device
        let shown = try look.device(in: renderer.catalog)
        let entry = try EntryFile(entry, resources, in: context)
        try look.set(.appearance, appearance)
        try look.set(.mode, mode)
        try look.set(.typeSize, typeSize)
        look.theme = theme
        look.timeZones = configuration.timeZones(isLive: false)
        try self.look.apply(to: &look, in: context)
        let environment = try WidgetEnvironment(look, on: shown, at: entry.entry.date)
        return try renderer.layOut(
            entry.entry, template: .file(context.path(file)), theme: look.themeName, in: environment, folder: entry.folder)
    }
}

extension TemplateCommand {
    /// `subdial template check`: reports the problems of templates.
    struct Check: CommandVerb {
        static let description = VerbDescription(
            "check", "Report all errors of templates, with file, line and column.",
            discussion: """
                --format json prints {"problems": [{"file", "path", "message", "severity", "range"}]}. Lines and columns start at 1, and a \
                range ends after its last character. If a template is valid and its file is named FAMILY.yaml, the command also lays it out on \
                every device with the samples of its kind. A truncated text is a warning, which does not change the exit status.
                """, page: "templates",
            examples: [
                "subdial template check systemMedium.yaml": "Report all errors of a template",
                "subdial template check --format json *.yaml": "Report those of several files to an editor",
            ])

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        @Argument(help: ArgumentHelp("The templates.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
        var files: [String]

        @Option(help: ArgumentHelp("The format: text, or json for editors.", valueName: "NAME"))
        var format = Format.text

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let resources = try Resources.folder(command.global.configuration(in: context))
            try SymbolLibrary(resources).check()
            let checker = TemplateStore(resources: resources)
            var renderer: WidgetRenderer?
            var problems: [TemplateProblem] = []
            var status = ExitStatus.done
            for file in files {
                let path = context.path(file)
                let schema = try resources.schema(ofTemplate: path)
                switch outcome(file, path, schema, checker) {
                case nil:
                    do throws(WidgetError) {
                        if renderer == nil { renderer = try WidgetRenderer(resources: resources) }
                        problems += try renderer?.overflows(ofTemplate: path, as: file, showing: schema.placeholder(at: .now)) ?? []
                    } catch .template(let error) {
                        problems += error.problems
                        if status == .done { status = .badData }
                    } catch {
                        // The remaining files are checked nevertheless.
                        context.complain("\(file): it could not be laid out: \(error)")
                    }
                case .template(let error)?:
                    problems += error.problems
                    if status == .done { status = .badData }
                case .missingFile(let name, let reason)?:
                    // The remaining files are checked nevertheless.
                    context.complain("\(name): \(reason)")
                    status = .missingInput
                case let other?: throw other
                }
            }
            switch format {
            case .text: for problem in problems { context.complain(problem.styled, command.global.color) }
            case .json: await context.write(JSONValue.object([JSONMember("problems", .array(problems.map(\.json)))]).text() + "\n")
            }
            return status
        }

        /// The error of a file; nil if it has none.
        private func outcome(_ file: String, _ path: String, _ schema: EntrySchema, _ checker: TemplateStore) -> WidgetError? {
            do throws(WidgetError) {
                try checker.check(file: path, as: file, schema)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension TemplateProblem {
    /// The description with an emphasized location.
    fileprivate var styled: StyledText {
        let location = "\(file):\(position.line):\(position.column):"
        var text = StyledText(location, severity == .warning ? .warning : .bad)
        text += String(description.dropFirst(location.count))
        return text
    }

    fileprivate var json: JSONValue {
        [
            "file": .string(file), "path": .string(path), "message": .string(message), "severity": .string(severity.rawValue),
            "range": ["start": position.json, "end": end.json],
        ]
    }
}

extension TemplateProblem.Position {
    fileprivate var json: JSONValue { ["line": .integer(Int64(line)), "column": .integer(Int64(column))] }
}

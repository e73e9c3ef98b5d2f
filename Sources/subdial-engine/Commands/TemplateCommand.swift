import ArgumentParser
import Engine
import FoundationEssentials
import Widgets

/// `subdial template`: tells what is wrong with a template, and where things stand in it.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Check a template, or print where everything stands in it.",
        subcommands: [Check.self, Layout.self])

    @OptionGroup var global: GlobalOptions

    struct Check: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Tell all that is wrong with templates, with file, line and column.")
        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The templates.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
        var files: [String]

        func run(in context: CommandContext) async throws -> ExitStatus {
            let resources = try Resources.folder(global.configuration(in: context))
            let checker = try TemplateStore(resources: resources)
            var status = ExitStatus.done
            for file in files {
                do {
                    try checker.check(file: context.path(file), as: file)
                } catch WidgetError.template(let error) {
                    for problem in error.problems { context.complain(problem.description) }
                    status = .badData
                }
            }
            return status
        }
    }

    struct Layout: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Print the placed tree of a template, one node a line, with its frame.")
        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The template.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
        var file: String

        @Option(help: ArgumentHelp("The entry to show.", valueName: "FILE"), completion: .file(extensions: ["json"]))
        var entry: String

        @Option(help: ArgumentHelp("The family; the one that the file is named for when left out.", valueName: "NAME"))
        var family: String?

        @Option(help: ArgumentHelp("The device.", valueName: "NAME"))
        var device: String?

        func run(in context: CommandContext) async throws -> ExitStatus {
            let resources = try Resources.folder(global.configuration(in: context))
            let renderer = try WidgetRenderer(resources: resources)
            let name = String(file.split(separator: "/").last?.prefix { $0 != "." && $0 != "@" } ?? "")
            let family: WidgetFamily = try Word.parse(family ?? name, "--family")
            let device = try device.map { try renderer.catalog.device($0) } ?? renderer.catalog.standardDevice(for: family)
            let entry = try EntryFile(entry, in: context)
            let picture = try renderer.picture(
                of: entry.entry, templateFile: context.path(file),
                in: WidgetEnvironment(family: family, device: device, now: entry.entry.date),
                folder: entry.folder)
            await context.write(picture.layout.text)
            return .done
        }
    }
}

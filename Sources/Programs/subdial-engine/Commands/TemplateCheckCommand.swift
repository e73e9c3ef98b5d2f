import ArgumentParser
import FoundationEssentials
import SubdialDocuments
import SubdialEngine
import SubdialPlayback
import SubdialTemplates
import SubdialTimeline
import SubdialWidgets

/// `subdial template check`: reports the problems of templates.
struct TemplateCheckCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report all errors of templates, with file, line and column.",
        discussion: """
            --format json prints {"problems": [{"file", "path", "message", "severity", "range"}]}. Lines and columns start at 1, and a \
            range ends after its last character. If a template is valid and its file is named FAMILY.yaml, the command also lays it out on \
            every device with the samples of its kind. A truncated text is a warning, which does not change the exit status.
            """)

    static let manual = CommandManual(
        "templates",
        [
            "subdial template check systemMedium.yaml": "Report all errors of a template",
            "subdial template check --format json *.yaml": "Report those of several files to an editor",
        ])

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The templates.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var files: [String]

    @Option(help: ArgumentHelp("The format: text, or json for editors.", valueName: "NAME"))
    var format = Format.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        let resources = try Resources.folder(global.configuration(in: context))
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
        case .text: for problem in problems { context.complain(problem.styled, global.color) }
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

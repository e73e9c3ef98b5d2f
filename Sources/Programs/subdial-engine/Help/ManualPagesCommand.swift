import ArgumentParser
import FoundationEssentials
import SubdialSystem

/// `subdial-engine man`: writes the manual pages of all commands.
///
/// Before it writes them, it checks their examples with the parser.
struct ManualPagesCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Write the manual pages of all commands.", shouldDisplay: false)

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The folder to write to.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("The folder in which the documentation is installed.", valueName: "FOLDER"), completion: .directory)
    var documentation = "/usr/local/share/doc/subdial"

    @Option(help: ArgumentHelp("The date of the release (default: today).", valueName: "DATE"))
    var date = String(Date.now.formatted(.iso8601).prefix(10))

    func run(in context: CommandContext) async throws -> ExitStatus {
        let root = DescribedCommand.root
        let problems = try root.all.flatMap { try $0.problems(DocumentationPages()) }
        for problem in problems { context.complain(problem) }
        guard problems.isEmpty else { return .badData }
        for command in root.all {
            let page = try ManualPage(command, documentation: documentation, date: date)
            try AtomicFile.write(Array(page.text.utf8), to: "\(context.path(folder))/\(command.manualName).1")
        }
        return .done
    }
}

extension DescribedCommand {
    /// The errors of the manual: no example, an example that the parser refuses or that shows another command, a page that is missing.
    fileprivate func problems(_ pages: DocumentationPages) throws -> [String] {
        guard let manual else { return ["\(line): there is no manual"] }
        var problems: [String] = []
        if pages.folder != nil, pages.path(of: manual.page) == nil { problems.append("\(line): there is no page \(manual.page).md") }
        if !(1...4).contains(manual.examples.count) { problems.append("\(line): \(manual.examples.count) examples, not one to four") }
        let types = all.map { ObjectIdentifier($0.type) }
        for example in manual.examples {
            let commands = ShellWords.commands(in: example.line).filter { $0.first == "subdial" }
            var shown: [ObjectIdentifier] = []
            for command in commands {
                do {
                    shown.append(ObjectIdentifier(Swift.type(of: try SubdialCommand.parseAsRoot(Array(command.dropFirst())))))
                } catch {
                    problems.append("\(line): '\(example.line)': \(SubdialCommand.message(for: error))")
                }
            }
            if shown.count == commands.count, !shown.contains(where: types.contains) {
                problems.append("\(line): '\(example.line)' shows another command")
            }
        }
        return problems
    }
}

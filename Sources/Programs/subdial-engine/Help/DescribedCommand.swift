import ArgumentParser

/// A command of Subdial with its place among the others: the source of help, manual pages and suggestions.
struct DescribedCommand {
    let type: any ParsableCommand.Type
    /// The names from `subdial` to the command's own.
    let names: [String]
    /// The visible subcommands.
    let subcommands: [DescribedCommand]

    /// The root command.
    static var root: DescribedCommand { DescribedCommand(SubdialCommand.self, []) }

    private init(_ type: any ParsableCommand.Type, _ parents: [String]) {
        let names = parents + [type._commandName]
        self.type = type
        self.names = names
        subcommands = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { DescribedCommand($0, names) }
    }

    /// The command's own name.
    var name: String { type._commandName }

    var aliases: [String] { type.configuration.aliases }

    /// One sentence.
    var abstract: String { type.configuration.abstract }

    /// The text below the abstract.
    var paragraphs: [String] { type.configuration.discussion.split(separator: "\n\n").map(String.init) }

    /// All arguments, hidden ones too.
    ///
    /// The parser describes them anew each time, which takes a few milliseconds.
    func arguments() throws -> [CommandArgument] { try CommandArgument.all(of: type) }

    /// The examples and the page; nil for a command without them.
    var manual: CommandManual? { (type as? any DocumentedCommand.Type)?.manual }

    /// The command as it is written: `subdial template check`.
    var line: String { names.joined(separator: " ") }

    /// The name of the manual page: `subdial-template-check`.
    var manualName: String { names.joined(separator: "-") }

    /// The command and all commands below it.
    var all: [DescribedCommand] { [self] + subcommands.flatMap(\.all) }

    /// The subcommand with a name or an alias.
    func subcommand(_ name: String) -> DescribedCommand? {
        subcommands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The synopses, one for each form of the command.
    ///
    /// - Parameter arguments: ``arguments()``.
    func synopses(_ arguments: [CommandArgument]) -> [String] {
        if let usage = type.configuration.usage {
            return usage.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " }.description }
        }
        guard subcommands.isEmpty else {
            return [line + (type.configuration.defaultSubcommand == nil ? " <subcommand>" : " [<subcommand>]")]
        }
        let shown = arguments.filter(\.shouldDisplay)
        let required = shown.filter { $0.kind == .option && !$0.isOptional }
        let positional = shown.filter { $0.kind == .positional }
        return [([line, "[<options>]"] + (required + positional).map(\.synopsis)).joined(separator: " ")]
    }

    /// The arguments by section: positional ones, the command's own options, its groups, and at the end those of many commands.
    ///
    /// - Parameters:
    ///   - arguments: ``arguments()``.
    ///   - includesHidden: True to include options that help does not show.
    func sections(_ arguments: [CommandArgument], includesHidden: Bool = false) -> [(title: String, arguments: [CommandArgument])] {
        var sections: [(title: String, arguments: [CommandArgument])] = [("Arguments", []), ("Options", [])]
        for argument in arguments where argument.shouldDisplay || includesHidden {
            let title =
                argument.kind == .positional
                ? "Arguments"
                : ["help", "version"].contains(argument.preferredName?.name) ? "General" : argument.sectionTitle ?? "Options"
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].arguments.append(argument)
            } else {
                sections.append((title, [argument]))
            }
        }
        let common = sections.filter { Self.isCommon($0.title) }.sorted { $0.title > $1.title }
        return (sections.filter { !Self.isCommon($0.title) } + common).filter { !$0.arguments.isEmpty }
    }

    /// Whether a section has options that many commands share, and the root has too.
    static func isCommon(_ title: String) -> Bool { title == "Source" || title == "General" }
}

import ArgumentParser
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialExpressions

/// A command that users run.
protocol SubdialAction: InternalAction, DocumentedCommand {}

/// A command without subcommands: parsed by swift-argument-parser, run in a context.
protocol InternalAction: ParsableCommand {
    /// Runs the command.
    ///
    /// - Throws: Any stage's error; ``CommandFailure`` maps each to an exit code.
    func run(in context: CommandContext) async throws -> ExitStatus
}

/// Parses and runs command lines.
enum CommandRunner {
    /// Parses and runs `arguments`, and returns the exit code.
    ///
    /// All messages go to the context.
    static func run(_ arguments: [String], in context: CommandContext) async -> Int32 {
        let arguments = ControlWords.completed(arguments)
        let command: any ParsableCommand
        do {
            command = try action(arguments) ?? SubdialCommand.parseAsRoot(arguments)
        } catch {
            return await report(error, of: arguments, in: context)
        }
        do {
            guard let action = command as? any InternalAction else {
                // A request for help, or a group without a subcommand.
                return try await help(arguments, in: context).rawValue
            }
            return try await action.run(in: context).rawValue
        } catch {
            let failure = CommandFailure(error)
            context.complain(failure.message)
            return failure.exitStatus.rawValue
        }
    }

    /// The command of a command line that begins with its name; nil if it does not, or if it is wrong or requests help.
    ///
    /// Only that command is parsed. The tree of all commands takes longer to build than most commands take.
    private static func action(_ arguments: [String]) -> (any InternalAction)? {
        guard let word = arguments.first, let type = SubdialCommand.configuration.subcommands.first(where: { $0._commandName == word })
        else { return nil }
        return (try? type.parseAsRoot(Array(arguments.dropFirst()))) as? any InternalAction
    }

    /// Writes the help of the command that the arguments name to stdout.
    private static func help(_ arguments: [String], in context: CommandContext) async throws -> ExitStatus {
        let path = try CommandPath(arguments, of: .root)
        if let message = path.message { throw CommandFailure(.wrongUsage, message) }
        let page = path.command.manual.flatMap { DocumentationPages().address(of: $0.page) }
        let help = try HelpText(
            path.command, width: context.columns, page: page, includesHidden: arguments.contains("--help-hidden"))
        await context.write(help.text, ColorChoice(in: arguments))
        return .done
    }

    /// Writes requested output, such as the version, to stdout, and an error of the command line as one line to stderr.
    private static func report(_ error: any Error, of arguments: [String], in context: CommandContext) async -> Int32 {
        let code = SubdialCommand.exitCode(for: error)
        guard !code.isSuccess else {
            await context.write(BashCompletion.corrected(SubdialCommand.fullMessage(for: error)) + "\n")
            return ExitStatus.done.rawValue
        }
        let message = usageMessage(error, of: arguments)
        context.complain(message)
        if (try? CommandPath(arguments, of: .root))?.command.names == ["subdial", "feed"] {
            await StalledFeed(arguments, in: context)?.show(message)
        }
        return ExitStatus.wrongUsage.rawValue
    }

    /// The message of a wrong command line, on one line.
    static func usageMessage(_ error: any Error, of arguments: [String]) -> String {
        let message = SubdialCommand.message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let path = try? CommandPath(arguments, of: .root)
        if let message = path?.message { return message }
        let text = "\(message.prefix(1).lowercased())\(message.dropFirst())" + (path?.command.hint(forValueIn: message) ?? "")
        let isSentence = text.hasSuffix("?") || text.hasSuffix(".")
        return "\(text)\(isSentence ? " See" : "; see") '\(path?.command.line ?? "subdial") --help'"
    }
}

extension DescribedCommand {
    /// A suggestion for the value of an argument that the parser's message reports as invalid; empty if no value is similar.
    fileprivate func hint(forValueIn message: String) -> String {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.hasPrefix("The value '"), parts.count > 3 else { return "" }
        let argument = (try? arguments())?.first { argument in
            let value = "<\(argument.valueName ?? "")>"
            return parts[3] == (argument.preferredName.map { "\($0.text) \(value)" } ?? value)
        }
        return Suggestion.nearest(to: String(parts[1]), among: argument?.allValues ?? []).map { " Did you mean '\($0)'?" } ?? ""
    }
}

/// The command that a command line names, with options before, between and after its words.
struct CommandPath {
    /// The last command that is named; the root if none is.
    fileprivate let command: DescribedCommand
    /// The word where a subcommand of ``command`` should stand, if there is none of that name.
    private let unknown: String?

    /// - Throws: An error of decoding if the parser describes arguments in an unknown form.
    init(_ arguments: [String], of root: DescribedCommand) throws {
        let common = try root.arguments()
        var command = root
        // The parser describes them slowly.
        var own: [CommandArgument]?
        var unknown: String?
        // The word after an unknown option may be its value.
        var isCertain = true
        var words = arguments[...]
        // `help` takes the same words.
        if words.first == "help" { words = words.dropFirst() }
        while let word = words.popFirst(), word != "--" {
            guard !word.hasPrefix("-") || word == "-" else {
                var kind = Self.option(word, in: common)
                if kind == nil, command.names.count > 1 {
                    let known = try own ?? command.arguments()
                    own = known
                    kind = Self.option(word, in: known)
                }
                switch kind {
                case .option? where !word.contains("="): words = words.dropFirst()
                case .option?, .flag?, .positional?: break
                case nil: isCertain = isCertain && ["--help", "-h", "--help-hidden", "--version"].contains(word)
                }
                continue
            }
            guard !command.subcommands.isEmpty else { break }
            if let next = command.subcommand(word) {
                command = next
                own = nil
            } else if !isCertain {
                continue
            } else {
                unknown = word
                break
            }
        }
        self.command = command
        self.unknown = unknown
    }

    private static func option(_ word: String, in arguments: [CommandArgument]) -> CommandArgument.Kind? {
        let name = word.prefix { $0 != "=" }
        return arguments.first { $0.names?.contains { $0.text == name } == true }?.kind
    }

    /// The message for the unknown word, with the nearest name or all names; nil if there is none.
    fileprivate var message: String? {
        guard let unknown else { return nil }
        let isRoot = command.names.count == 1
        let names = command.subcommands.map(\.name) + (isRoot ? ControlWords.all.sorted() : [])
        let place = command.names.dropFirst().map { "\($0) " }.joined()
        let hint = Suggestion.hint(for: unknown, among: names)
        return "there is no command '\(place)\(unknown)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    }
}

/// The help of a command, for a terminal.
struct HelpText {
    /// The column at which descriptions begin.
    private static let column = 26

    private let width: Int
    private(set) var text = StyledText()

    /// - Parameters:
    ///   - width: The number of columns.
    ///   - page: The address of the documentation page; nil if it is not installed.
    ///   - includesHidden: True to include options that are not shown otherwise, and the description of those that many commands share.
    /// - Throws: An error of decoding if the parser describes arguments in an unknown form.
    init(_ command: DescribedCommand, width: Int, page: String?, includesHidden: Bool = false) throws {
        self.width = max(Self.column + 20, width)
        let arguments = try command.arguments()
        if !command.abstract.isEmpty { add("OVERVIEW: ", command.abstract) }
        for paragraph in command.paragraphs { add("", paragraph) }
        addUsage(command.synopses(arguments))
        let isRoot = command.names.count == 1
        for (title, arguments) in command.sections(arguments, includesHidden: includesHidden) {
            // The root's help describes the options that many commands share.
            if DescribedCommand.isCommon(title), !isRoot, !includesHidden {
                addNames(title, of: arguments)
            } else {
                add(title, rows: arguments.map { ($0.label, $0.text) })
            }
        }
        add(
            "Subcommands",
            rows: command.subcommands.map { subcommand in
                let names = ([subcommand.name] + subcommand.aliases).joined(separator: ", ")
                let isDefault = command.type.configuration.defaultSubcommand == subcommand.type
                return (names + (isDefault ? " (default)" : ""), subcommand.abstract)
            })
        if let manual = command.manual {
            addHeading("Examples")
            for example in manual.examples { text += "  # \(example.purpose)\n  \(example.line)\n" }
        }
        addHeading("More")
        if let page { text += "  \(page)\n" }
        text += "  man \(command.manualName)\n"
    }

    private mutating func addHeading(_ title: String) {
        if !text.isEmpty { text += "\n" }
        text.append("\(title.uppercased()):", .heading)
        text += "\n"
    }

    private mutating func add(_ label: String, _ paragraph: String) {
        if !text.isEmpty { text += "\n" }
        let lines = (label + paragraph).wrapped(to: width)
        text.append(label, .heading)
        text += lines.joined(separator: "\n").dropFirst(label.count) + "\n"
    }

    private mutating func addUsage(_ synopses: [String]) {
        text += "\n"
        for (index, synopsis) in synopses.enumerated() {
            if index == 0 { text.append("USAGE: ", .heading) } else { text += "       " }
            text += synopsis + "\n"
        }
    }

    private mutating func addNames(_ title: String, of arguments: [CommandArgument]) {
        addHeading(title)
        let names = arguments.compactMap(\.preferredName?.text).joined(separator: ", ")
        for line in "\(names): see 'subdial --help'".wrapped(to: width - 2) { text += "  \(line)\n" }
    }

    private mutating func add(_ title: String, rows: [(label: String, text: String)]) {
        guard !rows.isEmpty else { return }
        addHeading(title)
        for row in rows {
            let lines = row.text.wrapped(to: width - Self.column)
            let label = "  \(row.label)"
            let indent = String(repeating: " ", count: Self.column)
            // A long label has a line of its own.
            let isShort = label.count < Self.column - 1
            text += isShort ? label + indent.dropFirst(label.count) + (lines.first ?? "") + "\n" : label + "\n"
            for line in isShort ? Array(lines.dropFirst()) : lines { text += indent + line + "\n" }
        }
    }
}

extension String {
    /// The words in lines of at most `width` characters; a longer word has a line of its own.
    fileprivate func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

import ArgumentParser
import Engine
import Expressions

/// A subcommand of `subdial`: parsed by swift-argument-parser, run in a context.
protocol SubdialAction: ParsableCommand {
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
        if let (word, names, group) = unknownHelp(arguments) { return unknown(word, among: names, behind: group, in: context) }
        let command: any ParsableCommand
        do {
            command = try action(arguments) ?? SubdialCommand.parseAsRoot(arguments)
        } catch {
            return await tell(error, of: arguments, in: context)
        }
        guard let action = command as? any SubdialAction else {
            // For help, or a group without a subcommand, the parser's own commands print the help text.
            do {
                var group = command
                try group.run()
                return ExitStatus.done.rawValue
            } catch {
                return await tell(error, of: arguments, in: context)
            }
        }
        do {
            return try await action.run(in: context).rawValue
        } catch let error as ValidationError {
            context.complain(error.message)
            return ExitStatus.wrongUsage.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            let failure = CommandFailure(error)
            context.complain(failure.message)
            return failure.status.rawValue
        }
    }

    /// The command of a command line that begins with its name; nil if it does not, or if it is wrong or requests help.
    ///
    /// Only that command is parsed. The tree of all commands takes longer to build than most commands take.
    private static func action(_ arguments: [String]) -> (any SubdialAction)? {
        guard let word = arguments.first, let type = SubdialCommand.configuration.subcommands.first(where: { $0._commandName == word })
        else { return nil }
        return (try? type.parseAsRoot(Array(arguments.dropFirst()))) as? any SubdialAction
    }

    /// Writes help to stdout, and an error of the command line as one line to stderr.
    private static func tell(_ error: any Error, of arguments: [String], in context: CommandContext) async -> Int32 {
        let code = SubdialCommand.exitCode(for: error)
        guard !code.isSuccess else {
            await context.write(SubdialCommand.fullMessage(for: error) + "\n")
            return ExitStatus.done.rawValue
        }
        let message = SubdialCommand.message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let commands = SubdialCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let group = arguments.lazy.compactMap { word in commands.first { $0._commandName == word } }.first
        let command = group.map { "\($0._commandName) " } ?? ""
        if let group {
            // The word after a group's name must be one of its subcommands.
            let names = group.configuration.subcommands.map { $0._commandName }
            if let word = arguments.drop(while: { $0 != group._commandName }).dropFirst().first, !names.isEmpty, !word.hasPrefix("-"),
                !names.contains(word)
            {
                return unknown(word, among: names, behind: command, in: context)
            }
        } else if let word = arguments.first, !word.hasPrefix("-") {
            return unknown(word, among: commands.map { $0._commandName }, behind: "", in: context)
        }
        let isSentence = message.hasSuffix("?") || message.hasSuffix(".")
        context.complain(
            "\(message.prefix(1).lowercased())\(message.dropFirst())\(isSentence ? " See" : "; see") 'subdial \(command)--help'")
        return ExitStatus.wrongUsage.rawValue
    }

    private static func unknown(_ word: String, among names: [String], behind group: String, in context: CommandContext) -> Int32 {
        let hint = Suggestion.hint(for: word, among: names)
        context.complain("there is no command '\(group)\(word)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
        return ExitStatus.wrongUsage.rawValue
    }

    /// The unknown command name after `help`; nil if there is none.
    ///
    /// For an unknown name the parser would print the general help.
    private static func unknownHelp(_ arguments: [String]) -> (word: String, names: [String], group: String)? {
        guard arguments.first == "help" else { return nil }
        var (commands, group) = (SubdialCommand.configuration.subcommands, "")
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            guard let command = commands.first(where: { $0._commandName == word }) else {
                return names.isEmpty ? nil : (word, names, group)
            }
            (commands, group) = (command.configuration.subcommands, "\(group)\(word) ")
        }
        return nil
    }
}

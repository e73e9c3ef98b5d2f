import ArgumentParser
import SubdialBasics
import SubdialEngine
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
        let command: any ParsableCommand
        do {
            command = try action(arguments) ?? SubdialCommand.parseAsRoot(arguments)
        } catch {
            return await tell(error, of: arguments, in: context)
        }
        do {
            guard let action = command as? any InternalAction else {
                // A request for help, or a group without a subcommand.
                return try await help(arguments, in: context).rawValue
            }
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
    private static func tell(_ error: any Error, of arguments: [String], in context: CommandContext) async -> Int32 {
        let code = SubdialCommand.exitCode(for: error)
        guard !code.isSuccess else {
            await context.write(SubdialCommand.fullMessage(for: error) + "\n")
            return ExitStatus.done.rawValue
        }
        let message = SubdialCommand.message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let path = try? CommandPath(arguments, of: .root)
        if let message = path?.message {
            context.complain(message)
        } else {
            let text = "\(message.prefix(1).lowercased())\(message.dropFirst())" + (path?.command.hint(forValueIn: message) ?? "")
            let isSentence = text.hasSuffix("?") || text.hasSuffix(".")
            context.complain("\(text)\(isSentence ? " See" : "; see") '\(path?.command.line ?? "subdial") --help'")
        }
        return ExitStatus.wrongUsage.rawValue
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

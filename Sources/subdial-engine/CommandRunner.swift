import ArgumentParser
import Engine
import Expressions

/// A command of Subdial's: parsed by swift-argument-parser, run in a context.
protocol SubdialAction: ParsableCommand {
    /// Does what was asked.
    ///
    /// - Throws: Any stage's error; ``CommandFailure`` knows the exit code of each.
    func run(in context: CommandContext) async throws -> ExitStatus
}

/// Runs command lines.
enum CommandRunner {
    /// Parses and runs `arguments`, and returns the exit code.
    ///
    /// All messages go to the context.
    static func run(_ arguments: [String], in context: CommandContext) async -> Int32 {
        let command: any ParsableCommand
        do {
            command = try SubdialCommand.parseAsRoot(arguments)
        } catch {
            return await tell(error, of: arguments, in: context)
        }
        guard let action = command as? any SubdialAction else {
            // Help was asked for, or only a group of commands was named: the parser's own commands tell what there is.
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

    /// Help goes to stdout; what is wrong with a command line is told in one line.
    private static func tell(_ error: any Error, of arguments: [String], in context: CommandContext) async -> Int32 {
        let code = SubdialCommand.exitCode(for: error)
        guard !code.isSuccess else {
            await context.write(SubdialCommand.fullMessage(for: error) + "\n")
            return ExitStatus.done.rawValue
        }
        let message = SubdialCommand.message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let names = SubdialCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let command = arguments.first { names.contains($0) }.map { "\($0) " } ?? ""
        if command.isEmpty, let word = arguments.first, !word.hasPrefix("-") {
            let hint = Suggestion.hint(for: word, among: names)
            context.complain("there is no command '\(word)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
            return ExitStatus.wrongUsage.rawValue
        }
        let isSentence = message.hasSuffix("?") || message.hasSuffix(".")
        context.complain(
            "\(message.prefix(1).lowercased())\(message.dropFirst())\(isSentence ? " See" : "; see") 'subdial \(command)--help'")
        return ExitStatus.wrongUsage.rawValue
    }
}

import ArgumentParser
import Expressions
import FoundationEssentials
import Timeline

/// `subdial expr`: what an expression comes to.
struct ExprCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "expr", abstract: "Print what an expression comes to.",
        discussion: "EXPR is one expression, or a text with expressions in {{ }}.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The expression.", valueName: "EXPR"))
    var expression: String

    @Option(
        help: ArgumentHelp("The entry that names are taken from; without it a stopped player's.", valueName: "FILE"),
        completion: .file(extensions: ["json"]))
    var entry: String?

    @Option(help: ArgumentHelp("The moment that is shown, as ISO 8601.", valueName: "DATE"))
    var at: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let entry = try entry.map { try EntryFile($0, in: context).entry } ?? Entry(date: .now, status: .stopped)
        let now = try at.map { try Moment($0).date } ?? entry.date
        let scope = EntryScope(entry, at: now)
        do throws(ExpressionError) {
            let template = try TextTemplate(expression.contains("{{") ? expression : "{{\(expression)}}")
            for (name, _) in template.variables where scope.value(of: name) == nil {
                context.complain("nothing is called '\(name)'\(Suggestion.hint(for: name, among: scope.names))")
            }
            context.print(try template.text(in: scope))
        } catch {
            // Counted in what was written, without the braces that were put round it.
            let shift = expression.contains("{{") ? 0 : 2
            throw CommandFailure(.badData, ExpressionError(error.reason, at: max(0, error.offset - shift)).description)
        }
        return .done
    }
}

/// A date on the command line.
struct Moment {
    let date: Date

    init(_ text: String) throws(CommandFailure) {
        guard let date = Date(iso8601: text) else {
            throw CommandFailure(.wrongUsage, "--at takes an ISO 8601 date like 2026-01-08T20:15:04Z, not '\(text)'")
        }
        self.date = date
    }
}

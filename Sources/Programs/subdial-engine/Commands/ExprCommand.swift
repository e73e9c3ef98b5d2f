import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

/// `subdial expr`: evaluates an expression.
struct ExprCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "expr", abstract: "Evaluate an expression and print the result.",
        discussion: """
            EXPR is an expression, or a text with expressions in {{ }}. Its names refer to the current playback, or to the entry of \
            --entry or --kind. If no source is configured, they refer to a stopped player.
            """)

    static let manual = CommandManual(
        "templates",
        [
            "subdial expr 'uc(title)'": "Print the title in capital letters",
            "subdial expr '{{ artist }} – {{ title }} ({{ length }})' --entry playing.json": "Evaluate a text for an entry file",
            "subdial expr temperature --kind weather": "Print a field of a kind",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The expression.", valueName: "EXPR"))
    var expression: String

    @Option(
        help: ArgumentHelp(
            "The entry with the values of the names: a file, - for standard input, or an example such as playing.", valueName: "FILE|NAME"),
        completion: .file(extensions: ["json"]))
    var entry: String?

    @Option(help: ArgumentHelp("The kind whose entry has the values of the names.", valueName: "KIND"), completion: CompletedValues.kinds)
    var kind: String?

    @Option(help: ArgumentHelp("The date that is shown, as ISO 8601.", valueName: "DATE"))
    var at: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        // The offset is relative to the argument, without the braces that are added to it.
        let shift = expression.contains("{{") ? 0 : 2
        func failure(_ error: ExpressionError) -> CommandFailure {
            CommandFailure(.badData, ExpressionError(error.reason, at: max(0, error.offset - shift)).description)
        }
        let template: TextTemplate
        do throws(ExpressionError) {
            template = try TextTemplate(shift == 0 ? expression : "{{\(expression)}}")
        } catch {
            throw failure(error)
        }
        let entry = try await entry(for: template, in: context)
        var scope = EntryScope(entry, at: try at.map { try Moment($0).date } ?? entry.date)
        scope.timeZones = try global.configuration(in: context).timeZones(isLive: self.entry == nil)
        do throws(ExpressionError) {
            for (name, _) in template.variables where scope.value(of: name) == nil {
                context.complain("there is no variable '\(name)'\(Suggestion.hint(for: name, among: scope.names))")
            }
            for error in template.unknownEscapes { context.complain(failure(error).description) }
            await context.print(try template.text(in: scope))
        } catch {
            throw failure(error)
        }
        return .done
    }

    /// The entry of the file; otherwise the current one if the text uses names and a source is configured; otherwise that of a stopped
    /// player.
    private func entry(for template: TextTemplate, in context: CommandContext) async throws -> Entry {
        if let entry {
            let resources = try Resources.folder(global.configuration(in: context).locating(kind, in: context))
            return try EntryFile(entry, resources, kind: kind.map { KindName($0).name }, in: context).entry
        }
        if let kind {
            let configuration = try global.configuration(in: context).locating(kind, in: context)
            let choice = try KindChoice(kind, configuration, try Resources.folder(configuration), in: context)
            let scene = try await EntryProvider(try global.entries(of: choice, configuration, in: context)).scene()
            if let error = scene.error { throw error }
            if let entry = scene.timeline.entry(at: .now) { return entry }
        }
        let stopped = NowPlaying(date: .now, status: .stopped).entry
        guard !template.variables.isEmpty else { return stopped }
        let configuration = try global.configuration(in: context)
        guard try configuration.addressIfAny() != nil else { return stopped }
        let (playing, error) = try await global.entry(ofZone: configuration.zone, configuration, in: context)
        if let error { throw error }
        return playing.entry
    }
}

/// A date from the command line.
struct Moment {
    let date: Date

    init(_ text: String) throws(CommandFailure) {
        guard let date = Date(iso8601: text) else {
            throw CommandFailure(.wrongUsage, "--at takes an ISO 8601 date like 2026-01-08T20:15:04Z, not '\(text)'")
        }
        self.date = date
    }
}

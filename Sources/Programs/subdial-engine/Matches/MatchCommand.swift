import ArgumentParser
import FoundationEssentials
import SubdialEngine
import SubdialMatches

/// `subdial match`: manages a football match, stored on disk.
struct MatchCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Manage a football match: its clock, goals, cards, substitutions and kicks.",
        discussion: """
            Every command stores the match on disk. Widgets and lines of the kind 'match' show it. 'undo' reverts any command. A completed \
            match is added to completed_matches.json, in RefWatch's format.
            """,
        subcommands: [
            MatchNewCommand.self, MatchStartCommand.self, MatchPauseCommand.self, MatchResumeCommand.self, MatchToggleCommand.self,
            MatchHalfTimeCommand.self, MatchGoalCommand.self, MatchCardCommand.self, MatchSubstitutionCommand.self,
            MatchPenaltyCommand.self, MatchAddedCommand.self, MatchUndoCommand.self, MatchEndCommand.self, MatchListCommand.self,
            MatchShowCommand.self,
        ])

    static let manual = CommandManual(
        "match",
        [
            "subdial match new Union Hertha": "Create a match",
            "subdial match start": "Start the first period",
            "subdial match goal home 9 Haberer": "Record a goal",
            "subdial match undo": "Revert the last command",
        ])
}

/// The options for the files of matches.
struct MatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of completed matches (default: completed_matches.json in the state folder).", valueName: "FILE"),
        completion: .file(extensions: ["json"]))
    var completed: String?

    @Option(
        help: ArgumentHelp(
            "The file of the clicked match; only the running match is changed.", valueName: "FILE",
            visibility: .hidden))
    var shown: String?

    /// - Throws: ``CommandFailure`` if another program manages the shown match.
    func store(in context: CommandContext) throws(CommandFailure) -> MatchStore {
        if let shown, !shown.isEmpty {
            throw CommandFailure(.refused, "\(shown): another program manages this match, so that it cannot be changed here")
        }
        return MatchStore(in: UserFolders(environment: context.environment), completed: completed.map(context.path))
    }
}

extension MatchStore {
    /// Applies an action, and prints the match on one line.
    func perform(_ action: MatchAction, in context: CommandContext) async throws -> ExitStatus {
        let file = try apply(action)
        await file.print(in: context)
        if let side = file.match.teamBelowSeven, case .card = action {
            context.complain("\(file.match.settings.teams[side].name) has fewer than seven players: the match may not go on (law 3)")
        }
        return .done
    }
}

extension MatchFile {
    /// Prints the match on one line.
    func print(in context: CommandContext) async { await context.print(match.line(at: clock.now(.now))) }
}

extension TeamSide: ExpressibleByArgument {}

/// Parses a player from the command line: `9`, `9 Haberer` or `Haberer`.
extension MatchPlayer {
    init(words: [String]) throws(CommandFailure) {
        let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        guard let first = words.first else {
            self.init()
            return
        }
        guard first.allSatisfy(\.isNumber) else {
            self.init(name: words.joined(separator: " "))
            return
        }
        guard let number = Int(first), (0...999).contains(number) else {
            throw CommandFailure(.wrongUsage, "a shirt has a number from 0 to 999, not \(first)")
        }
        self.init(number, name: words.count > 1 ? words.dropFirst().joined(separator: " ") : nil)
    }
}

import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialMatches
import SubdialSystem
import SubdialTemplates
import SubdialTimeline

/// `subdial match`: manages a football match, stored on disk.
struct MatchCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Manage a football match: its clock, goals, cards, substitutions and kicks.",
        discussion: """
            Every command stores the match on disk. Widgets and lines of the kind 'match' show it. 'undo' reverts any command. A completed \
            match is added to completed_matches.json, in RefWatch's format.
            """,
        subcommands: [
            New.command, Start.command, Pause.command, Resume.command, Toggle.command, HalfTime.command, Goal.command, Card.command,
            Substitution.command, Penalty.command, Added.command, Undo.command, Reset.command, End.command, List.command, Show.command,
            Schedule.command, Upcoming.command, Choose.command, Cancel.command, Import.command,
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

/// A verb of `subdial match`.
protocol MatchVerb: CommandVerb where Options == MatchOptions {}

/// A verb of `subdial match` that applies an action to the running match.
protocol MatchActionVerb: MatchVerb {
    /// The action for the arguments.
    func action() throws(CommandFailure) -> MatchAction
}

extension MatchActionVerb {
    /// Applies the action, and prints the match on one line.
    func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
        let action = try action()
        let file = try command.options.store(in: context).apply(action)
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

extension MatchCommand {
    /// `subdial match new`: creates a match.
    struct New: MatchVerb {
        static let description = VerbDescription(
            "new", "Create a match, before its kick-off.",
            usage: "subdial match new HOME AWAY [--extra-time] [--penalties] [--length 45] …", page: "match",
            examples: [
                "subdial match new Union Hertha": "Create a match of two periods of 45 minutes",
                "subdial match new Union Hertha --home-color '#C8102E' --extra-time --penalties": "Create a cup match",
                "subdial match new Blue Red --periods 2 --length 20 --replace": "Replace the running match by a shorter one",
            ])

        @OptionGroup var settings: MatchSettingsArguments

        @Option(help: ArgumentHelp("The scheduled kick-off, as an ISO 8601 date.", valueName: "DATE"))
        var at: String?

        @Flag(help: "Discard the running match.")
        var replace = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let settings = try settings.settings(kickOff: try at.map { try Moment($0).date })
            try await command.options.store(in: context).start(settings, replacing: replace).print(in: context)
            return .done
        }
    }
}

/// The teams, the rules and the place of a match.
struct MatchSettingsArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The home team.", valueName: "HOME"))
    var home: String

    @Argument(help: ArgumentHelp("The away team.", valueName: "AWAY"))
    var away: String

    @OptionGroup(title: "Teams") var teams: MatchTeamOptions
    @OptionGroup(title: "Rules") var rules: MatchRuleOptions

    @Option(help: ArgumentHelp("The competition.", valueName: "TEXT"))
    var competition: String?

    @Option(help: ArgumentHelp("The stadium.", valueName: "TEXT"))
    var venue: String?

    func settings(kickOff: Date?) throws(CommandFailure) -> MatchSettings {
        var settings = MatchSettings(
            home: MatchTeam(home, short: teams.homeShort, color: try color(teams.homeColor, "--home-color")),
            away: MatchTeam(away, short: teams.awayShort, color: try color(teams.awayColor, "--away-color")))
        settings.periods = rules.periods
        settings.periodLength = rules.length * 60
        settings.intervalLength = rules.halfTime * 60
        settings.hasExtraTime = rules.extraTime
        settings.extraPeriodLength = rules.extraTimeLength * 60
        settings.hasPenalties = rules.penalties
        settings.penaltyRounds = rules.rounds
        settings.firstKickOff = rules.kickOff
        settings.maximumSubstitutions = rules.substitutions
        settings.allowsReturn = rules.returning
        settings.competition = competition
        settings.venue = venue
        settings.kickOff = kickOff
        return settings
    }

    private func color(_ text: String?, _ option: String) throws(CommandFailure) -> String? {
        guard let text else { return nil }
        guard ColorNames.contains(text) else {
            throw CommandFailure(.wrongUsage, "\(option) takes '#RRGGBB' or a colour's name, not '\(text)'")
        }
        return text
    }
}

/// The options of the teams of a match.
struct MatchTeamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The short name of the home team (default: the first three letters).", valueName: "TEXT"))
    var homeShort: String?

    @Option(help: ArgumentHelp("The short name of the away team.", valueName: "TEXT"))
    var awayShort: String?

    @Option(help: ArgumentHelp("The colour of the home team's shirts, such as '#C8102E'.", valueName: "COLOR"))
    var homeColor: String?

    @Option(help: ArgumentHelp("The colour of the away team's shirts.", valueName: "COLOR"))
    var awayColor: String?
}

/// The options of the rules of a match.
struct MatchRuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number of periods of normal time.", valueName: "N"))
    var periods = 2

    @Option(help: ArgumentHelp("The length of a period in minutes.", valueName: "MINUTES"))
    var length = 45.0

    @Option(help: ArgumentHelp("The length of half-time in minutes.", valueName: "MINUTES"))
    var halfTime = 15.0

    @Flag(help: "Play extra time after a draw.")
    var extraTime = false

    @Option(help: ArgumentHelp("The length of a half of extra time in minutes.", valueName: "MINUTES"))
    var extraTimeLength = 15.0

    @Flag(help: "Decide a draw by kicks from the penalty mark.")
    var penalties = false

    @Option(help: ArgumentHelp("The number of kicks of each team before sudden death.", valueName: "N"))
    var rounds = 5

    @Option(help: ArgumentHelp("The team with the kick-off: home or away.", valueName: "TEAM"))
    var kickOff = TeamSide.home

    @Option(help: ArgumentHelp("The maximum number of substitutions of a team (default: no limit).", valueName: "N"))
    var substitutions: Int?

    @Flag(help: "Allow substituted players to return.")
    var returning = false
}

/// The verbs that print matches.
extension MatchCommand {
    /// `subdial match list`: lists the running match and completed ones.
    struct List: MatchVerb {
        static let description = VerbDescription(
            "list", "List the running match and completed matches, the newest first.", page: "match",
            examples: [
                "subdial match list": "List the running match and completed ones",
                "subdial match list --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let store = try command.options.store(in: context)
            let running = try store.file()
            let completed = try store.completed()
            let matches = completed.matches.sorted { ($0.match.completedAt, $0.index) > ($1.match.completedAt, $1.index) }
            let unreadable = completed.elements.count - matches.count
            if unreadable > 0 {
                context.complain("\(store.completedPath): \(unreadable) of \(completed.elements.count) matches cannot be read")
            }
            let isListed = running.map { completed.index(of: $0.match.id.uuidString) != nil } ?? true
            let isRunning = running?.match.state.phase != .ended
            guard !json else {
                var rows: [JSONValue] = []
                if let running, !isListed {
                    rows.append([
                        "id": .string(running.match.id.uuidString), "running": .bool(isRunning),
                        "line": .string(running.match.line(at: running.clock.now(.now))),
                    ])
                }
                rows += matches.map { item in
                    [
                        "id": .string(item.match.id), "running": false, "completedAt": .string(item.match.completedAt.iso8601),
                        "line": .string(item.match.line),
                    ]
                }
                await context.print(JSONValue.array(rows).text(indented: true))
                return .done
            }
            if let running, !isListed {
                await context.print(
                    "\(running.match.id.uuidString.prefix(8).lowercased())  \(isRunning ? "now  " : "ended")       \(running.match.line(at: running.clock.now(.now)))"
                )
            }
            for item in matches {
                await context.print(
                    "\(item.match.id.prefix(8).lowercased())  \(item.match.completedAt.iso8601.prefix(10))  \(item.match.line)")
            }
            return .done
        }
    }

    /// `subdial match show`: prints a match.
    struct Show: MatchVerb {
        static let description = VerbDescription(
            "show", "Print the score and the events of the running match, or of a completed one.", page: "match",
            examples: [
                "subdial match show": "Print the running match",
                "subdial match show 3f2a --format refwatch": "Print a completed match in RefWatch's format",
            ])

        /// The output format of a match.
        enum Format: String, ExpressibleByArgument, CaseIterable {
            /// Text for human readers.
            case text
            /// RefWatch's format of a completed match.
            case refwatch
            /// The document from which the kind's fields are computed.
            case document
        }

        @Argument(help: ArgumentHelp("The first letters of the id of a completed match.", valueName: "ID"))
        var id: String?

        @Option(help: ArgumentHelp("The format.", valueName: "NAME"))
        var format = Format.text

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let store = try command.options.store(in: context)
            if let id {
                let found = try store.completed().matches.filter { $0.match.id.lowercased().hasPrefix(id.lowercased()) }
                guard let match = found.first?.match, found.count == 1 else {
                    throw CommandFailure(
                        .missingInput,
                        "\(store.completedPath): \(found.isEmpty ? "no match's id begins" : "the ids of \(found.count) matches begin") with '\(id)'"
                    )
                }
                switch format {
                case .text: await context.write(([match.line] + match.text).joined(separator: "\n") + "\n")
                case .refwatch: await context.print(match.json.text(indented: true))
                case .document: await context.print(match.document.json.text(indented: true))
                }
                return .done
            }
            guard let file = try store.file() else { throw MatchStoreError.noMatch }
            let reading = ClockReading.now
            switch format {
            case .text: await context.write(file.match.text(at: file.clock.now(reading)).joined(separator: "\n") + "\n")
            case .refwatch:
                guard file.match.state.phase == .ended else {
                    throw CommandFailure(.refused, "RefWatch's format exists only for completed matches")
                }
                await context.print(CompletedMatch.json(of: file.match).text(indented: true))
            case .document:
                await context.print(file.match.document(shift: file.clock.shift(reading)).json.text(indented: true))
            }
            return .done
        }
    }
}

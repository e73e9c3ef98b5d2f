import ArgumentParser
import FoundationEssentials
import SubdialEngine
import SubdialMatches
import SubdialTemplates

/// `subdial match new`: creates a match.
struct MatchNewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a match, before its kick-off.",
        usage: "subdial match new HOME AWAY [--extra-time] [--penalties] [--length 45] …")

    static let manual = CommandManual(
        "match",
        [
            "subdial match new Union Hertha": "Create a match of two periods of 45 minutes",
            "subdial match new Union Hertha --home-color '#C8102E' --extra-time --penalties": "Create a cup match",
            "subdial match new Blue Red --periods 2 --length 20 --replace": "Replace the running match by a shorter one",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

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

    @Option(help: ArgumentHelp("The scheduled kick-off, as an ISO 8601 date.", valueName: "DATE"))
    var at: String?

    @Flag(help: "Discard the running match.")
    var replace = false

    func run(in context: CommandContext) async throws -> ExitStatus {
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
        settings.kickOff = try at.map { try Moment($0).date }
        try await options.store(in: context).begin(settings, replacing: replace).print(in: context)
        return .done
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

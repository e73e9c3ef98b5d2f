import ArgumentParser
import Engine
import FoundationEssentials
import Matches
import Templates

/// `subdial match new`: creates a match.
struct MatchNewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Begin a match that has not been kicked off.",
        usage: "subdial match new HOME AWAY [--extra-time] [--penalties] [--length 45] …")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The home team.", valueName: "HOME"))
    var home: String

    @Argument(help: ArgumentHelp("The away team.", valueName: "AWAY"))
    var away: String

    @Option(help: ArgumentHelp("The home team's short name (default: the first three letters).", valueName: "TEXT"))
    var homeShort: String?

    @Option(help: ArgumentHelp("The away team's short name.", valueName: "TEXT"))
    var awayShort: String?

    @Option(help: ArgumentHelp("The colour of the home team's shirts, such as '#C8102E'.", valueName: "COLOR"))
    var homeColor: String?

    @Option(help: ArgumentHelp("The colour of the away team's shirts.", valueName: "COLOR"))
    var awayColor: String?

    @Option(help: ArgumentHelp("Periods of normal time.", valueName: "N"))
    var periods = 2

    @Option(help: ArgumentHelp("Minutes of a period.", valueName: "MINUTES"))
    var length = 45.0

    @Option(help: ArgumentHelp("Minutes of half-time.", valueName: "MINUTES"))
    var halfTime = 15.0

    @Flag(help: "A level score leads to extra time.")
    var extraTime = false

    @Option(help: ArgumentHelp("Minutes of a half of extra time.", valueName: "MINUTES"))
    var extraTimeLength = 15.0

    @Flag(help: "A score that is still level leads to kicks from the penalty mark.")
    var penalties = false

    @Option(help: ArgumentHelp("Kicks of each team before sudden death.", valueName: "N"))
    var rounds = 5

    @Option(help: ArgumentHelp("The team that kicks off: home or away.", valueName: "TEAM"))
    var kickOff = TeamSide.home

    @Option(help: ArgumentHelp("The limit of a team's substitutions (default: no limit).", valueName: "N"))
    var substitutions: Int?

    @Flag(help: "Players who were substituted may come back.")
    var returning = false

    @Option(help: ArgumentHelp("The competition.", valueName: "TEXT"))
    var competition: String?

    @Option(help: ArgumentHelp("The stadium.", valueName: "TEXT"))
    var venue: String?

    @Option(help: ArgumentHelp("When it is to begin, as ISO 8601.", valueName: "DATE"))
    var at: String?

    @Flag(help: "Drop the match that is under way.")
    var replace = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        var settings = MatchSettings(
            home: MatchTeam(home, short: homeShort, color: try color(homeColor, "--home-color")),
            away: MatchTeam(away, short: awayShort, color: try color(awayColor, "--away-color")))
        settings.periods = periods
        settings.periodLength = length * 60
        settings.intervalLength = halfTime * 60
        settings.hasExtraTime = extraTime
        settings.extraPeriodLength = extraTimeLength * 60
        settings.hasPenalties = penalties
        settings.penaltyRounds = rounds
        settings.firstKickOff = kickOff
        settings.maximumSubstitutions = substitutions
        settings.allowsReturn = returning
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

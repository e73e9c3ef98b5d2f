import ArgumentParser
import SubdialBasics
import SubdialEngine
import SubdialMatches

/// `subdial match goal`: records a goal.
struct MatchGoalCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Record a goal.", usage: "subdial match goal home|away [NUMBER] [NAME] [--own|--penalty|--free-kick]"
    )

    static let manual = CommandManual(
        "match",
        [
            "subdial match goal home 9 Haberer": "Record a goal with its scorer",
            "subdial match goal away --penalty": "Record a goal by a penalty kick",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The team that scores: home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("The number or name of the scorer, or both.", valueName: "PLAYER"))
    var player: [String] = []

    @Flag(name: .customLong("own"), help: "An own goal: the scorer belongs to the other team.")
    var isOwn = false

    @Flag(name: .customLong("penalty"), help: "A goal by a penalty kick.")
    var isPenalty = false

    @Flag(name: .customLong("free-kick"), help: "A goal by a free kick.")
    var isFreeKick = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard [isOwn, isPenalty, isFreeKick].count(where: { $0 }) < 2 else {
            throw CommandFailure(.wrongUsage, "a goal takes one of --own, --penalty and --free-kick")
        }
        let type: GoalType = isOwn ? .ownGoal : isPenalty ? .penalty : isFreeKick ? .freeKick : .goal
        return try await options.store(in: context).perform(.goal(team, type, try MatchPlayer(words: player)), in: context)
    }
}

/// `subdial match card`: records a card.
struct MatchCardCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Record a card; a player's second yellow card is a sending-off.",
        usage: "subdial match card home|away yellow|red [NUMBER] [NAME] [--official ROLE] [--reason TEXT]")

    static let manual = CommandManual(
        "match",
        [
            "subdial match card away yellow 4 --reason Foul": "Record a yellow card",
            "subdial match card home red --official coach": "Record a red card for an official",
        ])

    /// The colour argument of a card.
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case yellow, red
    }

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The team: home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("The colour of the card: yellow or red.", valueName: "COLOR"))
    var color: Color

    @Argument(
        help: ArgumentHelp("The number or name of the player, or both; with --official the name of the official.", valueName: "PLAYER"))
    var player: [String] = []

    @Option(
        help: ArgumentHelp("The role of a team official: manager, assistant-manager, coach, physio or doctor.", valueName: "ROLE"),
        completion: CompletedValues.officials)
    var official: String?

    @Option(help: ArgumentHelp("The reason for the card.", valueName: "TEXT"))
    var reason: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let recipient: CardRecipient
        if let official {
            let word = official.lowercased().filter(\.isLetter)
            guard let role = TeamOfficial.allCases.first(where: { $0.rawValue.lowercased().filter(\.isLetter) == word }) else {
                throw CommandFailure(.wrongUsage, "--official takes manager, assistant-manager, coach, physio or doctor, not '\(official)'")
            }
            recipient = .official(role, name: player.isEmpty ? nil : player.joined(separator: " "))
        } else {
            recipient = .player(try MatchPlayer(words: player))
        }
        return try await options.store(in: context).perform(
            .card(team, color == .red ? .red : .yellow, recipient, reason: reason), in: context)
    }
}

/// `subdial match substitution`: records a substitution.
struct MatchSubstitutionCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "substitution", abstract: "Record a substitution.",
        usage: "subdial match substitution home|away OUT IN", aliases: ["sub"])

    static let manual = CommandManual(
        "match",
        [
            "subdial match substitution home 9 '11 Hollerbach'": "Replace number 9 by number 11"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The team: home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("The player who is substituted: a number, a name, or both, such as '7 Haberer'.", valueName: "OUT"))
    var out: String

    @Argument(help: ArgumentHelp("The substitute: a number, a name, or both.", valueName: "IN"))
    var `in`: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(
            .substitution(team, out: try MatchPlayer(words: [out]), in: try MatchPlayer(words: [self.in])), in: context)
    }
}

/// `subdial match penalty`: records a kick from the penalty mark.
struct MatchPenaltyCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "penalty", abstract: "Record the next kick from the penalty mark.",
        usage: "subdial match penalty scored|missed [NUMBER] [NAME]")

    static let manual = CommandManual(
        "match",
        [
            "subdial match penalty scored 9": "Record a successful kick",
            "subdial match penalty missed": "Record a missed kick",
        ])

    /// The outcome argument of a kick.
    enum Outcome: String, ExpressibleByArgument, CaseIterable {
        case scored, missed
    }

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The outcome: scored or missed.", valueName: "OUTCOME"))
    var outcome: Outcome

    @Argument(help: ArgumentHelp("The number or name of the player, or both.", valueName: "PLAYER"))
    var player: [String] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(
            .penalty(scored: outcome == .scored, try MatchPlayer(words: player)), in: context)
    }
}

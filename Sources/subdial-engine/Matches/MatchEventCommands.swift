import ArgumentParser
import Engine
import Matches

/// `subdial match goal`: records a goal.
struct MatchGoalCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Count a goal.", usage: "subdial match goal home|away [NUMBER] [NAME] [--own|--penalty|--free-kick]")

    static let manual = CommandManual(
        "match",
        [
            "subdial match goal home 9 Haberer": "Record a goal with its scorer",
            "subdial match goal away --penalty": "Record a goal by a penalty kick",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The team that the goal counts for: home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("The scorer's number, name, or both.", valueName: "PLAYER"))
    var player: [String] = []

    @Flag(name: .customLong("own"), help: "An own goal: the scorer is the other team's.")
    var isOwn = false

    @Flag(name: .customLong("penalty"), help: "By a penalty kick.")
    var isPenalty = false

    @Flag(name: .customLong("free-kick"), help: "By a free kick.")
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
        commandName: "card", abstract: "Show a card; a player's second yellow one sends off.",
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

    @Argument(help: ArgumentHelp("home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("yellow or red.", valueName: "COLOR"))
    var color: Color

    @Argument(help: ArgumentHelp("The player's number, name, or both; an official's name.", valueName: "PLAYER"))
    var player: [String] = []

    @Option(help: ArgumentHelp("A team official: manager, assistant-manager, coach, physio or doctor.", valueName: "ROLE"))
    var official: String?

    @Option(help: ArgumentHelp("The reason.", valueName: "TEXT"))
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
        commandName: "substitution", abstract: "Have a player come on for another.",
        usage: "subdial match substitution home|away OUT IN", aliases: ["sub"])

    static let manual = CommandManual(
        "match",
        [
            "subdial match substitution home 9 '11 Hollerbach'": "Replace number 9 by number 11"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("home or away.", valueName: "TEAM"))
    var team: TeamSide

    @Argument(help: ArgumentHelp("Who goes off: a number, a name, or '7 Haberer'.", valueName: "OUT"))
    var out: String

    @Argument(help: ArgumentHelp("Who comes on.", valueName: "IN"))
    var `in`: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(
            .substitution(team, out: try MatchPlayer(words: [out]), in: try MatchPlayer(words: [self.in])), in: context)
    }
}

/// `subdial match penalty`: records a kick from the penalty mark.
struct MatchPenaltyCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "penalty", abstract: "Take the next kick from the penalty mark.",
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

    @Argument(help: ArgumentHelp("scored or missed.", valueName: "OUTCOME"))
    var outcome: Outcome

    @Argument(help: ArgumentHelp("The player's number, name, or both.", valueName: "PLAYER"))
    var player: [String] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(
            .penalty(scored: outcome == .scored, try MatchPlayer(words: player)), in: context)
    }
}

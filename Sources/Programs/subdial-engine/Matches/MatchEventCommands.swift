import ArgumentParser
import SubdialBasics
import SubdialMatches

/// The verbs that record what happens in a match.
extension MatchCommand {
    /// `subdial match goal`: records a goal.
    struct Goal: MatchActionVerb {
        static let description = VerbDescription(
            "goal", "Record a goal.", usage: "subdial match goal home|away [NUMBER] [NAME] [--own|--penalty|--free-kick]", page: "match",
            examples: [
                "subdial match goal home 9 Haberer": "Record a goal with its scorer",
                "subdial match goal away --penalty": "Record a goal by a penalty kick",
            ])

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

        func action() throws(CommandFailure) -> MatchAction {
            guard [isOwn, isPenalty, isFreeKick].count(where: { $0 }) < 2 else {
                throw CommandFailure(.wrongUsage, "a goal takes one of --own, --penalty and --free-kick")
            }
            let type: GoalType = isOwn ? .ownGoal : isPenalty ? .penalty : isFreeKick ? .freeKick : .goal
            return .goal(team, type, try MatchPlayer(words: player))
        }
    }

    /// `subdial match card`: records a card.
    struct Card: MatchActionVerb {
        static let description = VerbDescription(
            "card", "Record a card; a player's second yellow card is a sending-off.",
            usage: "subdial match card home|away yellow|red [NUMBER] [NAME] [--official ROLE] [--reason TEXT]", page: "match",
            examples: [
                "subdial match card away yellow 4 --reason Foul": "Record a yellow card",
                "subdial match card home red --official coach": "Record a red card for an official",
            ])

        /// The colour argument of a card.
        enum Color: String, ExpressibleByArgument, CaseIterable {
            case yellow, red
        }

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

        func action() throws(CommandFailure) -> MatchAction {
            let recipient: CardRecipient
            if let official {
                let word = official.lowercased().filter(\.isLetter)
                guard let role = TeamOfficial.allCases.first(where: { $0.rawValue.lowercased().filter(\.isLetter) == word }) else {
                    throw CommandFailure(
                        .wrongUsage, "--official takes manager, assistant-manager, coach, physio or doctor, not '\(official)'")
                }
                recipient = .official(role, name: player.isEmpty ? nil : player.joined(separator: " "))
            } else {
                recipient = .player(try MatchPlayer(words: player))
            }
            return .card(team, color == .red ? .red : .yellow, recipient, reason: reason)
        }
    }

    /// `subdial match substitution`: records a substitution.
    struct Substitution: MatchActionVerb {
        static let description = VerbDescription(
            "substitution", "Record a substitution.",
            usage: "subdial match substitution home|away OUT IN", aliases: ["sub"], page: "match",
            examples: ["subdial match substitution home 9 '11 Hollerbach'": "Replace number 9 by number 11"])

        @Argument(help: ArgumentHelp("The team: home or away.", valueName: "TEAM"))
        var team: TeamSide

        @Argument(help: ArgumentHelp("The player who is substituted: a number, a name, or both, such as '7 Haberer'.", valueName: "OUT"))
        var out: String

        @Argument(help: ArgumentHelp("The substitute: a number, a name, or both.", valueName: "IN"))
        var `in`: String

        func action() throws(CommandFailure) -> MatchAction {
            .substitution(team, out: try MatchPlayer(words: [out]), in: try MatchPlayer(words: [self.in]))
        }
    }

    /// `subdial match penalty`: records a kick from the penalty mark.
    struct Penalty: MatchActionVerb {
        static let description = VerbDescription(
            "penalty", "Record the next kick from the penalty mark.",
            usage: "subdial match penalty scored|missed [NUMBER] [NAME]", page: "match",
            examples: [
                "subdial match penalty scored 9": "Record a successful kick",
                "subdial match penalty missed": "Record a missed kick",
            ])

        /// The outcome argument of a kick.
        enum Outcome: String, ExpressibleByArgument, CaseIterable {
            case scored, missed
        }

        @Argument(help: ArgumentHelp("The outcome: scored or missed.", valueName: "OUTCOME"))
        var outcome: Outcome

        @Argument(help: ArgumentHelp("The number or name of the player, or both.", valueName: "PLAYER"))
        var player: [String] = []

        func action() throws(CommandFailure) -> MatchAction {
            .penalty(scored: outcome == .scored, try MatchPlayer(words: player))
        }
    }
}

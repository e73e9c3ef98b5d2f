import ArgumentParser
import SubdialBasics
import SubdialMatches

/// The verbs that control the clock and the periods.
extension MatchCommand {
    /// `subdial match start`: starts the next period.
    struct Start: MatchActionVerb {
        static let description = VerbDescription(
            "start", "Start the next period, or the kicks from the penalty mark.", page: "match",
            examples: [
                "subdial match start": "Start the next period",
                "subdial match start --first away": "Start extra time with the kick-off of the away team",
            ])

        @Option(
            help: ArgumentHelp(
                "The team with the kick-off in extra time, or with the first kick from the penalty mark.", valueName: "TEAM"))
        var first: TeamSide?

        func action() -> MatchAction { .start(first: first) }
    }

    /// `subdial match pause`: stops the clock.
    struct Pause: MatchActionVerb {
        static let description = VerbDescription(
            "pause", "Stop the clock.", page: "match", examples: ["subdial match pause": "Stop the clock"])

        func action() -> MatchAction { .pause }
    }

    /// `subdial match resume`: restarts the clock.
    struct Resume: MatchActionVerb {
        static let description = VerbDescription(
            "resume", "Restart the clock.", page: "match", examples: ["subdial match resume": "Restart the clock"])

        func action() -> MatchAction { .resume }
    }

    /// `subdial match half-time`: ends a period that another follows.
    struct HalfTime: MatchActionVerb {
        static let description = VerbDescription(
            "half-time", "End the period, if another one follows.", aliases: ["break"], page: "match",
            examples: ["subdial match half-time": "End the first half"])

        func action() -> MatchAction { .periodEnd }
    }

    /// `subdial match added`: sets the added minutes.
    struct Added: MatchActionVerb {
        static let description = VerbDescription(
            "added", "Set the number of added minutes; 0 removes it.", page: "match",
            examples: ["subdial match added 3": "Show three added minutes", "subdial match added 0": "Remove them"])

        @Argument(help: ArgumentHelp("The number of minutes, 0 to 30.", valueName: "MINUTES"))
        var minutes: Int

        func action() -> MatchAction { .added(minutes: minutes) }
    }

    /// `subdial match end`: ends the match.
    struct End: MatchActionVerb {
        static let description = VerbDescription(
            "end", "End the match, and add it to completed_matches.json.", page: "match",
            examples: ["subdial match end": "End the match", "subdial match end --abandoned": "Abandon the match"])

        @Flag(help: "Abandon the match before its regular end.")
        var abandoned = false

        func action() -> MatchAction { .end(isAbandoned: abandoned) }
    }

    /// `subdial match toggle`: performs the action of a click.
    struct Toggle: MatchVerb {
        static let description = VerbDescription(
            "toggle", "Perform the action of a click: start the next period, or stop or restart the clock.", page: "match",
            examples: ["subdial match toggle": "Start, pause or resume, depending on the state"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.options.store(in: context).toggle().print(in: context)
            return .done
        }
    }

    /// `subdial match undo`: reverts the last command.
    struct Undo: MatchVerb {
        static let description = VerbDescription(
            "undo", "Revert the last command; after 'new' this restores the previous match.", page: "match",
            examples: ["subdial match undo": "Revert the last command"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard let file = try command.options.store(in: context).undo() else {
                await context.print("There is no match")
                return .done
            }
            await file.print(in: context)
            return .done
        }
    }
}

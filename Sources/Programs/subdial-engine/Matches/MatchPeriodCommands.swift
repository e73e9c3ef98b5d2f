import ArgumentParser
import SubdialBasics
import SubdialEngine
import SubdialMatches

/// `subdial match start`: starts the next period.
struct MatchStartCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start the next period, or the kicks from the penalty mark.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match start": "Start the next period",
            "subdial match start --first away": "Start extra time with the kick-off of the away team",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Option(
        help: ArgumentHelp("The team with the kick-off in extra time, or with the first kick from the penalty mark.", valueName: "TEAM"))
    var first: TeamSide?

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.start(first: first), in: context)
    }
}

/// `subdial match pause`: stops the clock.
struct MatchPauseCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Stop the clock.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match pause": "Stop the clock"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.pause, in: context)
    }
}

/// `subdial match resume`: restarts the clock.
struct MatchResumeCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Restart the clock.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match resume": "Restart the clock"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.resume, in: context)
    }
}

/// `subdial match toggle`: performs the action of a click.
struct MatchToggleCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Perform the action of a click: start the next period, or stop or restart the clock.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match toggle": "Start, pause or resume, depending on the state"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).toggle().print(in: context)
        return .done
    }
}

/// `subdial match half-time`: ends a period that another follows.
struct MatchHalfTimeCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "half-time", abstract: "End the period, if another one follows.", aliases: ["break"])

    static let manual = CommandManual(
        "match",
        [
            "subdial match half-time": "End the first half"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.periodEnd, in: context)
    }
}

/// `subdial match added`: sets the added minutes.
struct MatchAddedCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "added", abstract: "Set the number of added minutes; 0 removes it.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match added 3": "Show three added minutes",
            "subdial match added 0": "Remove them",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The number of minutes, 0 to 30.", valueName: "MINUTES"))
    var minutes: Int

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.added(minutes: minutes), in: context)
    }
}

/// `subdial match end`: ends the match.
struct MatchEndCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End the match, and add it to completed_matches.json.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match end": "End the match",
            "subdial match end --abandoned": "Abandon the match",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Flag(help: "Abandon the match before its regular end.")
    var abandoned = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.end(isAbandoned: abandoned), in: context)
    }
}

/// `subdial match undo`: reverts the last command.
struct MatchUndoCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Revert the last command; after 'new' this restores the previous match.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match undo": "Revert the last command"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let file = try options.store(in: context).undo() else {
            await context.print("There is no match")
            return .done
        }
        await file.print(in: context)
        return .done
    }
}

import ArgumentParser
import Engine
import Matches

/// `subdial match start`: starts the next period.
struct MatchStartCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Begin the next period, or the kicks from the penalty mark.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match start": "Start the next period",
            "subdial match start --first away": "Start extra time with the kick-off of the away team",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Option(
        help: ArgumentHelp("The team that kicks off extra time, or kicks first from the penalty mark: home or away.", valueName: "TEAM"))
    var first: TeamSide?

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.start(first: first), in: context)
    }
}

/// `subdial match pause`: stops the clock.
struct MatchPauseCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Halt the clock.")

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
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let the clock go on.")

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
        commandName: "toggle", abstract: "Do what a click means: begin the next period, halt the clock, or let it go on.")

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
        commandName: "half-time", abstract: "End the period, where another follows.", aliases: ["break"])

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
        commandName: "added", abstract: "Show how many minutes are added to the period; 0 takes it back.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match added 3": "Show three added minutes",
            "subdial match added 0": "Remove them",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("Minutes, 0 to 30.", valueName: "MINUTES"))
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

    @Flag(help: "End it before the rules do.")
    var abandoned = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await options.store(in: context).perform(.end(isAbandoned: abandoned), in: context)
    }
}

/// `subdial match undo`: reverts the last command.
struct MatchUndoCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take the last command back; after 'new' the match before it comes back.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match undo": "Revert the last command"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let file = try options.store(in: context).undo() else {
            await context.print("There is no match any more")
            return .done
        }
        await file.print(in: context)
        return .done
    }
}

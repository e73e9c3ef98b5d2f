import ArgumentParser
import SubdialBasics
import SubdialConsoles
import SubdialEngine

/// The argument that selects a channel.
struct ConsoleChannelArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The channel: master, an id or a name.", valueName: "CHANNEL"))
    var channel: String
}

/// `subdial console fader`: moves a fader.
struct ConsoleFaderCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "fader", abstract: "Set a fader in per cent, such as 72, or change it, such as +5 or -5.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console fader master 70": "Set the main fader to 70 %",
            "subdial console fader vocals +5": "Raise a fader by 5 %",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: ConsoleOptions
    @OptionGroup var target: ConsoleChannelArgument

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The value in per cent, with a sign for a change.", valueName: "[+|-]N"))
    var amount: [String]

    func run(in context: CommandContext) async throws -> ExitStatus {
        let text = amount.first ?? ""
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard amount.count == 1, let number = Double(digits), number.isFinite, abs(number) <= 1000 else {
            throw CommandFailure(.wrongUsage, "fader takes per cent, like 72, +5 or -5, not '\(amount.joined(separator: " "))'")
        }
        let isStep = text.hasPrefix("+") || text.hasPrefix("-")
        return try await options.change(target.channel, .fader, in: context, isRelative: isStep) { value in
            isStep ? value + number / 100 : number / 100
        }
    }
}

/// `subdial console pan`: sets the pan of a channel.
struct ConsolePanCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "pan", abstract: "Set the pan of a channel.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console pan guitar -40": "Move a channel to the left",
            "subdial console pan guitar 0": "Move it to the centre",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: ConsoleOptions
    @OptionGroup var target: ConsoleChannelArgument

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The pan, from -100 (left) to 100 (right).", valueName: "N"))
    var place: [String]

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard place.count == 1, let number = Double(place[0]), (-100...100).contains(number) else {
            throw CommandFailure(.wrongUsage, "pan takes a number from -100 to 100, not '\(place.joined(separator: " "))'")
        }
        return try await options.change(target.channel, .pan, in: context, isRelative: false) { _ in number / 100 }
    }
}

/// The state argument of a switch.
enum ConsoleSwitch: String, ExpressibleByArgument, CaseIterable {
    case on, off, toggle

    /// The new value for a previous one.
    func value(_ before: Double) -> Double { self == .toggle ? (before == 0 ? 1 : 0) : self == .on ? 1 : 0 }
}

/// The arguments of a switch command: the channel, and the requested state.
struct ConsoleSwitchArguments: ParsableArguments {
    @OptionGroup var options: ConsoleOptions
    @OptionGroup var target: ConsoleChannelArgument

    @Argument(help: ArgumentHelp("The new state.", valueName: "STATE"))
    var state = ConsoleSwitch.toggle

    /// Sets a switch of the channel.
    fileprivate func set(_ field: ConsoleField, in context: CommandContext) async throws -> ExitStatus {
        let state = state
        return try await options.change(target.channel, field, in: context, isRelative: state == .toggle) { state.value($0) }
    }
}

/// `subdial console mute`: mutes or unmutes a channel.
struct ConsoleMuteCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "mute", abstract: "Mute a channel, or unmute it.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console mute bass": "Mute a channel, or unmute it",
            "subdial console mute bass off": "Unmute a channel",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var arguments: ConsoleSwitchArguments

    func run(in context: CommandContext) async throws -> ExitStatus { try await arguments.set(.mute, in: context) }
}

/// `subdial console solo`: solos or unsolos a channel.
struct ConsoleSoloCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "solo", abstract: "Solo a channel, or end its solo.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console solo vocals on": "Solo a channel"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var arguments: ConsoleSwitchArguments

    func run(in context: CommandContext) async throws -> ExitStatus { try await arguments.set(.solo, in: context) }
}

/// `subdial console edits`: lists pending and recent edits.
struct ConsoleEditsCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "edits", abstract: "List the pending edits, and the outcome of recent ones.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console edits": "List pending and recent edits"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: ConsoleOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        let queue = try options.link(in: context).edits.queue()
        for item in queue.finished {
            let word =
                switch item.outcome {
                case .applied: "sent"
                case .superseded: "superseded"
                case .forgotten: "forgotten"
                }
            await context.print("\(String(item.edit.sequence).padded(columns: 5))  \(word.padded(columns: 10))  \(item.edit.text)")
        }
        for edit in queue.waiting {
            await context.print("\(String(edit.sequence).padded(columns: 5))  \("waiting".padded(columns: 10))  \(edit.text)")
        }
        return .done
    }
}

/// `subdial console forget`: discards pending edits.
struct ConsoleForgetCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Discard the pending edits.")

    static let manual = CommandManual(
        "console",
        [
            "subdial console forget": "Discard the pending edits"
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: ConsoleOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        let count = try options.link(in: context).edits.forget()
        await context.print(count == 1 ? "1 edit is dropped" : "\(count) edits are dropped")
        return .done
    }
}

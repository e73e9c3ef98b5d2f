import ArgumentParser
import SubdialBasics
import SubdialConsoles
import SubdialEngine

/// The argument that selects a channel.
struct ConsoleChannelArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The channel: master, an id or a name.", valueName: "CHANNEL"))
    var channel: String
}

/// A verb of `subdial console` that changes a switch of a channel.
protocol ConsoleSwitchVerb: ConsoleVerb {
    /// The switch.
    static var field: ConsoleField { get }
    var arguments: ConsoleSwitchArguments { get }
}

extension ConsoleSwitchVerb {
    func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
        let state = arguments.state
        return try await command.options.change(arguments.target.channel, Self.field, in: context, isRelative: state == .toggle) { before in
            switch state {
            case .on: 1
            case .off: 0
            case .toggle: before == 0 ? 1 : 0
            }
        }
    }
}

/// The arguments of a switch: the channel, and the requested state.
struct ConsoleSwitchArguments: ParsableArguments {
    @OptionGroup fileprivate var target: ConsoleChannelArgument

    @Argument(help: ArgumentHelp("The new state.", valueName: "STATE"))
    fileprivate var state = SwitchState.toggle
}

/// The verbs that change the console, and those of the edits that wait for it.
extension ConsoleCommand {
    /// `subdial console fader`: moves a fader.
    struct Fader: ConsoleVerb {
        static let description = VerbDescription(
            "fader", "Set a fader in per cent, such as 72, or change it, such as +5 or -5.", page: "mixer",
            examples: [
                "subdial console fader master 70": "Set the main fader to 70 %",
                "subdial console fader vocals +5": "Raise a fader by 5 %",
            ])

        @OptionGroup var target: ConsoleChannelArgument
        @OptionGroup var amount: LevelArgument

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let level = try amount.level(of: "fader", example: 72)
            return try await command.options.change(target.channel, .fader, in: context, isRelative: level.isStep) { value in
                level.isStep ? value + level.value : level.value
            }
        }
    }

    /// `subdial console pan`: sets the pan of a channel.
    struct Pan: ConsoleVerb {
        static let description = VerbDescription(
            "pan", "Set the pan of a channel.", page: "mixer",
            examples: [
                "subdial console pan guitar -40": "Move a channel to the left",
                "subdial console pan guitar 0": "Move it to the centre",
            ])

        @OptionGroup var target: ConsoleChannelArgument

        @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The pan, from -100 (left) to 100 (right).", valueName: "N"))
        var place: [String]

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard place.count == 1, let number = Double(place[0]), (-100...100).contains(number) else {
                throw CommandFailure(.wrongUsage, "pan takes a number from -100 to 100, not '\(place.joined(separator: " "))'")
            }
            return try await command.options.change(target.channel, .pan, in: context, isRelative: false) { _ in number / 100 }
        }
    }

    /// `subdial console mute`: mutes or unmutes a channel.
    struct Mute: ConsoleSwitchVerb {
        static let description = VerbDescription(
            "mute", "Mute a channel, or unmute it.", page: "mixer",
            examples: [
                "subdial console mute bass": "Mute a channel, or unmute it",
                "subdial console mute bass off": "Unmute a channel",
            ])

        static let field = ConsoleField.mute

        @OptionGroup var arguments: ConsoleSwitchArguments
    }

    /// `subdial console solo`: solos or unsolos a channel.
    struct Solo: ConsoleSwitchVerb {
        static let description = VerbDescription(
            "solo", "Solo a channel, or end its solo.", page: "mixer",
            examples: ["subdial console solo vocals on": "Solo a channel"])

        static let field = ConsoleField.solo

        @OptionGroup var arguments: ConsoleSwitchArguments
    }

    /// `subdial console edits`: lists pending and recent edits.
    struct Edits: ConsoleVerb {
        static let description = VerbDescription(
            "edits", "List the pending edits, and the outcome of recent ones.", page: "mixer",
            examples: ["subdial console edits": "List pending and recent edits"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let queue = try command.options.link(in: context).edits.queue()
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
    struct Forget: ConsoleVerb {
        static let description = VerbDescription(
            "forget", "Discard the pending edits.", page: "mixer",
            examples: ["subdial console forget": "Discard the pending edits"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let count = try command.options.link(in: context).edits.forget()
            await context.print(count == 1 ? "1 edit is dropped" : "\(count) edits are dropped")
            return .done
        }
    }
}

import ArgumentParser
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialMixers

/// `subdial mixer`: controls the sound devices and streams of this machine.
struct MixerCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "mixer", abstract: "List and change the devices and streams of PulseAudio or PipeWire.",
        discussion: """
            A channel is 'output' or 'input' for the default device, an id that 'list' prints, or a name in any case. The environment \
            variable PULSE_SERVER selects another server.
            """,
        subcommands: [
            List.command, Volume.command, Mute.command, Move.command, Default.command,
        ],
        defaultSubcommand: List.command)

    static let manual = CommandManual(
        "mixer",
        [
            "subdial mixer": "List devices and streams",
            "subdial mixer volume output +5": "Raise the volume of the default output",
            "subdial mixer mute firefox": "Mute a stream, or unmute it",
        ])
}

/// The argument that selects a channel.
struct MixerChannelArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The channel: output, input, an id or a name.", valueName: "CHANNEL"), completion: CompletedValues.channels)
    var channel: String
}

extension CommandContext {
    /// The sound server of the caller's user.
    fileprivate var soundServer: PulseMixer { PulseMixer(server: SoundServer.address(environment)) }

    /// Changes a channel, specified by its id or name.
    func change(
        _ name: String, maximum: Double = 1, _ change: @escaping @Sendable (Mixer) throws -> MixerChange
    ) async throws -> ExitStatus {
        try await soundServer.perform(maximum: maximum) { mixer in (try mixer.named(name), try change(mixer)) }
        return .done
    }
}

extension Mixer {
    /// The channel with an id or a name.
    ///
    /// - Throws: ``CommandFailure`` with the nearest name if there is none.
    fileprivate func named(_ text: String) throws(CommandFailure) -> MixerChannel {
        if let channel = channel(text) { return channel }
        throw CommandFailure(
            .unavailable, "the mixer has no '\(text)'\(Suggestion.hint(for: text, among: channels.flatMap { [$0.name, $0.id] }))")
    }
}

extension MixerCommand {
    /// `subdial mixer list`: lists devices and streams.
    struct List: CommandVerb {
        static let description = VerbDescription(
            "list", "List devices and streams with their volumes.", page: "mixer",
            examples: [
                "subdial mixer list": "List devices and streams",
                "subdial mixer list --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let mixer = try await context.soundServer.mixer()
            guard !json else {
                await context.print(mixer.document.json.text(indented: true))
                return .done
            }
            for channel in mixer.channels {
                let level = channel.isMuted ? "muted" : "\(Int(saturating: (channel.volume * 100).rounded())) %"
                let place = mixer.channels.first { $0.id == channel.device }.map { " on \($0.name)" } ?? ""
                let detail = channel.detail.isEmpty || channel.detail == channel.name ? "" : ": \(channel.detail)"
                await context.print(
                    "\(channel.isDefault ? "*" : " ") \(level.padded(columns: 6))  \(channel.name)\(detail)\(place)  (\(channel.id))")
            }
            return .done
        }
    }

    /// `subdial mixer volume`: sets a volume.
    struct Volume: CommandVerb {
        static let description = VerbDescription(
            "volume", "Set a volume in per cent, such as 40, or change it, such as +5 or -5.",
            discussion: "The maximum is 100 %, or 150 % with --over.", page: "mixer",
            examples: [
                "subdial mixer volume output 40": "Set the volume of the default output to 40 %",
                "subdial mixer volume output +5": "Raise it by 5 %",
                "subdial mixer volume output 130 --over": "Amplify",
            ])

        @OptionGroup var target: MixerChannelArgument
        @OptionGroup var amount: LevelArgument

        @Flag(help: "Allow a volume of up to 150 %.")
        var over = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let level = try amount.level(of: "volume", example: 40)
            return try await context.change(target.channel, maximum: over ? 1.5 : 1) { _ in
                level.isStep ? .volumeStep(level.value) : .volume(level.value)
            }
        }
    }

    /// `subdial mixer mute`: mutes or unmutes a channel.
    struct Mute: CommandVerb {
        static let description = VerbDescription(
            "mute", "Mute a channel, or unmute it.", page: "mixer",
            examples: [
                "subdial mixer mute input": "Mute the default input, or unmute it",
                "subdial mixer mute firefox on": "Mute a stream",
            ])

        @OptionGroup var target: MixerChannelArgument

        @Argument(help: ArgumentHelp("The new state.", valueName: "STATE"))
        var state = SwitchState.toggle

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await context.change(target.channel) { _ in .mute(state == .toggle ? nil : state == .on) }
        }
    }

    /// `subdial mixer move`: moves a stream to another device.
    struct Move: CommandVerb {
        static let description = VerbDescription(
            "move", "Move a stream to another device.", page: "mixer",
            examples: ["subdial mixer move Firefox 'Wireless Headset'": "Move a stream to another device"])

        @Argument(help: ArgumentHelp("The id or name of the stream.", valueName: "STREAM"))
        var stream: String

        @Argument(help: ArgumentHelp("The id or name of the device.", valueName: "DEVICE"))
        var device: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await context.change(stream) { mixer in
                let (stream, device) = (try mixer.named(stream), try mixer.named(device))
                guard stream.kind == .playback && device.kind == .output || stream.kind == .recording && device.kind == .input else {
                    throw CommandFailure(
                        .wrongUsage, "'\(stream.name)' is \(stream.kind.rawValue), and '\(device.name)' \(device.kind.rawValue)")
                }
                return .move(to: device.id)
            }
        }
    }

    /// `subdial mixer default`: sets the default device.
    struct Default: CommandVerb {
        static let description = VerbDescription(
            "default", "Set the default device for new streams.", page: "mixer",
            examples: ["subdial mixer default 'Wireless Headset'": "Set the default output"])

        @Argument(help: ArgumentHelp("The id or name of the device.", valueName: "DEVICE"))
        var device: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await context.change(device) { mixer in
                let device = try mixer.named(device)
                guard device.kind.isDevice else { throw CommandFailure(.wrongUsage, "'\(device.name)' is no device") }
                return .makeDefault
            }
        }
    }
}

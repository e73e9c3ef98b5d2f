import ArgumentParser
import SubdialBasics
import SubdialConsoles
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialSystem

/// `subdial console`: controls a mixing console on the network.
struct ConsoleCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "List and change the channels of a mixing console.",
        discussion: """
            A channel is 'master', an id that 'list' prints, or a name in any case. Subdial stores each change on disk, and sends it when \
            the console is reachable. The environment variable SUBDIAL_CONSOLE replaces --url.
            """,
        subcommands: [
            List.command, Fader.command, Pan.command, Mute.command, Solo.command, Edits.command, Forget.command,
        ],
        defaultSubcommand: List.command)

    static let manual = CommandManual(
        "mixer",
        [
            "subdial console": "List the channels",
            "subdial console fader vocals +5": "Raise a fader",
            "subdial console edits": "List the pending edits",
        ])
    // The parser passes this value to the subcommands.
    @OptionGroup var options: ConsoleOptions
}

/// A verb of `subdial console`.
protocol ConsoleVerb: CommandVerb where Options == ConsoleOptions {}

/// The option for the console's address.
struct ConsoleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address of the console: ws://HOST:PORT/PATH, tcp://HOST:PORT or unix:/PATH.", valueName: "URL"))
    var url: String?

    /// The console from the option, or else from the environment.
    func link(in context: CommandContext) throws(ConsoleError) -> ConsoleLink {
        let text = [url, context.environment["SUBDIAL_CONSOLE"]].compactMap { $0 }.first { !$0.isEmpty } ?? ""
        return ConsoleLink(try ConsoleAddress(text), in: UserFolders(environment: context.environment))
    }

    /// Changes a setting of a channel, and reports if the console has not received it yet.
    ///
    /// - Parameters:
    ///   - value: Returns the new value for the previous one.
    ///   - isRelative: True if the previous value must be known.
    func change(
        _ name: String, _ field: ConsoleField, in context: CommandContext, isRelative: Bool, _ value: @escaping @Sendable (Double) -> Double
    ) async throws -> ExitStatus {
        let link = try link(in: context)
        let delivery = try await link.change { view in
            guard view.isTold else {
                // The channels are unknown, so the name is treated as an id.
                guard !isRelative else {
                    throw view.problem
                        ?? CommandFailure(
                            .unavailable, "the console has not sent its channels, so that a relative change is not possible")
                }
                return (name, field, value)
            }
            let channel = try view.shown.named(name)
            return (channel.id, field, { field.clamped(value($0)) })
        }
        switch delivery.outcome {
        case .applied?: return .done
        case .superseded?: throw CommandFailure(.refused, "\(delivery.edit.text): the console received a later change")
        case .forgotten?: throw CommandFailure(.refused, "\(delivery.edit.text): 'subdial console forget' discarded it")
        case nil:
            let isEngine = context.session != nil
            // The engine follows the console until the edit is sent, with or without a subscriber.
            if isEngine { await context.hub.sendEdits(over: link) }
            let condition = isEngine ? "" : ", by the engine that the next change or a bar starts"
            let rest =
                delivery.problem.map { "queued, and sent when the console is back\(condition) (\($0))" }
                ?? "queued: the console is there, and has not confirmed it; it is sent as soon as the console answers\(condition)"
            await context.print("\(delivery.edit.text): \(rest)")
            return .done
        }
    }
}

extension ConsoleState {
    /// The channel with an id or a name.
    ///
    /// - Throws: ``CommandFailure`` with the nearest name if there is none.
    fileprivate func named(_ text: String) throws(CommandFailure) -> ConsoleChannel {
        if let channel = channel(text) { return channel }
        let names = channels.flatMap { [$0.name, $0.id] } + [Self.masterID]
        throw CommandFailure(.unavailable, "the console has no '\(text)'\(Suggestion.hint(for: text, among: names))")
    }
}

extension ConsoleCommand {
    /// `subdial console list`: lists the channels.
    struct List: ConsoleVerb {
        static let description = VerbDescription(
            "list", "List the channels with their faders and levels.", page: "mixer",
            examples: [
                "subdial console list --url ws://desk.local:8080/": "List the channels of a console",
                "subdial console list --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let link = try command.options.link(in: context)
            do throws(ConsoleError) {
                await print(try await link.view(), of: link, in: context)
                return .done
            } catch {
                // The last known state, whose names and ids are valid for edits.
                if let view = link.lastSeen { await print(view, of: link, in: context) }
                throw error
            }
        }

        private func print(_ view: ConsoleView, of link: ConsoleLink, in context: CommandContext) async {
            guard !json else { return await context.print((view.document(of: link.address) ?? .missing).json.text(indented: true)) }
            let shown = view.shown
            for channel in shown.channels + [shown.master] {
                let fader = "\(Int(saturating: (channel[.fader].value * 100).rounded())) %"
                let level = channel.level.map { "\(Int(saturating: $0.rounded())) dB" } ?? ""
                let marks = [
                    channel.isMuted ? "muted" : nil, channel.isSolo ? "solo" : nil, channel.isPending ? "waiting" : nil,
                ].compactMap { $0 }
                let mark = shown.selected == channel.id && !channel.id.isEmpty ? "*" : " "
                await context.print(
                    "\(mark) \(fader.padded(columns: 6))  \(ConsoleEdit.pan(channel[.pan].value).padded(columns: 4))  "
                        + "\(level.padded(columns: 6))  \(channel.name)\(marks.isEmpty ? "" : ": \(marks.joined(separator: ", "))")  (\(channel.id))"
                )
            }
        }
    }
}

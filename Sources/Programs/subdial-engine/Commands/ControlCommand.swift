import ArgumentParser
import SubdialBasics
import SubdialEngine
import SubdialPlayback

/// `subdial control`: sends a command to a zone.
struct ControlCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Control the playback, or select another zone.",
        usage: """
            subdial control play|pause|play-pause|next|previous|stop
                   subdial control volume [+|-|=]N|up|down
                   subdial control mute|shuffle [on|off|toggle]
                   subdial control seek [+|-]SECONDS|[+|-]M:SS
                   subdial control loop none|track|playlist|toggle
                   subdial control consume|single [on|off|oneshot|toggle]
                   subdial control open FILE|URL
                   subdial control zone NAME|next|previous|active
            """
    )

    static let manual = CommandManual(
        "bars",
        [
            "subdial control play-pause": "Pause, or resume",
            "subdial control volume +3": "Raise the volume by 3",
            "subdial control seek 1:30": "Seek to a position in the track",
            "subdial control zone Kitchen": "Select a zone",
        ])

    @OptionGroup var global: GlobalOptions

    @OptionGroup var players: PlayersOption

    @Option(
        help: ArgumentHelp("The kind, or KIND:INSTANCE, whose action is performed.", valueName: "KIND"), completion: CompletedValues.kinds)
    var kind: String?

    @Argument(
        help: ArgumentHelp(
            "The action: play, pause, play-pause, next, previous, stop, volume, mute, seek, loop, shuffle, consume, single, open or zone."),
        completion: CompletedValues.actions)
    var action: String

    /// Unparsed arguments, because `-2` is not an option here.
    @Argument(
        parsing: .allUnrecognized, help: "The value of the action: a volume, seconds, a mode, an address or a zone.",
        completion: CompletedValues.actionValues)
    var value: [String] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        if let kind {
            let configuration = try global.configuration(in: context).locating(kind, in: context)
            let choice = try KindChoice(kind, configuration, try Resources.folder(configuration), in: context)
            if choice.instance != nil {
                let words = ([action] + value).joined(separator: " ")
                if let message = try await global.entries(of: choice, configuration, in: context).perform(words, isClick: false) {
                    context.complain(message)
                }
                return .done
            }
        }
        let request = try ControlRequest(action, action == "open" ? value.map { address(of: $0, in: context) } : value)
        let configuration = try global.configuration(in: context)
        let source = try global.address(configuration)
        func session(_ zone: String?) -> ControlSession {
            ControlSession(
                hub: context.hub, address: source, zone: zone, zoneRules: configuration.zones, volumeRules: configuration.volume)
        }
        if case .zone(let name) = request {
            if players.all { throw CommandFailure(.wrongUsage, "a command selects one zone: leave --all-players out") }
            let zone = try await session(configuration.zone).choose(name)
            await context.print(zone.name)
            if let configured = configuration.zone {
                context.complain(
                    "'\(zone.name)' is selected, but --zone, SUBDIAL_ZONE or the configuration still selects '\(configured)'")
            }
            return .done
        }
        var failure: SourceError?
        for zone in try await players.zones(global, configuration, in: context) {
            do throws(SourceError) {
                if let message = try await session(zone).perform(request) { context.complain(message) }
            } catch {
                // The remaining players are controlled nevertheless.
                if let failure { context.complain(failure.description) }
                failure = error
            }
        }
        if let failure { throw failure }
        return .done
    }

    /// The URL to open; a path becomes a file URL.
    private func address(of written: String, in context: CommandContext) -> String {
        let scheme = written.prefix { $0 != ":" }
        let hasScheme =
            scheme.count < written.count && scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isLetter || "+.-0123456789".contains($0) }
        guard !hasScheme, written != "--" else { return written }
        return "file://"
            + context.path(written).utf8.map { byte in
                let isPlain =
                    byte == 0x2F
                    || byte < 0x80
                        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                            || "-._~".utf8.contains(byte))
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
    }
}

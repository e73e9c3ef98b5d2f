import ArgumentParser
import Engine
import Playback

/// `subdial control`: asks the zone to do something.
struct ControlCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Play, pause, skip, set the volume, or choose another zone.",
        usage: "subdial control play|pause|play-pause|next|previous|stop|volume [+|-]N|mute|seek [+|-]SECONDS|zone NAME"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "play, pause, play-pause, next, previous, stop, volume, mute, seek or zone.")
    var action: String

    /// Taken as it stands, for `-2` is no option here.
    @Argument(parsing: .allUnrecognized, help: "The volume, seconds or zone.")
    var value: [String] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        let request = try ControlRequest(action, value)
        let configuration = try global.configuration(in: context)
        let session = ControlSession(hub: context.hub, address: try global.bridge(configuration), zone: configuration.zone)
        switch request {
        case .zone(let name):
            let zone = try await session.choose(name)
            context.print(zone.name)
            if let configured = configuration.zone {
                context.complain(
                    "'\(zone.name)' is chosen, but what is set to show '\(configured)' by --zone, SUBDIAL_ZONE or a file goes on doing so")
            }
        case .playback(let control):
            try await session.perform(control)
        }
        return .done
    }
}

/// What the words behind `control` ask for.
enum ControlRequest: Equatable {
    case playback(PlaybackControl)
    case zone(String)

    private static let plain: [String: PlaybackControl] = [
        "play": .play, "pause": .pause, "play-pause": .playPause, "next": .next, "previous": .previous, "stop": .stop, "mute": .mute,
    ]

    init(_ action: String, _ words: [String]) throws(CommandFailure) {
        // What stands behind `--` is no option: `control volume -- -2`.
        let values = words.first == "--" ? Array(words.dropFirst()) : words
        if let control = Self.plain[action] {
            guard values.isEmpty else { throw CommandFailure(.wrongUsage, "control \(action) takes nothing, not '\(values[0])'") }
            self = .playback(control)
            return
        }
        guard ["volume", "seek", "zone"].contains(action) else {
            let words = (Self.plain.keys.sorted() + ["volume", "seek", "zone"]).joined(separator: ", ")
            throw CommandFailure(.wrongUsage, "control does not know '\(action)'; there are \(words)")
        }
        guard let value = values.first, values.count == 1, !value.isEmpty else {
            throw CommandFailure(.wrongUsage, "control \(action) takes one value, such as '\(action == "zone" ? "Kitchen" : "+5")'")
        }
        switch action {
        case "zone": self = .zone(value)
        case "volume": self = .playback(.volume(try Self.change(value, of: action)))
        default: self = .playback(.seek(try Self.change(value, of: action)))
        }
    }

    /// `+5` and `-5` move it by so much; a zone in decibels is set to −20 with `=-20`.
    private static func change(_ text: String, of action: String) throws(CommandFailure) -> Change {
        let isExact = text.hasPrefix("=")
        let digits = isExact ? String(text.dropFirst()) : text
        let cleaned = digits.hasSuffix("%") ? String(digits.dropLast()) : digits
        guard let number = Double(cleaned), number.isFinite, cleaned == digits else {
            throw CommandFailure(.wrongUsage, "control \(action) takes a number, like 30, +5 or -5, not '\(text)'")
        }
        return !isExact && (text.hasPrefix("+") || text.hasPrefix("-")) ? .by(number) : .to(number)
    }
}

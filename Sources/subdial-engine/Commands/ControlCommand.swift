import ArgumentParser
import Engine
import Playback

/// `subdial control`: asks the zone to do something.
struct ControlCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Play, pause, skip, set the volume, or choose another zone.",
        usage: "subdial control play|pause|play-pause|next|previous|stop|volume [+|-]N|mute|seek [+|-]SECONDS|zone NAME|next|previous"
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
        let session = ControlSession(
            hub: context.hub, address: try global.bridge(configuration), zone: configuration.zone, zoneRules: configuration.zones,
            volumeRules: configuration.volume)
        switch request {
        case .zone(let name):
            let zone = try await session.choose(name)
            context.print(zone.name)
            if let configured = configuration.zone {
                context.complain(
                    "'\(zone.name)' is chosen, but what is set to show '\(configured)' by --zone, SUBDIAL_ZONE or a file goes on doing so")
            }
        case .volume(let change):
            let outcome = try await session.change(change)
            if outcome.isLimited {
                context.complain("'\(outcome.zone)' is set to \(outcome.volume.text): 'volume: max' in the configuration allows no more")
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
    case volume(VolumeChange)
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
        case "volume": self = .volume(try Self.volume(value))
        default: self = .playback(.seek(try Self.change(value, of: action)))
        }
    }

    /// Seconds: `+5` and `-5` move it by so much, `90` is a place in the track.
    private static func change(_ text: String, of action: String) throws(CommandFailure) -> Change {
        guard let number = Double(text), number.isFinite else {
            throw CommandFailure(.wrongUsage, "control \(action) takes seconds, like 30, +5 or -5, not '\(text)'")
        }
        return text.hasPrefix("+") || text.hasPrefix("-") ? .by(number) : .to(number)
    }

    /// `+5` and `-5` move it by so much; a zone in decibels is set to −20 with `=-20`. `%` counts hundredths of the zone's range, and `up`
    /// and `down` move it by the step that is configured, or else the zone's own.
    private static func volume(_ text: String) throws(CommandFailure) -> VolumeChange {
        switch text {
        case "up": return .up
        case "down": return .down
        default: break
        }
        let isExact = text.hasPrefix("=")
        guard let amount = VolumeAmount(isExact ? String(text.dropFirst()) : text) else {
            throw CommandFailure(
                .wrongUsage, "control volume takes a number, like 30, +5, -5, +2%, =-20dB, or 'up' or 'down', not '\(text)'")
        }
        return !isExact && (text.hasPrefix("+") || text.hasPrefix("-") || text.hasPrefix("−")) ? .by(amount) : .to(amount)
    }
}

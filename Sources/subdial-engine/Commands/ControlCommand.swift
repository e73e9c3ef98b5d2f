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
            hub: context.hub, address: try global.address(configuration), zone: configuration.zone, zoneRules: configuration.zones,
            volumeRules: configuration.volume)
        if case .zone(let name) = request {
            let zone = try await session.choose(name)
            context.print(zone.name)
            if let configured = configuration.zone {
                context.complain(
                    "'\(zone.name)' is chosen, but what is set to show '\(configured)' by --zone, SUBDIAL_ZONE or a file goes on doing so")
            }
        } else if let message = try await session.perform(request) {
            context.complain(message)
        }
        return .done
    }
}

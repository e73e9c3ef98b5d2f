import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

/// The flag that selects all players, as in playerctl.
struct PlayersOption: ParsableArguments {
    @Flag(name: [.customShort("a"), .customLong("all-players")], help: "Apply to every player, not only to the active one.")
    var all = false

    /// True if all players are selected.
    ///
    /// - Throws: ``CommandFailure`` if a zone is specified too.
    func isForAll(_ global: GlobalOptions) throws(CommandFailure) -> Bool {
        if all, let zone = global.source.zone {
            throw CommandFailure(.wrongUsage, "--all-players and --zone \(zone) exclude each other")
        }
        return all
    }

    /// The zones on which a command acts: the specified or active one, or those of all players.
    func zones(_ global: GlobalOptions, _ configuration: Configuration, in context: CommandContext) async throws -> [String?] {
        guard try isForAll(global) else { return [configuration.zone] }
        return try await context.hub.allPlayers(at: try global.address(configuration), rules: configuration.zones).map(\.id.rawValue)
    }

    /// The current entry of each zone on which the command acts, and the error of the last reading.
    func entries(_ global: GlobalOptions, in context: CommandContext) async throws -> [(NowPlaying, (any Error)?)] {
        let configuration = try global.configuration(in: context)
        var entries: [(NowPlaying, (any Error)?)] = []
        for zone in try await zones(global, configuration, in: context) {
            entries.append(try await global.entry(ofZone: zone, configuration, in: context))
        }
        return entries
    }
}

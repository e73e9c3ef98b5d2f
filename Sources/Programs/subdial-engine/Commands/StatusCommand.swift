import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

/// `subdial status`: prints the playback status in MPRIS's terms.
struct StatusCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the status of the playback: Playing, Paused or Stopped.")

    static let manual = CommandManual(
        "coming-from",
        [
            "subdial status": "Print the status of the active player",
            "subdial status --all-players": "Print the status of every player",
        ])

    @OptionGroup var global: GlobalOptions

    @OptionGroup var players: PlayersOption

    func run(in context: CommandContext) async throws -> ExitStatus {
        var failure: (any Error)?
        for (entry, error) in try await players.entries(global, in: context) {
            await context.print(entry.status.mprisName)
            // A source may answer that its data are old.
            if error == nil, let problem = entry.problem { context.complain(problem.message) }
            failure = failure ?? error
        }
        if let failure { throw failure }
        return .done
    }
}

/// `subdial metadata`: prints the metadata of the track, by MPRIS keys.
struct MetadataCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Print the metadata of the track: all of it, or the values of some keys.",
        discussion: "A key is an MPRIS key, such as xesam:genre, or a name of expressions, such as title.")

    static let manual = CommandManual(
        "coming-from",
        [
            "subdial metadata": "Print all metadata of the track",
            "subdial metadata xesam:title xesam:artist": "Print the values of two keys",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The keys whose values are printed, one per line.", valueName: "KEY"))
    var keys: [String] = []

    @OptionGroup var players: PlayersOption

    func run(in context: CommandContext) async throws -> ExitStatus {
        var failure: (any Error)?
        for (entry, error) in try await players.entries(global, in: context) {
            do throws(CommandFailure) {
                try await print(entry, in: context)
            } catch let missing {
                // Why the player could not be read explains why a value is missing.
                failure = failure ?? error ?? missing
            }
            failure = error ?? failure
        }
        if let failure { throw failure }
        return .done
    }

    /// Prints the metadata of one player's track.
    ///
    /// - Throws: `missingInput` for a key that it does not have.
    private func print(_ entry: NowPlaying, in context: CommandContext) async throws(CommandFailure) {
        let scope = EntryScope(entry.entry, at: entry.date)
        if keys.isEmpty { await context.write(Self.listing(of: entry, scope)) }
        for key in keys {
            guard let value = scope.value(of: key), value != .missing else {
                throw CommandFailure(.missingInput, Self.reason(for: key, of: entry, scope.names + Self.standardKeys))
            }
            for line in Self.lines(of: value) { await context.print(line) }
        }
    }

    /// Why there is no value of a key: the key is unknown, there is no player, or it plays nothing.
    private static func reason(for key: String, of entry: NowPlaying, _ names: [String]) -> String {
        guard names.contains(key), entry.track == nil else { return "there is no '\(key)' now\(Suggestion.hint(for: key, among: names))" }
        // Each player on the bus has a name.
        if entry.zone?.source == "mpris", entry.metadata["playerName"] == nil {
            return "there is no '\(key)', because no player that counts is running; start one, or change --player and --ignore-player"
        }
        return "there is no '\(key)' now, because \(entry.zone.map { "'\($0.name)'" } ?? "the player") plays nothing"
    }

    /// The MPRIS keys that are listed for every track.
    private static let standardKeys = ["mpris:artUrl", "mpris:length", "xesam:album", "xesam:artist", "xesam:title"]

    /// A line per value with the player, the key and the value, in playerctl's format.
    private static func listing(of entry: NowPlaying, _ scope: EntryScope) -> String {
        guard entry.track != nil else { return "" }
        let player = scope.value(of: "playerName")?.text ?? ""
        let keys = Set(standardKeys + entry.metadata.map(\.key).filter { $0.contains(":") }).sorted()
        return keys.flatMap { key -> [String] in
            guard let value = scope.value(of: key), value != .missing else { return [] }
            return lines(of: value).map { "\(player) \(key.padded(columns: 25)) \($0)\n" }
        }.joined()
    }

    /// The items of a list, or a single value, each on one line.
    private static func lines(of value: Value) -> [String] {
        let values = if case .list(let values) = value { values } else { [value] }
        return values.map { $0.text(.playerctl).split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
}

extension GlobalOptions {
    /// The current entry of a zone, or of the active one, and the error of the last reading.
    func entry(
        ofZone zone: String?, _ configuration: Configuration, in context: CommandContext
    ) async throws -> (NowPlaying, (any Error)?) {
        let players = FollowedPlayers(address: try address(configuration), zone: zone, zoneRules: configuration.zones)
        let scene = try await EntryProvider(context.hub.entries(of: .players(players))).scene()
        let entry = scene.timeline.entry(at: .now).map(NowPlaying.init)
        return (entry ?? NowPlaying(date: .now, status: .unknown, freshness: .offline), scene.error)
    }
}

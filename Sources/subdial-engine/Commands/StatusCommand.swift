import ArgumentParser
import Engine
import Expressions
import FoundationEssentials
import Playback
import Timeline

/// `subdial status`: what the zone is doing, in MPRIS's word.
struct StatusCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print Playing, Paused or Stopped.")

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        let (entry, error) = try await global.entry(in: context)
        context.print(entry.status.mprisName)
        if let error { throw error }
        return .done
    }
}

/// `subdial metadata`: what is known of the track, by MPRIS's names.
struct MetadataCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Print what is known of the track: all of it, or the values of some keys.",
        discussion: "A key is one of MPRIS's, such as xesam:genre, or any name that expressions know, such as title.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("What to print the values of, a line each.", valueName: "KEY"))
    var keys: [String] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        let (entry, error) = try await global.entry(in: context)
        let scope = EntryScope(entry, at: entry.date)
        if keys.isEmpty { await context.write(Self.listing(of: entry, scope)) }
        for key in keys {
            guard let value = scope.value(of: key), value != .missing else {
                if let error { throw error }
                throw CommandFailure(
                    .missingInput, "there is no '\(key)' now\(Suggestion.hint(for: key, among: scope.names + Self.standardKeys))")
            }
            for line in Self.lines(of: value) { context.print(line) }
        }
        if let error { throw error }
        return .done
    }

    /// The keys of MPRIS that are told of every track.
    private static let standardKeys = ["mpris:artUrl", "mpris:length", "xesam:album", "xesam:artist", "xesam:title"]

    /// A line per value: the player, the key and the value, as playerctl has them.
    private static func listing(of entry: Entry, _ scope: EntryScope) -> String {
        guard entry.track != nil else { return "" }
        let player = scope.value(of: "playerName")?.text ?? ""
        let keys = Set(standardKeys + entry.metadata.map(\.key).filter { $0.contains(":") }).sorted()
        return keys.flatMap { key -> [String] in
            guard let value = scope.value(of: key), value != .missing else { return [] }
            return lines(of: value).map { "\(player) \(key.padded(columns: 25)) \($0)\n" }
        }.joined()
    }

    /// The elements of a list, or the one value, each on one line.
    private static func lines(of value: Value) -> [String] {
        let values = if case .list(let values) = value { values } else { [value] }
        return values.map { $0.text.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
}

extension GlobalOptions {
    /// What plays now, and why it is not known where it is not.
    func entry(in context: CommandContext) async throws -> (Entry, SourceError?) {
        let configuration = try configuration(in: context)
        let provider = try await NowPlayingProvider(
            zone: configuration.zone, at: address(configuration), in: context.hub, rules: configuration.zones)
        let moment = TimelineContext(family: "", now: .now)
        _ = await provider.timeline(in: moment)
        return (await provider.snapshot(in: moment), await provider.error)
    }
}

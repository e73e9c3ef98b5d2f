import ArgumentParser
import FoundationEssentials
import Logging
import SubdialBasics
import SubdialEngine
import SubdialHTTP
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// The options that select the source and the zone.
struct SourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The bridge's address, such as http://nas.local:8088.", valueName: "URL"))
    var bridge: String?

    @Option(
        help: ArgumentHelp(
            "The source: bridge, mpris (the players of this desktop), mpd, vlc, file:PATH, auto, or addresses.", valueName: "NAME"),
        completion: CompletedValues.sources)
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The players to follow, comma-separated, the preferred one first; * and %any stand for all others.", valueName: "NAMES"))
    var player: String?

    @Option(help: ArgumentHelp("The players to ignore, comma-separated.", valueName: "NAMES"))
    var ignorePlayer: String?

    @Option(help: ArgumentHelp("The zone, by id or name.", valueName: "ID|NAME"), completion: CompletedValues.zones)
    var zone: String?
}

/// The options of a command that follows a source.
///
/// The root command has them too, so that they may precede any subcommand.
struct GlobalOptions: ParsableArguments {
    @OptionGroup(title: "Source") var source: SourceOptions
    @OptionGroup(title: "General") var general: GeneralOptions

    /// The configuration from options, environment and file.
    func configuration(in context: CommandContext) throws(ConfigurationError) -> Configuration {
        try context.configuration(flags(in: context))
    }

    /// The options in the configuration's form.
    func flags(in context: CommandContext) -> Configuration.Flags {
        var flags = general.flags(in: context)
        (flags.bridge, flags.source, flags.zone) = (source.bridge, source.source, source.zone)
        (flags.players, flags.ignoredPlayers) = (Self.names(source.player), Self.names(source.ignorePlayer))
        return flags
    }

    private static func names(_ text: String?) -> [String] {
        text?.split(separator: ",").map(String.init) ?? []
    }

    /// The address of the followed source.
    ///
    /// - Throws: ``CommandFailure`` that describes how to set one.
    func address(_ configuration: Configuration) throws(CommandFailure) -> String {
        do {
            return try configuration.address()
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandContext {
    /// The configuration from flags, environment and file; its log level and its authorities apply from now on.
    func configuration(_ flags: Configuration.Flags) throws(ConfigurationError) -> Configuration {
        let configuration = try Configuration(flags, environment: environment, folder: workingFolder)
        if let level = configuration.logLevel { log(from: level) }
        for problem in HTTPSettings.shared.trust(authoritiesAt: configuration.authorities) { warn("tls: \(problem)") }
        return configuration
    }
}

extension GlobalOptions {
    /// The entries of the followed players.
    func entries(_ configuration: Configuration, in context: CommandContext) throws -> any EntrySource {
        context.hub.entries(
            of: .players(
                FollowedPlayers(address: try address(configuration), zone: configuration.zone, zoneRules: configuration.zones)))
    }

    /// The entries of the followed players or of one zone, for a server or publisher, which can do without: offline if there is no source.
    ///
    /// - Throws: ``CommandFailure`` for a setting that leads to no source.
    func playersIfAny(_ configuration: Configuration, zone: String?, in context: CommandContext) throws(CommandFailure) -> any EntrySource {
        do {
            guard let address = try configuration.addressIfAny() else { return AbsentPlayers() }
            let players = FollowedPlayers(
                address: address, zone: zone, zoneRules: configuration.zones, volumeRules: configuration.volume)
            return context.hub.entries(of: .players(players))
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension ResourceFolder {
    /// The kinds in the folder, and the built-in playback kind.
    var kinds: KindLibrary {
        let folder = self
        return KindLibrary(builtIn: [.nowPlaying], names: { folder.names(in: ".") }, read: { folder.text($0) })
    }

    /// The schema of the entries for a template file: that of the kind in whose folder it is, or of playback.
    func schema(ofTemplate path: String) throws -> EntrySchema {
        let folder = URL(filePath: path).deletingLastPathComponent()
        guard let data = FileManager.default.contents(atPath: folder.appending(path: "kind.yaml").path) else { return .nowPlaying }
        return try Kind(
            String(decoding: data, as: UTF8.self), name: folder.lastPathComponent, file: folder.appending(path: "kind.yaml").path
        ).schema
    }
}

import ArgumentParser
import Engine
import FoundationEssentials
import Kinds
import Logging
import NowPlaying
import Timeline
import Widgets

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The bridge's address, such as http://nas.local:8088.", valueName: "URL"))
    var bridge: String?

    @Option(
        help: ArgumentHelp(
            "What to follow: bridge, mpris (the players of this desktop), mpd, vlc, file:PATH, auto, or addresses.",
            valueName: "NAME"))
    var source: String?

    @Option(
        help: ArgumentHelp("The players that count, the preferred first, with commas; * and %any stand for others.", valueName: "NAMES"))
    var player: String?

    @Option(help: ArgumentHelp("Players that are left out, with commas.", valueName: "NAMES"))
    var ignorePlayer: String?

    @Option(help: ArgumentHelp("The zone, by id or name.", valueName: "ID|NAME"))
    var zone: String?

    @Option(help: ArgumentHelp("The configuration file.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var config: String?

    @Option(help: ArgumentHelp("The zone in which dates are told: Europe/Berlin, UTC, +01:00 or local.", valueName: "NAME"))
    var timeZone: String?

    @Option(help: ArgumentHelp("The level of the log on stderr: trace, debug, info, notice, warning, error, critical.", valueName: "LEVEL"))
    var logLevel: String?

    /// The configuration from options, environment and file.
    func configuration(in context: CommandContext) throws(ConfigurationError) -> Configuration {
        let configuration = try Configuration(flags(in: context), environment: context.environment, folder: context.workingFolder)
        if let level = configuration.logLevel { context.log(from: level) }
        return configuration
    }

    /// The options in the configuration's form.
    func flags(in context: CommandContext) -> Configuration.Flags {
        Configuration.Flags(
            bridge: bridge, zone: zone, config: config.map(context.path), logLevel: logLevel, source: source,
            timeZone: timeZone, players: Self.names(player), ignoredPlayers: Self.names(ignorePlayer))
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
        } catch let error as NoSource {
            throw CommandFailure(.wrongUsage, error.description)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension GlobalOptions {
    /// The entries of the followed players.
    func entries(_ configuration: Configuration, in context: CommandContext) throws -> any EntrySource {
        context.hub.entries(
            of: .players(
                FollowedPlayers(address: try address(configuration), zone: configuration.zone, zoneRules: configuration.zones)))
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

/// Locates the folder of templates, devices and themes.
enum Resources {
    static func folder(_ configuration: Configuration) throws(WidgetError) -> ResourceFolder {
        try ResourceFolder.find(executable: CommandContext.executable, userPath: configuration.templates)
    }
}

/// An entry file from the user, and the folder to which its artwork paths are relative.
struct EntryFile {
    let entry: Entry
    let folder: String

    /// - Parameter schemas: The schemas by kind.
    init(_ written: String, _ schemas: EntrySchemas = .builtIn, in context: CommandContext) throws(CommandFailure) {
        let text = try context.text(ofFile: written, as: "entry file")
        do {
            entry = try Entry(parsing: text, schemas: schemas)
        } catch {
            throw CommandFailure(.badData, "\(written):\(error.description.first?.isNumber == true ? "" : " ")\(error.description)")
        }
        let path = context.path(written)
        folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

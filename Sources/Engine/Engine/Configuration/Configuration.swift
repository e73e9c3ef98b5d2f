import FoundationEssentials
import Logging
import SubdialBasics
import SubdialBridge
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialGLib
import SubdialKinds
import SubdialLibrary
import SubdialPlayback
import SubdialPlayers
import SubdialSystem

/// The user's settings: options take precedence over the environment, and the environment over `config.yaml`.
package struct Configuration: Sendable, Equatable {
    /// The bridge's address, as written.
    package var bridge: String?
    /// The followed source: `bridge`, `mpris`, `mpd`, … or addresses; nil for the bridge, or without one the players of this desktop.
    package var source: String?
    /// The selected players, in order of preference.
    private var players: [String]
    /// The ignored players.
    private var ignoredPlayers: [String]
    /// The address of the session bus; nil if there is none.
    private var sessionBus: String?
    /// The address of a Music Player Daemon that is followed without one; only the environment sets it.
    private var daemon: MPDVariables
    /// The zone's id or name.
    package var zone: String?
    /// The log level; nil if not set.
    package var logLevel: Logger.Level?
    /// The folder of the user's own templates.
    package var templates: String?
    /// The theme's name.
    package var theme: String?
    /// The paths of files with the certificates of authorities that are trusted besides the system's; only the file sets them.
    package private(set) var authorities: [String]
    /// The music library, with absolute paths; only the file sets it.
    package var library: LibrarySettings
    /// The time zone for displayed dates, as an identifier or `local`; nil if not set.
    private var timeZone: String?
    /// This machine's time zone, or that of `TZ`.
    private var localTimeZone: String
    /// The limits for volumes and for clicks; only the file sets them.
    package var volume: VolumeRules
    /// The visible, locked and recorded zones, and the intervals at which they are polled; only the file sets them.
    package var zones: ZoneRules
    /// The settings of lines in all formats; only the file sets them.
    package var feed: FeedSettings
    /// The settings of lines by format name; only the file sets them.
    private var formats: [String: FeedSettings]
    /// The settings of the cover file; only the file sets them.
    package var art: ArtSettings?
    /// The instances of kinds, with their parameter values; only the file sets them.
    package var kinds: [KindSettings]
    /// The settings of the widget server; only the file sets them.
    package var serve: ServeSettings
    /// The displays that fetch their pictures; only the file sets them.
    package var displays: [DisplaySettings]
    /// The MQTT broker and the published devices; only the file sets them.
    package var mqtt: MQTTSettings?
    /// The folder to which relative paths refer.
    package var workingFolder: String
    /// True if there is a session bus on which players can be found.
    private var hasSessionBus: Bool
    /// The path of the configuration file, which need not exist.
    package var path: String
    /// The origin of `bridge`, for messages: `--bridge`, `SUBDIAL_BRIDGE`, or the file.
    private var bridgeOrigin: String

    /// The options of every command.
    package struct Flags: Sendable, Equatable {
        /// `--bridge`: an address.
        package var bridge: String?
        /// `--zone`: an id or a name.
        package var zone: String?
        /// `--config`: a file to read instead of the user's `config.yaml`; it must exist.
        fileprivate var config: String?
        /// `--log-level`: the name of a level, not validated yet.
        package var logLevel: String?
        /// `--source`: the followed source.
        package var source: String?
        /// `--time-zone`: an identifier, not validated yet.
        fileprivate var timeZone: String?
        /// `--player`: comma-separated names.
        package var players: [String]
        /// `--ignore-player`: comma-separated names.
        package var ignoredPlayers: [String]

        /// Makes the options of a command line; nil for an option that was not given.
        package init(
            bridge: String? = nil, zone: String? = nil, config: String? = nil, logLevel: String? = nil, source: String? = nil,
            timeZone: String? = nil, players: [String] = [], ignoredPlayers: [String] = []
        ) {
            self.timeZone = timeZone
            self.source = source
            self.players = players
            self.ignoredPlayers = ignoredPlayers
            self.bridge = bridge
            self.zone = zone
            self.config = config
            self.logLevel = logLevel
        }
    }

    /// Combines options, environment and file.
    ///
    /// - Parameters:
    ///   - folder: The folder to which relative paths refer.
    /// - Throws: ``ConfigurationError`` for an invalid file or value, or if a specified file does not exist.
    package init(_ flags: Flags, environment: [String: String], folder: String) throws(ConfigurationError) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let path = try Self.path(flags, environment: environment, folder: folder)
        let file = try ConfigurationFile(path: path)
        bridge = flags.bridge ?? variable("SUBDIAL_BRIDGE") ?? file.bridge
        bridgeOrigin = flags.bridge != nil ? "--bridge" : variable("SUBDIAL_BRIDGE") != nil ? "SUBDIAL_BRIDGE" : path
        zone = flags.zone ?? variable("SUBDIAL_ZONE") ?? file.zone
        source = flags.source ?? variable("SUBDIAL_SOURCE") ?? file.source
        players = flags.players.isEmpty ? file.players : flags.players
        ignoredPlayers = flags.ignoredPlayers.isEmpty ? file.ignoredPlayers : flags.ignoredPlayers
        sessionBus = variable("DBUS_SESSION_BUS_ADDRESS") ?? variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
        hasSessionBus =
            variable("DBUS_SESSION_BUS_ADDRESS") != nil
            || variable("XDG_RUNTIME_DIR").map { FileManager.default.fileExists(atPath: "\($0)/bus") } ?? false
        daemon = MPDVariables(environment)
        templates =
            variable("SUBDIAL_TEMPLATES").map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" } ?? file.templates
            ?? Self.userTemplates(environment)
        theme = file.theme
        func expanded(_ path: String) -> String {
            guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
            return home + path.dropFirst()
        }
        library = file.library.absolute { written in
            // Relative paths refer to the file's folder, so that they do not depend on the caller's.
            let full = expanded(written)
            return full.hasPrefix("/") ? full : "\(MusicFolders.folder(of: path))/\(full)"
        }
        authorities = file.authorities.map(expanded)
        let zone = flags.timeZone ?? variable("SUBDIAL_TIME_ZONE")
        if let zone, !TimeZones.isKnown(zone) { throw .wrong(Self.unknownTimeZone(zone)) }
        timeZone = zone ?? file.timeZone
        localTimeZone = variable("TZ").flatMap { TimeZones.isKnown($0) && $0 != "local" ? $0 : nil } ?? ZoneInfo.localIdentifier
        volume = file.volume
        zones = file.zones
        zones.history = file.history.map { history in
            guard let home = environment["HOME"], let path = history.listenBrainz?.tokenFile, path.hasPrefix("~/") else { return history }
            var history = history
            history.listenBrainz?.tokenFile = home + path.dropFirst()
            return history
        }
        zones.polls = file.polls
        zones.titles = file.titles
        feed = file.feed
        formats = file.formats
        art = file.art
        kinds = file.kinds
        serve = file.serve
        if let path = serve.tokenFile, path.hasPrefix("~/"), let home = environment["HOME"] { serve.tokenFile = home + path.dropFirst() }
        displays = file.displays
        mqtt = file.mqtt.map { $0.expanded(home: environment["HOME"] ?? "") }
        if let art, let home = environment["HOME"] { self.art = art.expanded(home: home) }
        self.path = path
        workingFolder = folder
        if let text = flags.logLevel ?? variable("SUBDIAL_LOG_LEVEL") {
            guard let level = Logger.Level(rawValue: text) else { throw .wrong(Self.unknownLevel(text)) }
            logLevel = level
        } else {
            logLevel = file.logLevel
        }
    }

    /// The default folder of the user's own templates and kinds: `templates` next to `config.yaml`; nil if it does not exist.
    private static func userTemplates(_ environment: [String: String]) -> String? {
        let path = UserFolders(environment: environment).configuration + "/templates"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// The path of the configuration file.
    ///
    /// - Throws: ``ConfigurationError/missing(_:)`` if it was specified and does not exist.
    package static func path(
        _ flags: Flags, environment: [String: String], folder: String
    ) throws(ConfigurationError) -> String {
        guard let named = flags.config ?? environment["SUBDIAL_CONFIG"].flatMap({ $0.isEmpty ? nil : $0 }) else {
            return UserFolders(environment: environment).configuration + "/config.yaml"
        }
        let path = named.hasPrefix("/") ? named : "\(folder)/\(named)"
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path) }
        return path
    }

    /// The settings of lines in a format.
    package func settings(ofFormat name: String) -> FeedSettings {
        let format = (try? FeedFormat.named(name))?.name ?? name
        return formats[format]?.merged(over: feed) ?? feed
    }

    /// The time zones for displayed dates.
    ///
    /// Without a configured zone, it is the machine's for live data, and UTC for an entry file, which then looks the same everywhere.
    package func timeZones(isLive: Bool) -> TimeZones {
        let standard = timeZone ?? (isLive ? "local" : "UTC")
        return TimeZones(standard: standard == "local" ? localTimeZone : standard, local: localTimeZone)
    }

    static func unknownTimeZone(_ text: String) -> String {
        "there is no time zone '\(text)'; write it like Europe/Berlin, UTC, +01:00 or local"
    }

    static func unknownLevel(_ text: String) -> String {
        "'\(text)' is no log level; there are \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))"
    }
}

/// The error of an invalid configuration.
package enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A specified file does not exist.
    case missing(String)
    /// The file is invalid; the problems are in file order, at least one.
    case file(path: String, problems: [SettingsProblem])
    /// An option or a variable has an invalid value.
    case wrong(String)

    /// The problem and its file or option, on one line.
    package var description: String {
        switch self {
        case .missing(let path): return "\(path): there is no such configuration file"
        case .wrong(let reason): return reason
        case .file(let path, let problems):
            let others = problems.count - 1
            let first = problems.first?.text(in: path) ?? path
            return others > 0 ? "\(first) (and \(others) more; see 'subdial config check')" : first
        }
    }
}

extension ArtSettings {
    /// The settings with `~` at the start of paths expanded.
    fileprivate func expanded(home: String) -> ArtSettings {
        func expand(_ path: String) -> String { path.hasPrefix("~/") ? home + path.dropFirst() : path }
        var result = self
        result.path = path.map(expand)
        if case .file(let path) = placeholder { result.placeholder = .file(expand(path)) }
        return result
    }
}

/// The error of a configuration without a source.
package struct NoSource: ExitCoded, Hashable {
    /// The remedy.
    package let description: String

    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .wrongUsage }

    /// The error of a configuration that names no source, where there is no session bus either.
    static let notConfigured = NoSource(
        description: "there is no session bus (DBUS_SESSION_BUS_ADDRESS), and no bridge is set; for the players of this desktop, start the "
            + "session with dbus-run-session; for a bridge, give --bridge URL, set SUBDIAL_BRIDGE, or write 'bridge: URL' in the configuration file"
    )
}

extension Configuration {
    /// The address of the followed source.
    ///
    /// - Throws: ``NoSource`` if there is none, or what ``addressIfAny()`` throws.
    package func address() throws -> String {
        guard let address = try addressIfAny() else { throw NoSource.notConfigured }
        return address
    }

    /// The address of the followed source; nil if none is configured, and there is no session bus with the players of this desktop.
    ///
    /// Without the key `source`, it is the bridge, and without a bridge the players of this desktop.
    ///
    /// - Throws: ``NoSource`` for a setting that leads to no source, or `SourceError.badAddress` for an invalid bridge address.
    package func addressIfAny() throws -> String? {
        // An address that is configured as a bridge is used as one, even if it could mean another kind of source.
        if let bridge, source == nil || source?.contains("bridge") == true || source?.contains("auto") == true {
            _ = try BridgeAddress(bridge)
        }
        guard let source else {
            if let bridge { return bridge }
            return hasSessionBus ? mpris : nil
        }
        var addresses: [String] = []
        for word in SourceWord.words(source) {
            switch try SourceWord(word) {
            case .bridge:
                guard let bridge else {
                    throw NoSource(description: "the source is a bridge, and none is set: give --bridge URL, or write 'bridge: URL'")
                }
                addresses.append(bridge)
            case .mpris: addresses.append(mpris)
            case .auto:
                if let bridge { addresses.append(bridge) }
                addresses.append(mpris)
            case .mpd: addresses.append(try daemon.text())
            case .file(let path): addresses.append("file:\(workingFolder)/\(path)")
            case .address(let address): addresses.append(address)
            }
        }
        guard !addresses.isEmpty else {
            throw NoSource(description: "--source takes bridge, mpris, mpd, vlc, file:PATH, auto, or addresses")
        }
        return addresses.joined(separator: " ")
    }

    /// A source setting with absolute paths; its other words stay as they are.
    package static func absolute(_ source: String, in folder: String) -> String {
        SourceWord.words(source).map { word in
            if case .file(let path)? = try? SourceWord(word) { "file:\(folder)/\(path)" } else { word }
        }.joined(separator: ",")
    }

    /// The address of the desktop's players, with the configured filters.
    private var mpris: String {
        SourceAddress.mpris(MPRISOptions(players: players, ignored: ignoredPlayers, address: sessionBus)).text
    }
}

extension ConfigurationError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .missing: .missingInput
        case .file: .badData
        case .wrong: .wrongUsage
        }
    }
}

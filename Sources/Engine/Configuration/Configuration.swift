import Expressions
import Feeds
import FoundationEssentials
import Logging
import Playback
import Settings
import ZoneInfo

/// What a user has set: flags, before the environment, before `config.yaml`.
public struct Configuration: Sendable, Equatable {
    /// The bridge's address as it was written.
    public var bridge: String?
    /// What is followed: `bridge`, `mpris`, `mpd`, … or addresses; nil for the bridge, or without one the players of this desktop.
    public var source: String?
    /// The players that count, the preferred first.
    public var players: [String]
    /// Players that are left out.
    public var ignoredPlayers: [String]
    /// The session bus; nil where there is none.
    public var sessionBus: String?
    /// The zone's id or name.
    public var zone: String?
    /// The level from which on messages are logged; nil where nothing is set.
    public var logLevel: Logger.Level?
    /// A folder of the user's own templates.
    public var templates: String?
    /// The theme's name.
    public var theme: String?
    /// The path of a music library's database.
    public var library: String?
    /// The zone in which dates are told, by its identifier or as `local`; nil where nothing is set.
    public var timeZone: String?
    /// This machine's zone, or that of `TZ`.
    public var localTimeZone: String
    /// How loud zones may be made, and how far a click goes; only the file sets it.
    public var volume: VolumeRules
    /// Which zones are there, which of them are locked, and which go into the listening history; only the file sets it.
    public var zones: ZoneRules
    /// How lines are wanted, whatever the format; only the file sets it.
    public var feed: FeedSettings
    /// How lines are wanted in one format, by its name; only the file sets it.
    public var formats: [String: FeedSettings]
    /// Where a picture of the cover is kept; only the file sets it.
    public var art: ArtSettings?
    /// Instances of kinds, with the values of their parameters; only the file sets them.
    public var kinds: [KindSettings]
    /// How widgets are served over HTTP; only the file sets it.
    public var serve: ServeSettings
    /// The displays that fetch their pictures; only the file sets them.
    public var displays: [DisplaySettings]
    /// The MQTT broker and what is published to it; only the file sets them.
    public var mqtt: MQTTSettings?
    /// What relative paths start from.
    public var workingFolder: String
    /// Whether there is a session bus to look for players on.
    public var hasSessionBus: Bool
    /// The file that was read, be it there or not.
    public var path: String
    /// Where `bridge` was set, for messages: `--bridge`, `SUBDIAL_BRIDGE`, or the file.
    public var bridgeOrigin: String

    /// The flags that every command takes.
    public struct Flags: Sendable, Equatable {
        /// `--bridge`: an address.
        public var bridge: String?
        /// `--zone`: an id or a name.
        public var zone: String?
        /// `--config`: a file to read instead of the user's `config.yaml`, which then has to be there.
        public var config: String?
        /// `--log-level`: a level by its name, not checked yet.
        public var logLevel: String?
        /// `--source`: what is followed.
        public var source: String?
        /// `--time-zone`: an identifier, not checked yet.
        public var timeZone: String?
        /// `--player`: names parted by commas.
        public var players: [String]
        /// `--ignore-player`: names parted by commas.
        public var ignoredPlayers: [String]

        /// Makes the flags of one command line; nil stands for a flag that was not given.
        public init(
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

    /// Puts the three together.
    ///
    /// - Parameters:
    ///   - folder: What relative paths start from.
    /// - Throws: What is wrong with the file, or that one which was named is not there.
    public init(_ flags: Flags, environment: [String: String], folder: String) throws(ConfigurationError) {
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
        templates =
            variable("SUBDIAL_TEMPLATES").map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" } ?? file.templates
            ?? Self.userTemplates(environment)
        theme = file.theme
        library = file.library.map { path in
            guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
            return home + path.dropFirst()
        }
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

    /// The folder of a user's own templates and kinds where none is set: `templates` beside `config.yaml`; nil where it is not there.
    private static func userTemplates(_ environment: [String: String]) -> String? {
        let path = UserFolders(environment: environment).configuration + "/templates"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// The file that is read.
    ///
    /// - Throws: ``ConfigurationError/missing(_:)`` where it was named and is not there.
    public static func path(
        _ flags: Flags, environment: [String: String], folder: String
    ) throws(ConfigurationError) -> String {
        guard let named = flags.config ?? environment["SUBDIAL_CONFIG"].flatMap({ $0.isEmpty ? nil : $0 }) else {
            return UserFolders(environment: environment).configuration + "/config.yaml"
        }
        let path = named.hasPrefix("/") ? named : "\(folder)/\(named)"
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path) }
        return path
    }

    /// How lines are wanted in a format.
    public func settings(ofFormat name: String) -> FeedSettings {
        let format = (try? FeedFormat.named(name))?.name ?? name
        return formats[format]?.merged(over: feed) ?? feed
    }

    /// The zones in which dates are told: the one that is set, or else the machine's for what is going on now, and UTC for an entry file,
    /// which looks the same everywhere.
    public func timeZones(isLive: Bool) -> TimeZones {
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

/// Why the configuration cannot be used.
public enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file that was named is not there.
    case missing(String)
    /// The file holds what does not belong there; the problems as they stand in it, at least one.
    case file(path: String, problems: [SettingsProblem])
    /// A flag or a variable holds what does not belong there.
    case wrong(String)

    /// What is wrong and in which file or flag, on one line.
    public var description: String {
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
    /// With `~` at the start of paths as the user's own folder.
    fileprivate func expanded(home: String) -> ArtSettings {
        func expand(_ path: String) -> String { path.hasPrefix("~/") ? home + path.dropFirst() : path }
        var result = self
        result.path = path.map(expand)
        if case .file(let path) = placeholder { result.placeholder = .file(expand(path)) }
        return result
    }
}

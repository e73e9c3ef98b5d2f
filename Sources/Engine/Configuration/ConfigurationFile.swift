import Expressions
import Feeds
import FoundationEssentials
import Logging
import Playback
import Yams

/// What `config.yaml` sets, each value checked where it stands.
struct ConfigurationFile: Sendable {
    var bridge: String?
    var source: String?
    var players: [String] = []
    var ignoredPlayers: [String] = []
    var zone: String?
    var logLevel: Logger.Level?
    var templates: String?
    var theme: String?
    var volume = VolumeRules()
    var zones = ZoneRules()
    var feed = FeedSettings()
    var formats: [String: FeedSettings] = [:]
    var art: ArtSettings?

    private typealias Setter = (inout ConfigurationFile, ConfigurationNode) throws(ConfigurationError) -> Void

    /// What each key sets.
    private static var keys: [String: Setter] {
        [
            "bridge": { (file, value) throws(ConfigurationError) in file.bridge = try value.text() },
            "source": { (file, value) throws(ConfigurationError) in
                var words: [String] = []
                for element in value.elements { words.append(try element.text()) }
                file.source = words.joined(separator: " ")
            },
            "players": { (file, value) throws(ConfigurationError) in file.players = try value.texts() },
            "ignoredPlayers": { (file, value) throws(ConfigurationError) in file.ignoredPlayers = try value.texts() },
            "zone": { (file, value) throws(ConfigurationError) in file.zone = try value.text() },
            "templates": { (file, value) throws(ConfigurationError) in file.templates = try value.text() },
            "theme": { (file, value) throws(ConfigurationError) in file.theme = try value.text() },
            "logLevel": { (file, value) throws(ConfigurationError) in
                let text = try value.text()
                guard let level = Logger.Level(rawValue: text) else { throw value.error(Configuration.unknownLevel(text)) }
                file.logLevel = level
            },
            "volume": { (file, value) throws(ConfigurationError) in file.volume = try VolumeRules(value) },
            "feed": { (file, value) throws(ConfigurationError) in file.feed = try FeedSettings(value) },
            "formats": { (file, value) throws(ConfigurationError) in
                for member in try value.members(of: FeedFormat.names, like: "waybar: { width: 50 }") {
                    guard let format = try? FeedFormat.named(member.name) else { continue }
                    file.formats[format.name] = try FeedSettings(member.value)
                }
            },
            "art": { (file, value) throws(ConfigurationError) in file.art = try ArtSettings(value) },
            "zones": { (file, value) throws(ConfigurationError) in file.zones = try ZoneRules(value) },
        ]
    }

    private init() {}

    /// Reads the file at `path`; one that is not there sets nothing.
    init(path: String, mustExist: Bool) throws(ConfigurationError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            if mustExist { throw .missing(path) }
            self.init()
            return
        }
        try self.init(text: String(decoding: data, as: UTF8.self), path: path)
    }

    /// Reads the text of a file; one with nothing but comments sets nothing.
    init(text: String, path: String) throws(ConfigurationError) {
        self.init()
        guard let root = try ConfigurationNode(text, path: path) else { return }
        for member in try root.members(of: Self.keys.keys, like: "bridge: http://nas.local:8088") {
            try Self.keys[member.name]?(&self, member.value)
        }
    }
}

extension VolumeRules {
    /// Reads `{ max: 60%, step: 2, maxStep: [3 dB, 5%] }` and the like.
    fileprivate init(_ node: ConfigurationNode) throws(ConfigurationError) {
        self.init()
        for member in try node.members(of: ["max", "maxStep", "step"], like: "max: 60%") {
            switch member.name {
            case "max": for value in member.value.elements { limits.append(try value.limit()) }
            case "maxStep":
                rises = []
                for value in member.value.elements { rises.append(try value.step()) }
            default: step = try member.value.step()
            }
        }
    }
}

extension ZoneRules {
    /// Reads `{ allowed: [Kitchen, Library], locked: [Office] }` and the like.
    fileprivate init(_ node: ConfigurationNode) throws(ConfigurationError) {
        self.init()
        for member in try node.members(of: ["allowed", "locked"], like: "allowed: [Kitchen, Library]") {
            var names: [String] = []
            for value in member.value.elements { names.append(try value.text()) }
            if member.name == "locked" {
                locked = names
            } else {
                guard !names.isEmpty else { throw member.value.error("zones: allowed lets no zone through; name one, or leave it out") }
                allowed = names
            }
        }
    }
}

extension ConfigurationNode {
    fileprivate func texts() throws(ConfigurationError) -> [String] {
        var texts: [String] = []
        for element in elements { texts.append(try element.text()) }
        return texts
    }

    private func amount(_ example: String) throws(ConfigurationError) -> VolumeAmount {
        let text = try text()
        guard let amount = VolumeAmount(text) else { throw error("\(name) takes a number, like \(example), not '\(text)'") }
        return amount
    }

    fileprivate func limit() throws(ConfigurationError) -> VolumeAmount {
        let amount = try amount("60%, -20 dB or 40")
        if amount.measure == .percent, !(0...100).contains(amount.number) { throw error("\(name) takes 0% to 100%") }
        if amount.measure == .own, amount.number < 0 {
            throw error("\(name) below zero is in decibels: write '\(try text()) dB'; 60% holds for every zone")
        }
        return amount
    }

    fileprivate func step() throws(ConfigurationError) -> VolumeAmount {
        let amount = try amount("2, 1 dB or 5%")
        guard amount.number > 0 else { throw error("\(name) takes a number above zero") }
        return amount
    }
}

import FoundationEssentials
import Logging
import SubdialBridge
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback

/// The settings of `config.yaml`, with validated values.
struct ConfigurationFile {
    var bridge: String?
    var source: String?
    var players: [String] = []
    var ignoredPlayers: [String] = []
    var zone: String?
    var logLevel: Logger.Level?
    var templates: String?
    var theme: String?
    var library = LibrarySettings()
    var authorities: [String] = []
    var timeZone: String?
    var volume = VolumeRules()
    var zones = ZoneRules()
    var polls = PollIntervals()
    var titles = TitleRules.none
    /// The rules of the listening history; nil for `history: false`.
    var history: HistoryRules? = HistoryRules()
    var feed = FeedSettings()
    var formats: [String: FeedSettings] = [:]
    var art: ArtSettings?
    var kinds: [KindSettings] = []
    var serve = ServeSettings()
    var displays: [DisplaySettings] = []
    var mqtt: MQTTSettings?
    /// The problems in the file's order, including warnings.
    private(set) var problems: [SettingsProblem] = []
    /// The nodes of the keys' values, for problems that only the user of a value can detect.
    private(set) var values: [String: SettingsNode] = [:]

    private typealias Setter = (inout ConfigurationFile, SettingsNode) throws(SettingsProblem) -> Void

    /// The setter of each key.
    private static var keys: [String: Setter] {
        [
            "bridge": { (file, value) throws(SettingsProblem) in
                let text = try value.text()
                do { _ = try BridgeAddress(text) } catch { throw value.error("bridge: \(error)") }
                file.bridge = text
            },
            "source": { (file, value) throws(SettingsProblem) in
                var words: [String] = []
                for element in value.elements {
                    let text = try element.text()
                    for word in SourceWord.words(text) {
                        do { _ = try SourceWord(word) } catch { throw element.error("source: \(error)") }
                    }
                    words.append(text)
                }
                file.source = words.joined(separator: " ")
            },
            "players": { (file, value) throws(SettingsProblem) in file.players = try value.texts() },
            "ignoredPlayers": { (file, value) throws(SettingsProblem) in file.ignoredPlayers = try value.texts() },
            "zone": { (file, value) throws(SettingsProblem) in file.zone = try value.text() },
            "templates": { (file, value) throws(SettingsProblem) in file.templates = try value.text() },
            "theme": { (file, value) throws(SettingsProblem) in file.theme = try value.text() },
            "library": { (file, value) throws(SettingsProblem) in file.library = try LibrarySettings(value) },
            "tls": { (file, value) throws(SettingsProblem) in
                value.forEach(of: ["ca"], like: "ca: ~/.config/subdial/ca.pem") { (member) throws(SettingsProblem) in
                    for element in member.value.elements {
                        let path = try element.text()
                        guard path.hasPrefix("/") || path.hasPrefix("~/") else {
                            throw element.error("\(element.name) takes the path of a file of certificates, from / or ~/")
                        }
                        file.authorities.append(path)
                    }
                }
            },
            "timeZone": { (file, value) throws(SettingsProblem) in
                let text = try value.text()
                guard TimeZones.isKnown(text) else { throw value.error(Configuration.unknownTimeZone(text)) }
                file.timeZone = text
            },
            "logLevel": { (file, value) throws(SettingsProblem) in
                let text = try value.text()
                guard let level = Logger.Level(rawValue: text) else { throw value.error(Configuration.unknownLevel(text)) }
                file.logLevel = level
            },
            "volume": { (file, value) throws(SettingsProblem) in file.volume = VolumeRules(value) },
            "feed": { (file, value) throws(SettingsProblem) in file.feed = FeedSettings(value) },
            "formats": { (file, value) throws(SettingsProblem) in
                value.forEach(of: FeedFormat.names, like: "waybar: { width: 50 }") { member in
                    guard let format = try? FeedFormat.named(member.name) else { return }
                    file.formats[format.name] = FeedSettings(member.value)
                }
            },
            "kinds": { (file, value) throws(SettingsProblem) in
                for element in value.elements { file.kinds.append(try KindSettings(element)) }
            },
            "serve": { (file, value) throws(SettingsProblem) in file.serve = ServeSettings(value) },
            "displays": { (file, value) throws(SettingsProblem) in
                for element in value.elements {
                    let display = try DisplaySettings(element)
                    guard !file.displays.contains(where: { $0.id == display.id }) else {
                        throw element.error("displays: '\(display.id)' stands here twice")
                    }
                    file.displays.append(display)
                }
            },
            "mqtt": { (file, value) throws(SettingsProblem) in file.mqtt = try MQTTSettings.reading(value) },
            "art": { (file, value) throws(SettingsProblem) in file.art = ArtSettings(value) },
            "history": { (file, value) throws(SettingsProblem) in file.history = try HistoryRules.reading(value) },
            "zones": { (file, value) throws(SettingsProblem) in file.zones = ZoneRules(value) },
            "poll": { (file, value) throws(SettingsProblem) in file.polls = PollIntervals(value) },
            "titles": { (file, value) throws(SettingsProblem) in file.titles = TitleRules.reading(value) },
        ]
    }

    private init() {}

    /// Reads the file at `path`; a missing file sets nothing.
    ///
    /// - Throws: ``ConfigurationError`` with the problems of the file.
    init(path: String) throws(ConfigurationError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            guard !FileManager.default.fileExists(atPath: path) else { throw .wrong("\(path): this file cannot be read") }
            self.init()
            return
        }
        try self.init(text: String(decoding: data, as: UTF8.self), path: path)
    }

    /// Parses the text of a file; a text with only comments sets nothing.
    init(text: String, path: String) throws(ConfigurationError) {
        self.init(checking: text)
        let errors = problems.filter { !$0.isWarning }
        guard errors.isEmpty else { throw .file(path: path, problems: errors) }
    }

    /// Parses all valid parts of a text; ``problems`` contains the rest.
    init(checking text: String) {
        let problems = SettingsProblems()
        var file = Self()
        if let root = SettingsNode(text, problems: problems) {
            root.forEach(of: Self.keys.keys, like: "bridge: http://nas.local:8088") { (member) throws(SettingsProblem) in
                file.values[member.name] = member.value
                try Self.keys[member.name]?(&file, member.value)
            }
            file.warnAboutIdleValues(in: root, besides: problems)
        }
        self = file
        self.problems = problems.all
    }
}

extension VolumeRules {
    /// Parses a value such as `{ max: 60%, step: 2, maxStep: [3 dB, 5%] }`.
    fileprivate init(_ node: SettingsNode) {
        var rules = Self()
        node.forEach(of: ["max", "maxStep", "step"], like: "max: 60%") { (member) throws(SettingsProblem) in
            switch member.name {
            case "max": for value in member.value.elements { rules.limits.append(try value.limit()) }
            case "maxStep":
                rules.rises = []
                for value in member.value.elements { rules.rises.append(try value.step()) }
            default: rules.step = try member.value.step()
            }
        }
        self = rules
    }
}

extension SettingsNode {
    func texts() throws(SettingsProblem) -> [String] {
        var texts: [String] = []
        for element in elements { texts.append(try element.text()) }
        return texts
    }

    private func amount(_ example: String) throws(SettingsProblem) -> VolumeAmount {
        let text = try text()
        guard let amount = VolumeAmount(text) else { throw error("\(name) takes a number, like \(example), not '\(text)'") }
        return amount
    }

    fileprivate func limit() throws(SettingsProblem) -> VolumeAmount {
        let amount = try amount("60%, -20 dB or 40")
        if amount.measure == .percent, !(0...100).contains(amount.number) { throw error("\(name) takes 0% to 100%") }
        if amount.measure == .own, amount.number < 0 {
            throw error("\(name) below zero is in decibels: write '\(try text()) dB'; 60% holds for every zone")
        }
        return amount
    }

    fileprivate func step() throws(SettingsProblem) -> VolumeAmount {
        let amount = try amount("2, 1 dB or 5%")
        guard amount.number > 0 else { throw error("\(name) takes a number above zero") }
        return amount
    }
}

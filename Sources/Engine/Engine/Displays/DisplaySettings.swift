import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialHTTP

/// A display that fetches its pictures, from the configuration.
package struct DisplaySettings: Hashable, Sendable {
    /// A widget that the display shows.
    package struct Screen: Hashable, Sendable {
        /// The kind: `NAME`, or `NAME:INSTANCE`.
        package var kind: String
        /// The id or name of the subject; nil for the default one.
        package var subject: String?
        /// The theme; nil for the configured one.
        package var theme: String?

        /// Makes a screen.
        package init(kind: String, subject: String? = nil, theme: String? = nil) {
            self.kind = kind
            self.subject = subject
            self.theme = theme
        }
    }

    /// The id that the display sends, in upper case: a MAC address.
    package var id: String
    /// The display name.
    package var name: String
    /// The key of a display that was set up by hand; nil for the key that this server issues.
    package var key: String?
    /// The id of its panel in the device catalog; nil to use what the display reports.
    package var device: String?
    /// The widgets that it shows in rotation, by relevance; at least one.
    package var screens: [Screen]
    /// The rules for its wake times.
    package var refresh: RefreshRules

    /// Makes the settings of a display.
    package init(
        id: String, name: String, key: String? = nil, device: String? = nil, screens: [Screen], refresh: RefreshRules = RefreshRules()
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.device = device
        self.screens = screens
        self.refresh = refresh
    }
}

extension ServeSettings {
    /// Parses a value such as `{ listen: 0.0.0.0:8380, tokenFile: ~/.config/subdial/serve-token, url: https://panels.example }`.
    init(_ node: SettingsNode) {
        var settings = Self()
        node.forEach(of: ["listen", "tokenFile", "url"], like: "listen: 0.0.0.0:8380") { (member) throws(SettingsProblem) in
            var text = try member.value.text()
            switch member.name {
            case "listen": settings.listen = text
            case "tokenFile":
                guard text.hasPrefix("/") || text.hasPrefix("~/") else {
                    throw member.value.error("tokenFile takes the path of a file, from / or ~/")
                }
                settings.tokenFile = text
            default:
                while text.hasSuffix("/") { text.removeLast() }
                do { _ = try WebURL(parsing: text) } catch { throw member.value.error("url: \(error)") }
                settings.url = text
            }
        }
        self = settings
    }
}

extension DisplaySettings {
    /// Parses a value such as `{ id: "AA:BB:CC:DD:EE:FF", name: Kitchen, device: trmnl-og, screens: [now-playing], refresh: { most: 1800 }
    /// }`.
    init(_ node: SettingsNode) throws(SettingsProblem) {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["id", "name", "key", "device", "screens", "refresh"], like: "id: \"AA:BB:CC:DD:EE:FF\"") {
            parts[$0.name] = $0.value
        }
        guard let id = try parts["id"]?.text().uppercased() else {
            throw node.error("displays: the id is missing, like 'id: \"AA:BB:CC:DD:EE:FF\"'")
        }
        let isID = id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || ":-_.".utf8.contains($0) }
        guard isID, id.utf8.count <= 64 else {
            throw node.error("id takes what the display sends, such as \"AA:BB:CC:DD:EE:FF\", not '\(id)'")
        }
        self.init(
            id: id, name: try parts["name"]?.text() ?? id, key: try parts["key"]?.displayKey(), device: try parts["device"]?.text(),
            screens: [],
            refresh: try parts["refresh"].map { (node) throws(SettingsProblem) in try RefreshRules(node) } ?? RefreshRules())
        for element in parts["screens"]?.elements ?? [] { screens.append(try Screen(element)) }
        if screens.isEmpty { screens = [Screen(kind: "now-playing")] }
    }
}

extension SettingsNode {
    /// The minimum length of a user-defined key.
    private static let leastKey = 16

    fileprivate func displayKey() throws(SettingsProblem) -> String {
        let text = try text()
        guard text.utf8.count >= Self.leastKey, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw error("key takes \(Self.leastKey) letters and digits or more, without blanks")
        }
        return text
    }
}

extension DisplaySettings.Screen {
    /// Parses `now-playing`, or `{ kind: now-playing, subject: Kitchen, theme: studio }`.
    fileprivate init(_ node: SettingsNode) throws(SettingsProblem) {
        guard node.isMap else {
            self.init(kind: try node.text())
            return
        }
        var parts: [String: String] = [:]
        node.forEach(of: ["kind", "subject", "theme"], like: "kind: now-playing") { (member) throws(SettingsProblem) in
            parts[member.name] = try member.value.text()
        }
        guard let kind = parts["kind"] else { throw node.error("screens: the kind is missing, like 'kind: now-playing'") }
        self.init(kind: kind, subject: parts["subject"], theme: parts["theme"])
    }
}

extension RefreshRules {
    /// Parses a value such as `{ least: 60, most: 1800, wakes: 144, quiet: 23:00-06:30 }`.
    fileprivate init(_ node: SettingsNode) throws(SettingsProblem) {
        var rules = Self()
        node.forEach(of: ["least", "most", "wakes", "quiet"], like: "most: 1800") { (member) throws(SettingsProblem) in
            guard member.name != "quiet" else {
                for element in member.value.elements { rules.quiet.append(try QuietHours(element)) }
                return
            }
            let text = try member.value.text()
            func number(_ range: ClosedRange<Int>, _ unit: String) throws(SettingsProblem) -> Int {
                guard let number = Int(text), range.contains(number) else {
                    throw member.value.error("\(member.name) takes \(unit), from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
                }
                return number
            }
            switch member.name {
            case "least": rules.least = try number(10...86_400, "seconds")
            case "most": rules.most = try number(10...86_400, "seconds")
            default: rules.wakesPerDay = try number(1...8640, "wakes a day")
            }
        }
        guard rules.least <= rules.most else { throw node.error("refresh: 'least' is more than 'most'") }
        self = rules
    }
}

/// The rules for the wake times of a sleeping display, because each wake costs battery charge.
package struct RefreshRules: Hashable, Sendable {
    /// The minimum and the maximum sleep, in seconds.
    package var least = 60, most = 1800
    /// The maximum number of wakes in 24 hours.
    package var wakesPerDay = 144
    /// The hours without updates.
    package var quiet: [QuietHours] = []

    /// The default rules.
    package init() {}

    /// The sleep time of the display now, in seconds.
    ///
    /// While more than a quarter of the day's wakes are left, it wakes at the next change. After that it keeps a pace that lasts for the
    /// day, and without any left it waits until the oldest of the last 24 hours expires. In quiet hours it sleeps to their end.
    ///
    /// - Parameters:
    ///   - nextChange: The time at which the picture changes; nil if unknown.
    ///   - wakes: The wakes of the last 24 hours, including this one.
    ///   - zones: The time zones of the display's location.
    package func seconds(at now: Date, nextChange: Date?, wakes: [Date], in zones: TimeZones) -> Int {
        var sleep = Double(most)
        // One second later, so that the change has happened.
        if let nextChange { sleep = min(sleep, max(0, nextChange.timeIntervalSince(now)).rounded(.up) + 1) }
        sleep = max(sleep, Double(least))
        let recent = wakes.filter { now.timeIntervalSince($0) < 86_400 }
        let left = wakesPerDay - recent.count
        if left <= 0 {
            let first = recent.sorted().dropFirst(recent.count - wakesPerDay).first ?? now
            sleep = max(sleep, 86_400 - now.timeIntervalSince(first))
        } else if left <= wakesPerDay / 4 {
            sleep = max(sleep, Double(86_400 / wakesPerDay))
        }
        if let end = QuietHours.end(of: quiet, at: now, in: zones) { sleep = max(sleep, end.timeIntervalSince(now)) }
        return min(Int(saturating: sleep.rounded(.up)), 86_400)
    }
}

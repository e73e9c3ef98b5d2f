import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialMQTT
import SubdialSystem
import SubdialTimeline

/// The broker and the published devices, from `config.yaml`.
package struct MQTTSettings: Sendable, Hashable {
    /// A published zone or kind.
    package struct Device: Sendable, Hashable {
        /// The display name.
        package var name: String
        /// The id in its topics, of letters, digits, `_` and `-`.
        package var id: String
        /// The kind as `NAME` or `NAME:INSTANCE`; `now-playing` for a zone.
        package var kind: String
        /// The zone's id or name, for playback; nil for the chosen one.
        package var zone: String?
        /// The published pictures of the device.
        package var pictures: [Picture]
        /// True to publish private fields too.
        package var showsPrivate = false
        /// The names of the fields that Home Assistant shows; nil for those that are chosen by their types.
        package var fields: [String]?
        /// The least number of seconds between two states; 0 for no limit.
        package var every = 0.0
    }

    /// A picture of a device.
    package struct Picture: Sendable, Hashable {
        /// The id in its topic.
        package var id: String
        /// The family, such as `systemMedium`.
        package var family: String
        /// True if its bytes are published, false for a URL at which it can be fetched.
        package var isByTopic: Bool
        /// The look options, such as `theme`, `appearance` and `device`, with their values.
        package var options: [String: String]
    }

    /// The valid options of pictures.
    private static let pictureOptions = ["appearance", "device", "language", "mode", "scale", "size", "theme", "typeSize"]

    /// The broker's address.
    package var broker: String
    /// The path of the file with the user name on its first line and the password on its second; nil for no login.
    package var login: String?
    /// The certificate files of a TLS connection.
    package var certificates = MQTTCertificates()
    /// The required protocol version; nil for version 5, with 3.1.1 as the fallback.
    package var version: MQTTVersion?
    /// The prefix of all topics.
    package var base = "subdial"
    /// The prefix of Home Assistant's topics; nil to disable discovery.
    package var discovery: String? = "homeassistant"
    /// The base URL of pictures and of the page, with a trailing slash; nil if none are served.
    package var page: String?
    /// The published devices.
    package var devices: [Device] = []

    /// Makes settings for a broker, without devices.
    package init(broker: String) { self.broker = broker }

    /// The topics.
    package var topics: MQTTTopics { MQTTTopics(base: base, prefix: discovery ?? "homeassistant") }

    /// The connection options.
    ///
    /// - Parameter isPublisher: True for the publishing client, whose last will is the offline state.
    /// - Throws: ``MQTTLoginError``.
    package func options(isPublisher: Bool = false) throws(MQTTLoginError) -> MQTTOptions {
        var options = MQTTOptions()
        options.login = try login.map { (path) throws(MQTTLoginError) in try MQTTLogin(file: path) }
        options.certificates = certificates
        options.version = version
        if isPublisher { options.will = MQTTMessage(topics.bridgeState, "offline", isRetained: true) }
        return options
    }
}

extension MQTTSettings {
    /// Parses a value such as `{ broker: mqtt://nas.local, devices: [{ name: Den, zone: Living Room }] }`.
    static func reading(_ node: SettingsNode) throws(SettingsProblem) -> MQTTSettings {
        var settings = MQTTSettings(broker: "")
        var isNamed = false
        node.forEach(
            of: ["broker", "login", "tls", "version", "base", "discovery", "page", "devices"], like: "broker: mqtt://nas.local"
        ) { (member) throws(SettingsProblem) in
            let value = member.value
            switch member.name {
            case "broker":
                isNamed = true
                settings.broker = try value.broker()
            case "login": settings.login = try value.path("whose first line is the name and whose second the password")
            case "tls": settings.certificates = try certificates(value)
            case "version":
                switch try value.text() {
                case "5", "5.0": settings.version = .v5
                case "3.1.1": settings.version = .v311
                default: throw value.error("version takes 5 or 3.1.1, not '\(try value.text())'; without it both are tried")
                }
            case "base": settings.base = try value.topic()
            case "discovery":
                settings.discovery = value.value == .bool(false) ? nil : value.value == .bool(true) ? "homeassistant" : try value.topic()
            case "page":
                let text = try value.text()
                do { _ = try WebURL(parsing: text) } catch { throw value.error("page: \(error)") }
                settings.page = text.hasSuffix("/") ? text : text + "/"
            default:
                for element in value.elements { settings.devices.append(try Device.reading(element, besides: settings.devices)) }
            }
        }
        guard isNamed else { throw node.error("mqtt: the broker is missing, like 'broker: mqtt://nas.local:1883'") }
        if settings.page == nil, settings.devices.contains(where: { $0.pictures.contains { !$0.isByTopic } }) {
            throw node.error("mqtt: pictures by address need a 'page', below which they are served, like 'page: http://192.168.1.5:8380/'")
        }
        return settings
    }

    private static func certificates(_ node: SettingsNode) throws(SettingsProblem) -> MQTTCertificates {
        var files = MQTTCertificates()
        node.forEach(of: ["ca", "certificate", "key"], like: "ca: ~/.config/subdial/ca.pem") { (member) throws(SettingsProblem) in
            let path = try member.value.path("of certificates")
            switch member.name {
            case "ca": files.authorities = path
            case "certificate": files.certificate = path
            default: files.key = path
            }
        }
        if files.key != nil, files.certificate == nil { throw node.error("tls: a key goes with a 'certificate'") }
        return files
    }
}

extension MQTTSettings.Device {
    fileprivate static func reading(
        _ node: SettingsNode, besides others: [MQTTSettings.Device]
    ) throws(SettingsProblem) -> MQTTSettings.Device {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["name", "id", "kind", "zone", "fields", "every", "pictures", "private"], like: "name: Den") {
            parts[$0.name] = $0.value
        }
        guard let name = try parts["name"]?.text() else { throw node.error("devices: the name is missing, like 'name: Den'") }
        let id = try parts["id"]?.text() ?? MQTTDevice.id(of: name)
        guard MQTTSettings.isID(id) else {
            throw (parts["id"] ?? node).error("devices: an id is made of letters, digits, _ and -, not '\(id)'")
        }
        guard id != "bridge", !others.contains(where: { $0.id == id }) else {
            throw (parts["id"] ?? parts["name"] ?? node).error("devices: the id '\(id)' is taken; give this one another 'id'")
        }
        let kind = try parts["kind"]?.text() ?? "now-playing"
        if let zone = parts["zone"], kind != "now-playing" { throw zone.error("devices: 'zone' goes with what plays, not with '\(kind)'") }
        var pictures: [MQTTSettings.Picture] = []
        for element in parts["pictures"]?.elements ?? [] {
            let picture = try MQTTSettings.Picture.reading(element)
            guard !pictures.contains(where: { $0.id == picture.id }) else {
                throw element.error("pictures: the id '\(picture.id)' is taken; give this one another 'id'")
            }
            pictures.append(picture)
        }
        return MQTTSettings.Device(
            name: name, id: id, kind: kind, zone: try parts["zone"]?.text(), pictures: pictures,
            showsPrivate: try parts["private"]?.flag() ?? false,
            fields: try parts["fields"].map { (fields) throws(SettingsProblem) in try names(fields, kind) },
            every: try parts["every"].map { (every) throws(SettingsProblem) in try seconds(every) } ?? 0)
    }

    private static func names(_ node: SettingsNode, _ kind: String) throws(SettingsProblem) -> [String] {
        guard kind != EntrySchemas.standardKind else { throw node.error("devices: 'fields' goes with a kind, not with what plays") }
        var names: [String] = []
        for element in node.isList ? node.elements : [node] {
            let name = try element.text()
            guard !names.contains(name) else { throw element.error("devices: fields: '\(name)' is there twice") }
            names.append(name)
        }
        guard names.count <= MQTTDevice.maximumEntities else {
            throw node.error("devices: fields takes at most \(MQTTDevice.maximumEntities) names")
        }
        return names
    }

    private static func seconds(_ node: SettingsNode) throws(SettingsProblem) -> Double {
        let text = try node.text()
        guard let seconds = TimeLength.seconds(text) else { throw node.error("devices: every takes \(TimeLength.forms), not '\(text)'") }
        return seconds
    }
}

extension MQTTSettings.Picture {
    /// Parses `systemSmall`, or `{ family: systemSmall, by: address, theme: studio }`.
    fileprivate static func reading(_ node: SettingsNode) throws(SettingsProblem) -> MQTTSettings.Picture {
        guard node.isMap else {
            let family = try node.text()
            return MQTTSettings.Picture(id: family, family: family, isByTopic: true, options: [:])
        }
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["id", "family", "by"] + MQTTSettings.pictureOptions, like: "family: systemSmall") { parts[$0.name] = $0.value }
        guard let family = try parts["family"]?.text() else {
            throw node.error("pictures: the family is missing, like 'family: systemSmall'")
        }
        let id = try parts["id"]?.text() ?? family
        guard MQTTSettings.isID(id) else {
            throw (parts["id"] ?? node).error("pictures: an id is made of letters, digits, _ and -, not '\(id)'")
        }
        let way = try parts["by"]?.text() ?? "topic"
        guard ["topic", "address"].contains(way) else {
            throw (parts["by"] ?? node).error("pictures: by takes topic or address, not '\(way)'")
        }
        var options: [String: String] = [:]
        for name in MQTTSettings.pictureOptions { options[name] = try parts[name]?.text() }
        return MQTTSettings.Picture(id: id, family: family, isByTopic: way == "topic", options: options)
    }
}

extension MQTTSettings {
    fileprivate static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }

    /// The settings with `~` at the start of paths expanded.
    func expanded(home: String) -> MQTTSettings {
        func expand(_ path: String?) -> String? { path.map { $0.hasPrefix("~/") ? home + $0.dropFirst() : $0 } }
        var settings = self
        settings.login = expand(login)
        settings.certificates = MQTTCertificates(
            authorities: expand(certificates.authorities), certificate: expand(certificates.certificate), key: expand(certificates.key))
        return settings
    }
}

extension SettingsNode {
    fileprivate func broker() throws(SettingsProblem) -> String {
        let text = try text()
        do { _ = try MQTTAddress(text) } catch { throw self.error("broker: \(error)") }
        return text
    }

    fileprivate func topic() throws(SettingsProblem) -> String {
        let text = try text()
        do { try MQTTTopic.check(text) } catch { throw self.error("\(name): \(error)") }
        guard !text.hasPrefix("/"), !text.hasSuffix("/"), !text.hasPrefix("$") else {
            throw self.error("\(name) takes the start of topics, without a slash before or behind it and without $, not '\(text)'")
        }
        return text
    }

    fileprivate func path(_ what: String) throws(SettingsProblem) -> String {
        let text = try text()
        guard text.hasPrefix("/") || text.hasPrefix("~/") else { throw error("\(name) takes the path of a file \(what), from / or ~/") }
        return text
    }
}

/// The error of a login file that cannot be used.
package struct MQTTLoginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, the reason and the remedy, on one line.
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }
}

extension MQTTLogin {
    /// Reads a file with the user name on its first line and the password on its second, which only its owner may read.
    ///
    /// - Throws: ``MQTTLoginError``.
    package init(file path: String) throws(MQTTLoginError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            throw MQTTLoginError(path, "others may read this login: chmod 600 \(path)")
        }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: 4096, accepting: .regular)
        } catch {
            switch error {
            case .missing: throw MQTTLoginError(path, "there is no login: put the name on its first line and the password on its second")
            case .unreadable(let reason), .wrongKind(let reason): throw MQTTLoginError(path, "this login cannot be read: \(reason)")
            case .tooLong: throw MQTTLoginError(path, "this is no login: it is longer than two lines")
            }
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
            String.init)
        guard let user = lines.first, !user.isEmpty else {
            throw MQTTLoginError(path, "there is no name on its first line; the password stands on its second")
        }
        self.init(user: user, password: lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
    }
}

extension MQTTLoginError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .missingInput }
}

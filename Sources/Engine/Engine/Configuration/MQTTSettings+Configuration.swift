import SubdialDocuments
import SubdialExpressions
import SubdialHTTP
import SubdialMQTT

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
        node.forEach(of: ["name", "id", "kind", "zone", "pictures", "private"], like: "name: Den") { parts[$0.name] = $0.value }
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
            showsPrivate: try parts["private"]?.flag() ?? false)
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

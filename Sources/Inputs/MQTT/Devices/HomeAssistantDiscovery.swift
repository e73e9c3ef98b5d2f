import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The MQTT discovery message of a device for Home Assistant.
package struct HomeAssistantDiscovery: Sendable {
    /// The maximum number of fields that become sensors.
    private static let maximumFields = 40

    private let device: MQTTDevice
    private let topics: MQTTTopics
    private let version: String
    private let page: String?

    /// - Parameters:
    ///   - version: The version of this program.
    ///   - page: The URL of a page about the device, with `http://` or `https://`; nil for none.
    package init(_ device: MQTTDevice, _ topics: MQTTTopics, version: String, page: String? = nil) {
        self.device = device
        self.topics = topics
        self.version = version
        self.page = page
    }

    /// The JSON payload, on one line.
    package var payload: String { json.text() }

    /// The JSON payload.
    private var json: JSONValue {
        var about = [
            JSONMember("ids", [.string(topics.uniqueID(device.id))]), JSONMember("name", .string(device.name)),
            JSONMember("mf", "Subdial"), JSONMember("mdl", .string(device.schema.kind)), JSONMember("sw", .string(version)),
        ]
        if let page { about.append(JSONMember("cu", .string(page))) }
        return .object([
            JSONMember("dev", .object(about)),
            JSONMember("o", .object([JSONMember("name", "subdial"), JSONMember("sw", .string(version))])),
            JSONMember("stat_t", .string(topics.state(of: device.id))), JSONMember("cmd_t", .string(topics.commands(for: device.id))),
            JSONMember("avty_mode", "all"),
            JSONMember("avty", [topic(topics.bridgeState), topic(topics.availability(of: device.id))]),
            JSONMember("cmps", .object(components)),
        ])
    }

    private func topic(_ text: String) -> JSONValue { .object([JSONMember("t", .string(text))]) }

    private var components: [JSONMember] {
        let own = device.isPlayer ? playerComponents : fieldComponents
        let connection = component(
            "connection", "sensor", "Connection", [("val_tpl", .string(Self.text("connection"))), ("ent_cat", "diagnostic")])
        return own + device.actions.map(button) + device.pictures.map(picture) + [connection]
    }

    /// A component with a unique id; the key is the id's last part.
    private func component(
        _ key: String, _ platform: String, _ name: String, _ rest: [(String, JSONValue)], isTold: Bool = false
    ) -> JSONMember {
        let common: [(String, JSONValue)] = [
            ("p", .string(platform)), ("uniq_id", .string("\(topics.uniqueID(device.id))_\(key)")), ("name", .string(name)),
        ]
        return JSONMember(key, .object((common + rest + (isTold ? [("qos", 1)] : [])).map { JSONMember($0.0, $0.1) }))
    }

    // MARK: Players

    private var playerComponents: [JSONMember] {
        var all = [
            component(
                "status", "sensor", "Status",
                [
                    ("val_tpl", .string(Self.text("status"))), ("ic", "mdi:music"),
                    ("json_attr_t", .string(topics.state(of: device.id))),
                ])
        ]
        for (key, name) in [("title", "Title"), ("artist", "Artist"), ("album", "Album"), ("zone", "Zone")] {
            all.append(component("\(key)_text", "sensor", name, [("val_tpl", .string(Self.text(key)))]))
        }
        all.append(
            component(
                "volume", "number", "Volume",
                [
                    ("cmd_tpl", .string(Self.command("'volume ' ~ (value | int) ~ '%'"))), ("val_tpl", "{{ value_json['volume'] }}"),
                    ("min", 0), ("max", 100), ("step", 1), ("unit_of_meas", "%"), ("ic", "mdi:volume-high"),
                ], isTold: true))
        if !device.zones.isEmpty {
            all.append(
                component(
                    "zone", "select", "Zone",
                    [
                        ("cmd_tpl", .string(Self.command("'zone ' ~ value"))), ("val_tpl", .string(selectedZone)),
                        ("options", .array(device.zones.map { .string($0) })), ("ic", "mdi:speaker-multiple"),
                    ], isTold: true))
        }
        return all
    }

    /// The template of the selected option, which is not the name of a zone whose name others have too.
    private var selectedZone: String {
        let name = "value_json['zone']"
        guard !device.namesakes.isEmpty else { return "{{ \(name) }}" }
        // An object of JSON is a dictionary of Jinja.
        let names = JSONValue.object(device.namesakes.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
        return "{{ \(names.text()).get(value_json['zone_id'], \(name)) }}"
    }

    // MARK: Fields

    private var fieldComponents: [JSONMember] { device.fields.prefix(Self.maximumFields).compactMap(sensor) }

    private func sensor(_ field: EntryField) -> JSONMember? {
        let name = field.summary.map { String($0.prefix(60)) } ?? field.name
        let value = "value_json['\(field.name)']"
        switch field.type {
        case .text, .color, .symbol, .url, .zone, .choice, .date, .any:
            return component("field_\(field.name)", "sensor", name, [("val_tpl", .string(Self.text(field.name)))])
        case .number, .integer, .ratio, .duration, .clock:
            let unit = field.unit ?? (field.type == .duration || field.type == .clock ? "s" : nil)
            return component(
                "field_\(field.name)", "sensor", name,
                [("val_tpl", .string("{{ \(value) }}"))] + (unit.map { [("unit_of_meas", .string($0))] } ?? []))
        case .bool:
            return component("field_\(field.name)", "binary_sensor", name, [("val_tpl", .string("{{ 'ON' if \(value) else 'OFF' }}"))])
        case .image, .list, .map: return nil
        }
    }

    // MARK: Helpers

    private func button(_ action: String) -> JSONMember {
        let words = action.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
        return component(
            "do_\(MQTTDevice.id(of: action))", "button", words.prefix(1).uppercased() + words.dropFirst(),
            [("pl_prs", .string(action)), ("cmd_tpl", .string(Self.command("value")))]
                + (Self.icons[action].map { [("ic", .string($0))] } ?? []),
            isTold: true)
    }

    private static let icons = [
        "play-pause": "mdi:play-pause", "play": "mdi:play", "pause": "mdi:pause", "next": "mdi:skip-next", "previous": "mdi:skip-previous",
        "stop": "mdi:stop", "mute": "mdi:volume-mute",
    ]

    private func picture(_ picture: MQTTDevice.Picture) -> JSONMember {
        let key = "picture_\(picture.id)"
        guard picture.isByTopic else {
            return component(key, "image", picture.name, [("url_t", .string(topics.address(of: picture.id, of: device.id)))])
        }
        return component(
            key, "image", picture.name,
            [("img_t", .string(topics.picture(picture.id, of: device.id))), ("cont_type", "image/png")])
    }

    /// A template for a text of the state, truncated to Home Assistant's limit; missing values are empty.
    private static func text(_ name: String) -> String {
        "{{ ('' if value_json['\(name)'] is none else value_json['\(name)'] | string)[:255] }}"
    }

    /// A template for a command with an id and a time, so that a repeated or late command has no effect.
    private static func command(_ expression: String) -> String {
        "{\"action\":{{ (\(expression)) | tojson }},\"id\":\"{{ utcnow().timestamp() }}\",\"time\":{{ utcnow().timestamp() }}}"
    }
}

/// The topics under which devices are published.
package struct MQTTTopics: Hashable, Sendable {
    /// The prefix of all device topics, without a trailing slash: `subdial`.
    private let base: String
    /// The prefix of Home Assistant's topics: `homeassistant`.
    private let prefix: String

    /// Makes the topics with the default prefixes, or custom ones.
    package init(base: String = "subdial", prefix: String = "homeassistant") {
        self.base = base
        self.prefix = prefix
    }

    /// The availability of this program: `online` or `offline`.
    package var bridgeState: String { "\(base)/bridge/state" }
    /// Information about this program; its presence shows that the broker retains messages.
    package var bridgeInfo: String { "\(base)/bridge/info" }
    /// The availability of a device's source: `online` or `offline`.
    package func availability(of device: String) -> String { "\(base)/\(device)/availability" }
    /// The state of a device as JSON.
    package func state(of device: String) -> String { "\(base)/\(device)/state" }
    /// The commands for a device, which are not retained.
    package func commands(for device: String) -> String { "\(base)/\(device)/set" }
    /// The bytes of a picture.
    package func picture(_ picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)" }
    /// The URL of a picture, which differs for each content.
    package func address(of picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)/url" }
    /// The discovery message of a device for Home Assistant.
    package func discovery(of device: String) -> String { "\(prefix)/device/\(uniqueID(device))/config" }
    /// Home Assistant's own status, `online` once it is ready.
    package var birth: String { "\(prefix)/status" }

    /// The id of a device that is unique in Home Assistant.
    fileprivate func uniqueID(_ device: String) -> String { "\(MQTTDevice.id(of: base.replacingSlashes))_\(device)" }

    /// The filters for all topics in which messages of this program may be retained.
    package var filters: [String] { ["\(base)/#", "\(prefix)/device/+/config"] }

    /// True if a retained message belongs to this program: its topic is below the base, or it is the discovery message of such a device.
    package func owns(_ topic: String, _ payload: String) -> Bool {
        if topic.hasPrefix(base + "/") { return true }
        guard topic.hasPrefix("\(prefix)/device/\(uniqueID(""))"), topic.hasSuffix("/config") else { return false }
        return payload.contains("\"\(bridgeState)\"")
    }
}

extension String {
    fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "_" : $0 }) }
}

import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The MQTT discovery message of a device for Home Assistant.
package struct HomeAssistantDiscovery: Sendable {
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
        let own = device.isPlayer ? playerComponents : device.entityFields.map(sensor)
        let connection = component(
            "connection", "sensor", "Connection", [("val_tpl", .string(Self.text("connection"))), ("ent_cat", "diagnostic")])
        return own + device.actions.map(button) + device.pictures.map(picture) + [connection] + removedComponents
    }

    /// The components that earlier versions and settings have described: with nothing but a platform, Home Assistant removes them.
    private var removedComponents: [JSONMember] {
        guard !device.isPlayer else { return [removed("do_mute", "button")] }
        let shown = Set(device.entityFields.map(\.name))
        return device.schema.fields.filter { $0.type.isEntity && !shown.contains($0.name) }.map { removed("field_\($0.name)", $0.platform) }
    }

    private func removed(_ key: String, _ platform: String) -> JSONMember {
        JSONMember(key, .object([JSONMember("p", .string(platform))]))
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
        all.append(
            component(
                "mute", "switch", "Mute",
                [
                    ("val_tpl", .string(Self.flag("muted"))), ("cmd_tpl", .string(Self.command("'mute ' ~ (value | lower)"))),
                    ("ic", "mdi:volume-mute"),
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

    private func sensor(_ field: EntryField) -> JSONMember {
        component(
            "field_\(field.name)", field.platform, field.label ?? EntityName(of: field.name, on: device.name).description,
            [("val_tpl", .string(valueTemplate(of: field)))] + properties(of: field))
    }

    /// The template of the state, which is `None` for a missing value: Home Assistant shows it as unknown.
    private func valueTemplate(of field: EntryField) -> String {
        let value = "value_json['\(field.name)']"
        return switch field.type {
        case .bool: Self.flag(field.name)
        case .ratio: "{{ (\(value) * 100) | round(1) if \(value) is number else none }}"
        case .number, .integer, .duration, .clock, .date, .choice: "{{ \(value) }}"
        default: "{{ (\(value) | string)[:\(Self.longestState)] }}"
        }
    }

    /// What the value is: its class, its unit, its options, and whether Home Assistant makes statistics of it.
    private func properties(of field: EntryField) -> [(String, JSONValue)] {
        switch field.type {
        case .bool: return field.fieldClass.map { [("dev_cla", .string($0.rawValue))] } ?? []
        case .date: return [("dev_cla", "timestamp")]
        case .choice(let words):
            // A state that is no option is an error, and the same option may stand only once.
            var options: [String] = []
            for word in words where !word.isEmpty && word.count <= Self.longestState && !options.contains(word) { options.append(word) }
            return options.isEmpty ? [] : [("dev_cla", "enum"), ("ops", .array(options.map(JSONValue.string)))]
        default:
            guard field.type.isNumeric else { return [] }
            let unit = field.measuredUnit ?? device.units[field.name]
            // Only here is a unit known that parameters decide.
            let own = field.fieldClass.flatMap { $0.allows(unit) ? $0 : nil }
            let measured = own ?? unit.flatMap(FieldClass.init(unit:))
            return (measured.map { [("dev_cla", .string($0.rawValue))] } ?? []) + (unit.map { [("unit_of_meas", .string($0))] } ?? [])
                + (Self.stateClass(measured).map { [("stat_cla", .string($0))] } ?? [])
        }
    }

    /// Home Assistant's class of statistics; nil for money, of which it knows only totals.
    private static func stateClass(_ measured: FieldClass?) -> String? {
        switch measured {
        case .monetary: nil
        case .windDirection: "measurement_angle"
        case let measured?: measured.isMeter ? "total_increasing" : "measurement"
        case nil: "measurement"
        }
    }

    // MARK: Helpers

    private func button(_ action: String) -> JSONMember {
        component(
            "do_\(MQTTDevice.id(of: action))", "button", EntityName(of: action, on: device.name).description,
            [("pl_prs", .string(action)), ("cmd_tpl", .string(Self.command("value")))]
                + (Self.icons[action].map { [("ic", .string($0))] } ?? []),
            isTold: true)
    }

    private static let icons = [
        "play-pause": "mdi:play-pause", "play": "mdi:play", "pause": "mdi:pause", "next": "mdi:skip-next", "previous": "mdi:skip-previous",
        "stop": "mdi:stop",
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

    /// The most characters of a state in Home Assistant.
    private static let longestState = 255

    /// A template for a text of the state, truncated to Home Assistant's limit; missing values are empty.
    private static func text(_ name: String) -> String {
        "{{ ('' if value_json['\(name)'] is none else value_json['\(name)'] | string)[:\(longestState)] }}"
    }

    /// A template for a state that is on, off or unknown.
    private static func flag(_ name: String) -> String {
        "{{ none if value_json['\(name)'] is none else 'ON' if value_json['\(name)'] else 'OFF' }}"
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

extension EntryField {
    /// The platform of the field's entity.
    fileprivate var platform: String { if case .bool = type { "binary_sensor" } else { "sensor" } }
}

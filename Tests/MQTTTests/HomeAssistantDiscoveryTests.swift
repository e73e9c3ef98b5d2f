import Foundation
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialMQTT

/// Tests of the discovery messages for Home Assistant.
@Suite struct HomeAssistantDiscoveryTests {
    private let topics = MQTTTopics()

    private func payload(_ device: MQTTDevice) -> String {
        HomeAssistantDiscovery(device, topics, version: "1.0", page: "http://192.168.1.5:8380/").payload
    }

    @Test func aDeviceOfAKindIsDescribedOnOneLine() {
        let device = MQTTDevice(id: "m", name: "Meeting", schema: .meeting, isPlayer: false, actions: ["open-door"])
        let told = #"\"id\":\"{{ utcnow().timestamp() }}\",\"time\":{{ utcnow().timestamp() }}}"#
        #expect(
            payload(device)
                == #"{"dev":{"ids":["subdial_m"],"name":"Meeting","mf":"Subdial","mdl":"meeting","sw":"1.0","cu":"http://192.168.1.5:8380/"},"#
                + #""o":{"name":"subdial","sw":"1.0"},"stat_t":"subdial/m/state","cmd_t":"subdial/m/set","avty_mode":"all","#
                + #""avty":[{"t":"subdial/bridge/state"},{"t":"subdial/m/availability"}],"cmps":{"#
                + #""field_room":{"p":"sensor","uniq_id":"subdial_m_field_room","name":"Room","val_tpl":"{{ value_json['room'] }}","#
                + #""unit_of_meas":"m²","stat_cla":"measurement"},"#
                + #""field_free":{"p":"binary_sensor","uniq_id":"subdial_m_field_free","name":"Free","#
                + #""val_tpl":"{{ none if value_json['free'] is none else 'ON' if value_json['free'] else 'OFF' }}"},"#
                + #""do_open-door":{"p":"button","uniq_id":"subdial_m_do_open-door","name":"Open door","pl_prs":"open-door","#
                + #""cmd_tpl":"{\"action\":{{ (value) | tojson }},"# + told + #"","qos":1},"#
                + #""connection":{"p":"sensor","uniq_id":"subdial_m_connection","name":"Connection","#
                + #""val_tpl":"{{ ('' if value_json['connection'] is none else value_json['connection'] | string)[:255] }}","#
                + #""ent_cat":"diagnostic"},"field_topic":{"p":"sensor"}}}"#)
    }

    /// Home Assistant rejects the whole device for any other top-level key or platform.
    @Test func onlyWhatHomeAssistantAllowsStandsThere() throws {
        let json = try JSONValue(parsing: payload(.den))
        guard case .object(let members) = json, case .object(let components)? = json["cmps"] else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.key) == ["dev", "o", "stat_t", "cmd_t", "avty_mode", "avty", "cmps"])
        // Of the button for the mute of earlier versions, only the platform is left: Home Assistant removes it.
        #expect(components.last?.key == "do_mute" && components.last?.value == ["p": "button"])
        for component in components.dropLast() {
            #expect(["sensor", "binary_sensor", "button", "image", "number", "select", "switch"].contains(component.value["p"]?.string))
            #expect(component.value["uniq_id"]?.string == "subdial_den_\(component.key)")
            if component.value["p"]?.string == "image" {
                #expect((component.value["img_t"] == nil) != (component.value["url_t"] == nil))
                #expect((component.value["cont_type"] == nil) == (component.value["img_t"] == nil))
            }
        }
        #expect(components.count == 18)
    }

    @Test(
        "A name is made of the field's, in sentence case, without the device's name before it",
        arguments: [
            ("cpu", "CPU"), ("cpuLoad", "CPU load"), ("memory_free", "Memory free"), ("nextHTTPError", "Next HTTP error"),
            ("pm25", "PM2.5"), ("wifiSignal", "Wi-Fi signal"), ("ph", "pH"), ("URL", "URL"), ("load5", "Load5"),
            ("play-pause", "Play pause"), ("machineRoomTemperature", "Temperature"), ("machine_room", "Machine room"), ("été", "Été"),
        ])
    func names(_ field: String, _ name: String) {
        #expect(EntityName(of: field, on: "Machine Room").description == name)
    }

    @Test("Parameters, looks, lists and maps are no entities, and the entities that earlier versions made of them are removed")
    func chosenFields() throws {
        var device = MQTTDevice.weather
        #expect(
            device.entityFields.map(\.name) == [
                "temperature", "cloudiness", "sky", "raining", "sunset", "feels", "energy", "since", "gust", "chill",
            ])
        let components = try components(device)
        for name in ["place", "tint", "icon", "timezone"] { #expect(components["field_\(name)"] == ["p": "sensor"]) }
        #expect(components["field_days"] == nil && components["field_picture"] == nil)
        try device.choose(fields: ["tint", "temperature"])
        #expect(device.entityFields.map(\.name) == ["tint", "temperature"])
        #expect(try self.components(device)["field_sky"] == ["p": "sensor"])
        #expect(try self.components(device)["field_raining"] == ["p": "binary_sensor"])
    }

    @Test(
        "A field that cannot be shown is an error",
        arguments: [
            ("temprature", "the kind 'weather' has no field 'temprature'; did you mean 'temperature'?"),
            ("days", "'days' is of the type list, which has no single value"),
            ("secret", "'secret' is private; 'private: true' publishes such fields"),
        ])
    func wrongFields(_ name: String, _ reason: String) {
        var device = MQTTDevice.weather
        let error = #expect(throws: MQTTFieldError.self) { try device.choose(fields: [name]) }
        #expect(error?.description == "the fields of the MQTT device 'Weather': \(reason)")
    }

    @Test(
        "Class, unit and statistics follow from the type, the unit and the field's own class",
        arguments: [
            ("temperature", #""dev_cla":"temperature","unit_of_meas":"°C","stat_cla":"measurement""#),
            ("cloudiness", #""unit_of_meas":"%","stat_cla":"measurement""#),
            ("sky", #""dev_cla":"enum","ops":["clear","rain"]"#), ("raining", #""dev_cla":"moisture""#),
            ("sunset", #""dev_cla":"timestamp""#), ("since", #""dev_cla":"duration","unit_of_meas":"s","stat_cla":"measurement""#),
            ("energy", #""dev_cla":"energy","unit_of_meas":"kWh","stat_cla":"total_increasing""#),
        ])
    func properties(_ field: String, _ text: String) throws {
        let component = try #require(components(.weather)["field_\(field)"])
        #expect(component.text().hasSuffix(",\(text)}"), "\(component.text())")
        #expect(component["uniq_id"]?.string == "subdial_weather_field_\(field)")
    }

    @Test("A unit that parameters decide counts, unless the field's class does not know it")
    func unitsOfParameters() throws {
        var device = MQTTDevice.weather
        device.units = ["gust": "mph", "chill": "Bft"]
        let gust = try #require(components(device)["field_gust"]?.text())
        #expect(gust.hasSuffix(#","dev_cla":"wind_speed","unit_of_meas":"mph","stat_cla":"measurement"}"#), "\(gust)")
        let chill = try #require(components(device)["field_chill"]?.text())
        #expect(chill.hasSuffix(#"}}","unit_of_meas":"Bft","stat_cla":"measurement"}"#), "\(chill)")
    }

    @Test func aLabelIsTheName() throws {
        #expect(try components(.weather)["field_feels"]?["name"]?.string == "Felt temperature")
    }

    private func components(_ device: MQTTDevice) throws -> [String: JSONValue] {
        guard case .object(let members)? = try JSONValue(parsing: payload(device))["cmps"] else { return [:] }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    }

    /// Home Assistant accepts only a state that is one of the options.
    @Test func aZoneWhoseNameOthersHaveIsSelectedByItsID() throws {
        var device = MQTTDevice.den
        #expect(try template(device) == "{{ value_json['zone'] }}")
        device.namesakes = ["mpris:mpv": "mpv (\"mpv\")", "lms:1": "Den (lms:1)"]
        #expect(
            try template(device)
                == #"{{ {"lms:1":"Den (lms:1)","mpris:mpv":"mpv (\"mpv\")"}.get(value_json['zone_id'], value_json['zone']) }}"#)
    }

    private func template(_ device: MQTTDevice) throws -> String {
        try #require(JSONValue(parsing: payload(device))["cmps"]?["zone"]?["val_tpl"]?.string)
    }

    @Test func topicsAreOursOrNot() {
        let topics = MQTTTopics(base: "home/subdial", prefix: "ha")
        #expect(topics.discovery(of: "den") == "ha/device/home_subdial_den/config")
        let own = HomeAssistantDiscovery(.den, topics, version: "1").payload
        #expect(topics.owns(topics.discovery(of: "den"), own) && topics.owns("home/subdial/den/state", "{}"))
        #expect(!topics.owns("home/subdial2/den/state", "{}") && !topics.owns("ha/device/other/config", own))
        #expect(!topics.owns("ha/device/home_subdial_den/config", payload(.den)))
    }

    // MARK: Home Assistant itself

    /// A Python with Home Assistant: that of the environment variable, or the system's.
    private static let python: String? = [ProcessInfo.processInfo.environment["SUBDIAL_HOMEASSISTANT_PYTHON"] ?? "", Tool.python].first {
        !$0.isEmpty && Tool.succeeds([$0, "-c", "import homeassistant.components.mqtt.discovery"])
    }

    private func judged(_ requests: [JSONValue]) throws -> [JSONValue] {
        guard let python = Self.python else {
            try Tool.skip("needs a Python with homeassistant, named by SUBDIAL_HOMEASSISTANT_PYTHON")
        }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: python)
        process.arguments = [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "validate-discovery.py").path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.runUnblocked()
        input.fileHandleForWriting.write(Data(requests.map { $0.text() + "\n" }.joined().utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    private func request(_ device: MQTTDevice, _ entry: Entry) -> JSONValue {
        let state = MQTTDeviceState(entry, of: device, at: entry.date).json.text()
        return .object([
            JSONMember("topic", .string(topics.discovery(of: device.id))), JSONMember("payload", .string(payload(device))),
            JSONMember("state", .string(state)),
        ])
    }

    @Test func homeAssistantTakesWhatPlays() throws {
        let entry = try Entry(parsing: Repository.fixture("entries/playing.json"), schemas: .nowPlaying)
        let answers = try judged([request(.den, entry)])
        let answer = try #require(answers.first)
        #expect(answer["error"] == nil)
        #expect(answer["components"]?["picture_card"]?.string == "image" && answer["components"]?["zone"]?.string == "select")
        #expect(answer["values"]?["title_text"]?.string == "So What" && answer["values"]?["volume"]?.string == "63")
        #expect(answer["values"]?["mute"]?.string == "OFF" && answer["components"]?["mute"]?.string == "switch")
        #expect(answer["values"]?["zone"]?.string == "Living Room" && answer["values"]?["connection"]?.string == "live")
        // The commands of Home Assistant can be parsed.
        for (key, action) in [
            ("volume", "volume 40%"), ("zone", "zone Living Room"), ("do_play-pause", "play-pause"), ("mute", "mute on"),
        ] {
            let command = try MQTTCommand(Array(try #require(answer["commands"]?[key]?.string).utf8))
            #expect(command.action == action && command.id != nil)
            #expect(abs(try #require(command.time).timeIntervalSinceNow) < 600)
        }
    }

    @Test(arguments: ["stopped", "offline", "no-volume", "long", "cjk", "hostile", "radio", "zone-missing", "locked", "loading"])
    func homeAssistantTakesEveryState(_ name: String) throws {
        let entry = try Entry(parsing: Repository.fixture("entries/\(name).json"), schemas: .nowPlaying)
        let answer = try #require(try judged([request(.den, entry)]).first)
        #expect(answer["error"] == nil)
        #expect((answer["values"]?["title_text"]?.string?.count ?? 999) <= 255)
    }

    @Test("Each class that a field may have, with each of its units, passes the schemas of Home Assistant")
    func homeAssistantTakesEveryClass() throws {
        var fields: [EntryField] = []
        for known in FieldClass.allCases {
            func field(_ suffix: String, _ type: FieldType, unit: String? = nil) -> EntryField {
                var field = EntryField("\(known.rawValue)_\(suffix)", type, unit: unit)
                field.fieldClass = known
                return field
            }
            if known.isForFlags { fields.append(field("flag", .bool)) }
            let units = known == .monetary ? ["EUR"] : known.unitNames.split(separator: ", ").map(String.init)
            for (index, unit) in units.enumerated() { fields.append(field("\(index)", .number, unit: unit)) }
            if known.isForNumbers, units.isEmpty { fields.append(field("none", .number)) }
        }
        for start in stride(from: 0, to: fields.count, by: MQTTDevice.maximumEntities) {
            let some = Array(fields.dropFirst(start).prefix(MQTTDevice.maximumEntities))
            let schema = EntrySchema(kind: "all", fields: some)
            let device = MQTTDevice(id: "all", name: "All", schema: schema, isPlayer: false)
            var entry = Entry(date: Date(timeIntervalSince1970: 0), schema: schema, subject: Subject(id: "all"))
            entry.content = EntryFields(values: Dictionary(uniqueKeysWithValues: some.map { ($0.name, $0.type == .bool ? true : 1) }))
            let answer = try #require(try judged([request(device, entry)]).first)
            #expect(answer["error"] == nil, "\(answer.text())")
        }
    }

    @Test("Values reach Home Assistant as its classes expect them, and missing ones as unknown")
    func homeAssistantTakesValues() throws {
        let device = MQTTDevice.weather
        var entry = Entry(date: Date(timeIntervalSince1970: 0), schema: device.schema, subject: Subject(id: "w"))
        entry.content = EntryFields(values: [
            "temperature": 18.5, "cloudiness": 0.234, "sky": "rain", "raining": true, "sunset": .date(Date(timeIntervalSince1970: 60)),
            "since": 12,
        ])
        let answer = try #require(try judged([request(device, entry)]).first)
        #expect(answer["error"] == nil)
        for (name, value) in [
            ("temperature", "18.5"), ("cloudiness", "23.4"), ("sky", "rain"), ("raining", "ON"), ("sunset", "1970-01-01T00:01:00Z"),
            ("since", "12"), ("feels", "None"), ("energy", "None"),
        ] {
            #expect(answer["values"]?["field_\(name)"]?.string == value)
        }
        entry.content = EntryFields(values: [:])
        let empty = try #require(try judged([request(device, entry)]).first)
        for field in device.entityFields { #expect(empty["values"]?["field_\(field.name)"]?.string == "None") }
    }

    @Test func homeAssistantTakesTheDataOfAKind() throws {
        let device = MQTTDevice(
            id: "m", name: "Meeting \"7\"", schema: .meeting, isPlayer: false, actions: ["open-door"], showsPrivate: true)
        var entry = Entry(date: Date(timeIntervalSince1970: 0), schema: .meeting, subject: Subject(id: "m"))
        entry.content = EntryFields(values: ["topic": .string("It's \"quoted\" {{ 1 }}"), "room": 4.5, "free": false])
        let answer = try #require(try judged([request(device, entry)]).first)
        #expect(answer["error"] == nil)
        #expect(answer["values"]?["field_topic"]?.string == "It's \"quoted\" {{ 1 }}")
        #expect(answer["values"]?["field_room"]?.string == "4.5" && answer["values"]?["field_free"]?.string == "OFF")
        #expect(try MQTTCommand(Array((answer["commands"]?["do_open-door"]?.string ?? "").utf8)).action == "open-door")
        // The validation is effective: with one more key, the message is rejected.
        var text = payload(device)
        text.removeLast()
        let refused = try judged([
            .object([
                JSONMember("topic", .string(topics.discovery(of: "m"))), JSONMember("payload", .string(text + #","retain":true}"#)),
                JSONMember("state", "{}"),
            ])
        ])
        #expect(refused.first?["error"]?.string?.contains("retain") == true)
    }
}

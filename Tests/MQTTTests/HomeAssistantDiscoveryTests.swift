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
                + #""field_room":{"p":"sensor","uniq_id":"subdial_m_field_room","name":"room","val_tpl":"{{ value_json['room'] }}","#
                + #""unit_of_meas":"m²"},"#
                + #""field_free":{"p":"binary_sensor","uniq_id":"subdial_m_field_free","name":"free","#
                + #""val_tpl":"{{ 'ON' if value_json['free'] else 'OFF' }}"},"#
                + #""do_open-door":{"p":"button","uniq_id":"subdial_m_do_open-door","name":"Open door","pl_prs":"open-door","#
                + #""cmd_tpl":"{\"action\":{{ (value) | tojson }},"# + told + #"","qos":1},"#
                + #""connection":{"p":"sensor","uniq_id":"subdial_m_connection","name":"Connection","#
                + #""val_tpl":"{{ ('' if value_json['connection'] is none else value_json['connection'] | string)[:255] }}","#
                + #""ent_cat":"diagnostic"}}}"#)
    }

    /// Home Assistant rejects the whole device for any other top-level key or platform.
    @Test func onlyWhatHomeAssistantAllowsStandsThere() throws {
        let json = try JSONValue(parsing: payload(.den))
        guard case .object(let members) = json, case .object(let components)? = json["cmps"] else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.key) == ["dev", "o", "stat_t", "cmd_t", "avty_mode", "avty", "cmps"])
        for component in components {
            #expect(["sensor", "binary_sensor", "button", "image", "number", "select"].contains(component.value["p"]?.string))
            #expect(component.value["uniq_id"]?.string == "subdial_den_\(component.key)")
            if component.value["p"]?.string == "image" {
                #expect((component.value["img_t"] == nil) != (component.value["url_t"] == nil))
                #expect((component.value["cont_type"] == nil) == (component.value["img_t"] == nil))
            }
        }
        #expect(components.count == 17)
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
        #expect(answer["values"]?["zone"]?.string == "Living Room" && answer["values"]?["connection"]?.string == "live")
        // The commands of Home Assistant can be parsed.
        for (key, action) in [("volume", "volume 40%"), ("zone", "zone Living Room"), ("do_play-pause", "play-pause")] {
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

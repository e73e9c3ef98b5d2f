import Foundation
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialMQTT

/// Tests of commands, including duplicate and late ones.
@Suite struct MQTTCommandTests {
    @Test(arguments: [
        ("play", MQTTCommand("play")), (" volume   40% \n", MQTTCommand("volume 40%")),
        (
            #"{"action":"zone Kitchen","id":"7f","time":"2026-11-23T11:00:00Z"}"#,
            MQTTCommand("zone Kitchen", id: "7f", time: Date(timeIntervalSince1970: 1_795_431_600))
        ),
        (
            #"{"action":"play","id":12,"time":1795431600.5}"#,
            MQTTCommand("play", id: "12", time: Date(timeIntervalSince1970: 1_795_431_600.5))
        ),
        (#"{"action":"play","id":null,"time":null,"more":[1]}"#, MQTTCommand("play")),
    ])
    func commandsAreRead(_ text: String, _ command: MQTTCommand) throws {
        #expect(try MQTTCommand(Array(text.utf8)) == command)
    }

    @Test(arguments: [
        ("", "the command is empty"), (" \n", "the command is empty"), ("{", "is JSON like"), ("{}", "'action' is missing"),
        (#"{"action":""}"#, "is empty"), (#"{"action":"play","id":[]}"#, "'id' is a text"),
        (#"{"action":"play","time":"soon"}"#, "'time' is like"), (#"{"action":"play","time":1e300}"#, "'time' is like"),
        ("pl\u{1B}ay", "no controls"), (String(repeating: "x", count: 5000), "at most 4096 bytes"),
    ])
    func wrongCommandsTellWhy(_ text: String, _ reason: String) {
        let error = #expect(throws: MQTTCommandError.self) { try MQTTCommand(Array(text.utf8)) }
        #expect(error?.description.contains(reason) == true)
        #expect(throws: MQTTCommandError.self) { try MQTTCommand([0x70, 0xFF]) }
    }

    @Test func aCommandSurvivesItsOwnJSON() throws {
        let command = MQTTCommand("zone \"A\" & B", id: "é", time: Date(timeIntervalSince1970: 1_795_431_600.25))
        #expect(try MQTTCommand(Array(command.json.text().utf8)) == command)
    }

    @Test func whatComesTwiceOrLateChangesNothing() {
        let now = Date(timeIntervalSince1970: 1_795_431_600)
        var filter = MQTTCommandFilter()
        func judge(_ id: String?, _ age: Double?) -> MQTTCommandFilter.Verdict {
            filter.judge(MQTTCommand("play", id: id, time: age.map { now.addingTimeInterval(-$0) }), now: now)
        }
        #expect(judge("a", 1) == .accepted && judge("a", 1) == .duplicate && judge("b", nil) == .accepted && judge("b", 0) == .duplicate)
        #expect(judge(nil, nil) == .accepted && judge(nil, nil) == .accepted)
        #expect(judge("c", 61) == .old(seconds: 61) && judge(nil, 3600) == .old(seconds: 3600))
        // The id of an expired command is not stored; a command from a clock that is ahead is accepted.
        #expect(judge("c", 59) == .accepted && judge("d", -500) == .accepted)
        for number in 0..<MQTTCommandFilter.memory { #expect(judge("n\(number)", nil) == .accepted) }
        // The number of stored ids is limited: the oldest is removed.
        #expect(judge("a", nil) == .accepted && judge("n\(MQTTCommandFilter.memory - 1)", nil) == .duplicate)
    }
}

/// Tests of a device's state and its changes.
@Suite struct MQTTDeviceStateTests {
    @Test func whatPlaysIsTold() throws {
        let entry = try Entry(parsing: Repository.fixture("entries/playing.json"), schemas: .nowPlaying)
        let state = MQTTDeviceState(entry, of: .den, at: entry.date)
        #expect(state.isAvailable)
        #expect(
            state.json.text()
                == #"{"kind":"now-playing","subject":"Living Room","subject_id":"roon:1601bb42","connection":"live","problem":null,"#
                + #""status":"playing","title":"So What","artist":"Miles Davis","album":"Kind of Blue","length":562.0,"zone":"Living Room","#
                + #""zone_id":"roon:1601bb42","muted":false,"volume":63,"volume_text":"−23.5 dB","position":104.0,"#
                + #""date":"2026-01-08T20:15:04Z"}"#)
        // Ten seconds later, only the position has advanced.
        #expect(MQTTDeviceState(entry, of: .den, at: entry.date + 10).isSame(as: state))
        var later = NowPlaying(entry)
        later.date += 10
        later.position = 114.4
        #expect(MQTTDeviceState(later.entry, of: .den, at: later.date).isSame(as: MQTTDeviceState(entry, of: .den, at: later.date)))
        later.position = 200
        #expect(!MQTTDeviceState(later.entry, of: .den, at: later.date).isSame(as: MQTTDeviceState(entry, of: .den, at: later.date)))
    }

    @Test func ofALockedZoneNothingIsTold() throws {
        var entry = try Entry(parsing: Repository.fixture("entries/playing.json"), schemas: .nowPlaying)
        entry.subject?.isLocked = true
        let text = MQTTDeviceState(entry, of: .den, at: entry.date).json.text()
        #expect(!text.contains("Miles") && !text.contains("So What") && text.contains("Living Room"))
    }

    @Test func privateFieldsAreToldOnlyWhereThatIsWanted() {
        var entry = Entry(date: Date(timeIntervalSince1970: 0), schema: .meeting, subject: Subject(id: "m"))
        entry.content = EntryFields(values: ["topic": "salary", "room": 4, "free": true])
        var device = MQTTDevice(id: "m", name: "M", schema: .meeting, isPlayer: false)
        #expect(!MQTTDeviceState(entry, of: device, at: entry.date).json.text().contains("salary"))
        device.showsPrivate = true
        #expect(
            MQTTDeviceState(entry, of: device, at: entry.date).json.text()
                == #"{"kind":"meeting","subject":"m","subject_id":"m","connection":"live","problem":null,"topic":"salary","room":4,"free":true,"people":null,"#
                + #""date":"1970-01-01T00:00:00Z"}"#)
        entry.freshness = .offline
        #expect(!MQTTDeviceState(entry, of: device, at: entry.date).isAvailable)
    }

    @Test(arguments: [
        ("Living Room", "living_room"), ("den-2", "den-2"), ("a+b/#", "a_b_"), ("Küche", "k_che_"), ("寝室", "device_"), ("", "device"),
    ])
    func idsAreMadeOfNames(_ name: String, _ start: String) {
        let id = MQTTDevice.id(of: name)
        #expect(id.hasPrefix(start) && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
        #expect(MQTTDevice.id(of: "寝室") != MQTTDevice.id(of: "居間"))
    }
}

extension MQTTDevice {
    static let den = MQTTDevice(
        id: "den", name: "Den", schema: .nowPlaying, isPlayer: true, zones: ["Living Room", "Mum's \"den\""],
        pictures: [Picture(id: "card", name: "Card", isByTopic: true), Picture(id: "small", isByTopic: false)])
}

extension MQTTDevice {
    static let weather = MQTTDevice(id: "weather", name: "Weather", schema: .weather, isPlayer: false)
}

extension EntrySchema {
    static let weather = EntrySchema(
        kind: "weather",
        fields: [
            EntryField("temperature", .number, unit: "°C"), EntryField("cloudiness", .ratio),
            EntryField("sky", .choice(["clear", "rain"])),
            with(EntryField("raining", .bool)) { $0.fieldClass = .moisture }, EntryField("sunset", .date()),
            with(EntryField("feels", .number, unit: "°C")) { $0.label = "Felt temperature" }, EntryField("energy", .number, unit: "kWh"),
            EntryField("since", .duration), with(EntryField("gust", .number)) { $0.fieldClass = .windSpeed },
            with(EntryField("chill", .number)) { $0.fieldClass = .temperature }, with(EntryField("place", .text)) { $0.isParameter = true },
            EntryField("tint", .color),
            EntryField("icon", .symbol), EntryField("timezone", .zone), EntryField("days", .list(.number)), EntryField("picture", .image),
            EntryField("secret", .text, privacy: .private),
        ])

    private static func with(_ field: EntryField, _ change: (inout EntryField) -> Void) -> EntryField {
        var field = field
        change(&field)
        return field
    }
}

extension EntrySchema {
    static let meeting = EntrySchema(
        kind: "meeting",
        fields: [
            EntryField("topic", .text, privacy: .private), EntryField("room", .number, unit: "m²"), EntryField("free", .bool),
            EntryField("people", .list(.text)), EntryField("picture", .image),
        ])
}

extension EntrySchemas {
    static let nowPlaying = EntrySchemas { (_) throws(EntryError) in .nowPlaying }
}

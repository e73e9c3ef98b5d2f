import SubdialDocuments
import Testing

@testable import SubdialConsoles

/// Tests of a console's messages, in both forms.
@Suite struct ConsoleMessageTests {
    @Test func theWholeState() throws {
        let state = try ConsoleState(
            #"""
            {"message_type": "MixingConsoleState", "masterFader": 0.9, "selectedChannel": "b", "channels": [
             {"id": "a", "name": "Vocals", "faderLevel": 0.72, "pan": -0.25, "mute": true, "solo": false, "level": -14, "peak": -3.2},
             {"id": "b", "name": "Bass", "type": "Audio", "volume": 0.5, "pan": 2, "isMuted": false, "isSolo": true,
              "levelL": -30, "levelR": -20, "peakL": -12, "peakR": -18}]}
            """#)
        #expect(state.ids == ["a", "b"] && state.selected == "b" && state.master[.fader].value == 0.9)
        #expect(state.value("a", .fader) == 0.72 && state.value("a", .pan) == -0.25 && state["a"]?.isMuted == true)
        #expect(state["a"]?.level == -14 && state["a"]?.peak == -3.2)
        #expect(state["b"]?.type == "audio" && state.value("b", .pan) == 1 && state["b"]?.isSolo == true)
        #expect(state["b"]?.level == -20 && state["b"]?.peak == -12)
    }

    @Test func anUpdateMergesIntoTheState() throws {
        let state = try ConsoleState(
            #"{"channels": [{"id": "a", "name": "Vocals", "volume": 0.7}, {"id": "b", "name": "Bass", "volume": 0.5}]}"#,
            #"""
            {"timestamp": 1800000000500000000, "message_id": 7, "message_type": "AudioStateUpdate", "sample_rate": 48000, "channel_states": [
             {"channel_id": "b", "volume": 0.25, "pan": 0.5, "mute": true, "solo": true, "plugin_chain_hash": "ff",
              "parameters": [{"name": "Level", "value": -9.5, "parameter_id": 3}]}, {"channel_id": 12, "volume": 0.1}]}
            """#)
        #expect(state.ids == ["a", "b", "12"] && state["b"]?.name == "Bass" && state["12"]?.name == "12")
        #expect(state.value("a", .fader) == 0.7 && state.value("b", .fader) == 0.25 && state["b"]?.level == -9.5)
        #expect(state["a"]?.level == nil)
    }

    @Test func channelsThatAreNotNamedAreGone() throws {
        let state = try ConsoleState(
            #"{"channels": [{"id": "a"}, {"id": "b", "name": "Bass", "volume": 0.3}]}"#,
            #"{"channels": [{"id": "c"}, {"id": "b"}, {"id": "c"}]}"#)
        #expect(state.ids == ["c", "b"] && state.value("b", .fader) == 0.3 && state["b"]?.name == "Bass")
    }

    @Test(arguments: [
        (#"{"channels": [{"id": "a", "volume": "loud", "pan": null, "mute": 1, "level": "x"}, 5, {}, {"id": ""}, {"id": {}}, null]}"#, 1),
        (#"{"channels": [{"id": "a", "volume": 1e300, "pan": -1e300, "level": 1e300, "peak": -1e300}]}"#, 1),
        (#"{"channels": {"id": "a"}}"#, 0), (#"{"channel_states": 5, "channels": [{"id": "a"}]}"#, 0),
        (#"{"channels": [], "selectedChannel": 3.5, "masterFader": "full"}"#, 0), (#"{"message_type": 5, "channels": [{"id": "a"}]}"#, 1),
        (#"{"message_type": "Chatter", "channels": [{"id": "a"}]}"#, 0), ("{}", 0),
    ])
    func garbageIsSkipped(_ text: String, _ count: Int) throws {
        let state = try ConsoleState(text)
        #expect(state.channels.count == count)
        for channel in state.channels {
            #expect((0...1).contains(channel[.fader].value) && (-1...1).contains(channel[.pan].value))
            #expect((channel.level ?? 0) <= 60 && (channel.peak ?? 0) <= 60)
        }
    }

    @Test func noMoreChannelsThanThereIsRoomFor() throws {
        let rows = (0..<1000).map { #"{"id": "\#($0)"}"# }.joined(separator: ",")
        let others = (1000..<2000).map { #"{"channel_id": "\#($0)"}"# }.joined(separator: ",")
        #expect(try ConsoleState(#"{"channels": [\#(rows)]}"#, #"{"channel_states": [\#(others)]}"#).channels.count == 256)
    }

    @Test(arguments: [
        ("[]", "the console's message is a list, where an object should be"),
        ("5", "the console's message is a number, where an object should be"),
        ("{", "the console's message is not JSON: 1:2: a key in quotes should stand here"),
        ("", "the console's message is not JSON: 1:1: the text ends where a value should stand"),
    ])
    func whatIsNoMessage(_ text: String, _ reason: String) {
        let error = #expect(throws: ConsoleMessageError.self) { try ConsoleMessage(Array(text.utf8)) }
        #expect(error?.description == reason)
    }

    @Test func aMessageHasALimit() {
        let text = #"{"channels": [], "more": ""# + String(repeating: "x", count: 1 << 20) + #""}"#
        #expect(throws: ConsoleMessageError.tooLong) { try ConsoleMessage(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            (#"{"message_type":"Welcome","client":"me","last_sequence":5}"#, .welcome(client: "me", last: 5)),
            (#"{"message_type":"Welcome","client":"me","last_sequence":-5}"#, .other),
            (#"{"message_type":"Welcome","client":"me"}"#, .other),
            (#"{"message_type":"Welcome","client":"me","last_sequence":1.5}"#, .other),
            (
                #"{"message_type":"EditApplied","client":"me","sequence":5,"applied":false}"#,
                .applied(client: "me", sequence: 5, isApplied: false)
            ),
            (#"{"message_type":"EditApplied","client":"me","sequence":"5","applied":true}"#, .other),
        ] as [(String, ConsoleMessage)])
    func answers(_ text: String, _ message: ConsoleMessage) throws {
        #expect(try ConsoleMessage(Array(text.utf8)) == message)
    }

    @Test(
        arguments: [
            ("a", .fader, 0.72, #""channel_id":"a","field":"volume","value":0.72"#),
            ("master", .fader, 2, #""channel_id":"master","field":"masterFader","value":1.0"#),
            ("a", .pan, -0.5, #""channel_id":"a","field":"pan","value":-0.5"#),
            ("a", .mute, 1, #""channel_id":"a","field":"mute","value":true"#),
            ("a", .solo, 0, #""channel_id":"a","field":"solo","value":false"#),
        ] as [(String, ConsoleField, Double, String)])
    func editsAsTheyAreSent(_ channel: String, _ field: ConsoleField, _ value: Double, _ part: String) throws {
        let text = ConsoleMessage.edit(ConsoleEdit(3, channel: channel, field: field, value: value, time: 9), of: "me")
        let expected = #"{"message_type":"ConsoleEdit","client":"me","sequence":3,"# + part + #","timestamp":9}"#
        #expect(try JSONValue(parsing: text) == JSONValue(parsing: expected))
    }
}

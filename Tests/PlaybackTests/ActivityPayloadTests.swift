import SubdialDocuments
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityPayloadTests {
    private static func payload(bytes: Int, of piece: Character = "x") -> ActivityPayload {
        func payload(_ line: String) -> ActivityPayload {
            ActivityPayload(.livingRoom, ActivityContentState(line1: line, line2: "Miles Davis", isPlaying: true))
        }
        let rest = bytes - payload("").byteCount
        return payload(String(repeating: piece, count: rest / String(piece).utf8.count))
    }

    @Test(arguments: [4095, 4096])
    func asMuchAsThereIsFits(_ bytes: Int) throws {
        let payload = Self.payload(bytes: bytes)
        #expect(payload.byteCount == bytes)
        #expect(payload.fits)
        try payload.check()
        _ = try Activity(
            id: ActivityID(rawValue: "a"), attributes: payload.attributes, content: ActivityContent(state: payload.state), at: start)
    }

    @Test func oneByteMoreIsRefused() throws {
        let payload = Self.payload(bytes: 4097)
        #expect(payload.byteCount == 4097 && !payload.fits)
        let line = payload.state.line1.count
        let error = ActivityError.payloadTooLarge(bytes: 4097, largest: "state.line1", largestBytes: line)
        #expect(throws: error) { try payload.check() }
        #expect(
            error.description == "the activity's attributes and state take 4097 bytes, 1 more than the 4096 there are; "
                + "shorten state.line1, which takes \(line)")
        let content = ActivityContent(state: payload.state)
        #expect(throws: error) {
            try Activity(id: ActivityID(rawValue: "a"), attributes: payload.attributes, content: content, at: start)
        }
        var activity = try Activity.livingRoom()
        let before = activity
        #expect(throws: error) { try activity.update(content, timestamp: start, at: start) }
        #expect(throws: error) { try activity.end(content, at: start) }
        #expect(activity == before)
    }

    @Test func countsWhatEscapesTake() {
        let plain = ActivityPayload(.livingRoom, ActivityContentState(line1: "ab", isPlaying: true)).byteCount
        #expect(ActivityPayload(.livingRoom, ActivityContentState(line1: "\"\u{7}", isPlaying: true)).byteCount == plain + 6)
        #expect(ActivityPayload(.livingRoom, ActivityContentState(line1: "日本", isPlaying: true)).byteCount == plain + 4)
    }

    @Test(
        arguments: [
            (ActivityAttributes(zoneID: ZoneID("id"), zoneName: String(repeating: "n", count: 5000)), "", "attributes.zoneName"),
            (ActivityAttributes(zoneID: ZoneID(String(repeating: "i", count: 5000)), zoneName: ""), "", "attributes.zoneID"),
            (.livingRoom, String(repeating: "a", count: 5000), "state.artwork"),
        ] as [(ActivityAttributes, String, String)])
    func saysWhatToShorten(_ attributes: ActivityAttributes, _ artwork: String, _ path: String) {
        let payload = ActivityPayload(attributes, ActivityContentState(line1: "T", isPlaying: true, artwork: artwork))
        #expect(throws: ActivityError.payloadTooLarge(bytes: payload.byteCount, largest: path, largestBytes: 5000)) { try payload.check() }
    }

    @Test(arguments: [
        ("{", "1:2: a key in quotes should stand here"),
        ("[]", "attributes: an object should stand here, not null"),
        (#"{"attributes":{}}"#, "attributes.zoneID: the zone's id is missing"),
        (#"{"attributes":{"zoneID":5}}"#, "attributes.zoneID: a text should stand here, not a number"),
        (#"{"attributes":{"zoneID":"a"}}"#, "state: an object should stand here, not null"),
        (#"{"attributes":{"zoneID":"a"},"state":{}}"#, "state.line1: the first line is missing, e.g. the title"),
        (#"{"attributes":{"zoneID":"a"},"state":{"line1":""}}"#, "state.isPlaying: true or false is missing here"),
        (
            #"{"attributes":{"zoneID":"a"},"state":{"line1":"","isPlaying":true,"length":"9:22"}}"#,
            "state.length: a number should stand here, not a text"
        ),
        (
            #"{"attributes":{"zoneID":"a"},"state":{"line1":"","isPlaying":true,"volume":{}}}"#,
            "state.volume.level: the level is missing, from 0 to 1"
        ),
    ])
    func saysWhatCannotBeRead(_ text: String, _ message: String) {
        let error = #expect(throws: ActivityError.self) { try ActivityPayload(parsing: text) }
        #expect(error?.description == message)
    }
}

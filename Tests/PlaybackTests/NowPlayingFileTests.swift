import FoundationEssentials
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@Suite struct NowPlayingFileTests {
    private static let text = """
        {
          "date": "2026-01-08T20:15:04Z",
          "zone": { "id": "roon:1601bb42", "name": "Living Room", "source": "roon", "locked": true },
          "status": "playing",
          "track": { "title": "So What", "artist": "Miles Davis", "album": "Kind of Blue", "length": 562.0 },
          "position": 104.0,
          "volume": { "value": -23.5, "minimum": -64, "maximum": 0, "step": 0.5, "unit": "db", "muted": true },
          "artwork": "artwork/blue.jpg",
          "connection": "stale",
          "lastContact": "2026-01-08T20:13:00Z",
          "metadata": { "xesam:genre": ["Jazz"], "mpris:length": 562000000, "xesam:userRating": 1.0 },
          "queue": [{ "title": "Freddie Freeloader", "artist": "Miles Davis", "length": 586, "artwork": "artwork/blue.jpg" }, {}],
          "comment": "unknown keys are passed over"
        }
        """

    @Test func allFields() throws {
        let entry = try NowPlaying(parsing: Self.text)
        #expect(entry.date == start)
        #expect(entry.zone == .init(id: "roon:1601bb42", name: "Living Room", source: "roon", isLocked: true))
        #expect(entry.status == .playing)
        #expect(entry.track == Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 562))
        #expect(entry.position == 104)
        #expect(entry.volume == Volume(value: -23.5, scale: VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db), isMuted: true))
        #expect(entry.cover == EntryPicture(location: "artwork/blue.jpg"))
        #expect(entry.freshness == .stale)
        #expect(entry.lastContact == at(-124))
        #expect(
            entry.queue == [
                .init(Track(title: "Freddie Freeloader", artist: "Miles Davis", length: 586), artwork: "artwork/blue.jpg"),
                .init(Track(title: "")),
            ])
        #expect(entry.metadata == ["xesam:genre": ["Jazz"], "mpris:length": .integer(562_000_000), "xesam:userRating": .double(1)])
    }

    @Test(arguments: ["zone", "track", "position", "volume", "artwork", "connection", "lastContact", "metadata", "queue"])
    func eachMayBeMissingOrNull(_ key: String) throws {
        var members = try #require(try JSONValue(parsing: Self.text).members)
        members.removeAll { $0.key == key }
        let without = NowPlaying(try Entry(.object(members)))
        members.append(JSONMember(key, .null))
        #expect(NowPlaying(try Entry(.object(members))) == without)
        var expected = try NowPlaying(parsing: Self.text)
        switch key {
        case "zone": expected.zone = nil
        case "track": expected.track = nil
        case "position": expected.position = nil
        case "volume": expected.volume = nil
        case "artwork": expected.cover = nil
        case "connection": expected.freshness = .live
        case "lastContact": expected.lastContact = nil
        case "queue": expected.queue = []
        default: expected.metadata = [:]
        }
        #expect(without == expected)
    }

    @Test func dateAndStatusSuffice() throws {
        let entry = try NowPlaying(parsing: #"{"date":"2026-01-08T20:15:04Z","status":"stopped"}"#)
        #expect(entry == NowPlaying(date: start, status: .stopped))
    }

    @Test func aZoneMayBeANameOrAnId() throws {
        func zone(_ json: String) throws -> Subject? {
            try NowPlaying(parsing: #"{"date":"2026-01-08T20:15:04Z","status":"stopped","zone":"# + json + "}").zone
        }
        #expect(try zone(#"{"name":"Bar"}"#) == .init(id: "Bar", name: "Bar"))
        #expect(try zone(#"{"id":"roon:1"}"#) == .init(id: "roon:1", name: "roon:1"))
    }

    private static let statuses = "playing, paused, stopped, loading, unknown"

    @Test(arguments: [
        ("[1]", "entry: an object should stand here, not a list"), ("5", "entry: an object should stand here, not a number"),
        ("{}", "date: the entry's date is missing, e.g. \"2026-01-08T20:15:04Z\""),
        (#"{"date":5}"#, "date: a date as text should stand here, not a number"),
        (#"{"date":"yesterday"}"#, "date: 'yesterday' is no ISO 8601 date; write it like 2026-01-08T20:15:04Z"),
        (#"{"date":"2026-01-08T20:15:04Z"}"#, "status: the entry's status is missing: \(statuses)"),
        ("{", "1:2: a key in quotes should stand here"),
    ])
    func tellsOfTheWhole(_ text: String, _ message: String) {
        let error = #expect(throws: EntryError.self) { try NowPlaying(parsing: text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("status", #""plying""#, "status: 'plying' is not one of \(statuses)"),
        ("status", "true", "status: a text should stand here, not true or false"),
        ("zone", #""Bar""#, "zone: an object should stand here, not a text"), ("zone", "{}", "zone.id: the zone's id is missing"),
        ("zone", #"{"id":5}"#, "zone.id: a text should stand here, not a number"),
        ("zone", #"{"id":"a","name":[]}"#, "zone.name: a text should stand here, not a list"),
        ("zone", #"{"id":"a","source":1}"#, "zone.source: a text should stand here, not a number"),
        ("track", "[]", "track: an object should stand here, not a list"),
        ("track", #"{"title":7}"#, "track.title: a text should stand here, not a number"),
        ("track", #"{"artist":{}}"#, "track.artist: a text should stand here, not an object"),
        ("track", #"{"album":1}"#, "track.album: a text should stand here, not a number"),
        ("track", #"{"length":"9:22"}"#, "track.length: a number should stand here, not a text"),
        ("track", #"{"length":1e15}"#, "track.length: the number is too large"),
        ("position", #""104""#, "position: a number should stand here, not a text"),
        ("position", "-1e15", "position: the number is too large"),
        ("volume", "5", "volume: an object should stand here, not a number"),
        ("volume", "{}", "volume.value: the volume's value is missing"),
        ("volume", #"{"value":"5"}"#, "volume.value: a number should stand here, not a text"),
        ("volume", #"{"value":5,"minimum":"0"}"#, "volume.minimum: a number should stand here, not a text"),
        ("volume", #"{"value":5,"unit":"dB"}"#, "volume.unit: 'dB' is not one of db, number, incremental"),
        ("volume", #"{"value":5,"muted":1}"#, "volume.muted: true or false should stand here, not a number"),
        ("volume", #"{"value":5,"minimum":10,"maximum":1}"#, "volume: the range needs a minimum below its maximum and a step above 0"),
        ("volume", #"{"value":5,"step":0}"#, "volume: the range needs a minimum below its maximum and a step above 0"),
        ("artwork", "5", "artwork: a text should stand here, not a number"),
        ("connection", #""dead""#, "connection: 'dead' is not one of live, stale, offline, zone-missing"),
        ("lastContact", #""noon""#, "lastContact: 'noon' is no ISO 8601 date; write it like 2026-01-08T20:15:04Z"),
        ("metadata", "[]", "metadata: an object should stand here, not a list"),
        ("queue", "{}", "queue: a list should stand here, not an object"),
        ("queue", "[{},7]", "queue[1]: an object should stand here, not a number"),
        ("queue", #"[{"title":"a"},{"length":"x"}]"#, "queue[1].length: a number should stand here, not a text"),
        ("zone", #"{"id":"a","locked":"yes"}"#, "zone.locked: true or false should stand here, not a text"),
    ])
    func tellsOfAField(_ key: String, _ value: String, _ message: String) {
        let error = #expect(throws: EntryError.self) {
            try NowPlaying(parsing: #"{"date":"2026-01-08T20:15:04Z","status":"playing",""# + key + "\":" + value + "}")
        }
        #expect(error?.description == message)
    }

    @Test(
        arguments: [
            ("2026-01-08T20:15:04Z", 0), ("2026-01-08T20:15:04.250Z", 0.25), ("2026-01-08T20:15:04.5Z", 0.5),
            ("2026-01-08T21:15:04+01:00", 0),
            ("2026-01-08T15:45:04.250-04:30", 0.25), ("2026-01-08T20:15:04", 0), ("2026-01-08", -72_904),
        ] as [(String, Double)])
    func dates(_ text: String, _ seconds: Double) throws {
        #expect(abs(try #require(Date(iso8601: text)).timeIntervalSince(at(seconds))) < 0.001)
    }

    @Test(arguments: ["", "now", "2026", "20:15:04", "2026-13-08T20:15:04Z", "2026-01-08T25:15:04Z", "2026-02-30T00:00:00Z", "Z"])
    func noDates(_ text: String) {
        #expect(Date(iso8601: text) == nil)
    }

    @Test(arguments: [
        (0.0, "2026-01-08T20:15:04Z"), (0.25, "2026-01-08T20:15:04.250Z"), (0.9996, "2026-01-08T20:15:05Z"),
        (-0.001, "2026-01-08T20:15:03.999Z"),
    ])
    func datesAreWrittenInUTC(seconds: Double, _ expected: String) {
        #expect(at(seconds).iso8601 == expected)
    }

    @Test(arguments: [
        "playing", "paused", "stopped", "stale", "offline", "zone-missing", "no-artwork", "hostile", "cjk", "rtl", "loading", "no-volume",
        "radio",
    ])
    func fixturesComeBackThroughJSON(_ name: String) throws {
        let entry = try NowPlaying(parsing: Repository.fixture("entries/\(name).json"))
        #expect(try Entry(parsing: entry.entry.json.text(indented: true)) == entry.entry)
        #expect(NowPlaying(entry.entry) == entry)
        if let artwork = entry.cover?.location {
            #expect(throws: Never.self) { try Repository.fixtureBytes("entries/\(artwork)") }
        }
    }

    @Test func isWrittenInTheOrderOfTheDocumentation() throws {
        let members = try #require(try Entry(parsing: Self.text).json.members)
        #expect(
            members.map(\.key) == [
                "date", "zone", "connection", "lastContact", "status", "track", "position", "volume", "artwork", "metadata", "queue",
            ])
    }
}

extension JSONValue {
    /// The members of an object; nil for other values.
    fileprivate var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }
}

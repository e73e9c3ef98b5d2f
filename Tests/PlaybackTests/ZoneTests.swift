import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@Suite struct ZoneTests {
    private static let zones = [
        Zone(id: "roon:2", name: "kitchen"), Zone(id: "roon:1", name: "Kitchen"), Zone(id: "lms:aa:bb", name: "Bedroom"),
        Zone(id: "upnp:x", name: "Attic"), Zone(id: "Kitchen", name: "Zoo"),
    ]

    @Test func sortedByNameWhateverTheCaseAndThenById() {
        let expected = ["upnp:x", "lms:aa:bb", "roon:1", "roon:2", "Kitchen"]
        #expect(Self.zones.sortedByName().map(\.id.rawValue) == expected)
        #expect(Self.zones.reversed().sortedByName().map(\.id.rawValue) == expected)
    }

    @Test(
        arguments: [
            ("roon:2", "roon:2"), ("Kitchen", "Kitchen"), ("kitchen", "roon:2"), ("bedroom", "lms:aa:bb"),
            ("lms:aa:bb", "lms:aa:bb"),
            ("cellar", nil), ("", nil),
        ] as [(String, String?)])
    func named(_ text: String, _ expected: String?) throws {
        #expect(try Self.zones.named(text)?.id.rawValue == expected)
    }

    @Test func zonesOfOneNameAreToldAndNotGuessed() throws {
        let zones = [
            Zone(id: ZoneID("a:1"), name: "Kitchen"), Zone(id: ZoneID("a:2"), name: "Kitchen"), Zone(id: ZoneID("a:3"), name: "kitchen"),
        ]
        #expect(throws: SourceError.refused("2 zones are named 'Kitchen': name one by its id, 'a:1', 'a:2'")) { try zones.named("Kitchen") }
        #expect(throws: SourceError.self) { try zones.named("KITCHEN") }
        #expect(try zones.named("kitchen")?.id == ZoneID("a:3"))
        #expect(try zones.named("a:2")?.id == ZoneID("a:2"))
    }

    /// An id without the address of its bridge means a zone, unless another zone has that id.
    @Test(arguments: [("a:1", "a:1"), ("a:2", "a:2@nas:8088"), ("a:2@nas:8088", "a:2@nas:8088"), ("a", nil)] as [(String, String?)])
    func anIDWithoutItsBridge(_ text: String, _ expected: String?) throws {
        let zones = ["a:1", "a:1@nas:8088", "a:2@nas:8088", "a:3@nas:8088", "a:3@box:8088"].map { Zone(id: ZoneID($0), name: "Room \($0)") }
        #expect(try zones.named(text)?.id.rawValue == expected)
        #expect(throws: SourceError.refused("2 zones are named 'a:3': name one by its id, 'a:3@nas:8088', 'a:3@box:8088'")) {
            try zones.named("a:3")
        }
        #expect(ZoneRules(locked: ["a:1"]).locks(zones[1]) && !ZoneRules(locked: ["a:1"]).locks(zones[2]))
    }

    @Test func anIdIsItsSpelling() throws {
        let data = try JSONEncoder().encode([ZoneID("lms:aa:bb:cc")])
        #expect(String(decoding: data, as: UTF8.self) == #"["lms:aa:bb:cc"]"#)
        #expect(try JSONDecoder().decode([ZoneID].self, from: data) == [ZoneID("lms:aa:bb:cc")])
        #expect("\(ZoneID("lms:aa"))" == "lms:aa")
    }

    @Test(arguments: [
        (Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 1), true),
        (Track(title: "So What", artist: "Miles Davis"), false),
        (Track(title: "So what", artist: "Miles Davis", album: "Kind of Blue"), false),
    ])
    func theSamePieceOfMusic(_ other: Track, _ expected: Bool) {
        #expect(Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 562).isSame(as: other) == expected)
    }

    @Test func aTrackMayLackEverything() throws {
        #expect(try JSONDecoder().decode(Track.self, from: Data("{}".utf8)) == Track(title: ""))
    }

    @Test func aStateComesBackThroughACoder() throws {
        var state = playing()
        state.merge(reading(1) { $0.queue = [Track(title: "Freddie Freeloader")] })
        let data = try JSONEncoder().encode(StoredPlayback(state, at: at(2)))
        let stored = try JSONDecoder().decode(StoredPlayback.self, from: data)
        #expect(stored == StoredPlayback(state, at: at(2)))
        // The next run has another steady clock, and the same wall clock.
        let next = ClockPair(steady: SteadyDate(seconds: 7), wall: at(12))
        let restored = PlaybackState(restoring: stored, at: next)
        #expect(restored.queue.value == state.queue.value && restored.track.value == state.track.value && restored.volume == state.volume)
        #expect(restored.lastContact == SteadyDate(seconds: -5))
        let seconds = try #require(restored.elapsed(at: next.steady))
        #expect(abs(seconds - 116) < 1e-6)
    }

    /// Each alias means its zone, and the aliases of a hostile bus name are few.
    @Test(arguments: [
        (Zone(id: "roon:1", name: "Küche"), ["küche"]), (Zone(id: "mpris:vlc", name: "VLC"), ["vlc"]),
        (Zone(id: "mpris:mpv.instance42", name: "Film"), ["film", "mpv"]),
        (Zone(id: "mpris:a.b.c.d.e.f.g", name: ""), ["", "a", "a.b", "a.b.c", "a.b.c.d"]),
    ])
    func aliasesMeanTheZone(_ zone: Zone, _ aliases: [String]) {
        #expect(zone.aliases == aliases)
        #expect(aliases.allSatisfy { zone.isMeant(by: $0) })
    }

    @Test(
        arguments: [
            (
                .unreachable(address: "http://hifi:8088", reason: "refused"),
                "cannot reach http://hifi:8088: refused; is it running, and is the address right?", true
            ),
            (.badAnswer(address: "http://hifi", reason: "1:1: no"), "http://hifi answered what cannot be used: 1:1: no", true),
            (.badAddress("hifi", reason: "no scheme"), "'hifi' is not an address to use: no scheme", false),
            (.zoneMissing("Attic", known: []), "there is no zone 'Attic', nor any other", true),
            (.zoneMissing("Attic", known: ["Bar", "Study"]), "there is no zone 'Attic'; there are 'Bar', 'Study'", true),
            (.refused("volume is fixed"), "volume is fixed", false), (.cancelled, "cancelled", false),
            (.locked("http://hifi"), "controls are locked on http://hifi; allow them in its settings", false),
        ] as [(SourceError, String, Bool)])
    func errorsSayWhatAndWhere(_ error: SourceError, _ text: String, isPassing: Bool) {
        #expect(error.description == text)
        #expect(error.isPassing == isPassing)
    }
}

extension ZoneID: ExpressibleByStringLiteral {
    /// Makes an id from a literal.
    public init(stringLiteral value: String) { self.init(value) }
}

import Foundation
import SubdialExpressions
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

@Suite struct ConfigurationTests {
    private func configuration(
        _ flags: Configuration.Flags = .init(), environment: [String: String] = [:], file: String? = nil
    ) throws -> Configuration {
        let folder = try TemporaryFolder()
        if let file { try AtomicFile.write(Array(file.utf8), to: "\(folder.path)/subdial/config.yaml") }
        return try Configuration(flags, environment: environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }, folder: "/somewhere")
    }

    @Test func aFlagBeatsTheEnvironmentWhichBeatsTheFile() throws {
        let file = "bridge: http://file:1\nzone: Den\nlogLevel: debug\ntheme: studio\n"
        #expect(try configuration(file: file).bridge == "http://file:1")
        #expect(try configuration(environment: ["SUBDIAL_BRIDGE": "http://env:1"], file: file).bridge == "http://env:1")
        let all = try configuration(
            .init(bridge: "http://flag:1"), environment: ["SUBDIAL_BRIDGE": "http://env:1", "SUBDIAL_ZONE": "Attic"], file: file)
        #expect(all.bridge == "http://flag:1")
        #expect(all.zone == "Attic")
        #expect(all.logLevel == .debug)
        #expect(all.theme == "studio")
    }

    /// An entry file looks the same everywhere; live dates are shown in the machine's time zone.
    @Test(
        arguments: [
            (nil, nil, "UTC", "Asia/Tokyo"), ("Europe/Berlin", nil, "Europe/Berlin", "Europe/Berlin"),
            ("local", nil, "Asia/Tokyo", "Asia/Tokyo"),
            ("Europe/Berlin", "+01:00", "+01:00", "+01:00"),
        ] as [(String?, String?, String, String)])
    func datesAreToldInAZone(file: String?, flag: String?, ofFiles: String, live: String) throws {
        let configuration = try configuration(
            .init(timeZone: flag), environment: ["TZ": "Asia/Tokyo"], file: file.map { "timeZone: \($0)\n" })
        #expect(configuration.timeZones(isLive: false) == TimeZones(standard: ofFiles, local: "Asia/Tokyo"))
        #expect(configuration.timeZones(isLive: true) == TimeZones(standard: live, local: "Asia/Tokyo"))
        #expect(throws: ConfigurationError.wrong("there is no time zone 'Mars'; write it like Europe/Berlin, UTC, +01:00 or local")) {
            try self.configuration(.init(timeZone: "Mars"))
        }
    }

    @Test func nothingNeedBeThere() throws {
        let configuration = try configuration()
        #expect(configuration.bridge == nil)
        #expect(configuration.logLevel == nil)
        #expect(try self.configuration(file: "# only a comment\n").bridge == nil)
    }

    @Test func rulesAreRead() throws {
        let file = """
            volume: { max: [60%, -20 dB, 40], step: 2 }
            zones:
              allowed: [Kitchen, "lms:00:04:20"]
              locked: Office
            """
        let configuration = try configuration(file: file)
        let limits = [VolumeAmount(60, .percent), VolumeAmount(-20, .db), VolumeAmount(40)]
        #expect(configuration.volume == VolumeRules(limits: limits, step: VolumeAmount(2)))
        #expect(configuration.zones == ZoneRules(allowed: ["Kitchen", "lms:00:04:20"], locked: ["Office"], history: HistoryRules()))
        #expect(try self.configuration().volume == VolumeRules())
    }

    @Test(arguments: [
        ("", HistoryRules()), ("history: true\n", HistoryRules()), ("history: false\n", nil),
        ("history: { keep: 30, private: [Bedroom, mpv] }\n", HistoryRules(keptDays: 30, privateZones: ["Bedroom", "mpv"])),
        ("history: { listenBrainz: ~/token }\n", HistoryRules(listenBrainz: ListenBrainzAccount(tokenFile: "/home/ada/token"))),
        (
            "history: { listenBrainz: { url: 'http://nas:42010/apis/listenbrainz/', tokenFile: /run/token } }\n",
            HistoryRules(listenBrainz: ListenBrainzAccount(url: "http://nas:42010/apis/listenbrainz", tokenFile: "/run/token"))
        ),
    ])
    func theHistoryIsSet(_ file: String, _ rules: HistoryRules?) throws {
        #expect(try configuration(environment: ["HOME": "/home/ada"], file: file).zones.history == rules)
    }

    @Test(arguments: [
        ("", []), ("tls: { ca: ~/home.pem }\n", ["/home/ada/home.pem"]),
        ("tls: { ca: [~/home.pem, /etc/caddy/root.crt] }\n", ["/home/ada/home.pem", "/etc/caddy/root.crt"]),
    ])
    func theAuthoritiesAreSet(_ file: String, _ paths: [String]) throws {
        #expect(try configuration(environment: ["HOME": "/home/ada"], file: file).authorities == paths)
    }

    @Test func relativePathsStartFromTheWorkingFolder() throws {
        #expect(try configuration(environment: ["SUBDIAL_TEMPLATES": "mine"]).templates == "/somewhere/mine")
    }

    @Test(arguments: [
        ("brigde: x\n", "there is no key 'brigde'; did you mean 'bridge'?"), ("bridge: [1]\n", "bridge takes a text, not a list"),
        ("- a\n", "keys with values should stand here"), ("bridge: \"x\n", "the quote that begins here has no end"),
        ("bridge: a\nbridge: b\n", "stands here twice"),
        ("timeZone: Berlin\n", "yaml:1:11: there is no time zone 'Berlin'; write it like Europe/Berlin, UTC, +01:00 or local"),
        ("# mine\nlogLevel: loud\n", "yaml:2:11: 'loud' is no log level"),
        ("history: maybe\n", "yaml:1:10: history takes true or false, not 'maybe'"),
        ("history: { keep: 0 }\n", "yaml:1:18: keep takes days, from 1 to 36500"),
        ("history: { listenBrainz: 0123-abcd }\n", "listenBrainz takes the path of a file whose first line is the token, from / or ~/"),
        ("history: { listenBrainz: { url: 'http://a' } }\n", "listenBrainz needs a 'tokenFile'"),
        ("tls: { ca: [/a.pem, b.pem] }\n", "yaml:1:21: tls: ca takes the path of a file of certificates, from / or ~/"),
        ("tls: { insecure: true }\n", "there is no key 'insecure' in tls"),
        ("volume: 40\n", "yaml:1:9: volume: keys with values should stand here, like 'max: 60%'"),
        ("volume:\n  maxx: 40\n", "yaml:2:3: there is no key 'maxx' in volume; did you mean 'max'?"),
        ("volume: { max: loud }\n", "yaml:1:16: volume: max takes a number, like 60%, -20 dB or 40, not 'loud'"),
        ("volume:\n  max: [40, -20]\n", "yaml:2:13: volume: max below zero is in decibels: write '-20 dB'"),
        ("volume: { max: 101% }\n", "yaml:1:16: volume: max takes 0% to 100%"),
        ("volume: { step: 0 }\n", "yaml:1:17: volume: step takes a number above zero"),
        ("zones: { allowed: [] }\n", "yaml:1:19: zones: allowed lets no zone through"),
        ("zones:\n  locked: [[a]]\n", "yaml:2:12: zones: locked takes a text, not a list"),
        ("zones: { only: [Kitchen] }\n", "yaml:1:16: zones: only takes a text, not a list"),
        ("zones: { only: }\n", "zones: only takes a text"),
        ("poll: 3\n", "yaml:1:7: poll: keys with values should stand here, like 'watched: 3'"),
        ("poll: { watched: 0.9 }\n", "yaml:1:18: poll: watched takes seconds, from 1 to 60, not '0.9'"),
        ("poll: { watched: 61 }\n", "poll: watched takes seconds, from 1 to 60, not '61'"),
        ("poll: { watched: nan }\n", "poll: watched takes seconds, from 1 to 60, not 'nan'"),
        ("poll:\n  background: 14\n", "yaml:2:15: poll: background takes seconds, from 15 to 900, not '14'"),
        ("poll: { background: 15m }\n", "poll: background takes seconds, from 15 to 900, not '15m'"),
        ("poll: { watchd: 3 }\n", "there is no key 'watchd' in poll; did you mean 'watched'?"),
        ("zones: { blocked: x }\n", "there is no key 'blocked' in zones; did you mean 'locked'?"),
        ("zone:\n", "zone takes a text, not nothing"), ("bridge: ftp://nas\n", "yaml:1:9: bridge: 'ftp://nas'"),
        ("source: mrpis\n", "yaml:1:9: source: there is no source 'mrpis'; did you mean 'mpris'?"),
        ("source: [mpd, fil:x]\n", "yaml:1:15: source: "),
        ("zone:\nfeed: { widht: 3, marquee: 4 }\n", "yaml:1:6: zone takes a text, not nothing (and 2 more; see 'subdial config check')"),
    ])
    func tellsWhatIsWrongWithTheFile(_ file: String, _ message: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(file: file) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func oneZoneAndItsPollsAreSet() throws {
        let configuration = try configuration(file: "zones: { only: Kitchen }\npoll: { watched: 3, background: 900 }\n")
        let polls = PollIntervals(watched: 3, background: 900)
        #expect(configuration.zones == ZoneRules(only: "Kitchen", history: HistoryRules(), polls: polls))
        #expect(try self.configuration(file: "poll: { watched: 60 }\n").zones.polls == PollIntervals(watched: 60))
    }

    /// What does nothing is an error for `config check`, but the file can be used; nil for what has an effect.
    @Test(
        arguments: [
            ("zones: { locked: [] }\n", "1:18: zones: locked: an empty list does nothing; leave the key out"),
            ("players: []\n", "1:10: players: an empty list does nothing"), ("displays: []\n", "displays: an empty list"),
            ("kinds: []\n", "kinds: an empty list"), ("tls: { ca: [] }\n", "1:12: tls: ca: an empty list"),
            ("history: { private: [] }\n", "an empty list"), ("volume: { max: [] }\n", "1:16: volume: max: an empty list"),
            ("volume: { maxStep: [] }\n", nil), ("kinds: [{ kind: x, with: { a: [] } }]\n", nil),
            ("zones: { allowed: [Kitchen, Hall], locked: [Office] }\n", "1:45: zones: locked does nothing for 'Office', which is not"),
            ("zones: { allowed: [Kitchen, Office], locked: [office] }\n", nil),
            // An id and a name may mean one zone.
            ("zones: { allowed: [Kitchen, \"roon:1\"], locked: [Office] }\n", nil),
            ("zones: { allowed: [Kitchen, \"roon:1@nas:8088\"], locked: [\"roon:1\"] }\n", nil),
            ("zones: { allowed: [Kitchen], locked: [kitchen] }\n", "1:38: zones: every allowed zone is locked"),
            ("zones: { allowed: [Kitchen, Hall, kitchen] }\n", "1:35: zones: allowed: 'kitchen' stands here twice"),
            ("zones: { only: Kitchen, locked: [Office] }\n", "1:33: zones: locked does nothing beside 'only'"),
            ("zones: { only: Kitchen, allowed: [Office] }\n", "1:16: zones: 'Kitchen' is not in 'allowed'"),
            ("zones: { only: Kitchen, allowed: [Office, kitchen] }\n", nil), ("zones: { only: Kitchen }\nzone: kitchen\n", nil),
            ("zones: { only: Kitchen }\nzone: \"lms:1\"\n", nil),
            ("zone: Office\nzones: { only: Kitchen }\n", "1:7: zone: 'Office' is locked by 'zones: only', which is 'Kitchen'"),
            ("zone: Office\nzones: { allowed: [Kitchen] }\n", "1:7: zone: 'Office' is not in 'zones: allowed'"),
            ("zone: Office\nzones: { locked: [office] }\n", "1:7: zone: 'Office' is in 'zones: locked'"),
            ("players: [mpv, vlc]\nignoredPlayers: [VLC]\n", "1:16: players: 'vlc' does nothing, because it is in 'ignoredPlayers' too"),
            ("ignoredPlayers: [mpv, mpv]\n", "1:23: ignoredPlayers: 'mpv' stands here twice"),
            ("volume: { max: [60%, -20 dB, 80%] }\n", "1:30: volume: max: '80%' does nothing beside '60%'"),
            ("volume: { maxStep: [3 dB, 3 dB] }\n", "1:27: volume: maxStep: '3 dB' does nothing beside '3 dB'"),
            ("volume: { max: [60%, -20 dB, 40] }\n", nil),
        ] as [(String, String?)])
    func whatDoesNothingIsReported(_ text: String, _ message: String?) throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/config.yaml")
        let check = ConfigurationCheck(path: "\(folder.path)/config.yaml")
        #expect(check.problems.count == (message == nil ? 0 : 1), "\(check.text)")
        if let message { #expect(check.text.contains(message), "\(check.text)") }
        _ = try configuration(file: text)
    }

    /// All problems of a file are reported at once, with their positions.
    @Test func aCheckTellsAllAtOnce() throws {
        let folder = try TemporaryFolder()
        let file = """
            # mine
            bridge: ftp://nas
            source: mrpis
            theme: studo
            templates: /nope
            feed:
              text: "{{ titel }} {{ title }}"
              width: 0
              texts: { paused: "{{ title" }
            logLevel: loud
            volume: { max: loud, step: 0 }
            colour: red
            """
        try AtomicFile.write(Array(file.utf8), to: "\(folder.path)/config.yaml")
        var check = ConfigurationCheck(path: "\(folder.path)/config.yaml")
        let isAdded = check.add("there is no theme 'studo'", to: "theme")
        let isForeignAdded = check.add("it is not there", to: "history")
        #expect(isAdded && !isForeignAdded)
        let lines = check.problems.map(\.line)
        #expect(lines == [2, 3, 4, 5, 7, 8, 9, 10, 11, 11, 12])
        #expect(check.problems[3].message == "templates: there is no folder '/nope'")
        #expect(check.problems[4].message == "feed: text: there is no variable 'titel'; did you mean 'title'?")
        #expect(check.problems.map(\.isWarning) == lines.map { $0 == 7 })
        #expect(check.text.hasPrefix("\(folder.path)/config.yaml:2:9: bridge: "))
        // Warnings alone do not prevent the use of the rest.
        let doubtful = try configuration(file: "feed: { text: '{{ titel }}', width: 40 }\n")
        #expect(doubtful.feed.width == 40)
    }

    @Test(arguments: [
        ("mpd", true), ("vlc", true), ("mpris", true), ("auto", true), ("localhost", true), ("nas.local", true), ("nas:8088", true),
        ("mpd://nas", true), ("file:x", true), ("mrpis", false), ("nas", false), ("ftp://nas", false), ("file", false),
    ])
    func aBareWordIsNoHost(_ word: String, _ isOne: Bool) {
        #expect(((try? SourceWord(word)) != nil) == isOne)
    }

    @Test func aNamedFileMustBeThere() {
        #expect(throws: ConfigurationError.missing("/nowhere/c.yaml")) { try configuration(.init(config: "/nowhere/c.yaml")) }
        #expect(throws: ConfigurationError.self) { try configuration(.init(logLevel: "loud")) }
    }
}

import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct PlayerRankingTests {
    typealias Candidate = PlayerRanking.Candidate

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var players: [String] = []
        var ignored: [String] = []
        let candidates: [Candidate]
        let order: [String]
        var testDescription: String { name }
    }

    static func playing(_ name: String, _ changed: Int = 0) -> Candidate { .init(name: name, status: .playing, changed: changed) }
    static func paused(_ name: String, _ changed: Int = 0) -> Candidate { .init(name: name, status: .paused, changed: changed) }
    static func stopped(_ name: String, _ changed: Int = 0) -> Candidate { .init(name: name, status: .stopped, changed: changed) }
    static func empty(_ name: String, _ status: PlaybackStatus, _ changed: Int = 9) -> Candidate {
        .init(name: name, status: status, hasTrack: false, changed: changed)
    }

    @Test(arguments: [
        Case(name: "nobody", candidates: [], order: []),
        Case(
            name: "what plays goes first, however old",
            candidates: [stopped("a", 9), paused("b", 8), playing("c", 1), .init(name: "d", status: .unknown)],
            order: ["c", "b", "a", "d"]),
        Case(
            name: "applications before browsers, within a status",
            candidates: [playing("firefox.instance_1_42", 9), paused("vlc", 8), playing("mpv", 1), paused("chromium.instance7", 9)],
            order: ["mpv", "firefox.instance_1_42", "vlc", "chromium.instance7"]),
        Case(name: "the last change", candidates: [playing("a", 1), playing("b", 3), playing("c", 2)], order: ["b", "c", "a"]),
        Case(name: "the name where nothing else decides", candidates: [playing("b"), playing("a")], order: ["a", "b"]),
        Case(name: "loading is playing", candidates: [paused("a", 9), .init(name: "b", status: .loading)], order: ["b", "a"]),
        Case(
            name: "the user's order, which leaves others out", players: ["spotify", "vlc"],
            candidates: [playing("vlc", 9), playing("spotify", 1), playing("mpv", 10)], order: ["spotify", "vlc"]),
        Case(
            name: "the user's order before the status", players: ["spotify", "vlc"], candidates: [playing("vlc"), paused("spotify", 9)],
            order: ["spotify", "vlc"]),
        Case(
            name: "any other", players: ["spotify", "%any", "vlc"],
            candidates: [playing("vlc", 9), playing("mpv", 2), playing("spotify"), playing("a", 1)],
            order: ["spotify", "mpv", "a", "vlc"]),
        Case(
            name: "the user's order before browsers", players: ["firefox", "%any"],
            candidates: [playing("mpv", 9), playing("firefox.instance1")],
            order: ["firefox.instance1", "mpv"]),
        Case(
            name: "nothing without a track before a paused track", candidates: [empty("a", .playing), empty("b", .paused), paused("c", 1)],
            order: ["c", "a", "b"]),
        Case(
            name: "what plays without a track before what is stopped",
            candidates: [stopped("a"), empty("b", .stopped), empty("c", .paused), empty("d", .unknown), empty("e", .playing, 1)],
            order: ["e", "a", "c", "b", "d"]),
        Case(name: "a track that is about to come", candidates: [paused("a", 8), empty("b", .loading, 1)], order: ["b", "a"]),
        Case(
            name: "a browser's track before an application without one", candidates: [empty("mpv", .paused), paused("firefox", 1)],
            order: ["firefox", "mpv"]),
        Case(
            name: "the user's order among those with a track", players: ["spotify", "vlc", "%any"],
            candidates: [empty("spotify", .paused), paused("vlc", 1), playing("mpv", 8)], order: ["vlc", "mpv", "spotify"]),
        Case(
            name: "the user's order where none has a track", players: ["spotify", "%any"],
            candidates: [empty("mpv", .playing), empty("spotify", .paused, 1)], order: ["spotify", "mpv"]),
        Case(
            name: "ignored", ignored: ["firefox", "*.instance2"],
            candidates: [playing("firefox.instance1"), playing("mpv.instance2"), playing("mpv.instance21"), paused("vlc")],
            order: ["mpv.instance21", "vlc"]),
        Case(name: "who repeats others", candidates: [playing("playerctld"), paused("mpv")], order: ["mpv"]),
        Case(
            name: "who repeats others, wanted by name", players: ["playerctld", "%any"],
            candidates: [playing("playerctld"), playing("mpv")],
            order: ["playerctld", "mpv"]),
    ])
    func ordersPlayers(_ row: Case) {
        let ranking = PlayerRanking(MPRISOptions(players: row.players, ignored: row.ignored))
        #expect(ranking.ordered(row.candidates).map(\.name) == row.order)
        #expect(ranking.ordered(row.candidates.reversed()).map(\.name) == row.order)
    }

    @Test(arguments: [
        ("vlc", "vlc", true), ("vlc", "VLC", true), ("vlc", "vlc.instance7", true), ("vlc", "vlcx", false), ("vlc", "xvlc", false),
        ("vlc.instance7", "vlc", false), ("vlc.instance7", "vlc.instance77", false), ("%any", "whatever", true),
        ("org.mpris.MediaPlayer2.vlc", "vlc", true), ("*", "a", true), ("*fox*", "firefox.instance_1_42", true),
        ("fire*.inst*42", "firefox.instance_1_42", true),
        ("fire*.inst*43", "firefox.instance_1_42", false), ("*a", "b", false), ("", "a", false), ("kde*", "kdeconnect.mpris_1", true),
        ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXbXbX", false),
    ])
    func patternsMeanPlayers(_ pattern: String, _ name: String, _ isMeant: Bool) {
        #expect(PlayerPattern(pattern).matches(name) == isMeant)
    }

    @Test func aPatternOfManyStarsIsNoTrap() {
        let pattern = String(repeating: "*a", count: 200) + "*b"
        #expect(!PlayerPattern(pattern).matches(String(repeating: "a", count: 2000)))
    }

    @Test(arguments: [
        ("firefox.instance_1_42", true), ("chromium.instance123", true), ("google-chrome.instance1", true), ("brave.instance9", true),
        ("plasma-browser-integration", true), ("org.gnome.Epiphany", true), ("vivaldi-stable", true), ("microsoft-edge.instance5", true),
        ("vlc", false), ("mpv.instance3", false), ("spotify", false), ("zenity", false), ("Lollypop", false),
    ])
    func knowsBrowsers(_ name: String, _ isBrowser: Bool) {
        #expect(PlayerName.isBrowser(name) == isBrowser)
    }

    @Test(
        arguments: [
            ("org.mpris.MediaPlayer2.mpv", "mpv"), ("org.mpris.MediaPlayer2.", nil), ("org.mpris.MediaPlayer2", nil),
            ("org.mpris.MediaPlayer2X", nil),
            ("org.mpris.MediaPlayer2.a.b", "a.b"),
        ] as [(String, String?)])
    func namesPlayersOfTheBus(_ bus: String, _ name: String?) {
        #expect(PlayerName.ofBus(bus) == name)
    }
}

import Foundation
import SubdialPlayback
import SubdialPlayers
import Testing

@testable import SubdialEngine

@Suite struct SourceAddressTests {
    @Test(arguments: [
        ("http://nas.local:8088", "http://nas.local:8088"), ("nas.local", "http://nas.local:8088"), ("mpris:", "mpris:"),
        ("mpris", "mpris:"),
        ("mpris:?players=mpv,%25any&ignored=firefox", "mpris:?players=mpv,%25any&ignored=firefox"),
        ("mpris:?bus=unix%3Apath%3D%2Frun%2Fbus", "mpris:?bus=unix%3Apath%3D%2Frun%2Fbus"), ("mpd", "mpd://localhost"),
        ("mpd:/run/mpd/socket", "mpd:/run/mpd/socket"), ("vlc", "vlc://localhost"), ("file:/run/x.jsonl", "file:/run/x.jsonl"),
        ("http://nas:1 mpris: mpd:", "http://nas:1 mpris: mpd://localhost"), ("mpris: nas mpris http://nas:8088", "mpris: http://nas:8088"),
        ("nas http://nas:8088", "http://nas:8088"),
    ])
    func isReadAndWritten(_ text: String, _ written: String) throws {
        let address = try SourceAddress(text)
        #expect(address.text == written)
        #expect(try SourceAddress(address.text) == address)
    }

    @Test func passwordsAreNotWritten() throws {
        #expect(try !SourceAddress("mpd://secret@nas").text.contains("secret"))
        #expect(try !SourceAddress("vlc://:secret@nas").text.contains("secret"))
    }

    /// A zone, the place of its source in the address, and the id that the source uses.
    @Test(arguments: [
        ("mpris", 0, "mpris"), ("mpris:mpv", 0, "mpris:mpv"), ("lms:aa:bb", 1, "lms:aa:bb"), ("lms:aa:bb@b:8088", 2, "lms:aa:bb"),
        ("lms:aa:bb@https://b:1/x@c:8088", 3, "lms:aa:bb"), ("lms:aa:bb@c:8088", 4, "lms:aa:bb"),
        ("lms:aa:bb@d:8088", 1, "lms:aa:bb@d:8088"), ("lms:aa:bb@a:8088", 1, "lms:aa:bb@a:8088"), ("mpd:nas:6601", 6, "mpd:nas:6601"),
        ("mpd:nas", 5, "mpd:nas"),
    ])
    func aZoneBelongsToOneSource(_ id: String, _ place: Int, _ own: String) throws {
        let address = try SourceAddress(
            "mpris: http://a:8088 http://b:8088 https://b:1/x@c:8088 http://c:8088 mpd://nas mpd://nas:6601")
        #expect(address.place(of: ZoneID(id)) == place)
        #expect(address.ownID(of: ZoneID(id), at: place) == ZoneID(own))
        #expect(address.id(of: ZoneID(own), at: place) == ZoneID(id))
    }

    @Test(arguments: ["mpris:mpv", "mpris:?x=1", "mpris:?players", "mpd://nas:port", "ftp://nas", "", "%39", "http://%2539"])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(throws: SourceError.self) { try SourceAddress(text) }
    }

    @Test(arguments: [
        ("bridge,mpris", "bridge,mpris"), ("file:now.jsonl mpd", "file:/here/now.jsonl,mpd"), ("file:/run/x", "file:/run/x"),
        ("file:-", "file:-"),
        ("nonsense", "nonsense"),
    ])
    func pathsOfASettingBecomeAbsolute(_ source: String, _ absolute: String) {
        #expect(Configuration.absolute(source, in: "/here") == absolute)
    }

    /// Flags, environment, and the followed address; nil if nothing is followed.
    @Test(
        arguments: [
            (nil, nil, false, nil), (nil, "http://b:1", true, "http://b:1"), (nil, nil, true, "mpris:?bus=unix%3Apath%3D%2Fb"),
            ("bridge", nil, true, nil), ("auto", "http://b:1", true, "http://b:1 mpris:?bus=unix%3Apath%3D%2Fb"),
            ("bridge,mpd", "http://b:1", false, "http://b:1 mpd:"), ("file:now.jsonl", nil, false, "file:/here/now.jsonl"),
            ("file:-", nil, false, "file:-"), ("file", nil, false, nil), (",", nil, true, nil),
        ] as [(String?, String?, Bool, String?)])
    func followsWhatIsSaid(_ source: String?, _ bridge: String?, _ hasBus: Bool, _ address: String?) throws {
        var environment = ["XDG_CONFIG_HOME": "/nowhere"]
        if hasBus { environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/b" }
        let configuration = try Configuration(.init(bridge: bridge, source: source), environment: environment, folder: "/here")
        #expect((try? configuration.address()) == address)
    }

    /// The variables of other clients, and the followed daemon as it is shown; without a password.
    @Test(
        arguments: [
            ([:], "mpd", "mpd://localhost"), (["MPD_HOST": "", "MPD_PORT": ""], "mpd:", "mpd://localhost"),
            (["MPD_HOST": "nas"], "mpd", "mpd://nas"), (["MPD_HOST": "nas", "MPD_PORT": "6601"], "mpd", "mpd://nas:6601"),
            (["MPD_PORT": "6601"], "mpd:", "mpd://localhost:6601"), (["MPD_HOST": "pa ss,w&=@nas"], "mpd", "mpd://nas"),
            (["MPD_HOST": "/run/my socket"], "mpd", "mpd:/run/my socket"), (["MPD_HOST": "secret@/run/mpd"], "mpd", "mpd:/run/mpd"),
            (["MPD_HOST": "~/mpd/socket", "HOME": "/home/me"], "mpd", "mpd:/home/me/mpd/socket"),
            (["MPD_HOST": "p@~/mpd/socket", "HOME": "/home/me"], "mpd", "mpd:/home/me/mpd/socket"),
            (["MPD_HOST": "@abstract"], "mpd", "mpd:@abstract"), (["MPD_HOST": "p@@abstract"], "mpd", "mpd:@abstract"),
            (["MPD_HOST": "nas", "MPD_TIMEOUT": "7"], "mpd", "mpd://nas"), (["MPD_HOST": "nas"], "mpd://attic", "mpd://attic"),
            (["MPD_HOST": "nas"], "http://b:1,mpd", "http://b:1 mpd://nas"),
        ] as [([String: String], String, String)])
    func aDaemonWithoutAnAddressIsThatOfTheVariables(_ variables: [String: String], _ source: String, _ shown: String) throws {
        let environment = variables.merging(["XDG_CONFIG_HOME": "/nowhere"]) { $1 }
        let configuration = try Configuration(.init(source: source), environment: environment, folder: "/here")
        let address = try SourceAddress(try configuration.address())
        #expect(address.text == shown)
        #expect(!shown.contains("secret"))
    }

    @Test(
        arguments: [
            (["MPD_PORT": "70000"], "MPD_PORT: the port is a number"), (["MPD_PORT": "x"], "MPD_PORT"),
            (["MPD_TIMEOUT": "soon"], "MPD_TIMEOUT: the timeout"),
            (["MPD_HOST": "a b"], "MPD_HOST"), (["MPD_HOST": "geheim@a b"], "MPD_HOST"), (["MPD_HOST": "~other/socket"], "MPD_HOST"),
            (["MPD_HOST": "~/socket"], "MPD_HOST"),
        ] as [([String: String], String)])
    func aVariableThatIsWrongIsNamed(_ variables: [String: String], _ reason: String) throws {
        let environment = variables.merging(["XDG_CONFIG_HOME": "/nowhere"]) { $1 }
        let configuration = try Configuration(.init(source: "mpd"), environment: environment, folder: "/here")
        let error = #expect(throws: SourceError.self) { try configuration.address() }
        #expect("\(error as Any)".contains(reason))
        #expect(!"\(error as Any)".contains("geheim"))
    }
}

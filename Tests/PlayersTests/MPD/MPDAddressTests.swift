import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MPDAddressTests {
    @Test(arguments: [
        ("mpd:", "mpd://localhost", "mpd:localhost", "localhost"),
        ("  MPD: ", "mpd://localhost", "mpd:localhost", "localhost"),
        ("mpd:nas", "mpd://nas", "mpd:nas", "nas"),
        ("mpd://NAS.local", "mpd://nas.local", "mpd:nas.local", "nas.local"),
        ("mpd://nas/", "mpd://nas", "mpd:nas", "nas"),
        ("mpd://nas:6600", "mpd://nas", "mpd:nas", "nas"),
        ("mpd:nas:6601", "mpd://nas:6601", "mpd:nas:6601", "nas"),
        ("mpd://nas:65535/", "mpd://nas:65535", "mpd:nas:65535", "nas"),
        ("mpd://[::1]", "mpd://[::1]", "mpd:[::1]", "::1"),
        ("mpd://[fe80::1]:7000", "mpd://[fe80::1]:7000", "mpd:[fe80::1]:7000", "fe80::1"),
        ("mpd:/run/mpd/socket", "mpd:/run/mpd/socket", "mpd:/run/mpd/socket", "MPD"),
        ("mpd:///run/mpd/socket", "mpd:/run/mpd/socket", "mpd:/run/mpd/socket", "MPD"),
        ("mpd:/tmp/a@b/my socket", "mpd:/tmp/a@b/my socket", "mpd:/tmp/a@b/my socket", "MPD"),
        ("mpd:@mpd", "mpd:@mpd", "mpd:@mpd", "MPD"),
    ])
    func isReadAsWritten(written: String, text: String, zone: String, name: String) throws {
        let address = try MPDAddress(written)
        #expect(address.text == text)
        #expect(address.zone.rawValue == zone)
        #expect(address.name == name)
        #expect(!address.hasPassword)
        // Displayed addresses and ids can be parsed again.
        #expect(try MPDAddress(text) == address)
        #expect(try MPDAddress(zone) == address)
    }

    @Test(arguments: [
        ("mpd://geheim@nas", "geheim", "mpd://nas"),
        ("mpd:geheim@nas:7000", "geheim", "mpd://nas:7000"),
        ("mpd://a:b@nas", "a:b", "mpd://nas"),
        ("mpd://p@ss@nas", "p@ss", "mpd://nas"),
        ("mpd://%2F%40%25%c3%A9@nas", "/@%é", "mpd://nas"),
        ("mpd://geheim@/run/mpd/socket", "geheim", "mpd:/run/mpd/socket"),
    ])
    func sendsThePasswordAndShowsItNowhere(written: String, password: String, text: String) throws {
        let address = try MPDAddress(written)
        #expect(address.password == password)
        #expect(address.text == text)
        var dumped = ""
        dump(address, to: &dumped)
        for shown in ["\(address)", String(reflecting: address), dumped, address.zone.rawValue] { #expect(!shown.contains(password)) }
    }

    @Test(arguments: [
        ("", "it is empty; write mpd:"),
        ("nas", "does not begin with 'mpd:'; write mpd://HOST"),
        ("http://nas", "does not begin with 'mpd:'"),
        ("mpd://", "the host is missing; write mpd: for this machine"),
        ("mpd:///", "the host is missing"),
        ("mpd://:6600", "the host is missing; write mpd://HOST:PORT"),
        ("mpd://@nas", "there is no password before the '@'"),
        ("mpd://nas:", "a number from 1 to 65535, usually 6600"),
        ("mpd://nas:0", "a number from 1 to 65535"),
        ("mpd://nas:65536", "a number from 1 to 65535"),
        ("mpd://nas:+1", "a number from 1 to 65535"),
        ("mpd://nas:٣", "a number from 1 to 65535"),
        ("mpd://nas:99999999999999999999", "a number from 1 to 65535"),
        ("mpd://::1", "stands in brackets; write mpd://[::1]"),
        ("mpd://[::1", "a ']' is missing"),
        ("mpd://[::1]6600", "only a port may follow"),
        ("mpd://nas/music", "leave out '/music'"),
        ("mpd://nas?x", "holds no such character"),
        ("mpd://na s", "holds no such character"),
        ("mpd:/", "that is no socket; write its path"),
        ("mpd:/run/mpd/", "that is no socket"),
        ("mpd:/a\u{0}b", "control character"),
        ("mpd:/" + String(repeating: "x", count: 107), "107 bytes at most"),
        ("mpd://" + String(repeating: "x", count: 300), "that is no host"),
        ("mpd://" + String(repeating: "x", count: 3000), "far too long"),
    ])
    func saysWhatToWrite(written: String, reason: String) {
        let error = #expect(throws: SourceError.self) { try MPDAddress(written) }
        #expect("\(error as Any)".contains(reason))
    }

    @Test(arguments: ["mpd://geheim%@nas", "mpd://geheim%zz@nas", "mpd://geheim%ff@nas", "mpd://geheim%0A@nas", "mpd://geheim@nas:0"])
    func keepsThePasswordOutOfComplaints(written: String) {
        let error = #expect(throws: SourceError.self) { try MPDAddress(written) }
        #expect(!"\(error as Any)".contains("geheim"))
    }

    @Test(
        arguments: [
            (nil, nil, "mpd://localhost", nil),
            ("", "", "mpd://localhost", nil),
            (nil, "7000", "mpd://localhost:7000", nil),
            ("nas", nil, "mpd://nas", nil),
            ("pass%word@nas", "7000", "mpd://nas:7000", "pass%word"),
            ("::1", nil, "mpd://[::1]", nil),
            ("[::1]", "7000", "mpd://[::1]:7000", nil),
            ("/run/mpd/socket", "7000", "mpd:/run/mpd/socket", nil),
            ("p@/run/mpd/socket", nil, "mpd:/run/mpd/socket", "p"),
            ("@name", nil, "mpd:@name", nil),
            ("p@@name", nil, "mpd:@name", "p"),
        ] as [(String?, String?, String, String?)])
    func takesTheVariablesOfOtherClients(host: String?, port: String?, text: String, password: String?) throws {
        let address = try MPDAddress(host: host, port: port)
        #expect(address.text == text)
        #expect(address.password == password)
    }

    @Test(arguments: [("nas", "mpd"), ("a b", ""), ("/", ""), ("nas", "70000")])
    func refusesVariablesThatCannotBe(host: String, port: String) {
        #expect(throws: SourceError.self) { try MPDAddress(host: host, port: port) }
    }

    @Test(
        arguments: [
            ("", nil), ("0", nil), ("5", 5), ("3600", 3600), ("mpd:?host=nas&port=7000&timeout=9", 9), ("mpd:?timeout=0", nil),
        ] as [(String, Int?)])
    func letsTheDaemonAnswerWithinSeconds(timeout: String, seconds: Int?) throws {
        let address = timeout.hasPrefix("mpd:") ? try MPDAddress(timeout) : try MPDAddress(host: nil, port: nil, timeout: timeout)
        #expect(address.timeout == seconds)
        let limits = MPDLimits().answering(within: address.timeout)
        #expect(limits.connectTimeout == seconds.map { .seconds($0) } ?? MPDLimits().connectTimeout)
        #expect(limits.stateTimeout == limits.connectTimeout)
        #expect(limits.controlTimeout >= limits.stateTimeout)
    }

    @Test(arguments: ["mpd:?", "mpd:?host=nas&port=6601", "mpd:?host=p%40%2Frun%2Fmpd", "mpd:?host=%40name"])
    func readsTheVariablesInAnAddress(written: String) throws { _ = try MPDAddress(written) }

    @Test(arguments: ["mpd:?host", "mpd:?password=geheim", "mpd:?host=%ff", "mpd:?timeout=-1", "mpd:?host=geheim%40nas&timeout=x"])
    func refusesOtherVariables(written: String) {
        let error = #expect(throws: SourceError.self) { try MPDAddress(written) }
        #expect(!"\(error as Any)".contains("geheim"))
    }
}

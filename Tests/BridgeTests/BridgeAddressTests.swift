import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialBridge

@Suite struct BridgeAddressTests {
    @Test(arguments: [
        ("nas", "http://nas:8088"),
        ("nas.local", "http://nas.local:8088"),
        ("  nas.local \n", "http://nas.local:8088"),
        ("nas:9000", "http://nas:9000"),
        ("192.168.1.20", "http://192.168.1.20:8088"),
        ("[::1]", "http://[::1]:8088"),
        ("[fe80::1]:80", "http://[fe80::1]:80"),
        ("nas/bridge/", "http://nas:8088/bridge"),
        ("nas:9000/bridge", "http://nas:9000/bridge"),
        ("http://nas.local:8088", "http://nas.local:8088"),
        ("http://nas.local:8088/", "http://nas.local:8088"),
        ("http://nas.local:8088///", "http://nas.local:8088"),
        // An explicit scheme has its own default port.
        ("http://nas.local", "http://nas.local"),
        ("https://hifi.example.org/home/bridge/", "https://hifi.example.org/home/bridge"),
        ("HTTP://nas.local", "http://nas.local"),
        ("localhost:8088", "http://localhost:8088"),
        ("http://anna:secret@nas.local:8088", "http://nas.local:8088"),
        ("anna:secret@nas.local", "http://nas.local:8088"),
    ])
    func reads(_ text: String, _ expected: String) throws {
        let address = try BridgeAddress(text)
        #expect(address.text == expected)
        #expect("\(address)" == expected)
    }

    @Test(arguments: [
        ("", "it is empty; write the bridge's address, such as http://nas.local:8088"),
        ("file:///etc/passwd", "a bridge is reached by http or https, not by 'file'; write http://HOST:8088"),
        ("file:/etc/passwd", "a bridge is reached by http or https, not by 'file'; write http://HOST:8088"),
        ("ftp://nas.local", "a bridge is reached by http or https, not by 'ftp'; write http://HOST:8088"),
        ("mailto:anna", "a bridge is reached by http or https, not by 'mailto'; write http://HOST:8088"),
        ("http:nas.local", "two slashes are missing behind 'http:'; write http://HOST:8088"),
        ("http://", "it names no host; write http://HOST:8088"),
        ("http://:8088", "it names no host; write http://HOST:8088"),
        ("nas:99999", "the port is no number from 1 to 65535; write http://HOST:8088"),
        ("nas:0", "there is no port 0; write http://HOST:8088"),
        ("nas local", "it holds a blank or a control character"),
        ("nas\u{7}", "it holds a blank or a control character"),
        ("::1", "an IPv6 address stands in brackets; write http://[::1]:8088"),
        ("fe80::1", "an IPv6 address stands in brackets; write http://[fe80::1]:8088"),
        ("http://nas.local/?zone=1", "leave out what follows the '?'; the bridge's address alone is needed"),
        ("http://nas.local/#top", "leave out what follows the '#'; the bridge's address alone is needed"),
        ("http://[zz]/", "the IPv6 address is malformed; write http://HOST:8088"),
    ])
    func refuses(_ text: String, _ reason: String) {
        #expect(throws: SourceError.badAddress(text.trimmed().filter { $0 != "\u{7}" }, reason: reason)) {
            try BridgeAddress(text)
        }
    }

    @Test func neverShowsALogin() throws {
        let address = try BridgeAddress("http://anna:secret@nas.local:8088/bridge")
        var dumped = ""
        dump(address, to: &dumped)
        for shown in ["\(address)", String(reflecting: address), dumped, String(describing: [address])] {
            #expect(!shown.contains("secret") && !shown.contains("anna"), "\(shown)")
        }
        #expect(address.url("/zones") == "http://anna:secret@nas.local:8088/bridge/zones")
        do {
            _ = try BridgeAddress("ftp://anna:secret@nas.local/x@y")
            Issue.record("an ftp address was taken")
        } catch {
            #expect(!"\(error)".contains("secret"), "\(error)")
            #expect("\(error)".contains("'ftp://nas.local/x@y'"), "\(error)")
        }
    }

    @Test func encodesQueries() throws {
        let address = try BridgeAddress("nas")
        let url = address.url("/now_playing", query: [("zone_id", "hqplayer:Höhle & Söhne+1"), ("width", "240")])
        #expect(url == "http://nas:8088/now_playing?zone_id=hqplayer%3AH%C3%B6hle%20%26%20S%C3%B6hne%2B1&width=240")
    }
}

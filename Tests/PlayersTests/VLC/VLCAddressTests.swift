import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct VLCAddressTests {
    @Test(arguments: [
        ("vlc:", "vlc:localhost", "VLC", "http://localhost:8080/x"),
        ("VLC:", "vlc:localhost", "VLC", "http://localhost:8080/x"),
        ("vlc://:geheim@127.0.0.1:9090", "vlc:127.0.0.1:9090", "VLC", "http://:geheim@127.0.0.1:9090/x"),
        ("vlc://geheim@NAS.local", "vlc:nas.local", "VLC on nas.local", "http://:geheim@nas.local:8080/x"),
        ("vlc://:a%3Ab%40c%25@nas/", "vlc:nas", "VLC on nas", "http://:a%3Ab%40c%25@nas:8080/x"),
        ("vlc://:a:b@nas", "vlc:nas", "VLC on nas", "http://:a%3Ab@nas:8080/x"),
        ("vlc://:p@ss@nas:8080", "vlc:nas", "VLC on nas", "http://:p%40ss@nas:8080/x"),
        ("vlc://:a/b#?@nas", "vlc:nas", "VLC on nas", "http://:a%2Fb%23%3F@nas:8080/x"),
        ("vlc:nas:81", "vlc:nas:81", "VLC on nas", "http://nas:81/x"),
        ("vlc://:x@[::1]:82", "vlc:[::1]:82", "VLC", "http://:x@[::1]:82/x"),
    ])
    func reads(text: String, zone: String, name: String, url: String) throws {
        let address = try VLCAddress(text)
        #expect(address.zone.rawValue == zone)
        #expect(address.name == name)
        #expect(address.url("/x") == url)
    }

    @Test(arguments: [
        "", "http://nas", "vlc://", "vlc:///x", "vlc://:secret@", "vlc://:secret@nas/path", "vlc://:secret@nas?x", "vlc://:secret@nas:0",
        "vlc://:secret@nas:99999", "vlc://user:secret@nas", "vlc://@nas", "vlc://:@nas", "vlc://:sec ret@nas", "vlc://:secret%0a@nas",
        "vlc://:secret/@na s", "vlc://::1",
    ])
    func refuses(text: String) {
        let error = #expect(throws: SourceError.self) { try VLCAddress(text) }
        guard case .badAddress? = error else {
            Issue.record("\(text): \(error as Any)")
            return
        }
        #expect(!"\(error as Any)".contains("sec"), "\(error as Any)")
    }

    @Test func neverShowsThePassword() throws {
        let address = try VLCAddress("vlc://:geheim@nas")
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), dumped, address.text] {
            #expect(!text.contains("geheim"))
            #expect(text.contains("vlc://nas"))
        }
    }
}

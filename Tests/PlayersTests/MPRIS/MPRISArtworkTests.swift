import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MPRISArtworkTests {
    @Test(
        arguments: [
            ("file:///music/My%20Cover.jpg", .file("/music/My Cover.jpg")),
            ("file://localhost/a.png", .file("/a.png")),
            ("FILE:/a.png", .file("/a.png")),
            ("/plain/path #1.png", .file("/plain/path #1.png")),
            ("file://elsewhere/a.png", nil),
            ("file:///a%00b", nil),
            ("https://open.spotify.com/image/ab67", .web("https://i.scdn.co/image/ab67")),
            ("https://i.scdn.co/image/ab67", .web("https://i.scdn.co/image/ab67")),
            ("HTTP://h/a.jpg", .web("HTTP://h/a.jpg")),
            ("data:image/png;base64,AAAA", .data("data:image/png;base64,AAAA")),
            ("ftp://h/a.jpg", nil), ("a.jpg", nil), ("", nil), ("attachment://cover", nil),
        ] as [(String, MPRISArtwork.Place?)])
    func findsThePlace(_ location: String, _ place: MPRISArtwork.Place?) {
        #expect(MPRISArtwork(location)?.place == place)
    }

    @Test func aKeyTellsPicturesApart() {
        let data = MPRISArtwork("data:image/png;base64,AAAA")?.artwork
        #expect(data?.key == MPRISArtwork("data:image/png;base64,AAAA")?.artwork.key)
        #expect(data?.key != MPRISArtwork("data:image/png;base64,AAAB")?.artwork.key)
        #expect(data?.key.count == 37)
        #expect(data?.location == nil)
        // Some players write every cover to the same file.
        let (one, other) = (MPRISArtwork("/tmp/cover", record: ["A"]), MPRISArtwork("/tmp/cover", record: ["B"]))
        #expect(one?.artwork.key != other?.artwork.key)
        #expect(one?.artwork.location == "/tmp/cover")
        #expect(MPRISArtwork("https://h/a")?.artwork == Artwork(key: "https://h/a", location: "https://h/a"))
    }

    @Test(
        arguments: [
            ("data:image/png;base64,QUJD", "ABC"), ("data:image/png;base64,QUI=", "AB"), ("data:image/png;base64,QUI", "AB"),
            ("data:image/png;base64,QUI%3D", "AB"), ("data:image/png;base64,QU\nJD", "ABC"), ("data:;BASE64,QUJD", "ABC"),
            ("data:,A%42C", "ABC"), ("data:image/svg+xml,%3Csvg/%3E", "<svg/>"),
            ("data:image/png;base64,%%%", nil), ("data:image/png;base64,QUJDR", nil), ("data:", nil), ("data:image/png;base64", nil),
            ("data:,", nil),
            ("data:,ABCDEFGHI", nil), ("data:;base64,QUJDREVGR0hJ", nil),
        ] as [(String, String?)])
    func readsDataAddresses(_ address: String, _ text: String?) {
        let bytes = try? MPRISArtwork.bytes(ofData: address, limit: 8).get()
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test(arguments: ["/dev/zero", "/dev/full", "/", "/proc/self/mem", "/nowhere/at all"])
    func readsRegularFilesOnly(_ path: String) {
        #expect((try? MPRISSource.picture(ofFile: path).get()) == nil)
    }
}

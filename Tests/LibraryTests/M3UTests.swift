import SubdialBasics
import SubdialLibrary
import SubdialTestSupport
import Testing

/// Tests of playlist files as written by players.
@Suite struct M3UTests {
    private func describe(_ list: M3U) -> [String] {
        list.items.map { "\($0.location)|\($0.length.map { "\(Int(saturating: $0))" } ?? "")|\($0.title ?? "")" }
    }

    @Test(
        arguments: [
            ("", []), ("#EXTM3U\n", []), ("a.mp3", ["a.mp3||"]), ("a.mp3\r\nb.mp3\rc.mp3\n", ["a.mp3||", "b.mp3||", "c.mp3||"]),
            ("#EXTM3U\n#EXTINF:123,Łódź - Zażółć\nx/y.flac\n", ["x/y.flac|123|Łódź - Zażółć"]),
            ("#EXTINF:-1,Radio\nhttp://r/s\n#EXTINF:0,\nb", ["http://r/s||Radio", "b||"]),
            ("#EXTINF:61.4 tvg-name=\"a,b\" x=1,T, U\nc.opus", ["c.opus|61|T, U"]),
            ("#extinf:5,low\na\n# a comment\n#EXTVLCOPT:x\nb\n", ["a|5|low", "b||"]),
            ("#EXTINF:nan,x\na\n#EXTINF:1e400,y\nb\n#EXTINF\nc", ["a||x", "b||y", "c||"]),
            ("  a b.mp3  \n\n\t\n", ["a b.mp3||"]), ("\u{FEFF}#EXTM3U\na", ["a||"]), ("#EXTINF:9,only information", []),
        ])
    func reads(_ text: String, _ expected: [String]) {
        #expect(describe(M3U(Array(text.utf8))) == expected)
    }

    /// The same playlist in every encoding.
    @Test(
        arguments: [
            ("UTF-8", Array("#PLAYLIST:Grüße\nÄ–€.mp3\n".utf8)),
            ("Windows-1252", Array("#PLAYLIST:Gr".utf8) + [0xFC, 0xDF] + Array("e\n".utf8) + [0xC4, 0x96, 0x80] + Array(".mp3\n".utf8)),
            ("UTF-16LE", [0xFF, 0xFE] + "#PLAYLIST:Grüße\nÄ–€.mp3\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            ("UTF-16BE", [0xFE, 0xFF] + "#PLAYLIST:Grüße\nÄ–€.mp3\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
        ] as [(String, [UInt8])])
    func encodings(_ name: String, _ bytes: [UInt8]) {
        let list = M3U(bytes)
        #expect(list.name == "Grüße" && list.items.map(\.location) == ["Ä–€.mp3"])
    }

    /// A playlist is the same after writing and parsing, in either encoding, for any content.
    @Test func writesWhatItReads() {
        var random = SplitMix64(seed: 3)
        let letters = Array("ab Ä€ß漢字–\n\r\t#,\"\\/%.🎷e\u{301}\u{0}\u{7F}\u{85}\u{9D}")
        func word(_ limit: Int) -> String {
            String((0..<Int.random(in: 1...limit, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
        for _ in 0..<2000 {
            let list = M3U(
                name: Bool.random(using: &random) ? word(8) : nil,
                items: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    M3U.Item(
                        word(12), length: Bool.random(using: &random) ? Double(Int.random(in: 1...9999, using: &random)) : nil,
                        title: Bool.random(using: &random) ? word(12) : nil)
                })
            for isUTF8 in [true, false] {
                let once = M3U(list.bytes(isUTF8: isUTF8))
                // After the first writing, nothing changes any more.
                #expect(M3U(once.bytes(isUTF8: isUTF8)) == once)
                #expect(once.items.count <= list.items.count)
            }
            #expect(M3U(list.bytes()) == M3U(list.bytes(isUTF8: false)))
        }
    }

    @Test func letters1252WritesAreOfOneByteWhereTheyCanBe() {
        #expect(M3U(items: [.init("é.mp3")]).bytes(isUTF8: false) == Array("#EXTM3U\n".utf8) + [0xE9] + Array(".mp3\n".utf8))
        #expect(M3U(items: [.init("漢.mp3")]).bytes(isUTF8: false) == Array("#EXTM3U\n#EXTENC:UTF-8\n漢.mp3\n".utf8))
        // Two characters whose Windows-1252 bytes are one character in UTF-8.
        #expect(M3U(M3U(items: [.init("Ã©.mp3")]).bytes(isUTF8: false)).items.first?.location == "Ã©.mp3")
    }

    /// The form of the application's own playlists: whole seconds that are cut, UTF-8, neither a header nor a last line end.
    @Test func writesTheApplicationsForm() {
        let list = M3U(
            name: "WorkoutMix",
            items: [
                .init("Björn - Venus.mp3", length: 281.7, title: "Björn - Venus"),
                .init("Mix/Ferry.m4a", length: 200.2, title: "Ada - Ferry"),
            ])
        let text = "#EXTINF:281,Björn - Venus\nBjörn - Venus.mp3\n#EXTINF:200,Ada - Ferry\nMix/Ferry.m4a"
        for isUTF8 in [true, false] { #expect(list.bytes(.redshift, isUTF8: isUTF8) == Array(text.utf8)) }
        #expect(M3U(Array(text.utf8)).items.map(\.location) == list.items.map(\.location))
    }

    @Test(
        arguments: [
            ("a/b.mp3", "/music/a/b.mp3"), ("../x.mp3", "/x.mp3"), ("./a//b", "/music/a/b"), ("/abs/c", "/abs/c"),
            ("file:///home/%C3%A4%20b.mp3", "/home/ä b.mp3"), ("file://localhost/a%2", "/a%2"), ("http://r/s?q", "http://r/s?q"),
            ("Album\\Track.mp3", "/music/Album/Track.mp3"), ("C:\\Music\\a.mp3", "/music/C:/Music/a.mp3"), ("../../../../x", "/x"),
        ])
    func paths(_ location: String, _ expected: String) {
        #expect(M3U.absolute(location, in: "/music") == expected)
        guard !expected.contains("://") else { return }  // lint: skips
        #expect(M3U.absolute(M3U.relative(expected, to: "/music"), in: "/music") == expected)
    }
}

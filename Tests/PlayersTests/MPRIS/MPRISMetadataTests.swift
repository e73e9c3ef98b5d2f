import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MPRISMetadataTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let raw: [String: DBusValue]
        let track: Track?
        var testDescription: String { name }

        init(_ name: String, _ raw: [String: DBusValue], _ track: Track?) {
            (self.name, self.raw, self.track) = (name, raw, track)
        }
    }

    static let tagged: [String: DBusValue] = [
        "mpris:trackid": .objectPath("/org/videolan/vlc/playlist/3"), "xesam:title": .string("Ain’t <No> \"Mountain\" & 日本"),
        "xesam:artist": .array([.string("Marvin"), .string("Tammi")]), "xesam:album": .string("United"), "mpris:length": .int(149_000_000),
        "xesam:tracknumber": .string("4"),
    ]

    @Test(arguments: [
        Case("by the book", tagged, Track(title: "Ain’t <No> \"Mountain\" & 日本", artist: "Marvin, Tammi", album: "United", length: 149)),
        Case("nothing", [:], nil),
        Case("only a name of a track", ["mpris:trackid": .objectPath("/0")], nil),
        Case("empty texts", ["xesam:title": .string(""), "xesam:artist": .array([.string("")])], nil),
        Case(
            "an artist that is no array", ["xesam:title": .string("A"), "xesam:artist": .string("B")], Track(title: "A", artist: "B")),
        Case("an artist that is a number", ["xesam:title": .string("A"), "xesam:artist": .int(7)], Track(title: "A")),
        Case(
            "empty artists among others", ["xesam:title": .string("A"), "xesam:artist": .array([.string(""), .string("B"), .int(1)])],
            Track(title: "A", artist: "B")),
        Case(
            "only an artist of the album", ["xesam:title": .string("A"), "xesam:albumArtist": .array([.string("B")])],
            Track(title: "A", artist: "B")),
        Case("a title that is an array", ["xesam:title": .array([.string("A")])], Track(title: "A")),
        Case(
            "a length as a number with a point", ["xesam:title": .string("A"), "mpris:length": .double(1_500_000)],
            Track(title: "A", length: 1.5)),
        Case("a length as text", ["xesam:title": .string("A"), "mpris:length": .string("1500000")], Track(title: "A", length: 1.5)),
        Case("no length", ["xesam:title": .string("A"), "mpris:length": .int(0)], Track(title: "A")),
        Case("a negative length", ["xesam:title": .string("A"), "mpris:length": .int(-1)], Track(title: "A")),
        Case("the length of a live stream", ["xesam:title": .string("A"), "mpris:length": .int(.max)], Track(title: "A")),
        Case("a length beyond all numbers", ["xesam:title": .string("A"), "mpris:length": .uint(.max)], Track(title: "A")),
        Case("a length that is no number", ["xesam:title": .string("A"), "mpris:length": .double(.nan)], Track(title: "A")),
        Case("a file without tags", ["xesam:url": .string("file:///m/01%20My%20Song%20%C3%A9.flac")], Track(title: "01 My Song é")),
        Case("a path without tags", ["xesam:url": .string("/m/a.b.mp3"), "xesam:title": .string("")], Track(title: "a.b")),
        Case("a stream without tags", ["xesam:url": .string("https://radio.example:8000/live.aac?x=/y#z")], Track(title: "live")),
        Case("a stream at the top of its host", ["xesam:url": .string("https://radio.example")], Track(title: "radio.example")),
        Case(
            "a name with a point that is none of an extension", ["xesam:url": .string("file:///m/Mambo%20No. 5")],
            Track(title: "Mambo No. 5")),
        Case("a name with signs for nothing", ["xesam:url": .string("file:///m/100%.ogg")], Track(title: "100%")),
        Case("a hidden file", ["xesam:url": .string("file:///m/.flac")], Track(title: ".flac")),
        Case("a folder", ["xesam:url": .string("file:///")], nil),
        Case(
            "a service's address, and an album",
            ["xesam:url": .string("https://open.spotify.com/track/4uLU6h"), "xesam:album": .string("L"), "xesam:artist": .string("A")],
            Track(title: "L", artist: "A", album: "L")),
        Case(
            "a service's id, and an album", ["xesam:url": .string("spotify:track:4uLU6h"), "xesam:album": .string("L")],
            Track(title: "L", album: "L")),
        Case(
            "a service's address, and an artist", ["xesam:url": .string("https://s.example/4uLU6h"), "xesam:artist": .string("A")],
            Track(title: "", artist: "A")),
        Case("a service's id", ["xesam:url": .string("spotify:track:4uLU6h")], Track(title: "spotify:track:4uLU6h")),
        Case(
            "a title that is an address", ["xesam:title": .string("https://s.example/4uLU6h"), "xesam:album": .string("L")],
            Track(title: "L", album: "L")),
        Case(
            "a title that is its address",
            ["xesam:title": .string("tidal:track:77"), "xesam:url": .string("tidal:track:77"), "xesam:album": .string("L")],
            Track(title: "L", album: "L")),
        Case("only a title that is an address", ["xesam:title": .string("https://s.example/live.mp3")], Track(title: "live")),
        Case(
            "a title with an address in it", ["xesam:title": .string("Buy at https://x.example")], Track(title: "Buy at https://x.example")),
        Case(
            "a file without a title, and an album", ["xesam:url": .string("file:///m/01%20Song.flac"), "xesam:album": .string("L")],
            Track(title: "01 Song", album: "L")),
        Case(
            "a blank title and an album",
            ["xesam:url": .string("https://s.example/4uLU6h"), "xesam:title": .string(" "), "xesam:album": .string("L")],
            Track(title: "L", album: "L")),
        Case(
            "cmus with a station",
            [
                "xesam:title": .string("Radio X"), "cmus:stream_title": .string("Ada - Song"),
                "xesam:url": .string("https://radio.example/live"),
            ], Track(title: "Ada - Song", album: "Radio X")),
        Case(
            "cmus with a station that sends nothing", ["xesam:title": .string("Radio X"), "cmus:stream_title": .string("")],
            Track(title: "Radio X")),
        Case(
            "cmus with an unnamed station",
            ["xesam:url": .string("https://radio.example/live"), "cmus:stream_title": .string("Ada - Song")], Track(title: "Ada - Song")),
        Case(
            "VLC with a station", ["xesam:title": .string("Radio X"), "vlc:nowplaying": .string("Ada - Song")],
            Track(title: "Ada - Song", album: "Radio X")),
        Case(
            "VLC with an album in the stream",
            [
                "xesam:title": .string("Radio X"), "vlc:nowplaying": .string("Song"), "xesam:album": .string("L"),
                "xesam:artist": .string("A"),
            ],
            Track(title: "Song", artist: "A", album: "L")),
        Case(
            "VLC with a station named by its address",
            ["xesam:title": .string("https://radio.example/live"), "vlc:nowplaying": .string("Song")], Track(title: "Song")),
        Case(
            "Rhythmbox with a station", ["xesam:title": .string("Song"), "rhythmbox:streamTitle": .string("Radio X")],
            Track(title: "Song", album: "Radio X")),
        Case(
            "Goodvibes with a station", ["xesam:title": .string("Ada - Song"), "goodvibes:station": .string("Radio X")],
            Track(title: "Ada - Song", album: "Radio X")),
        Case(
            "Goodvibes before the first song",
            ["goodvibes:station": .string("Radio X"), "xesam:url": .string("https://radio.example/x")], Track(title: "Radio X")),
        Case(
            "an advertisement",
            ["mpris:trackid": .string("spotify:ad:0001"), "xesam:title": .string("Buy"), "mpris:length": .int(30_000_000)],
            Track(title: "Advertisement", length: 30)),
        Case(
            "an advertisement by a path", ["mpris:trackid": .objectPath("/com/spotify/ad/0001"), "xesam:album": .string("Buy")],
            Track(title: "Advertisement")),
    ])
    func tellsTheTrack(_ row: Case) {
        #expect(MPRISMetadata(row.raw).track == row.track)
    }

    @Test(
        arguments: [
            ("/org/videolan/vlc/playlist/3", "/org/videolan/vlc/playlist/3"), ("/0", "/0"), ("/a_b/C9", "/a_b/C9"), ("", nil), ("/", nil),
            ("spotify:track:4uLU6h", nil), ("/a//b", nil), ("/a/", nil), ("/a-b", nil), ("/é", nil),
            ("/org/mpris/MediaPlayer2/TrackList/NoTrack", nil),
        ] as [(String, String?)])
    func takesForAPathOnlyWhatIsOne(_ id: String, _ path: String?) {
        #expect(MPRISMetadata(["mpris:trackid": .string(id)]).trackPath == path)
    }

    @Test func cutsTextsAndDropsPicturesThatAreTooLarge() {
        let long = String(repeating: "é", count: 5000)
        let fits = MPRISMetadata([
            "xesam:title": .string(long), "xesam:genre": .array([.string(long)]),
            "mpris:artUrl": .string("data:," + String(repeating: "x", count: 1 << 20)),
        ])
        #expect(fits.track?.title.count == 4096)
        #expect(fits.values["xesam:genre"]?.texts.first?.count == 4096)
        #expect(fits.values["mpris:artUrl"]?.text?.utf8.count == (1 << 20) + 6)
        #expect(fits.artwork != nil)

        let tooLarge = MPRISMetadata([
            "mpris:artUrl": .string("data:," + String(repeating: "x", count: MPRISMetadata.maximumArtworkLocation)),
            "xesam:title": .string("A"),
        ])
        #expect(tooLarge.artwork == nil)
        #expect(tooLarge.values["mpris:artUrl"] == nil)
        #expect(tooLarge.track == Track(title: "A"))
    }

    @Test func anAdvertisementHasNoCover() {
        let art = DBusValue.string("https://i.scdn.co/image/ad")
        #expect(MPRISMetadata(["mpris:trackid": .string("spotify:ad:1"), "mpris:artUrl": art]).artwork == nil)
        #expect(MPRISMetadata(["mpris:trackid": .string("spotify:track:1"), "mpris:artUrl": art]).artwork != nil)
    }

    @Test func knowsOneTrackFromAnother() {
        func data(_ id: String?, _ title: String, url: String? = nil) -> MPRISMetadata {
            var raw: [String: DBusValue] = ["xesam:title": .string(title)]
            raw["mpris:trackid"] = id.map { .objectPath($0) }
            raw["xesam:url"] = url.map { .string($0) }
            return MPRISMetadata(raw)
        }
        #expect(data("/1", "A").isOtherTrack(than: data("/2", "A")))
        // Tags that arrive late, and a station's next title, are not another track.
        #expect(!data("/1", "A").isOtherTrack(than: data("/1", "a.flac")))
        #expect(data(nil, "A", url: "file:///a").isOtherTrack(than: data(nil, "A", url: "file:///b")))
        #expect(data(nil, "A").isOtherTrack(than: data(nil, "B")))
        #expect(!data(nil, "A").isOtherTrack(than: data(nil, "A")))
    }
}

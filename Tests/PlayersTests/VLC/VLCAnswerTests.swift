import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct VLCAnswerTests {
    private func status(_ text: String) throws -> VLCStatus { try VLCStatus(try JSONValue(parsing: text)) }

    private func playing(_ meta: String, version: String = "3.0.24 Vetinari", more: String = "") throws -> VLCStatus {
        try status(
            #"{"state":"playing","currentplid":5,"version":"\#(version)"\#(more),"information":{"category":{"meta":{\#(meta)}}}}"#)
    }

    @Test(arguments: [
        (#""title":"A & B","artist":"C","album":"D""#, Track(title: "A & B", artist: "C", album: "D")),
        (#""TITLE":" A ","Artist":"C","ALBUM":"D""#, Track(title: "A", artist: "C", album: "D")),
        (#""title":"A","ALBUMARTIST":"E""#, Track(title: "A", artist: "E")),
        (#""filename":"No. 9.flac""#, Track(title: "No. 9")),
        (#""filename":"100% a#b?.mp3","title":"""#, Track(title: "100% a#b?")),
        (#""filename":"x.y.flac","title":"x.y.flac""#, Track(title: "x.y")),
        (#""filename":"5.1 Mix""#, Track(title: "5.1 Mix")),
        (#""title":"Radio X","now_playing":"Ada - Song""#, Track(title: "Ada - Song", album: "Radio X")),
        (#""title":7,"filename":"f.ogg""#, Track(title: "f")),
        (#""title":"a &amp; b""#, Track(title: "a &amp; b")),
        ("", Track(title: "")),
    ])
    func namesTracks(meta: String, track: Track) throws {
        #expect(try playing(meta).track(leaf: nil) == track)
    }

    @Test(arguments: [
        ("2.2.8 Weatherwax", "a & <b> \"c\" 'd' &lt; &x; &"), ("3.0.6 Vetinari", "a & <b> \"c\" 'd' &lt; &x; &"),
        ("3.0.7 Vetinari", "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;lt; &x; &"),
        ("4.0.0-dev Otto", "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;lt; &x; &"),
        ("none", "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;lt; &x; &"),
    ])
    func undoesEntitiesOfOldVersions(version: String, title: String) throws {
        let meta = #""title":"a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;lt; &x; &""#
        #expect(try playing(meta, version: version).track(leaf: nil)?.title == title)
    }

    @Test(
        arguments: [
            (#","time":52,"length":90,"position":0.58538"#, 52.684),
            // The length is a whole second less than it is.
            (#","time":53,"length":90,"position":0.58538"#, 53),
            (#","time":52,"length":90,"position":0.9"#, 52.999),
            (#","time":52,"length":0,"position":0.5"#, 52), (#","time":52,"length":90"#, 52), (#","length":90,"position":0.5"#, 45),
            (#","time":-1,"length":90,"position":-1"#, nil), (#","time":"x","length":1e99,"position":7"#, nil),
        ] as [(String, Double?)])
    func tellsPlaces(more: String, elapsed: Double?) throws {
        let told = try playing("", more: more).elapsed
        #expect(told?.fixed(3) == elapsed?.fixed(3))
    }

    @Test(arguments: 0...100)
    func keepsEachHundredth(percent: Int) {
        #expect(VLCVolume.percent(VLCVolume.raw(Double(percent))) == Double(percent))
    }

    @Test(
        arguments: [
            ("0", 0), ("128", 50), ("256", 100), ("320", 125), ("512", 200), ("-256", nil), ("\"x\"", nil), ("1e99", nil), ("null", nil),
        ] as [(String, Double?)])
    func readsVolumes(raw: String, percent: Double?) throws {
        let level = try playing("", more: ",\"volume\":\(raw)").level(mutedFrom: nil)
        #expect(level?.value == percent)
        #expect(level?.isMuted != true)
    }

    @Test func silenceKeepsTheVolume() throws {
        let silent = try playing("", more: ",\"volume\":0")
        #expect(silent.level(mutedFrom: 128) == Volume(value: 50, scale: VLCVolume.scale, isMuted: true))
        #expect(try playing("", more: ",\"volume\":64").level(mutedFrom: 128) == Volume(value: 25, scale: VLCVolume.scale))
        let silence = VLCSilence(volume: 128, time: SteadyDate(seconds: 100))
        for (told, seconds, isEnded) in [(0, 9.0, false), (128, 0.5, false), (128, 9, true), (64, 0.5, true)] {
            #expect(silence.isEnded(by: told, at: silence.time + seconds) == isEnded, "\(told) after \(seconds) s")
        }
    }

    @Test(arguments: ["[]", "{}", "7", #"{"state":1}"#])
    func refusesWhatIsNone(text: String) throws {
        #expect(throws: VLCError.self) { try status(text) }
    }

    @Test(arguments: [
        #""fullscreen":0,"equalizer":[]"#, #""fullscreen":true,"equalizer":{"bands":{"band id=\"0\"":0}}"#,
        #""information":null,"stats":null"#, #""information":[],"rate":0,"random":"x""#,
    ])
    func takesWhatIsOddAsItComes(more: String) throws {
        let stopped = try status(#"{"state":"stopped","currentplid":-1,"time":0,"length":0,"position":0,"volume":0,\#(more)}"#)
        #expect(stopped.state == .stopped)
        #expect(!stopped.hasItem)
        #expect(stopped.track(leaf: nil) == nil)
        #expect(stopped.artwork == nil)
        #expect(stopped.rate == 1)
    }

    @Test func coversHaveKeysOfTheirOwn() throws {
        let base = #""title":"A","artwork_url":"file:///a.png""#
        let key = try #require(try playing(base).artwork?.key)
        #expect(try playing(#""title":"B","artwork_url":"file:///a.png""#).artwork?.key == key)
        #expect(try playing(#""title":"A","artwork_url":"file:///b.png""#).artwork?.key != key)
        let bare = try #require(try playing(#""title":"A""#).artwork?.key)
        #expect(try playing(#""title":"B""#).artwork?.key != bare)
    }

    private static let playlist = """
        {"type":"node","id":"0","children":[{"type":"node","id":"1","name":"Playlist","children":[
        {"type":"leaf","id":"5","name":"a","duration":90,"uri":"file:///m/a.flac","current":"current"},
        {"type":"node","id":"9","name":"Album","children":[{"type":"leaf","id":"4","name":"b c.flac","duration":30,"uri":"file:///m/b%20c.flac"}]},
        {"type":"leaf","id":3,"name":"Live &amp; more","duration":-1,"uri":"http://r/x.mp3"},
        {"type":"leaf","id":"x","name":"broken"}]},
        {"type":"node","id":"2","name":"Media Library","children":[{"type":"leaf","id":"7","name":"other","duration":1}]}]}
        """

    @Test(arguments: [
        (5, "", ["b c 30.0", "Live &amp; more -"]), (4, "", ["Live &amp; more -"]), (3, "", []), (7, "", []),
        (4, #","loop":true"#, ["Live &amp; more -", "a 90.0"]), (5, #","random":true"#, []), (5, #","repeat":true"#, []),
        (-1, "", []), (99, "", ["b c 30.0", "Live &amp; more -"]),
    ])
    func tellsWhatComes(item: Int, more: String, titles: [String]) throws {
        let status = try status(#"{"state":"playing","currentplid":\#(item)\#(more)}"#)
        let playlist = try VLCPlaylist(try JSONValue(parsing: Self.playlist), escapesText: false)
        let queue = playlist.upcoming(after: status, limit: 10).map(\.track)
        #expect(queue.map { "\($0.title) \($0.length.map { "\($0)" } ?? "-")" } == titles)
        #expect(playlist.upcoming(after: status, limit: 1).count <= 1)
    }

    @Test func playlistsOfOldVersionsAreEscaped() throws {
        let playlist = try VLCPlaylist(try JSONValue(parsing: Self.playlist), escapesText: true)
        #expect(playlist.leaf(3)?.track.title == "Live & more")
        #expect(!playlist.isEmpty)
        #expect(throws: VLCError.self) { try VLCPlaylist("x", escapesText: false) }
    }
}

import FoundationEssentials
import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MessageContractTests {
    private static let moment = Date(timeIntervalSince1970: 1_772_366_400)

    private static func message(_ body: PlayerMessage.Body, zone: String? = nil, controller: String? = nil) -> PlayerMessage {
        PlayerMessage(body, timestamp: moment, zone: zone, controller: controller)
    }

    private static let hash = String(repeating: "0a", count: 32)

    private static let samples: [(String, PlayerMessage)] = [
        (
            #"{"type":"now_playing","timestamp":1772366400,"title":"A","artist":"B","album":"C","length":60,"position":1.5,"status":"playing","artwork":"a.png","volume":40,"muted":true}"#,
            message(
                .nowPlaying(
                    NowPlayingMessage(
                        track: Track(title: "A", artist: "B", album: "C", length: 60), position: 1.5, status: .playing, artwork: "a.png",
                        volume: 40, isMuted: true)))
        ),
        (
            #"{"type":"now_playing","timestamp":1772366400,"title":"A","length":0,"extra":[{}]}"#,
            message(.nowPlaying(NowPlayingMessage(track: Track(title: "A"), position: .some(nil), artwork: .some(nil))))
        ),
        (
            #"{"type":"now_playing","timestamp":1772366400,"title":null}"#,
            message(.nowPlaying(NowPlayingMessage(track: .some(nil), position: .some(nil), artwork: .some(nil))))
        ),
        (
            #"{"type":"now_playing","timestamp":1772366400,"volume":null,"position":null,"artwork":null,"muted":null,"status":null}"#,
            message(.nowPlaying(NowPlayingMessage(position: .some(nil), artwork: .some(nil), volume: .some(nil))))
        ),
        (
            #"{"timestamp":1772366400,"action":"play-pause","type":"playback_control","zone":"Küche","controller":"c1"}"#,
            message(.playback(.playPause), zone: "Küche", controller: "c1")
        ),
        (#"{"type":"playback_control","timestamp":1772366400,"action":"stop","zone":""}"#, message(.playback(.stop))),
        (#"{"type":"volume_control","timestamp":1772366400,"value":30}"#, message(.volume(VolumeMessage(.to(30))))),
        (
            #"{"type":"volume_control","timestamp":1772366400,"delta":-2.5,"muted":false}"#,
            message(.volume(VolumeMessage(.by(-2.5), isMuted: false)))
        ),
        (#"{"type":"volume_control","timestamp":1772366400,"muted":true}"#, message(.volume(VolumeMessage(isMuted: true)))),
        (#"{"type":"seek_control","timestamp":1772366400,"position":12}"#, message(.seek(.to(12)))),
        (#"{"type":"seek_control","timestamp":1772366400,"delta":-10}"#, message(.seek(.by(-10)))),
        (#"{"type":"seek_control","lastUpdated":1772366400,"position":12,"duration":60}"#, message(.seek(.to(12), duration: 60))),
        (#"{"type":"seek_control","timestamp":1772366400,"position":12,"duration":0}"#, message(.seek(.to(12)))),
        (#"{"type":"playback_control","timestamp":1772366400,"action":"seek","position":12.5}"#, message(.seek(.to(12.5)))),
        (#"{"type":"playback_control","timestamp":1772366400,"action":"pause","position":150}"#, message(.playback(.pause, position: 150))),
        (#"{"type":"volume_control","timestamp":1772366400,"volume":0.29}"#, message(.volume(VolumeMessage(.to(29))))),
        (
            #"{"type":"now_playing","timestamp":1772366400,"currentMedia":{"title":"A","id":"x7","duration":60,"isPlaying":false,"volume":0.5},"muted":true}"#,
            message(
                .nowPlaying(
                    NowPlayingMessage(
                        track: Track(title: "A", length: 60), id: "x7", position: .some(nil), status: .paused, artwork: .some(nil),
                        volume: 50, isMuted: true)))
        ),
        (
            #"{"type":"now_playing","timestamp":1772366400,"currentMedia":null}"#,
            message(.nowPlaying(NowPlayingMessage(track: .some(nil), position: .some(nil), status: .stopped, artwork: .some(nil))))
        ),
        (
            #"{"type":"playlist_sync","lastModified":1772366400,"playlistId":"p","name":"Evening","items":[{"id":7,"title":"A","playCount":2}]}"#,
            message(.library(.playlist(PlaylistMessage(id: "p", name: "Evening", items: [LibraryItem(id: "7", title: "A", playCount: 2)]))))
        ),
        (
            #"{"type":"library_sync","timestamp":1772366400,"chunk":2,"totalChunks":3,"items":[]}"#,
            message(.library(.part(LibraryPart(2, of: 3, items: []))))
        ),
        (
            #"{"type":"media_transfer","timestamp":1772366400,"mediaId":7,"filename":"a b.mp3","fileSize":3,"checksum":"SHA256:\#(hash)","priority":"HIGH"}"#,
            message(.library(.transfer(MediaTransfer(id: "7", name: "a b.mp3", size: 3, checksum: hash, priority: .high))))
        ),
    ]

    @Test(arguments: samples)
    func readsAndWritesItBack(text: String, message: PlayerMessage) throws {
        #expect(try PlayerMessage(line: text.utf8) == message)
        #expect(message.line.last == 0x0A)
        #expect(message.line.count { $0 == 0x0A } == 1)
        #expect(try PlayerMessage(line: message.line.dropLast()) == message)
    }

    @Test(arguments: [
        #"{"type":"now_playing","title":"A"}"#, #"{"type":"now_playing","timestamp":null,"title":"A"}"#,
    ])
    func needsNoTimestamp(text: String) throws {
        let message = try PlayerMessage(line: text.utf8)
        #expect(message.timestamp == PlayerMessage.onArrival)
        let line = String(decoding: message.line, as: UTF8.self)
        #expect(!line.contains("timestamp"))
        #expect(try PlayerMessage(line: message.line.dropLast()) == message)
    }

    @Test func writesItPlainly() {
        let line = String(decoding: Self.message(.volume(VolumeMessage(.to(30))), zone: "a/b", controller: "me").line, as: UTF8.self)
        #expect(line == #"{"controller":"me","timestamp":1772366400,"type":"volume_control","value":30,"zone":"a/b"}"# + "\n")
    }

    @Test(arguments: [
        ("2026-03-01T12:00:00Z", 0), ("2026-03-01T12:00:00.250Z", 0.25), ("2026-03-01t13:00:00,5+01:00", 0.5),
        ("2026-03-01 06:30:00-0530", 0), ("2026-03-01T14:00:00+02", 0),
        // A leap second equals the first second of the next minute.
        ("2026-03-01T11:59:60.75Z", 0.75),
    ])
    func readsTimes(text: String, offset: Double) throws {
        let seconds = try #require(MessageTime.date(text)).timeIntervalSince(Self.moment)
        #expect(abs(seconds - offset) < 1e-6)
    }

    /// All days of 400 years, compared with the system's calendar.
    @Test func knowsTheCalendar() {
        for step in 0..<20_000 {
            let day = Date(timeIntervalSince1970: Double(step * 7 - 60_000) * 86400 + 12345)
            #expect(MessageTime.date(day.formatted(.iso8601)) == day)
        }
    }

    @Test(arguments: [
        "", "2026-03-01", "2026-03-01T12:00:00", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-03-01T24:00:00Z",
        "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00ZZ", "2026-03-01T12:00:00+1", "26-03-01T12:00:00Z", "2026-03-01T12:60:00Z", "१२",
    ])
    func refusesTimes(text: String) {
        #expect(MessageTime.date(text) == nil)
    }

    @Test(arguments: [
        ("", "no JSON object"), ("7", "no JSON object"), ("[]", "no JSON object"), (#"{"type":"#, "no JSON object"),
        ("\u{0}", "no JSON object"),
        ("{}", "'type' is missing"), (#"{"type":"x","timestamp":1}"#, "'type' is 'x', not one of 'now_playing', 'playback_control'"),
        (#"{"type":7,"timestamp":1}"#, "'type' is no text"), (#"{"type":"now_playing","timestamp":"now"}"#, "'timestamp' is neither"),
        (#"{"type":"now_playing","timestamp":1e999}"#, "'timestamp' is neither"),
        (#"{"type":"now_playing","timestamp":[1]}"#, "'timestamp' is neither"),
        (#"{"type":"now_playing","timestamp":1e30}"#, "'timestamp'"),
        (#"{"type":"now_playing","timestamp":1,"title":7}"#, "'title' is no text"),
        (#"{"type":"now_playing","timestamp":1,"volume":101}"#, "'volume' is not from 0 to 100"),
        (#"{"type":"now_playing","timestamp":1,"position":-1}"#, "'position' is not from"),
        (#"{"type":"now_playing","timestamp":1,"status":"dancing"}"#, "'status' is 'dancing', not playing"),
        (#"{"type":"now_playing","timestamp":1,"muted":1}"#, "'muted' is neither true nor false"),
        (#"{"type":"now_playing","timestamp":1}"#, "says nothing about what plays: it has no keys"),
        (#"{"type":"now_playing","media":{"title":"A"}}"#, "it has only 'media'; it takes 'title'"),
        (#"{"type":"now_playing","currentMedia":{"name":"A"}}"#, "it has only 'currentMedia', 'currentMedia.name'"),
        (#"{"type":"now_playing","currentMedia":7}"#, "'currentMedia' is no object"),
        (#"{"type":"now_playing","currentMedia":{"title":"A","volume":70}}"#, "'volume' is not from 0 to 1"),
        (#"{"type":"now_playing","currentMedia":{"title":"A","isPlaying":"yes"}}"#, "'isPlaying' is neither true nor false"),
        (#"{"type":"playback_control","timestamp":1,"action":"seek"}"#, "'position' or 'delta' must stand there"),
        (#"{"type":"volume_control","timestamp":1,"volume":0.5,"value":50}"#, "'volume' stands beside"),
        (#"{"type":"playlist_sync","items":[]}"#, "'playlistId' is missing"),
        (#"{"type":"playlist_sync","playlistId":1}"#, "'items' is missing"),
        (#"{"type":"playlist_sync","playlistId":1,"items":[{"title":"A"}]}"#, "'id' is missing"),
        (#"{"type":"playlist_sync","playlistId":1,"items":[{"id":1,"artworkHash":"md5:0"}]}"#, "'artworkHash' is not 'sha256:'"),
        (#"{"type":"library_sync","chunk":3,"totalChunks":2,"items":[]}"#, "'chunk' is not from 1 to 2"),
        (#"{"type":"library_sync","chunk":1,"totalChunks":1000000000,"items":[]}"#, "'totalChunks' is not from 1 to"),
        (#"{"type":"media_transfer","mediaId":1,"filename":"../a","fileSize":1,"checksum":"sha256:\#(hash)"}"#, "'filename' is '../a'"),
        (#"{"type":"media_transfer","mediaId":1,"filename":".a","fileSize":1,"checksum":"sha256:\#(hash)"}"#, "'filename' is '.a'"),
        (#"{"type":"media_transfer","mediaId":1,"filename":"a","fileSize":99999999999,"checksum":"sha256:\#(hash)"}"#, "'fileSize' is not"),
        (#"{"type":"media_transfer","mediaId":1,"filename":"a","fileSize":1,"checksum":"9f86"}"#, "'checksum' is not 'sha256:'"),
        (#"{"type":"playback_control","timestamp":1}"#, "'action' is missing"),
        (#"{"type":"playback_control","timestamp":1,"action":"fly"}"#, "'action' is 'fly', not one of 'play', 'pause', 'play-pause'"),
        (#"{"type":"volume_control","timestamp":1}"#, "'value' or 'delta' must stand there"),
        (#"{"type":"volume_control","timestamp":1,"value":1,"delta":1}"#, "'value' or 'delta' must stand there"),
        (#"{"type":"seek_control","timestamp":1,"position":"x"}"#, "'position' is no number"),
        (#"{"type":"now_playing","timestamp":1,"zone":"\#(String(repeating: "z", count: 201))"}"#, "'zone' is longer"),
    ])
    func saysWhatIsWrong(text: String, reason: String) {
        let error = #expect(throws: MessageError.self) { try PlayerMessage(line: text.utf8) }
        #expect(error?.description.contains(reason) == true, "\(error as Any)")
    }

    @Test(arguments: [
        ("file:-", "file:-", "standard input"), ("file:/tmp/now.jsonl", "file:/tmp/now.jsonl", "now"),
        ("file:///tmp/a%20b.fifo", "file:/tmp/a b.fifo", "a b"), ("file:/tmp/100%25", "file:/tmp/100%25", "100%25"),
    ])
    func readsAddresses(text: String, shown: String, name: String) throws {
        let address = try MessageFileAddress(text)
        #expect(address.text == shown)
        #expect(address.name == name)
        #expect(address.zone(nil).rawValue == shown)
        #expect(address.zone("Küche").rawValue == shown + "#Küche")
    }

    @Test(arguments: ["", "file:", "file:x", "file:./x", "file:/tmp/", "file://host/x", "file:///a%00b", "mpd:"])
    func refusesAddresses(text: String) {
        let error = #expect(throws: SourceError.self) { try MessageFileAddress(text) }
        guard case .badAddress? = error else {
            Issue.record("\(error as Any)")
            return
        }
    }
}

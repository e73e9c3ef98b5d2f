import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MPDMappingTests {
    private static func answer(_ text: String) -> MPDAnswer {
        var answer = MPDAnswer()
        for line in text.split(separator: "\n") {
            if case .field(let field)? = try? MPDLine(line.utf8) { answer.fields.append(field) }
        }
        return answer
    }

    private static func reading(status: String, song: String = "", queue: String = "", mutedFrom: Int? = nil) throws -> Reading {
        Reading(
            of: try MPDAddress("mpd://nas"), status: try MPDStatus(answer(status)), song: MPDSong(answer(song)),
            queue: answer(queue).split(at: "file").compactMap { MPDSong($0) }, mutedFrom: mutedFrom,
            asked: SteadyDate(seconds: 100), received: SteadyDate(seconds: 101))
    }

    @Test func tellsEverything() throws {
        let reading = try Self.reading(
            status: """
                volume: 40\nstate: play\nsong: 0\nelapsed: 12.5\nduration: 200.5\nplaylistlength: 3\nbitrate: 912\naudio: 44100:24:2\nconsume: 1
                single: oneshot
                """,
            song:
                "file: x/a.flac\nLast-Modified: 2024-05-01T10:00:00Z\nTitle: T\nArtist: A\nArtist: B\nAlbum: L\nDate: 1959-08-17\nTime: 200\nduration: 200.5",
            queue: "file: b.flac\nTitle: Next\nfile: c.d.ogg\nduration: 3")
        var expected = Reading(
            zone: ZoneID("mpd:nas"), stamp: Stamp(SteadyDate(seconds: 100), .poll),
            received: SteadyDate(seconds: 101))
        expected.name = "nas"
        expected.source = "mpd"
        expected.status = .playing
        expected.track = .some(Track(title: "T", artist: "A, B", album: "L", length: 200.5))
        expected.position = .some(PlaybackPosition(seconds: 12.5, time: SteadyDate(seconds: 100)))
        expected.volumeScale = .some(VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
        expected.volumeValue = 40
        expected.isMuted = false
        expected.volumeUnmutes = true
        expected.artwork = .some(Artwork(key: "2024-05-01T10:00:00Z x/a.flac"))
        expected.queue = [Track(title: "Next"), Track(title: "c.d", length: 3)]
        expected.metadata = [
            "loop": .text("None"), "shuffle": .flag(false), "consume": .flag(true), "single": .text("oneshot"), "bitrate": .integer(912),
            "audio_format": .text("44100:24:2"), "queue_position": .integer(1), "queue_length": .integer(3), "file": .text("x/a.flac"),
            "date": .text("1959-08-17"),
        ]
        expected.connection = .live
        #expect(reading == expected)
    }

    @Test func tellsThatThereIsNothing() throws {
        let reading = try Self.reading(status: "state: stop")
        #expect(reading.status == .stopped)
        #expect(reading.track == .some(nil))
        #expect(reading.position == .some(nil))
        #expect(reading.artwork == .some(nil))
        #expect(reading.volumeScale == .some(nil))
        #expect(reading.volumeValue == nil)
        #expect(reading.volumeRefusal == "the volume of 'nas' is fixed")
        #expect(reading.queue == [])
        // What is not known is missing, and not 0 or an empty text.
        #expect(
            reading.metadata == [
                "loop": .text("None"), "shuffle": .flag(false), "consume": .flag(false), "single": .flag(false),
                "queue_length": .integer(0),
            ])
    }

    @Test(arguments: [
        ("state: play\nbitrate: 0", true), ("state: play", false), ("state: play\nbitrate: 320", false), ("state: pause", false),
        ("state: stop\nbitrate: 0", false),
    ])
    func asksAgainForTheFormatOfWhatHasBegun(status: String, awaits: Bool) throws {
        #expect(try MPDStatus(Self.answer(status)).awaitsFormat == awaits)
    }

    @Test(arguments: [("", QueueMode.off), ("single: 0", .off), ("single: 1", .on), ("single: oneshot", .oneshot), ("single: later", .off)])
    func readsModes(fields: String, mode: QueueMode) throws {
        #expect(try MPDStatus(Self.answer("state: play\n" + fields)).single == mode)
        #expect(QueueMode(mpdWord: mode.mpdWord) == mode)
    }

    @Test(arguments: [
        ("file: a/b.c.flac", Track(title: "b.c")),
        ("file: .flac", Track(title: ".flac")),
        ("file: a/b.flac\nTitle:   \nAlbumArtist: X", Track(title: "b", artist: "X")),
        ("file: http://radio:8000/live.mp3", Track(title: "live")),
        ("file: http://radio:8000/", Track(title: "radio:8000")),
        ("file: http://r/x\nName: Radio X", Track(title: "Radio X")),
        ("file: http://r/x\nName: Radio X\nTitle: Someone - Song", Track(title: "Someone - Song", album: "Radio X")),
        ("file: http://r/x\nName: Radio X\nTitle: Song\nAlbum: L", Track(title: "Song", album: "L")),
        // The last part of a service's address is an id, and is shown only if nothing better is known.
        ("file: spotify:track:4uLU6h\nAlbum: L\nArtist: A", Track(title: "L", artist: "A", album: "L")),
        ("file: https://s.example/track/4uLU6h\nAlbum: L", Track(title: "L", album: "L")),
        ("file: https://s.example/track/4uLU6h\nName: Radio X\nAlbum: L", Track(title: "Radio X", album: "L")),
        ("file: https://s.example/track/4uLU6h\nArtist: A", Track(title: "", artist: "A")),
        ("file: https://s.example/track/4uLU6h\nTitle: https://s.example/track/4uLU6h\nAlbum: L", Track(title: "L", album: "L")),
        ("file: https://s.example/track/4uLU6h", Track(title: "4uLU6h")),
        ("file: a/b.flac\nAlbum: L", Track(title: "b", album: "L")),
        ("file: a.flac\nTime: 12", Track(title: "a", length: 12)),
        ("file: a.flac\nTime: 12\nduration: 12.25", Track(title: "a", length: 12.25)),
        ("file: a.flac\nTime: 0", Track(title: "a")),
        ("file: a.flac\nduration: nan", Track(title: "a")),
        ("file: a.flac\nduration: -3\nTime: inf", Track(title: "a")),
        ("file: a.flac\nduration: 1e300", Track(title: "a")),
    ])
    func namesTracks(song: String, track: Track) throws {
        #expect(MPDSong(Self.answer(song))?.track == track)
    }

    @Test(arguments: ["", "Title: T", "file: ", "directory: x"])
    func answersAboutNoSong(song: String) {
        #expect(MPDSong(Self.answer(song)) == nil)
    }

    @Test(arguments: [
        ("volume: 0", 0), ("volume: 100", 100), ("volume: -1", nil), ("volume: 101", nil), ("volume: x", nil), ("volume: 1.5", nil),
        ("", nil),
    ])
    func readsVolumes(field: String, volume: Int?) throws {
        #expect(try MPDStatus(Self.answer("state: stop\n" + field)).volume == volume)
    }

    @Test(arguments: [("40", nil, 40, false), ("0", nil, 0, false), ("0", 70, 70, true), ("5", 70, 5, false)])
    func tellsWhatMuteHasDone(volume: String, mutedFrom: Int?, value: Double, isMuted: Bool) throws {
        let reading = try Self.reading(status: "state: stop\nvolume: \(volume)", mutedFrom: mutedFrom)
        #expect(reading.volumeValue == value)
        #expect(reading.isMuted == isMuted)
    }

    @Test(
        arguments: [
            ("elapsed: 1.5\ntime: 9:80", 1.5, 80), ("time: 9:80", 9, 80), ("elapsed: -1", nil, nil),
            ("elapsed: nan\nduration: inf", nil, nil),
            ("time: 9", 9, 9), ("time: :", nil, nil), ("time: 9:0", 9, nil), ("elapsed: 3\nduration: 80.5\ntime: 3:81", 3, 80.5),
        ] as [(String, Double?, Double?)])
    func readsTimes(fields: String, elapsed: Double?, length: Double?) throws {
        let status = try MPDStatus(Self.answer("state: play\n" + fields))
        #expect(status.elapsed == elapsed)
        #expect(status.length == length)
    }

    @Test(arguments: ["", "volume: 3", "State: play"])
    func aStatusTellsAtLeastWhatThePlayerDoes(text: String) {
        #expect(throws: MPDError.self) { try MPDStatus(Self.answer(text)) }
    }

    @Test func anUnheardOfStateIsUnknown() throws {
        #expect(try MPDStatus(Self.answer("state: rewind")).state == .unknown)
    }

    @Test(arguments: [
        ("playlistlength: 0", []),
        ("playlistlength: 3", [0..<3]),
        ("playlistlength: 30", [0..<10]),
        ("playlistlength: 30\nsong: 4", [5..<15]),
        ("playlistlength: 8\nsong: 4", [5..<8]),
        ("playlistlength: 5\nsong: 4", []),
        ("playlistlength: 5\nsong: 9", []),
        ("playlistlength: 5\nsong: 3\nrepeat: 1", [4..<5, 0..<3]),
        ("playlistlength: 50\nsong: 44\nrepeat: 1", [45..<50, 0..<5]),
        ("playlistlength: 50\nsong: 4\nrepeat: 1", [5..<15]),
        ("playlistlength: 1\nsong: 0\nrepeat: 1", []),
        ("playlistlength: 5\nsong: 0\nnextsong: 3\nrandom: 1", [3..<4]),
        ("playlistlength: 5\nsong: 0\nrandom: 1\nrepeat: 1", []),
        ("playlistlength: 5\nsong: 0\nsingle: 1", []),
        ("playlistlength: 5\nsong: 0\nsingle: oneshot", []),
        ("playlistlength: 5\nsingle: 1", [0..<5]),
        ("playlistlength: 99999999999\nsong: 0", []),
        ("playlistlength: 5\nsong: -1", [0..<5]),
    ])
    func knowsWhatComesNext(fields: String, parts: [Range<Int>]) throws {
        #expect(try MPDStatus(Self.answer("state: play\n" + fields)).upcoming(limit: 10) == parts)
    }

    @Test(
        arguments: [
            ("file: a b.flac\nLast-Modified: 2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z a b.flac", "a b.flac"),
            ("file: a.flac", "- a.flac", "a.flac"),
            ("file: http://r/a.mp3\nTime: 5", "- http://r/a.mp3", "http://r/a.mp3"),
            ("file: http://r/live", nil, nil),
        ] as [(String, String?, String?)])
    func namesCoversByFileAndAge(song: String, key: String?, file: String?) throws {
        let artwork = try MPDArtwork.artwork(of: #require(MPDSong(Self.answer(song))))
        #expect(artwork?.key == key)
        #expect(artwork.flatMap { MPDArtwork.file(of: $0) } == file)
    }
}

import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialPlayers

/// Tests of the messages between a player and its watch as they are printed: what each of their keys changes.
@Suite struct MessagePrintedFormTests {
    /// Ten seconds after the first of the printed messages.
    private static let now = Date(timeIntervalSince1970: 1_764_153_010)

    private static func messages(_ text: String) throws -> [PlayerMessage] {
        try text.split(separator: "\n").map { try PlayerMessage(line: $0.utf8) }
    }

    /// The state of the only zone in words: id, title, artist, album, seconds, length, status and volume.
    private static func summary(_ text: String) throws -> String {
        var merge = MessageMerge()
        merge.merge(try messages(text))
        let (state, track) = (merge.state, merge.state.track)
        let seconds = state.position(at: now)?.seconds(at: now, running: state.shownStatus == .playing)
        return [
            state.id ?? "-", track?.title ?? "-", track?.artist ?? "-", track?.album ?? "-", seconds?.fixed(1) ?? "-",
            track?.length?.fixed(1) ?? "-", state.shownStatus.rawValue, state.volume?.fixed(0) ?? "-",
        ].joined(separator: "|")
    }

    private static func fixture(_ type: String, _ old: String, _ new: String) throws -> String {
        let text = try Repository.fixture("messages/\(type).jsonl")
        try #require(text.contains(old))
        return text.replacing(old, with: new)
    }

    @Test(arguments: [
        ("", "", "12345|Harbour Lights|The Night Buses|Last Light|152.5|180.0|playing|70"),
        ("12345", "\"a/b\"", "a/b|Harbour Lights|The Night Buses|Last Light|152.5|180.0|playing|70"),
        ("Harbour Lights", "Ferry", "12345|Ferry|The Night Buses|Last Light|152.5|180.0|playing|70"),
        ("The Night Buses", "Ada", "12345|Harbour Lights|Ada|Last Light|152.5|180.0|playing|70"),
        ("Last Light", "Dawn", "12345|Harbour Lights|The Night Buses|Dawn|152.5|180.0|playing|70"),
        ("142.5", "100", "12345|Harbour Lights|The Night Buses|Last Light|110.0|180.0|playing|70"),
        ("180.0", "150", "12345|Harbour Lights|The Night Buses|Last Light|150.0|150.0|playing|70"),
        ("true", "false", "12345|Harbour Lights|The Night Buses|Last Light|142.5|180.0|paused|70"),
        ("0.7", "1", "12345|Harbour Lights|The Night Buses|Last Light|152.5|180.0|playing|100"),
        ("1764153000", "1764153005.5", "12345|Harbour Lights|The Night Buses|Last Light|147.0|180.0|playing|70"),
        ("\"currentMedia\":{", "\"currentMedia\":null,\"x\":{", "-|-|-|-|-|-|stopped|-"),
    ])
    func everyKeyOfNowPlayingIsShown(_ old: String, _ new: String, _ expected: String) throws {
        let text = try old.isEmpty ? Repository.fixture("messages/now_playing.jsonl") : Self.fixture("now_playing", old, new)
        #expect(try Self.summary(text) == expected)
    }

    /// The controls apply to what was playing before them; the messages about a library change no zone.
    @Test(arguments: [
        ("volume_control", "0.8", "0.25", "152.5|180.0|playing|25"),
        // A timestamp before that of the volume in now_playing.
        ("volume_control", "1764153001", "1764152999", "152.5|180.0|playing|70"),
        ("seek_control", "95.2", "20", "27.0|180.0|playing|70"), ("seek_control", "180.0", "96", "96.0|96.0|playing|70"),
        ("seek_control", "1764153003", "1764153010", "95.2|180.0|playing|70"),
        ("playback_control", "\"position\":150.0", "\"position\":7", "7.0|180.0|paused|70"),
        ("playback_control", "pause", "play", "153.0|180.0|playing|70"), ("playback_control", "pause", "stop", "150.0|180.0|stopped|70"),
        // The position is in the track that ends, and the player reports the next one.
        ("playback_control", "pause", "next", "150.5|180.0|playing|70"),
        ("playback_control", "pause\",\"position\":150.0", "seek\",\"position\":10", "13.0|180.0|playing|70"),
        ("playback_control", "1764153007", "1764153001", "142.5|180.0|paused|70"),
        ("playlist_sync", "456", "457", "152.5|180.0|playing|70"), ("library_sync", "\"chunk\":2", "\"chunk\":1", "152.5|180.0|playing|70"),
        ("media_transfer", "789", "790", "152.5|180.0|playing|70"),
    ])
    func everyKeyOfAControlIsShown(_ type: String, _ old: String, _ new: String, _ expected: String) throws {
        let before = try Repository.fixture("messages/now_playing.jsonl")
        let summary = try Self.summary(before + Self.fixture(type, old, new))
        #expect(summary == "12345|Harbour Lights|The Night Buses|Last Light|\(expected)")
    }

    @Test func allTogetherEndPaused() throws {
        #expect(
            try Self.summary(Repository.fixture("messages/watch.jsonl"))
                == "12345|Harbour Lights|The Night Buses|Last Light|150.0|180.0|paused|80")
    }

    /// Every key of the other messages has a property; `artworkHash` is checked only, because no message has the picture.
    @Test func theKeysOfALibraryAreRead() throws {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        let song = LibraryItem(id: "789", title: "Harbour Lights", artist: "The Night Buses", duration: 210.5, artworkHash: hash)
        let expected: [(String, [PlayerMessage])] = [
            (
                "playlist_sync",
                [PlayerMessage(.library(.playlist(PlaylistMessage(id: "456", items: [song]))), timestamp: Self.now - 6)]
            ),
            (
                "library_sync",
                [
                    PlayerMessage(
                        .library(
                            .part(
                                LibraryPart(2, of: 2, items: [LibraryItem(id: "2", title: "Ferry", artist: "Ada Lindqvist", duration: 200)])
                            )),
                        timestamp: Self.now - 5),
                    PlayerMessage(
                        .library(
                            .part(
                                LibraryPart(
                                    1, of: 2, items: [LibraryItem(id: "1", title: "Slow Carousel", artist: "Ada Lindqvist", duration: 240)])
                            )),
                        timestamp: Self.now - 4),
                ]
            ),
            (
                "media_transfer",
                [
                    PlayerMessage(
                        .library(.transfer(MediaTransfer(id: "789", name: "song.mp3", size: 8_457_600, checksum: hash, priority: .high))),
                        timestamp: PlayerMessage.onArrival)
                ]
            ),
        ]
        for (type, messages) in expected {
            #expect(try Self.messages(Repository.fixture("messages/\(type).jsonl")) == messages, "\(type)")
        }
    }

    // MARK: Parts of a library

    private static func part(_ number: Int, of total: Int = 3, _ title: String = "A") -> LibraryMessage {
        .part(LibraryPart(number, of: total, items: [LibraryItem(id: "\(number)", title: "\(title)\(number)")]))
    }

    /// The titles of each complete library, and what is missing at the end.
    @Test(
        arguments: [
            ([(1, "A", 1), (2, "A", 2), (3, "A", 3)], ["A1 A2 A3"], nil), ([(3, "A", 1), (1, "A", 9), (2, "A", 5)], ["A1 A2 A3"], nil),
            ([(1, "A", 1), (1, "A", 1), (3, "A", 3)], [], "part 2 of 3 is missing"), ([(2, "A", 1)], [], "parts 1, 3 of 3 are missing"),
            // A part that was corrected before all were there.
            ([(1, "A", 1), (1, "B", 2), (2, "A", 3), (3, "A", 4)], ["B1 A2 A3"], nil),
            // All parts again, and one of them late.
            ([(1, "A", 1), (2, "A", 2), (3, "A", 3), (2, "A", 2), (1, "A", 7), (3, "Z", 0)], ["A1 A2 A3"], nil),
            // The next library, whose first parts are as they were.
            ([(1, "A", 1), (2, "A", 2), (3, "A", 3), (1, "A", 4), (2, "B", 5), (3, "A", 6)], ["A1 A2 A3", "A1 B2 A3"], nil),
            // The previous library counts until the next one is complete.
            ([(1, "A", 1), (2, "A", 2), (3, "A", 3), (2, "B", 5)], ["A1 A2 A3"], "parts 1, 3 of 3 are missing"),
        ] as [([(Int, String, Double)], [String], String?)])
    func aLibraryCountsWhenItIsComplete(_ parts: [(Int, String, Double)], _ complete: [String], _ missing: String?) {
        var library = MessageLibrary()
        var found: [String] = []
        var last: String?
        for (number, title, second) in parts {
            let (changes, outcome) = library.apply(Self.part(number, title), at: Self.now + second)
            for case .tracks(let items, _) in changes { found.append(items.map(\.title).joined(separator: " ")) }
            last = outcome
        }
        #expect(found == complete && library.missing == missing.map { "the library is not complete: \($0)" })
        #expect(last == library.missing ?? "complete")
    }

    @Test func aLibraryWithAnotherNumberOfPartsReplacesIt() {
        var library = MessageLibrary()
        for number in 1...2 { _ = library.apply(Self.part(number), at: Self.now) }
        #expect(library.apply(Self.part(1, of: 1, "B"), at: Self.now + 1).changes.count == 2 && library.missing == nil)
        // An old part of the earlier one.
        #expect(library.apply(Self.part(3), at: Self.now - 1).changes == [] && library.missing == nil)
    }

    @Test func aLibraryIsBounded() {
        var library = MessageLibrary()
        let items = (0...MessageLibrary.maximumTracks).map { LibraryItem(id: "\($0)") }
        #expect(library.apply(.part(LibraryPart(1, of: 1, items: items)), at: Self.now).outcome.hasPrefix("refused: a library has"))
        #expect(library.missing == nil)
        for number in 0...MessageLibrary.maximumTransfers {
            _ = library.apply(.transfer(MediaTransfer(id: "\(number)", name: "\(number)", size: 1, checksum: "")), at: Self.now)
        }
        #expect(library.transfers.count == MessageLibrary.maximumTransfers && library.transfers.first?.id == "1")
    }
}

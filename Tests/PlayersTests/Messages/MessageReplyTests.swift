import Foundation
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialPlayers

/// Tests of what a message source says about its messages: to their senders, in the log, and in the zone.
@Suite struct MessageReplyTests {
    private static let empty = #"{"type":"now_playing","media":{"title":"X"}}"# + "\n"

    private func reading(_ source: MessageFileSource) async throws -> Reading { try await source.read(source.address.zone(nil)) }

    /// The replies in the file for controls.
    private func replies(_ den: MessageDen) throws -> [JSONValue] {
        try String(contentsOfFile: den.path("now.jsonl.control"), encoding: .utf8).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
    }

    /// The zone keeps its track and has a problem until the next reading; the log has one line, and the warnings too.
    @Test func aReadingThatSaysNothingIsRefusedAloud() async throws {
        let den = try MessageDen()
        try den.append(MessageDen.line("Good", 1))
        let source = try den.source()
        let first = try await reading(source)
        #expect(first.connection == .live && first.problem == nil && source.warnings == [])
        for _ in 0..<2 { try den.append(Self.empty) }
        let refused = try await reading(source)
        #expect(refused.connection == .stale && refused.track??.title == "Good")
        #expect(
            refused.problem?.hasPrefix("line 3 of file:\(den.path()): a now_playing says nothing about what plays: it has only 'media'")
                == true)
        #expect(den.log.texts.count == 1 && source.warnings == den.log.texts)
        // A control says nothing about what plays either.
        try den.append(#"{"type":"volume_control","value":7}"# + "\n")
        #expect(try await reading(source).problem != nil)
        try den.append(MessageDen.line("Next", 2))
        let next = try await reading(source)
        #expect(next.connection == .live && next.problem == nil && next.track??.title == "Next")
    }

    /// A file with no other message has the problem too, and not a stopped player.
    @Test(arguments: ["", #","zone":"Den""#]) func theOnlyReadingIsRefusedAloud(_ zone: String) async throws {
        let den = try MessageDen()
        try den.append(#"{"type":"now_playing"\#(zone),"currentMedia":{"name":"X"}}"# + "\n")
        let refused = try await reading(try den.source())
        #expect(refused.connection == .stale && refused.problem?.contains("'currentMedia.name'") == true)
    }

    @Test func theSenderGetsAReply() async throws {
        let den = try MessageDen()
        let stored = Mutex<[LibraryChange]>([])
        try den.append("", to: "now.jsonl.control")
        // What the file had before has had its replies.
        try den.append(try Repository.fixture("messages/playlist_sync.jsonl"))
        let source = MessageFileSource(try MessageFileAddress("file:\(den.path())"), logger: den.log.logger) { changes in
            stored.withLock { $0 += changes }
        }
        _ = try await reading(source)
        #expect(try replies(den) == [] && stored.withLock(\.count) == 1)
        let printed = [
            "playlist_sync", "library_sync", "media_transfer", "now_playing", "volume_control", "playback_control", "seek_control",
        ]
        for type in printed { try den.append(try Repository.fixture("messages/\(type).jsonl")) }
        _ = try await reading(source)
        let first = try replies(den)
        #expect(first.map { $0["type"]?.string } == ["playlist_sync", "library_sync", "library_sync", "media_transfer"])
        #expect(first.allSatisfy { $0["repliedBy"] == "subdial" && $0["repliedAt"]?.number ?? 0 > 1_764_153_000 })
        #expect(
            first.map { $0["outcome"]?.string }
                == ["stored", "the library is not complete: part 1 of 2 is missing", "complete", "announced"])
        // Every key of the message comes back.
        #expect(first[0]["playlistId"] == 456 && first[0]["items"]?.text().contains("Harbour Lights") == true)
        for line in [
            #"{"type":"volume_control","value":5,"reply":true}"#, #"{"type":"volume_control","value":6,"repliedBy":"me","reply":true}"#,
            #"{"type":"media_transfer","mediaId":1,"filename":"../a","fileSize":1,"checksum":""}"#, #"{"type":"x","reply":true}"#,
            #"{"type":"x"}"#,
        ] { try den.append(line + "\n") }
        _ = try await reading(source)
        let outcomes = try replies(den).dropFirst(4).map { $0["outcome"]?.string ?? "" }
        #expect(outcomes.count == 3 && outcomes.first == "received")
        #expect(outcomes.dropFirst().allSatisfy { $0.hasPrefix("refused: '") }, "\(outcomes)")
        #expect(try await reading(source).volumeValue == 6)
    }

    /// A reply that a FIFO would receive in pieces has no items.
    @Test func aLongReplyHasNoItems() async throws {
        let den = try MessageDen()
        try den.append("", to: "now.jsonl.control")
        try den.append(MessageDen.line("Good", 1))
        let source = try den.source()
        _ = try await reading(source)
        let items = (0..<200).map { #"{"id":\#($0),"title":"A title of some length"}"# }.joined(separator: ",")
        try den.append(#"{"type":"playlist_sync","playlistId":1,"items":[\#(items)]}"# + "\n")
        _ = try await reading(source)
        let reply = try #require(try replies(den).first)
        #expect(reply["playlistId"] == 1 && reply["items"] == nil && reply["outcome"] == "stored")
    }

    /// The id of the media and the announced files are metadata of the zone.
    @Test func idsAndFilesAreMetadata() async throws {
        let den = try MessageDen()
        try den.append(try Repository.fixture("messages/watch.jsonl"))
        let metadata = try #require(try await reading(try den.source()).metadata)
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        #expect(metadata["mpris:trackid"] == .text("12345"))
        #expect(metadata["subdial:transfers"] == .texts(["song.mp3, 789, high, 8457600 bytes, sha256:\(hash)"]))
    }

    /// A library that cannot be stored is said aloud.
    @Test func aStoreThatFailsIsSaid() async throws {
        let den = try MessageDen()
        try den.append(try Repository.fixture("messages/playlist_sync.jsonl"))
        let source = MessageFileSource(try MessageFileAddress("file:\(den.path())"), logger: den.log.logger) { _ in
            throw POSIXError(.ENOSPC)
        }
        _ = try await reading(source)
        #expect(den.log.texts.count == 1 && den.log.texts.first?.contains("is not stored") == true && source.warnings == den.log.texts)
    }
}

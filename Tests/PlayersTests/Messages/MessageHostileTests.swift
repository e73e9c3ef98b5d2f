import Foundation
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests with files of untrusted origin.
@Suite struct MessageHostileTests {
    private func title(_ source: MessageFileSource) async throws -> String? {
        try await source.read(source.address.zone(nil)).track??.title
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Lines that are skipped, each followed by a valid one.
    static let refused: [(String, [UInt8])] = [
        ("NUL", [0]), ("NULs", [UInt8](repeating: 0, count: 5000)),
        ("NUL behind", bytes(#"{"type":"now_playing","title":"X"}"#) + [0]),
        ("NUL inside", bytes(#"{"type":"now_playing","title":"X"# + "\u{0}" + #""}"#)),
        ("invalid UTF-8", bytes(#"{"type":"now_playing","title":""#) + [0xFF, 0xFE] + bytes(#""}"#)),
        ("half a character", bytes(#"{"type":"now_playing","title":""#) + [0xE2, 0x82] + bytes(#""}"#)),
        ("overlong", bytes(#"{"type":"now_playing","title":""#) + [0xC0, 0xAF] + bytes(#""}"#)),
        ("surrogate", bytes(#"{"type":"now_playing","title":"\uD800"}"#)),
        ("UTF-16 without a mark", bytes(#"{"type":"now_playing"}"#).flatMap { [$0, 0] }),
        ("UTF-16", [0xFF, 0xFE] + bytes(#"{"type":"now_playing"}"#).flatMap { [$0, 0] }),
        ("deep lists", bytes(String(repeating: "[", count: 60_000))),
        ("deep lists in a key", bytes(#"{"type":"now_playing","x":"# + String(repeating: "[", count: 30_000) + "}")),
        ("deep objects", bytes(String(repeating: #"{"type":"#, count: 8_000))),
        ("infinite", bytes(#"{"type":"now_playing","title":"X","position":1e999}"#)),
        ("negative", bytes(#"{"type":"now_playing","title":"X","position":-1}"#)),
        ("huge", bytes(#"{"type":"now_playing","title":"X","length":1"# + String(repeating: "0", count: 60_000) + "}")),
        ("many digits", bytes(#"{"type":"seek_control","delta":"# + String(repeating: "9", count: 60_000) + "}")),
        ("no number", bytes(#"{"type":"now_playing","title":"X","position":NaN}"#)),
        ("a number as text", bytes(#"{"type":"now_playing","title":"X","position":"7"}"#)),
        ("beyond 1e12", bytes(#"{"type":"volume_control","delta":1e13}"#)),
        ("too long", bytes(#"{"type":"now_playing","title":""# + String(repeating: "x", count: 64 << 10) + #""}"#)),
    ]

    @Test(arguments: refused) func isSkipped(what: String, line: [UInt8]) async throws {
        let den = try MessageDen()
        let descriptor = open(den.path(), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let good = Self.bytes(MessageDen.line("Good", 1))
        try MessageDen.write(good + line + [0x0A] + Self.bytes(MessageDen.line("Next", 2)), to: descriptor)
        let source = try den.source()
        #expect(try await title(source) == "Next")
        let told = den.log.texts
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("line 2 of file:\(den.path()) is skipped: ") == true)
        #expect(told.allSatisfy { $0.utf8.count < 1000 && !$0.contains("\u{0}") && !$0.contains("\n") })
    }

    @Test(arguments: [
        // Unknown keys with any values.
        (#"{"type":"now_playing","title":"T","x":{"a":[1e400,[],{}]},"":null,"title2":1}"#, "T"),
        // Control characters are replaced.
        (#"{"type":"now_playing","title":"a\nb\u0000c\u001b[31md"}"#, "a b c [31md"),
        (#"{"type":"now_playing","title":"\ud83d\ude00"}"#, "😀"),
        ("\u{FEFF}" + #"{"type":"now_playing","title":"Mark"}"#, "Mark"),
    ])
    func isTaken(line: String, title: String) async throws {
        let den = try MessageDen()
        try den.append(line + "\n")
        #expect(try await self.title(den.source()) == title)
        #expect(den.log.texts == [])
    }

    /// Duplicate keys: one of the values is used, and the line ends there.
    @Test func twoValuesOfOneKey() async throws {
        let den = try MessageDen()
        try den.append(#"{"type":"now_playing","title":"A","title":"B"}"# + "\n")
        let title = try await title(den.source())
        #expect(title == "A" || title == "B")
    }

    @Test func textsAreCutBetweenScalars() async throws {
        let den = try MessageDen()
        // Characters of 3 bytes, so that the limit is inside one of them.
        let text = String(repeating: "€", count: 3000)
        try den.append(#"{"type":"now_playing","title":"\#(text)","artist":"\#(text)","album":"\#(text)","artwork":"\#(text)"}"# + "\n")
        let source = try den.source()
        let reading = try await source.read(source.address.zone(nil))
        let track = try #require(reading.track ?? nil)
        for cut in [track.title, track.artist, track.album] { #expect(cut == String(repeating: "€", count: 1365)) }
        // A truncated path would name another file.
        #expect(reading.artwork == .some(nil))
    }

    @Test func namesOfZonesAreOneLine() async throws {
        let den = try MessageDen()
        try den.append(
            #"{"type":"now_playing","zone":" a\nb\u0007 ","title":"T"}"# + "\n" + #"{"type":"now_playing","zone":"\n","title":"U"}"# + "\n")
        #expect(try await den.source().zones().map(\.name) == ["a b", "now"])
    }

    @Test func zonesAreBounded() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone("kept")))
        try den.append(MessageDen.line("Kept", 1, zone: "kept"))
        try await eventually("the zone that is followed") { log.last?.track??.title == "Kept" }
        try den.append((0..<2000).map { MessageDen.line("T", 1, zone: "zone \($0)") }.joined())
        let names = try await source.zones().map(\.name)
        #expect(names.count == 256)
        #expect(names.contains("zone 1999"))
        #expect(!names.contains("zone 0"))
        #expect(try await source.read(source.address.zone("kept")).track??.title == "Kept")
        await #expect(throws: SourceError.self) { try await source.read(source.address.zone("zone 0")) }
    }

    /// A terabyte of zeros is skipped, on the first read and when a file grows by it.
    @Test func aHugeFileIsPassedOver() async throws {
        let den = try MessageDen()
        try den.append("")
        let size = off_t(1) << 40
        try #require(truncate(den.path(), size) == 0)
        try den.append("\n" + MessageDen.line("A", 1) + "nonsense\n")
        var limits = MessageLimits()
        limits.backlog = 64 << 10
        let source = try den.source(limits: limits)
        #expect(try await title(source) == "A")
        let byte = Int(size) + 1 + MessageDen.line("A", 1).utf8.count
        #expect(den.log.texts == ["the line at byte \(byte) of file:\(den.path()) is skipped: it is no JSON object"])
        try #require(truncate(den.path(), 2 * size) == 0)
        try den.append("\n" + MessageDen.line("B", 2))
        #expect(try await title(source) == "B")
        // Small again.
        try den.rewrite(MessageDen.line("C", 3))
        #expect(try await title(source) == "C")
    }

    /// Controls are written only to regular files and FIFOs.
    @Test(arguments: ["folder", "/dev/null"]) func controlsGoToFilesOnly(target: String) async throws {
        let den = try MessageDen()
        try den.append(MessageDen.line("A", 1))
        if target == "folder" {
            try FileManager.default.createDirectory(atPath: den.path("now.jsonl.control"), withIntermediateDirectories: true)
        } else {
            try #require(symlink(target, den.path("now.jsonl.control")) == 0)
        }
        let source = try den.source()
        await #expect(throws: SourceError.self) { try await source.perform(.play, in: source.address.zone(nil), showing: nil) }
    }
}

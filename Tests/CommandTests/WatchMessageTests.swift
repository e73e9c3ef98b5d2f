import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The messages between a player and its watch, from their file to bars, kinds, doctor and mirrors.
@Suite struct WatchMessageTests {
    /// The SHA-256 of the four bytes `test`, which the printed messages have.
    private static let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    private static func append(_ text: String, to path: String) throws {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
    }

    @Test func theyAreShownInABar() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let source = "file:\(Repository.fixtureURL("messages/watch.jsonl").path)"
        let text =
            "{{ title }}, {{ artist }}, {{ album }}, {{ elapsed }}/{{ length }}, {{ status }}, {{ volume_text }}, {{ mpris:trackid }}"
        let line = try sandbox.run("feed", "--once", "--source", source, "--text", text)
        #expect(line.output == "Harbour Lights, The Night Buses, Last Light, 2:30/3:00, Paused, 80, 12345\n", "\(line.errors)")
    }

    /// A reading that says nothing is in the tooltip until the next one, and in the report of the doctor.
    @Test func aReadingThatSaysNothingIsShown() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("now.jsonl")
        let printed = try Repository.fixture("messages/now_playing.jsonl")
        try Self.append(printed, to: path)
        let feed = try FeedFront(sandbox, ["feed", "--format", "waybar", "--source", "file:\(path)"])
        defer { feed.stop() }
        try await eventually("the track") { feed.last?.contains("Harbour Lights") == true }
        #expect(feed.last?.contains("No news") == false)
        try Self.append(printed.replacing("currentMedia", with: "current"), to: path)
        try await eventually("the problem") {
            feed.last?.contains("Harbour Lights") == true && feed.last?.contains("a now_playing says nothing about what plays") == true
        }
        let doctor = try sandbox.run("doctor", "--source", "file:\(path)")
        #expect(doctor.status == 0)
        #expect(
            doctor.lines.contains { $0.hasPrefix("! messages") && $0.contains("line 2 of file:\(path) is skipped: a now_playing") },
            "\(doctor.output)")
        try Self.append(printed.replacing("Harbour Lights", with: "Ferry").replacing("1764153000", with: "1764153001"), to: path)
        try await eventually("the next track") { feed.last?.contains("Ferry") == true && feed.last?.contains("No news") == false }
    }

    /// A playlist by its id, the library when it is complete, and what is missing before.
    @Test func theirListsAreKinds() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("now.jsonl")
        func show(_ kind: String, _ sets: String...) throws -> (json: JSONValue, errors: String) {
            let outcome = try sandbox.run(
                ["kind", "show", kind, "--json", "--set", "database=file:\(path)"] + sets.flatMap { ["--set", $0] })
            return ((try? JSONValue(parsing: outcome.output)) ?? .null, outcome.output + outcome.errors)
        }
        let parts = try Repository.fixture("messages/library_sync.jsonl").split(separator: "\n").map { $0 + "\n" }
        try #require(parts.count == 2)
        try Self.append(try Repository.fixture("messages/now_playing.jsonl"), to: path)
        #expect(try show("playlist").errors.contains("no playlist_sync or library_sync has come yet"))
        try Self.append(String(parts[0]), to: path)
        #expect(try show("playlist").errors.contains("the library is not complete: part 1 of 2 is missing"))
        #expect(
            try sandbox.run("doctor", "--source", "file:\(path)").output.contains("the library is not complete: part 1 of 2 is missing"))
        try Self.append(String(parts[0]) + String(parts[1]), to: path)
        let library = try show("playlist")
        #expect(
            library.json["list"] == "Library" && library.json["songs"] == 2 && library.json["artist"] == "Ada Lindqvist",
            "\(library.errors)")
        try Self.append(try Repository.fixture("messages/playlist_sync.jsonl"), to: path)
        let list = try show("playlist", "playlist=456")
        #expect(list.json["list"] == "456" && list.json["songs"] == 1 && list.json["title"] == "Harbour Lights", "\(list.errors)")
        // The lists of the library have its counts.
        try Self.append(
            #"{"type":"library_sync","chunk":1,"totalChunks":1,"items":[{"id":9,"title":"Ferry","artist":"Ada","album":"Sea","playCount":4}]}"#
                + "\n",
            to: path)
        let most = try show("most-played", "days=0")
        let first = most.json["tracks"]?.elements?.first
        #expect(first?["title"] == "Ferry" && first?["artist"] == "Ada" && first?["count"] == 4, "\(most.errors)")
        let album = try show("album-of-the-day")
        #expect(album.json["album"] == "Sea" && album.json["songs"] == 1, "\(album.errors)")
    }

    /// A mirror has the file that a message announces, and reports it; never one with another size or hash.
    @Test(
        arguments: [("test", 4, true), ("tost", 4, false), ("test", 5, false), ("tests", 4, false), (nil, 4, false)]
            as [(String?, Int, Bool)])
    func aMirrorFetchesWhatIsAnnounced(_ content: String?, _ size: Int, _ isStored: Bool) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (path, port) = (sandbox.path("now.jsonl"), try LocalPort.free())
        try content?.write(toFile: sandbox.path("song.mp3"), atomically: true, encoding: .utf8)
        let transfer = try Repository.fixture("messages/media_transfer.jsonl").replacing("8457600", with: "\(size)")
        try Self.append(try Repository.fixture("messages/now_playing.jsonl") + transfer, to: path)
        let server = try FeedFront(sandbox, ["serve", "--source", "file:\(path)", "--listen", "127.0.0.1:\(port)"])
        defer { server.stop() }
        try await eventually("a server") { server.lines.first?.hasPrefix("listening on ") == true }
        let address = "http://127.0.0.1:\(port)"
        let mirror = ["mirror", address, sandbox.path("mirror"), "--once", "--kind", "now-playing", "--without-fonts"]
        let outcome = try sandbox.run(mirror)
        let stored = sandbox.path("mirror/media/song.mp3")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.contains(#"{"media":"media/song.mp3","sha256":"\#(Self.hash)"}"#) == isStored, "\(outcome.output)")
        #expect(FileManager.default.contents(atPath: stored) == (isStored ? Data("test".utf8) : nil))
        #expect(outcome.errors.contains("such as media/song.mp3") == !isStored, "\(outcome.errors)")
        // A message to the mirror itself announces a file of the server too, and its sender gets a reply.
        try? FileManager.default.removeItem(atPath: stored)
        var request = HTTPRequest(
            .post(body: Array(transfer.utf8), contentType: "application/json"), url: address + "/transfer/messages/watch",
            timeout: .seconds(180))
        request.maximumBody = 1 << 20
        let reply = try JSONValue(parsing: try await HTTPClient().send(request).body)
        #expect(
            reply["message"] == (try JSONValue(parsing: transfer)) && reply["repliedBy"] == "subdial" && reply["repliedAt"]?.number != nil)
        let named = try sandbox.run(mirror + ["--name", "watch"])
        #expect(named.status == 0 && named.lines.contains { $0.hasPrefix(#"{"message":{"type":"media_transfer""#) }, "\(named.errors)")
        #expect(FileManager.default.contents(atPath: stored) == (isStored ? Data("test".utf8) : nil))
        let refusals = [
            "media/song.mp3 is not fetched: the server offers no file", "media/song.mp3: what the server sends is not the file",
        ]
        #expect(refusals.contains(where: named.errors.contains) == !isStored, "\(named.errors)")
    }
}

import Foundation
import SubdialDocuments
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// Tracks of real players, recorded by a real engine.
@Suite(.serialized, .enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon"))
struct HistoryCommandTests {
    private func titles(_ desktop: Desktop) throws -> [String] {
        let outcome = try desktop.subdial("history", "list", "--json")
        guard case .array(let rows) = try JSONValue(parsing: outcome.output) else { return [outcome.errors] }
        return rows.compactMap { $0["title"]?.string }
    }

    private func configure(_ desktop: Desktop, _ text: String) throws {
        let folder = desktop.sandbox.path("config/subdial")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: folder + "/config.yaml", atomically: true, encoding: .utf8)
    }

    private func follow(_ desktop: Desktop, _ more: String...) throws -> FeedFront {
        try FeedFront(desktop.sandbox, ["feed", "--text", "{{title}} {{status}}"] + more, environment: desktop.environment)
    }

    @Test func halfOfItCountsOnceForAllWhoLook() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let feeds = [try follow(desktop), try follow(desktop, "--all-players"), try follow(desktop, "--source", "mpris")]
        defer { for feed in feeds { feed.stop() } }
        let brief = try desktop.song("Brief", seconds: 6)
        let player = try desktop.play([brief, try desktop.song("Other", seconds: 60)])
        // The second player plays the same music at the same time.
        let second = try desktop.play([brief])
        try await eventually("the first counts") { try titles(desktop) == ["Brief"] }
        try await eventually("the second player has ended") { !second.isRunning }
        try await eventually("the next song plays") { feeds.first?.last == "Other Playing" }
        #expect(try titles(desktop) == ["Brief"])
        player.terminate()

        #expect(try desktop.subdial("history", "most-played", "--days", "1").output == "1  Tom & <Jerry> – Brief\n")
        let line = try desktop.subdial("history", "export", "-").output
        #expect(line.contains(#""artist_name":"Tom & <Jerry>","track_name":"Brief""#) && line.contains(#""duration_ms":60"#))
        #expect(try desktop.subdial("history", "export", "all.csv").status == 0)
        let table = try String(contentsOfFile: desktop.sandbox.path("all.csv"), encoding: .utf8)
        #expect(table.split(whereSeparator: \.isNewline).count == 2)
        #expect(try desktop.subdial("history", "export", "all.txt").status == 64)
        #expect(try desktop.subdial("history", "forget", "--before", "yesterday").status == 64)
        #expect(try desktop.subdial("history", "forget", "--before", "2026-01-31").output == "forgot 0 listens\n")
        #expect(try desktop.subdial("history", "forget").output == "forgot 1 listen\n")
        #expect(try titles(desktop).isEmpty)
    }

    @Test(arguments: ["history: false", "history: { private: [mpv] }", "zones: { locked: [mpv] }", "ignoredPlayers: [mpv]"])
    func whatIsPrivateIsNotRecorded(_ configuration: String) async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        try configure(desktop, configuration)
        let feed = try follow(desktop)
        let all = try follow(desktop, "--all-players")
        defer { for feed in [feed, all] { feed.stop() } }
        let player = try desktop.play([try desktop.song("Brief", seconds: 3)])
        try await eventually("the song has ended") { !player.isRunning }
        #expect(try titles(desktop).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: desktop.sandbox.path("state/subdial/history.db")))
    }

    @Test func aBarThatAsksAnewRecordsToo() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let player = try desktop.play([try desktop.song("Brief", seconds: 8)])
        try await eventually("the song plays") {
            try desktop.subdial("feed", "--once", "--text", "{{title}}").output == "Brief\n"
        }
        // There are no subscribers from now on, and the engine still follows the player.
        try await eventually("the song has ended") { !player.isRunning }
        #expect(try titles(desktop) == ["Brief"])
    }

    @Test func oneWhoLooksOnceAllowsNothingForOthers() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        try configure(desktop, "history: false")
        try "history: true".write(toFile: desktop.sandbox.path("other.yaml"), atomically: true, encoding: .utf8)
        let feed = try follow(desktop)
        defer { feed.stop() }
        let player = try desktop.play([try desktop.song("Brief", seconds: 4)])
        try await eventually("it plays") { feed.last == "Brief Playing" }
        _ = try desktop.subdial("feed", "--once", "--config", desktop.sandbox.path("other.yaml"))
        try await eventually("the song has ended") { !player.isRunning }
        #expect(try titles(desktop).isEmpty)
    }

    @Test func listensReachListenBrainzOnceItIsThere() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let server = ListenBrainzServer(token: "secret")
        try await withServer(server.respond) { http in
            try "secret".write(toFile: desktop.sandbox.path("token"), atomically: true, encoding: .utf8)
            try configure(desktop, "history: { listenBrainz: { url: '\(http.url)', tokenFile: ~/token } }")
            server.answer(with: [(status: 500, fields: []), (status: 500, fields: [])])
            let feed = try follow(desktop)
            defer { feed.stop() }
            _ = try desktop.play([try desktop.song("Brief", seconds: 8), try desktop.song("Other", seconds: 60)])
            try await eventually("the listen is taken") { server.listens.map(\.title) == ["Brief"] }
            try await eventually("the other plays") { server.playing.contains("Other") }
            #expect(server.refusals.isEmpty && server.listens.map(\.artist) == ["Tom & <Jerry>"])
        }
    }

    @Test func aCopyOfALibraryHasTheCounts() async throws {
        let desktop = try Desktop()
        defer { desktop.clean() }
        let feed = try follow(desktop)
        defer { feed.stop() }
        _ = try desktop.play([try desktop.song("Brief", seconds: 4)])
        try await eventually("it counts") { try titles(desktop) == ["Brief"] }
        let (library, copy) = (desktop.sandbox.path("library.db"), desktop.sandbox.path("copy.db"))
        let tables = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT, title TEXT, artist TEXT, album TEXT, play_count INTEGER, last_played INTEGER, art BLOB);
            INSERT INTO tracks VALUES('1', '/a.flac', 'BRIEF', 'tom & <jerry>', NULL, 0, 0, x'00ff'), ('2', '/b.flac', 'Other', 'X', 'Y', 7, 99, NULL);
            """
        try desktop.start("sqlite3", [library, tables]).waitUntilExit()
        let before = FileManager.default.contents(atPath: library)
        let merged = try desktop.subdial("history", "merge", "--database", library, "-o", copy)
        #expect(merged.status == 0 && merged.errors.contains("1 track has another count"), "\(merged.errors)")
        let rows = Pipe()
        try desktop.start(
            "sqlite3", [copy, "SELECT id, play_count, last_played > 1700000000, hex(art) FROM tracks ORDER BY id"], output: rows
        ).waitUntilExit()
        #expect(String(decoding: rows.fileHandleForReading.availableData, as: UTF8.self) == "1|1|1|00FF\n2|7|0|\n")
        // The library is not changed, under any of its names.
        try FileManager.default.linkItem(atPath: library, toPath: desktop.sandbox.path("link.db"))
        for name in ["library.db", "link.db", "../\(desktop.sandbox.folder.lastPathComponent)/library.db"] {
            #expect(try desktop.subdial("history", "merge", "--database", library, "-o", name).status == 65)
        }
        #expect(FileManager.default.contents(atPath: library) == before)
        // The log of another database beside it would be taken for that of the copy.
        try "old".write(toFile: copy + "-wal", atomically: true, encoding: .utf8)
        #expect(
            try desktop.subdial("history", "merge", "--database", library, "-o", copy).errors.contains("another program has the copy open"))
        let left = try FileManager.default.contentsOfDirectory(atPath: desktop.sandbox.folder.path).filter { $0.contains("part") }
        #expect(left.isEmpty)
    }
}

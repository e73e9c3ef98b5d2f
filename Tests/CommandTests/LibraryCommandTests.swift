import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial library` with a database from sqlite3.
@Suite struct LibraryCommandTests {
    private func withLibrary(_ count: Int, _ body: (Sandbox, _ database: String) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let path = sandbox.path("library.db")
        let statements = """
            PRAGMA journal_mode=WAL;
            CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL UNIQUE, file_name TEXT NOT NULL, title TEXT, artist TEXT, album TEXT,
              album_artist TEXT, year INTEGER, track_number INTEGER, genre TEXT, duration REAL, album_art BLOB, play_count INTEGER DEFAULT 0,
              last_played INTEGER, is_favorite INTEGER DEFAULT 0, rating INTEGER DEFAULT 0);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
              INSERT INTO tracks(id, file_path, file_name, title, artist, album, duration, play_count, last_played)
              SELECT 't' || i, '\(sandbox.path("music"))/' || (i / 12) || '/' || i || '.flac', i || '.flac', 'Träck ' || i, 'Artist ' || (i / 120),
                'Album ' || (i / 12), 100 + i % 200, i % 97, CASE WHEN i % 3 THEN 1700000000 + i ELSE 0 END FROM n;
            CREATE INDEX by_artist ON tracks(artist); CREATE INDEX by_count ON tracks(play_count); CREATE INDEX by_date ON tracks(last_played);
            CREATE TABLE playlists(id TEXT PRIMARY KEY, name TEXT, track_ids TEXT);
            INSERT INTO playlists VALUES('p1', 'Évening', '["Träck 7|Artist 0|Album 0|107", "t5", "gone"]');
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", path]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.runUnblocked()
        try input.fileHandleForWriting.write(contentsOf: Data(statements.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        try "library: \(path)\n".write(toFile: sandbox.path("config/subdial.yaml"), atomically: true, encoding: .utf8)
        try await body(sandbox, path)
    }

    private func digest(_ sandbox: Sandbox) -> [String: Data] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)) ?? []).filter { $0.hasPrefix("library") }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: sandbox.path($0)) ?? Data()) })
    }

    @Test func aHundredThousandTracks() async throws {
        try await withLibrary(100_000) { sandbox, database in
            let before = digest(sandbox)
            let found = await sandbox.perform("library", "search", "träck", "99999", "--database", "library.db")
            #expect(found.output == "Artist 833 – Träck 99999 (Album 8333) 4:59\n", "\(found.errors)")
            let recent = await sandbox.perform("library", "recent", "--limit", "2", "--database", database)
            #expect(recent.output.hasPrefix("Artist 833 – Träck 100000 "), "\(recent.errors)")
            #expect(recent.lines.count == 2)
            let most = await sandbox.perform("library", "most-played", "--limit", "1", "--json", "--database", database)
            let rows = try #require(try JSONValue(parsing: most.output).elements)
            #expect(rows.first?["playCount"] == 96)
            #expect(await sandbox.perform("library", "most-played", "--days", "1", "--database", database).output.isEmpty)
            #expect(digest(sandbox) == before)
        }
    }

    /// The system calls of a search: the database and the files beside it are opened only for reading, and none is created or removed.
    @Test(.enabled(if: Tool.has("strace"), "needs strace")) func opensNothingToWrite() async throws {
        try await withLibrary(50) { sandbox, database in
            let process = sandbox.process(["library", "search", "1", "--database", database])
            let front = process.executableURL?.path ?? ""
            process.executableURL = URL(filePath: try #require(Tool.path("strace")))
            process.arguments = [
                "-f", "-o", sandbox.path("trace"), "-e", "trace=file,desc", front, "library", "search", "1", "--database", database,
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.runUnblocked()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let calls = try String(contentsOfFile: sandbox.path("trace"), encoding: .utf8).split(separator: "\n").filter {
                $0.contains("library.db")
            }
            #expect(calls.contains { $0.contains("openat(") })
            for call in calls {
                let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "unlink", "rename", "truncate"].contains { call.contains($0) }
                #expect(!writes, "\(call)")
            }
        }
    }

    @Test func playlistsInAndOut() async throws {
        try await withLibrary(20) { sandbox, _ in
            let environment = ["SUBDIAL_CONFIG": sandbox.path("config/subdial.yaml")]
            #expect(await sandbox.perform(["library", "playlists"], environment: environment).output == "Évening (3)\n")
            let written = await sandbox.perform(["library", "playlist", "Évening", "-o", "music/list.m3u8"], environment: environment)
            #expect(written.status == 0 && written.errors == "subdial: Évening: 1 of 3 tracks are not in the library\n")
            let text = try String(contentsOfFile: sandbox.path("music/list.m3u8"), encoding: .utf8)
            #expect(
                text == """
                    #EXTM3U
                    #PLAYLIST:Évening
                    #EXTINF:107,Artist 0 - Träck 7
                    0/7.flac
                    #EXTINF:105,Artist 0 - Träck 5
                    0/5.flac

                    """)
            // A copy into another folder and another encoding.
            #expect(await sandbox.perform(["library", "playlist", "music/list.m3u8", "-o", "other/list.m3u"]).status == 0)
            let bytes = try #require(FileManager.default.contents(atPath: sandbox.path("other/list.m3u")))
            #expect(bytes.contains(0xC9) && String(decoding: bytes, as: UTF8.self).contains("\n\(sandbox.path("music/0/7.flac"))\n"))
            let limited = await sandbox.perform(["library", "playlist", "Évening", "--limit", "1"], environment: environment)
            #expect(limited.output == "Artist 0 - Träck 7\n")
            #expect(await sandbox.perform(["library", "playlists", "--limit", "0"], environment: environment).output == "")
            let printed = await sandbox.perform(["library", "playlist", "other/list.m3u"])
            #expect(printed.output == "Artist 0 - Träck 7\nArtist 0 - Träck 5\n")
            let missing = await sandbox.perform(["library", "playlist", "Evening"], environment: environment)
            #expect(missing.status == 66 && missing.errors.contains("did you mean 'Évening'?"))
            #expect(await sandbox.perform(["library", "playlist", "Évening", "-o", "list.txt"], environment: environment).status == 64)
        }
    }

    @Test func whatIsNoLibrary() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        #expect(await sandbox.perform("library", "recent").errors.contains("no library is set"))
        #expect(await sandbox.perform("library", "recent", "--database", "none.db").status == 66)
        try "text".write(toFile: sandbox.path("text.db"), atomically: true, encoding: .utf8)
        let outcome = await sandbox.perform("library", "recent", "--database", "text.db")
        #expect(outcome.status == 65 && outcome.errors.contains("text.db: file is not a database"), "\(outcome.errors)")
        #expect(await sandbox.perform("library", "playlist", "none.m3u").status == 66)
    }
}

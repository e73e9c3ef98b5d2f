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

    /// Makes an application's folder of `Fixtures/libraries/application.sql`.
    private func makeFolder(_ sandbox: Sandbox, _ name: String, _ statements: String = "") throws {
        for part in ["Music/Mix", "Database", "Playlists"] {
            try FileManager.default.createDirectory(atPath: sandbox.path("\(name)/\(part)"), withIntermediateDirectories: true)
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", sandbox.path("\(name)/Database/library.db")]
        let input = Pipe()
        process.standardInput = input
        try process.runUnblocked()
        try input.fileHandleForWriting.write(contentsOf: Data((try Repository.fixture("libraries/application.sql") + statements).utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// A playlist of the application: printed, exported with the paths of its files, and written in its own form.
    @Test func anApplicationsPlaylist() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try makeFolder(sandbox, "Documents")
        let own = "#EXTINF:281,Björn - Venus\nBjörn - Venus.mp3\n#EXTINF:200,Ada Lindqvist - Ferry\nMix/Ferry.m4a"
        let exported = await sandbox.perform("library", "playlist", "WorkoutMix", "--database", "Documents", "-o", "list.m3u8")
        #expect(exported.status == 0, "\(exported.errors)")
        let list = try String(contentsOfFile: sandbox.path("list.m3u8"), encoding: .utf8)
        #expect(
            list.contains("\nDocuments/Music/Björn - Venus.mp3\n")
                || list.contains("\n\(sandbox.path("Documents/Music/Björn - Venus.mp3"))\n"))
        // The exported file has rounded seconds.
        for (from, text) in [("WorkoutMix", own), ("list.m3u8", own.replacing("281", with: "282"))] {
            let arguments = [
                "library", "playlist", from, "--database", "Documents", "--form", "redshift", "-o", "Documents/Playlists/WorkoutMix.m3u",
            ]
            #expect(await sandbox.perform(arguments).status == 0)
            #expect(try String(contentsOfFile: sandbox.path("Documents/Playlists/WorkoutMix.m3u"), encoding: .utf8) == text)
        }
        // Read again without a configured library.
        let read = await sandbox.perform("library", "playlist", "Documents/Playlists/WorkoutMix.m3u", "--json")
        let paths = try #require(try JSONValue(parsing: read.output).elements).map { $0["path"]?.string }
        #expect(paths == ["Björn - Venus.mp3", "Mix/Ferry.m4a"].map { sandbox.path("Documents/Music/\($0)") })
    }

    @Test func theFolderOfMusicIsASetting() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try makeFolder(sandbox, "Documents")
        let environment = ["SUBDIAL_CONFIG": sandbox.path("config/subdial.yaml")]
        for text in [
            "{ database: \(sandbox.path("Documents")), music: /mnt/music }",
            "{ database: ../Documents/Database/library.db, music: /mnt/music }",
        ] {
            try "library: \(text)\n".write(toFile: sandbox.path("config/subdial.yaml"), atomically: true, encoding: .utf8)
            let found = await sandbox.perform(["library", "favorites", "--json"], environment: environment)
            let rows = try #require(try JSONValue(parsing: found.output).elements, "\(found.errors)")
            #expect(rows.map { $0["path"]?.string } == ["/mnt/music/Björn - Venus.mp3"])
        }
        let rated = await sandbox.perform(["library", "top-rated", "--rating", "5"], environment: environment)
        #expect(rated.output == "Björn – Venus (Début) 4:42\n")
        #expect(await sandbox.perform(["library", "top-rated", "--rating", "6"], environment: environment).status == 64)
    }

    /// A thousand songs of a device: what is new is named, copied once, and a second run says that nothing changes.
    @Test func aDeviceIsMerged() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let songs = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
              INSERT INTO tracks(id, file_path, title, duration) SELECT 's' || i, 'Mix/' || i || '.mp3', 'Song ' || i, 60 + i FROM n;
            """
        try makeFolder(sandbox, "Desktop")
        try makeFolder(sandbox, "Phone", "UPDATE tracks SET play_count = 8, rating = 4;" + songs)
        for number in 1...1000 {
            try Data("\(number)".utf8).write(to: URL(filePath: sandbox.path("Phone/Music/Mix/\(number).mp3")))
        }
        let merge = ["library", "merge", "Phone", "--into", "Desktop"]
        let dry = await sandbox.perform(merge + ["--copy", "--dry-run"])
        #expect(dry.status == 0 && dry.output.contains("new: Song 7 1:07 -> Mix/7.mp3\n"), "\(dry.errors)")
        #expect(dry.lines.last == "would be merged: 2 tracks changed, 1000 added, 0 playlists changed")
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("Desktop/Music/Mix/7.mp3")))
        let merged = await sandbox.perform(merge + ["--copy"])
        #expect(merged.output.contains("merged: 2 tracks changed, 1000 added, 0 playlists changed\n"), "\(merged.errors)")
        #expect(FileManager.default.contents(atPath: sandbox.path("Desktop/Music/Mix/1000.mp3")) == Data("1000".utf8))
        let again = await sandbox.perform(merge + ["--copy"])
        #expect(again.output == "nothing to change: 1002 tracks in both\n")
        #expect(await sandbox.perform("library", "merge", "none", "--into", "Desktop").status == 66)
        #expect(await sandbox.perform("library", "merge", "Desktop", "--into", "Desktop").status == 65)
    }

    /// The program itself, while an application has the database locked, and after that.
    @Test func theApplicationHasItLocked() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try makeFolder(sandbox, "Desktop")
        try makeFolder(sandbox, "Phone", "UPDATE tracks SET play_count = 8;")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", sandbox.path("Desktop/Database/library.db")]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.runUnblocked()
        try input.fileHandleForWriting.write(contentsOf: Data("BEGIN IMMEDIATE;\n.shell echo locked\n".utf8))
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
        let locked = try sandbox.run("library", "merge", "Phone", "--into", "Desktop")
        #expect(locked.status == 69 && locked.errors.contains("another program writes to it"), "\(locked.errors)")
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let merged = try sandbox.run("library", "merge", "Phone", "--into", "Desktop")
        #expect(merged.status == 0 && merged.output.contains("merged: 2 tracks changed"), "\(merged.errors)")
        // No bar without a terminal.
        #expect(merged.errors.isEmpty)
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

import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// Tests of RedShift's databases in both forms.
@Suite struct LibraryDatabaseTests {
    /// The forms of a database: as created by the app's code, and as described by its plan.
    enum Form: CaseIterable {
        case code, plan
    }

    private final class Folder {
        let path = Scratch.path("sd-library")
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
        var database: String { path + "/library %25?.db" }
        var digest: [String: Data] {
            Dictionary(
                uniqueKeysWithValues: ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map {
                    ($0, FileManager.default.contents(atPath: path + "/" + $0) ?? Data())
                })
        }
    }

    private func make(_ form: Form, in folder: Folder, wal: Bool = false) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(folder.database, .readWrite)
        if wal { try connection.rows("PRAGMA journal_mode=WAL") { _ in } }
        let tracks =
            form == .code
            ? """
            CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL UNIQUE, file_name TEXT NOT NULL, title TEXT, artist TEXT,
            album TEXT, album_artist TEXT, year INTEGER, track_number INTEGER, genre TEXT, duration REAL, album_art BLOB,
            play_count INTEGER DEFAULT 0, last_played INTEGER, is_favorite INTEGER DEFAULT 0, rating INTEGER DEFAULT 0, file_size INTEGER,
            added_date INTEGER, modified_date INTEGER)
            """
            : """
            CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL, title TEXT, artist TEXT, album TEXT, duration REAL,
            play_count INTEGER, last_played INTEGER, is_favorite INTEGER, last_modified INTEGER, created_at INTEGER, updated_at INTEGER)
            """
        try connection.rows(tracks) { _ in }
        try connection.rows("CREATE INDEX by_artist ON tracks(artist)") { _ in }
        if form == .code {
            try connection.rows(
                "CREATE TABLE playlists(id TEXT PRIMARY KEY, name TEXT, track_ids TEXT, created_date INTEGER, modified_date INTEGER, is_favorite INTEGER)"
            ) { _ in }
        } else {
            try connection.rows("CREATE TABLE playlists(id TEXT PRIMARY KEY, name TEXT, created_at INTEGER, updated_at INTEGER)") { _ in }
            try connection.rows("CREATE TABLE playlist_tracks(playlist_id TEXT, track_id TEXT, position INTEGER)") { _ in }
        }
        return connection
    }

    @Test func theStateIsOfTheTableOrTheFile() throws {
        let folder = try Folder()
        let connection = try make(.plan, in: folder)
        let library = LibraryDatabase(folder.database)
        #expect(try library.state() == LibraryState(tracks: 0, playlists: 0, synchronization: [:]))
        for (text, expected) in [
            ("[1]", [:]), ("{", [:]),
            (#"{"lastSync":"today","devices":["a","b"],"count":3}"#, ["lastSync": "today", "devices": "2", "count": "3"]),
        ] {
            try text.write(toFile: folder.path + "/sync_state.json", atomically: true, encoding: .utf8)
            #expect(try library.state().synchronization == expected)
        }
        try connection.run("CREATE TABLE sync_state(key TEXT PRIMARY KEY, value TEXT, updated_at INTEGER)")
        // A table without rows says nothing.
        #expect(try library.state().synchronization["lastSync"] == "today")
        try connection.run("INSERT INTO sync_state VALUES('device', 'phone', 1700000000), ('cursor', NULL, 1600000000)")
        let state = try library.state()
        #expect(state.synchronization == ["device": "phone", "cursor": ""])
        #expect(state.synchronized == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test(arguments: ["1764150000", "1764150000000", #""1764150000""#, #""2025-11-26T09:40:00Z""#])
    func theDateInTheFileCounts(_ date: String) throws {
        let folder = try Folder()
        _ = try make(.plan, in: folder)
        try #"{"lastSync":\#(date)}"#.write(toFile: folder.path + "/sync_state.json", atomically: true, encoding: .utf8)
        #expect(try LibraryDatabase(folder.database).state().synchronized == Date(timeIntervalSince1970: 1_764_150_000))
    }

    private func add(
        _ id: String, _ title: String?, _ artist: String, _ album: String, plays: Int64 = 0, last: Int64 = 0,
        to connection: SQLiteConnection,
        _ form: Form
    ) throws {
        let isCode = form == .code
        try connection.rows(
            "INSERT INTO tracks(id, file_path, \(isCode ? "file_name, " : "")title, artist, album, duration, play_count, last_played) VALUES(?1, ?2, \(isCode ? "'f', " : "")?3, ?4, ?5, 61.7, ?6, ?7)",
            [
                .text(id), .text("/music/\(id).flac"), title.map(SQLiteValue.text) ?? .null, .text(artist), .text(album), .integer(plays),
                .integer(last),
            ]
        ) { _ in }
    }

    @Test(arguments: Form.allCases, [false, true])
    func asksAndWritesNothing(_ form: Form, _ isWAL: Bool) throws {
        let folder = try Folder()
        do {
            let connection = try make(form, in: folder, wal: isWAL)
            try add("a", "Żółw | 100 %", "Łódź", "One", plays: 3, last: 1000, to: connection, form)
            try add("b", nil, "Other", "Two", plays: 9, last: 500, to: connection, form)
            try add("c", "100 x", "Łódź", "", to: connection, form)
            if form == .code {
                try connection.rows(
                    "INSERT INTO playlists VALUES('p', 'Mine', ?1, 0, 0, 0)", [.text(#"["b", "Żółw | 100 %|Łódź|One|61", "gone", 7]"#)]
                ) { _ in }
            } else {
                try connection.rows("INSERT INTO playlists VALUES('p', 'Mine', 0, 0)") { _ in }
                try connection.rows("INSERT INTO playlist_tracks VALUES('p', 'a', 2), ('p', 'b', 1), ('p', 'gone', 3)") { _ in }
            }
        }
        let before = folder.digest
        let library = LibraryDatabase(folder.database)
        #expect(try library.search("łódź", limit: 9).map(\.id) == ["a", "c"])
        #expect(try library.search("ŻÓŁW one", limit: 9).map(\.id) == ["a"])
        // A wildcard is an ordinary character.
        #expect(try library.search("%", limit: 9).map(\.id) == ["a"])
        #expect(try library.search("_", limit: 9).isEmpty)
        #expect(try library.search("' OR 1=1 --", limit: 9).isEmpty)
        #expect(try library.recentlyPlayed(limit: 1).map(\.id) == ["a"])
        #expect(try library.mostPlayed(limit: 5).map(\.id) == ["b", "a"])
        #expect(try library.mostPlayed(since: Date(timeIntervalSince1970: 600), limit: 5).map(\.id) == ["a"])
        #expect(try library.playlists() == [LibraryPlaylist(id: "p", name: "Mine", count: form == .code ? 3 : 3)])
        #expect(try library.tracks(ofPlaylist: "p").map(\.id) == ["b", "a"])
        let unnamed = try #require(try library.search("two", limit: 1).first)
        #expect(
            unnamed.title == "b.flac" && unnamed.lastPlayed == Date(timeIntervalSince1970: 500) && unnamed.year == nil
                && unnamed.duration == 61.7)
        #expect(folder.digest == before)
    }

    /// During writes by another process, its committed data is visible, and the reader does not block it.
    @Test func whileAnotherProgramWrites() throws {
        let folder = try Folder()
        let writer = try make(.code, in: folder, wal: true)
        let library = LibraryDatabase(folder.database)
        for number in 0..<50 {
            try writer.rows("BEGIN IMMEDIATE") { _ in }
            try add("\(number)", "T", "A", "B", to: writer, .code)
            #expect(try library.search("T", limit: 100).count == number)
            try writer.rows("COMMIT") { _ in }
            #expect(try library.search("T", limit: 100).count == number + 1)
        }
    }

    @Test(arguments: ["", "this is no database, only a text that is long enough to be taken for one", "SQLite format 3\u{0}"])
    func otherFilesAreErrors(_ text: String) throws {
        let folder = try Folder()
        try text.write(toFile: folder.database, atomically: true, encoding: .utf8)
        #expect(throws: SQLiteError.self) { _ = try LibraryDatabase(folder.database).playlists() }
        #expect(throws: SQLiteError.self) { _ = try LibraryDatabase(folder.path + "/none.db").playlists() }
        #expect(throws: SQLiteError.self) { _ = try LibraryDatabase(folder.path).playlists() }
    }
}

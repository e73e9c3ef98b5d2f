import Foundation
import SubdialDocuments
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// Merges of two applications' folders, both made from `Fixtures/libraries/application.sql`.
@Suite struct LibraryMergeTests {
    private static let (venus, ferry) = ("3F2504E0-4F89-11D3-9A0C-0305E82C3301", "3F2504E0-4F89-11D3-9A0C-0305E82C3302")
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private final class Folder {
        let path = Scratch.path("sd-merge")
        var library: LibraryDatabase { LibraryDatabase(path) }

        init() throws {
            for name in ["Music/Mix", "Database", "Playlists", "Cache"] {
                try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
            try write("Music/Björn - Venus.mp3", "venus")
            try write("Music/Mix/Ferry.m4a", "ferry")
            try write("Database/sync_state.json", #"{"device":"phone","lastSync":1764150000}"#)
            for statement in try Repository.fixture("libraries/application.sql").split(separator: ";") {
                let statement = statement.trimmingCharacters(in: .whitespacesAndNewlines)
                if !statement.isEmpty { try run(statement) }
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
        func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
        func run(_ statement: String) throws { try SQLiteConnection("\(path)/Database/library.db", .readWrite).run(statement) }

        func rows(_ query: String) throws -> [String] {
            try SQLiteConnection(library.path, .readOnly).all(query) { $0.text(0) ?? "null" }
        }

        /// All files but the backup, with their contents.
        func contents() throws -> [String: Data] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.hasSuffix(".before-merge") }
            return Dictionary(uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(path)/\($0)") ?? Data()) })
        }
    }

    private func merge(_ device: Folder, into library: Folder, copying: Bool = false) throws -> LibraryMerge.Outcome {
        try LibraryMerge(device.library, into: library.library).run(copying: copying, now: Self.now) { _, _ in }
    }

    /// The values of a track on both sides, and what they become.
    struct Values: Sendable {
        var library: String
        var device: String
        var merged: String
    }

    @Test(arguments: [
        Values(library: "3, 100, 1, 5", device: "7, 200, 1, 5", merged: "7, 200, 1, 5"),
        Values(library: "9, 300, 0, 2", device: "7, 200, 1, 4", merged: "9, 300, 1, 4"),
        Values(library: "3, NULL, 1, 5", device: "3, 200, 0, 1", merged: "3, 200, 0, 1"),
        Values(library: "3, 100, 1, 5", device: "NULL, NULL, NULL, NULL", merged: "3, 100, 1, 5"),
        Values(library: "NULL, 1700000000000, 0, 0", device: "1, 1800000000, 0, 0", merged: "1, 1800000000000, 0, 0"),
    ])
    func valuesOfATrack(_ values: Values) throws {
        let (device, library) = (try Folder(), try Folder())
        let names = "(play_count, last_played, is_favorite, rating)"
        try library.run("UPDATE tracks SET \(names) = (\(values.library)) WHERE id = '\(Self.venus)'")
        try device.run("UPDATE tracks SET \(names) = (\(values.device)) WHERE id = '\(Self.venus)'")
        // What only the library's application knows stays.
        try library.run("ALTER TABLE tracks ADD COLUMN mood TEXT")
        try library.run("UPDATE tracks SET mood = 'calm'")
        let schema = try library.rows("SELECT sql FROM sqlite_master ORDER BY name")
        _ = try merge(device, into: library)
        let query =
            "SELECT play_count || ', ' || last_played || ', ' || is_favorite || ', ' || rating FROM tracks WHERE id = '\(Self.venus)'"
        #expect(try library.rows(query) == [values.merged])
        #expect(try library.rows("SELECT DISTINCT mood FROM tracks") == ["calm"])
        #expect(try library.rows("SELECT sql FROM sqlite_master ORDER BY name") == schema)
        // A second run changes nothing.
        let before = try library.contents()
        let second = try merge(device, into: library)
        #expect(second.plan.isEmpty && second.backup == nil)
        #expect(try library.contents() == before)
    }

    /// Tracks of a device that counts and scans its files itself.
    @Test(
        arguments: [
            ("id = 'x'", 2), ("id = 'x', title = 'VENUS', file_path = 'other.mp3'", 2), ("id = 'x', title = 'Other'", 2),
            ("id = 'x', title = 'Other', file_path = 'other.mp3'", 1), ("id = 'x', duration = 400, file_path = 'other.mp3'", 1),
            ("id = 'x', album = 'Live', file_path = 'other.mp3'", 1), ("id = 'x', album = NULL, file_path = 'other.mp3'", 2),
            ("title = 'Retagged'", 2), ("title = 'Other', file_path = 'other.mp3', duration = 90", 1),
        ])
    func theSameTrack(_ change: String, _ common: Int) throws {
        let (device, library) = (try Folder(), try Folder())
        try device.run("UPDATE tracks SET \(change) WHERE id = '\(Self.venus)'")
        #expect(try merge(device, into: library).plan.common == common)
    }

    @Test func playlistsAreAUnionInOrder() throws {
        let (device, library) = (try Folder(), try Folder())
        try library.run("DELETE FROM playlist_tracks WHERE track_id = '\(Self.venus)'")
        try device.run("INSERT INTO playlists(id, name) VALUES('p2', 'Evening'), ('p3', 'Empty')")
        try device.run("INSERT INTO playlist_tracks VALUES('p2', '\(Self.ferry)', 4), ('p2', '\(Self.venus)', 2), ('p2', 'gone', 3)")
        let outcome = try merge(device, into: library)
        #expect(
            outcome.plan.playlists.map { "\($0.name) \($0.count) \($0.isNew)" } == ["Empty 0 true", "Evening 2 true", "WorkoutMix 1 false"])
        func titles(_ name: String) throws -> [String] {
            let list = try #require(try library.library.playlists().first { $0.name == name })
            return try library.library.tracks(ofPlaylist: list.id).map(\.title)
        }
        #expect(try titles("WorkoutMix") == ["Ferry", "Venus"])
        #expect(try titles("Evening") == ["Venus", "Ferry"])
        #expect(try merge(device, into: library).plan.isEmpty)
    }

    @Test func newTracksAreNamedAndCopied() throws {
        let (device, library) = (try Folder(), try Folder())
        for (id, path) in [
            ("new", "Mix/New.mp3"), ("hidden", "../../.config/x.mp3"), ("missing", "missing.mp3"), ("text", "notes.txt"),
            ("same", "Same.mp3"),
        ] {
            try device.run("INSERT INTO tracks(id, file_path, title, duration, genre) VALUES('\(id)', '\(path)', '\(id)', 60, 'Jazz')")
        }
        try device.write("Music/Mix/New.mp3", "new")
        try device.write("Music/notes.txt", "notes")
        try device.write("Music/Same.mp3", "same")
        try device.run("INSERT INTO playlist_tracks VALUES('p1', 'new', 9)")
        // Another song has the name, and the same file is there already.
        try library.write("Music/Mix/New.mp3", "another")
        try library.write("Music/Same.mp3", "same")
        let before = try library.contents()
        let named = try merge(device, into: library)
        #expect(Set(named.plan.new.map(\.id)) == ["new", "hidden", "missing", "text", "same"] && named.plan.isEmpty)
        let preview = try LibraryMerge(device.library, into: library.library).preview(copying: true)
        #expect(Set(preview.paths.keys) == ["new", "same"])
        #expect(try library.contents() == before)

        let outcome = try merge(device, into: library, copying: true)
        #expect(outcome.paths == ["new": "Mix/New 2.mp3", "same": "Same.mp3"])
        #expect(Set(outcome.obstacles.keys) == ["hidden", "missing", "text"])
        #expect(library.text("Music/Mix/New.mp3") == "another" && library.text("Music/Mix/New 2.mp3") == "new")
        #expect(try library.rows("SELECT file_path || genre FROM tracks WHERE id = 'new'") == ["Mix/New 2.mp3Jazz"])
        #expect(try library.library.tracks(ofPlaylist: "p1").last?.path == "\(library.path)/Music/Mix/New 2.mp3")
        let after = try library.contents()
        #expect(try merge(device, into: library, copying: true).plan.isEmpty)
        #expect(try library.contents() == after)
        #expect(after.keys.filter { $0.hasSuffix(".new") || $0.hasSuffix(".part") }.isEmpty)
    }

    @Test func theStateIsWrittenInBothPlaces() throws {
        let (device, library) = (try Folder(), try Folder())
        try device.run("UPDATE tracks SET play_count = 50")
        let outcome = try merge(device, into: library)
        #expect(try library.rows("SELECT key || value || updated_at FROM sync_state") == ["lastSync18000000001800000000"])
        #expect(library.text("Database/sync_state.json") == #"{"device":"phone","lastSync":1800000000}"#)
        let backup = try #require(outcome.backup)
        let counts = try SQLiteConnection(backup, .readOnly).all("SELECT play_count FROM tracks ORDER BY id") { $0.text(0) }
        #expect(counts == ["3", "0"])
    }

    /// Whatever fails, the application's folder is as before.
    @Test(arguments: ["trigger", "state", "lock", "backup"])
    func aFailureChangesNothing(_ fault: String) throws {
        let (device, library) = (try Folder(), try Folder())
        try device.run("UPDATE tracks SET play_count = 50")
        try device.run("INSERT INTO tracks(id, file_path, title) VALUES('new', 'New/New.mp3', 'New')")
        try FileManager.default.createDirectory(atPath: "\(device.path)/Music/New", withIntermediateDirectories: true)
        try device.write("Music/New/New.mp3", "new")
        let other = try SQLiteConnection(library.library.path, .readWrite)
        switch fault {
        case "trigger": try library.run("CREATE TRIGGER t BEFORE INSERT ON sync_state BEGIN SELECT raise(ABORT, 'no'); END")
        case "state": try library.write("Database/sync_state.json", "[1]")
        case "lock": try other.run("BEGIN IMMEDIATE")
        default: try library.write("Database/library.db.before-merge-wal", "")
        }
        let before = try library.contents()
        #expect {
            _ = try merge(device, into: library, copying: true)
        } throws: { error in
            fault != "lock" || (error as? SQLiteError)?.isLocked == true && "\(error)".contains("another program")
        }
        #expect(try library.contents() == before)
    }

    @Test func theLibraryItselfIsNoDevice() throws {
        let folder = try Folder()
        #expect(throws: SQLiteError.self) { _ = try LibraryMerge(folder.library, into: LibraryDatabase(folder.library.path)) }
    }

    /// A device in the other form, whose playlists name tracks by stable ids.
    @Test func theOtherForm() throws {
        let (device, library) = (try Folder(), try Folder())
        try device.run("DROP TABLE playlist_tracks")
        try device.run("DROP TABLE sync_state")
        try device.run("ALTER TABLE playlists ADD COLUMN track_ids TEXT")
        try device.run(#"UPDATE playlists SET name = 'Mine', track_ids = '["Venus|Björn|Début|281", "gone"]'"#)
        _ = try merge(device, into: library)
        #expect(
            try library.rows("SELECT p.name FROM playlist_tracks i JOIN playlists p ON p.id = playlist_id ORDER BY p.name") == [
                "Mine", "WorkoutMix", "WorkoutMix",
            ])
        // And the other way round: the tables stay as they are.
        try library.run("UPDATE tracks SET play_count = 99")
        _ = try merge(library, into: device)
        #expect(try device.rows("SELECT track_ids FROM playlists WHERE name = 'WorkoutMix'").first?.contains("Ferry") == true)
        #expect(try device.rows("SELECT count(*) FROM sqlite_master WHERE name = 'sync_state'") == ["0"])
    }
}

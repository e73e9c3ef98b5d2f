import FoundationEssentials
import SubdialSystem

/// The library of a player that sends its lists, as a database that ``LibraryDatabase`` reads.
///
/// Only its user can read the file. Each change is one transaction, and the newest change of a list wins.
package struct ReceivedLibrary: Sendable {
    /// The id and the name of the playlist with all tracks.
    private static let (everything, everythingName) = ("", "Library")
    /// The key of `sync_state` with what is missing.
    private static let missingKey = "missing"

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL, title TEXT, artist TEXT, album TEXT, duration REAL,
        play_count INTEGER DEFAULT 0)
        """,
        "CREATE TABLE IF NOT EXISTS playlists(id TEXT PRIMARY KEY, name TEXT, updated_at REAL)",
        "CREATE TABLE IF NOT EXISTS playlist_tracks(playlist_id TEXT, track_id TEXT, position INTEGER)",
        "CREATE TABLE IF NOT EXISTS sync_state(key TEXT PRIMARY KEY, value TEXT, updated_at REAL)",
        "CREATE INDEX IF NOT EXISTS by_playlist ON playlist_tracks(playlist_id, position)",
        "CREATE INDEX IF NOT EXISTS by_track ON playlist_tracks(track_id)",
    ]

    private let file: PrivateFile

    /// Makes a reference to a database; the file is created with the first list.
    package init(_ file: PrivateFile) { self.file = file }

    /// The database's path.
    package var path: String { file.path }

    /// Replaces a playlist, unless a newer one is stored.
    package func store(playlist id: String, name: String, tracks: [LibraryTrack], at date: Date) throws(SQLiteError) {
        try change { (connection) throws(SQLiteError) in try Self.replace(id, name, tracks, date, connection) }
    }

    /// Replaces all tracks, unless newer ones are stored; those of playlists stay.
    package func store(tracks: [LibraryTrack], at date: Date) throws(SQLiteError) {
        try change { (connection) throws(SQLiteError) in
            try Self.replace(Self.everything, Self.everythingName, tracks, date, connection)
        }
    }

    /// Records what is missing for the next tracks; nil if nothing is.
    package func store(missing: String?) throws(SQLiteError) {
        try change { (connection) throws(SQLiteError) in
            try connection.run("DELETE FROM sync_state WHERE key = ?1", [.text(Self.missingKey)])
            guard let missing else { return }
            try connection.run(
                "INSERT INTO sync_state(key, value) VALUES(?1, ?2)", [.text(Self.missingKey), .text(missing)])
        }
    }

    /// What is missing before any list can be shown; nil if a list is there, or if nothing is known.
    package func missing() throws(SQLiteError) -> String? {
        let library = LibraryDatabase(path)
        guard try library.playlists().isEmpty else { return nil }
        return try library.state().synchronization[Self.missingKey]
    }

    private static func replace(
        _ id: String, _ name: String, _ tracks: [LibraryTrack], _ date: Date, _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        let changed = try connection.run(
            "INSERT INTO playlists(id, name, updated_at) VALUES(?1, ?2, ?3) ON CONFLICT(id) DO UPDATE SET name = excluded.name, "
                + "updated_at = excluded.updated_at WHERE updated_at <= excluded.updated_at",
            [.text(id), .text(name), .double(date.timeIntervalSince1970)])
        guard changed > 0 else { return }
        try connection.run("DELETE FROM playlist_tracks WHERE playlist_id = ?1", [.text(id)])
        for (position, track) in tracks.enumerated() {
            // An older list may know the album or the count of a track that a newer one names only.
            try connection.run(
                "INSERT INTO tracks(id, file_path, title, artist, album, duration, play_count) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) "
                    + "ON CONFLICT(id) DO UPDATE SET file_path = excluded.file_path, title = excluded.title, artist = excluded.artist, "
                    + "album = ifnull(excluded.album, album), duration = ifnull(excluded.duration, duration), "
                    + "play_count = max(excluded.play_count, play_count)",
                [
                    .text(track.id), .text(track.path), .text(track.title), track.artist.map(SQLiteValue.text) ?? .null,
                    track.album.map(SQLiteValue.text) ?? .null, track.duration.map(SQLiteValue.double) ?? .null,
                    .integer(Int64(track.playCount)),
                ])
            try connection.run(
                "INSERT INTO playlist_tracks(playlist_id, track_id, position) VALUES(?1, ?2, ?3)",
                [.text(id), .text(track.id), .integer(Int64(position))])
        }
        try connection.run("DELETE FROM tracks WHERE id NOT IN (SELECT track_id FROM playlist_tracks)")
    }

    private func change(_ body: (SQLiteConnection) throws(SQLiteError) -> Void) throws(SQLiteError) {
        // Created before SQLite does, so that other users can never read it; SQLite gives its journals the same mode.
        do throws(WriteError) {
            try file.prepare()
        } catch {
            throw SQLiteError(path: path, code: SQLiteError.noFile, reason: error.reason)
        }
        let connection = try SQLiteConnection(path, .readWrite)
        try connection.transaction { () throws(SQLiteError) in
            for table in Self.tables { try connection.run(table) }
            try body(connection)
        }
    }
}

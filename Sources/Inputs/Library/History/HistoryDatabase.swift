import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialPlayback
import SubdialSystem

/// The listening history and its queue of submissions, in one SQLite file that only its user can read.
///
/// Each query and each change opens the file; several processes may use it at the same time.
package struct HistoryDatabase: Sendable {
    /// The file.
    package let file: PrivateFile
    /// The file's path.
    package var path: String { file.path }

    /// The version of the tables (`PRAGMA user_version`).
    private static let version = 1

    /// Makes a reference to a database; the file is created with the first listen.
    package init(_ file: PrivateFile) { self.file = file }

    /// The database in the state folder of its user.
    package init(in state: PrivateFolder) { self.init(state.file("history.db")) }

    /// True if the file exists.
    package var exists: Bool { access(path, F_OK) == 0 }

    // MARK: Recording

    /// Stores a listen, unless the same music is recorded for the same time, as when two sources report one player.
    ///
    /// - Parameter submitting: True to add it to the queue of submissions.
    /// - Returns: False if it was already recorded.
    package func record(_ listen: Listen, submitting: Bool) throws(SQLiteError) -> Bool {
        let connection = try writing()
        return try connection.transaction { () throws(SQLiteError) in
            // Sources notice a new track a few seconds apart.
            let others = try connection.all(
                // An earlier listen lasts until the track's end; a repetition may seem to start a little before that.
                Self.select + " WHERE started > ?1 AND started < ?2 AND max(heard_until, started + ifnull(t.length, 0) - 5) > ?3",
                [
                    .double(listen.started.timeIntervalSince1970 - Self.longestListen),
                    .double(listen.heardUntil.timeIntervalSince1970), .double(listen.started.timeIntervalSince1970),
                ], Self.entry)
            guard !others.contains(where: { $0.listen.track.isHeardAs(listen.track) }) else { return false }
            let track = try id(of: listen.track, connection)
            try connection.run(
                "INSERT INTO listens(track, started, heard_until, source, zone) VALUES(?1, ?2, ?3, ?4, ?5)",
                [
                    .integer(track), .double(listen.started.timeIntervalSince1970), .double(listen.heardUntil.timeIntervalSince1970),
                    listen.source.map(SQLiteValue.text) ?? .null, .text(listen.zone),
                ])
            if submitting { try connection.run("INSERT INTO submissions(listen) VALUES(?1)", [.integer(connection.lastInsertedRow)]) }
            return true
        }
    }

    private func id(of track: Track, _ connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        let names = [SQLiteValue.text(track.title), .text(track.artist), .text(track.album)]
        // Some players report the length late, and others correct it.
        try connection.run(
            "INSERT INTO tracks(title, artist, album, length) VALUES(?1, ?2, ?3, ?4) "
                + "ON CONFLICT(title, artist, album) DO UPDATE SET length = ifnull(excluded.length, length)",
            names + [track.length.map(SQLiteValue.double) ?? .null])
        let ids = try connection.all("SELECT id FROM tracks WHERE title = ?1 AND artist = ?2 AND album = ?3", names) { $0.number(0) }
        return Int64(saturating: ids.first ?? 0)
    }

    // MARK: Reading

    /// A listen with its row id.
    package struct Entry: Hashable, Sendable {
        /// The row id.
        package var id: Int64
        /// The listen.
        package var listen: Listen
    }

    /// The play count of a track.
    package struct PlayCount: Hashable, Sendable {
        /// The track.
        package var track: Track
        /// The number of listens.
        package var count: Int
        /// The start of the last listen.
        package var last: Date
    }

    /// Returns listens, the latest first; none if the database does not exist.
    package func listens(since: Date = .distantPast, before: Date = .distantFuture, limit: Int = .max) throws(SQLiteError) -> [Entry] {
        try reading()?.all(
            Self.select + " WHERE started >= ?1 AND started < ?2 ORDER BY started DESC LIMIT ?3",
            Self.range(since, before) + [.integer(Int64(limit))], Self.entry) ?? []
    }

    /// Returns the number of listens, the start of the first, and the number of queued submissions.
    package func summary() throws(SQLiteError) -> (count: Int, first: Date?, queued: Int) {
        let rows = try reading()?.all("SELECT count(*), min(started), (SELECT count(*) FROM submissions) FROM listens") { row in
            (Int(saturating: row.number(0) ?? 0), row.number(1).map(Date.init(timeIntervalSince1970:)), Int(saturating: row.number(2) ?? 0))
        }
        return rows?.first ?? (0, nil, 0)
    }

    /// Returns the most played tracks; equal counts are sorted by the last listen.
    package func playCounts(since: Date = .distantPast, limit: Int = .max) throws(SQLiteError) -> [PlayCount] {
        try reading()?.all(
            "SELECT t.title, t.artist, t.album, t.length, count(*) AS plays, max(l.started) AS last FROM listens l "
                + "JOIN tracks t ON t.id = l.track WHERE l.started >= ?1 GROUP BY l.track ORDER BY plays DESC, last DESC LIMIT ?2",
            [.double(since.timeIntervalSince1970), .integer(Int64(limit))]
        ) { row in
            Self.track(row, 0).map {
                PlayCount(
                    track: $0, count: Int(saturating: row.number(4) ?? 0), last: Date(timeIntervalSince1970: row.number(5) ?? 0))
            }
        } ?? []
    }

    // MARK: Forgetting

    /// Deletes listens and their submissions; `secure_delete` overwrites them in the file.
    ///
    /// - Parameter before: Deletes only listens that started before this date; nil for all.
    /// - Returns: The number of deleted listens.
    @discardableResult
    package func forget(before: Date? = nil) throws(SQLiteError) -> Int {
        guard exists else { return 0 }
        let connection = try writing()
        let count = try connection.transaction { () throws(SQLiteError) in
            let count = try connection.run(
                "DELETE FROM listens WHERE started < ?1", [.double(before?.timeIntervalSince1970 ?? .infinity)])
            if count > 0 { try connection.run("DELETE FROM tracks WHERE id NOT IN (SELECT track FROM listens)") }
            return count
        }
        // Returns unused pages to the file system.
        if count > 0, before == nil { try connection.run("VACUUM") }
        return count
    }

    // MARK: Submissions

    /// Returns the listens to submit, the oldest first.
    package func queued(limit: Int) throws(SQLiteError) -> [Entry] {
        try reading()?.all(
            Self.select + " JOIN submissions s ON s.listen = l.id ORDER BY started LIMIT ?1", [.integer(Int64(limit))], Self.entry) ?? []
    }

    /// Removes listens from the queue.
    package func unqueue(_ entries: [Entry]) throws(SQLiteError) {
        let connection = try writing()
        try connection.transaction { () throws(SQLiteError) in
            for entry in entries { try connection.run("DELETE FROM submissions WHERE listen = ?1", [.integer(entry.id)]) }
        }
    }

    // MARK: The file

    /// The maximum seconds from the start of a listen to its count, including pauses; older listens are not compared.
    private static let longestListen = 86_400.0

    private static let select =
        "SELECT l.id, l.started, l.heard_until, l.source, l.zone, t.title, t.artist, t.album, t.length FROM listens l "
        + "JOIN tracks t ON t.id = l.track"

    private static func range(_ since: Date, _ before: Date) -> [SQLiteValue] {
        [.double(since.timeIntervalSince1970), .double(before.timeIntervalSince1970)]
    }

    private static func entry(_ row: SQLiteRow) -> Entry? {
        guard let id = row.number(0), let started = row.number(1), let until = row.number(2), let track = track(row, 5) else { return nil }
        let listen = Listen(
            track: track, started: Date(timeIntervalSince1970: started), heardUntil: Date(timeIntervalSince1970: until),
            source: row.text(3), zone: row.text(4) ?? "")
        return Entry(id: Int64(saturating: id), listen: listen)
    }

    private static func track(_ row: SQLiteRow, _ column: Int32) -> Track? {
        row.text(column).map {
            Track(title: $0, artist: row.text(column + 1) ?? "", album: row.text(column + 2) ?? "", length: row.number(column + 3))
        }
    }

    /// Opens a connection for queries; nil if nothing has been recorded yet.
    private func reading() throws(SQLiteError) -> SQLiteConnection? {
        guard exists else { return nil }
        // A journal was left by a process that was killed; only a writer may roll it back.
        let connection = try SQLiteConnection(path, access(path + "-journal", F_OK) == 0 ? .readWrite : .readOnly)
        return try check(connection) == 0 ? nil : connection
    }

    private func writing() throws(SQLiteError) -> SQLiteConnection {
        // Created before SQLite does, so that other users can never read it; SQLite gives its journals the same mode.
        do throws(WriteError) {
            try file.prepare()
        } catch {
            throw SQLiteError(path: path, code: SQLiteError.noFile, reason: error.reason)
        }
        let connection = try SQLiteConnection(path, .readWrite)
        for pragma in ["secure_delete = ON", "foreign_keys = ON"] { try connection.run("PRAGMA \(pragma)") }
        if try check(connection) == 0 {
            try connection.transaction { () throws(SQLiteError) in
                // Another process may have created the tables meanwhile.
                guard try check(connection) == 0 else { return }
                for statement in Self.tables { try connection.run(statement) }
                try connection.run("PRAGMA user_version = \(Self.version)")
            }
        }
        return connection
    }

    /// The version of the tables; 0 if there are none.
    @discardableResult
    private func check(_ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let version = try connection.all("PRAGMA user_version") { $0.number(0) }.first.map { Int(saturating: $0) } ?? 0
        guard version <= Self.version else {
            throw SQLiteError(
                path: path, code: 1,
                reason: "a newer subdial has written this history (version \(version), not \(Self.version)); update subdial")
        }
        return version
    }

    private static let tables = [
        "CREATE TABLE tracks(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL, length REAL, "
            + "UNIQUE(title, artist, album))",
        "CREATE TABLE listens(id INTEGER PRIMARY KEY AUTOINCREMENT, track INTEGER NOT NULL REFERENCES tracks(id), started REAL NOT NULL, "
            + "heard_until REAL NOT NULL, source TEXT, zone TEXT NOT NULL)",
        "CREATE INDEX listens_started ON listens(started)",
        "CREATE INDEX listens_track ON listens(track, started)",
        "CREATE TABLE submissions(listen INTEGER PRIMARY KEY REFERENCES listens(id) ON DELETE CASCADE)",
    ]
}

extension UserFolders {
    /// The listening history's database.
    package var history: PrivateFile { HistoryDatabase(in: state).file }
}

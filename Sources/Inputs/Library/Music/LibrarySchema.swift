/// The tables and columns of a database, read once per query.
struct LibrarySchema {
    let connection: SQLiteConnection
    private var tables: [String: Set<String>] = [:]

    static let names = [
        "id", "file_path", "title", "artist", "album", "album_artist", "genre", "year", "track_number", "duration", "play_count",
        "last_played", "is_favorite", "rating",
    ]

    init(_ path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path, .readOnly)
        for table in ["tracks", "playlists", "playlist_tracks"] {
            tables[table] = Set(try connection.all("PRAGMA table_info(\(table))") { $0.text(1) })
        }
        guard columns("tracks").isSuperset(of: ["id", "file_path"]) else {
            throw SQLiteError(path: path, code: 1, reason: "this is no library: it has no table 'tracks' with 'id' and 'file_path'")
        }
    }

    func columns(_ table: String) -> Set<String> { tables[table] ?? [] }
    func has(_ table: String) -> Bool { !columns(table).isEmpty }

    /// A column as SQL, or null under its name if it is missing.
    func column(_ name: String, of table: String, _ prefix: String = "") -> String {
        columns(table).contains(name) ? "\(prefix)\(name) AS \(name)" : "NULL AS \(name)"
    }

    func trackColumns(_ prefix: String) -> String { Self.names.map { column($0, of: "tracks", prefix) }.joined(separator: ", ") }

    /// The track with the stable id `title|artist|album|seconds`, by which playlists refer to rescanned tracks.
    func track(withStableID id: String) throws(SQLiteError) -> LibraryTrack? {
        let parts = id.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, let seconds = Int64(parts[parts.count - 1]),
            columns("tracks").isSuperset(of: ["title", "artist", "album", "duration"])
        else { return nil }
        return try connection.all(
            "SELECT \(trackColumns("")) FROM tracks WHERE artist = ?2 AND title = ?1 AND album = ?3 AND CAST(duration AS INTEGER) = ?4",
            [
                .text(parts[..<(parts.count - 3)].joined(separator: "|")), .text(parts[parts.count - 3]), .text(parts[parts.count - 2]),
                .integer(seconds),
            ],
            LibraryDatabase.track
        ).first
    }
}

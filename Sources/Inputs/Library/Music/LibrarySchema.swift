import FoundationEssentials
import SubdialBasics

/// The tables and columns of a database, read once per query.
struct LibrarySchema {
    let connection: SQLiteConnection
    private let folders: MusicFolders
    private var tables: [String: Set<String>] = [:]

    static let names = [
        "id", "file_path", "title", "artist", "album", "album_artist", "genre", "year", "track_number", "duration", "play_count",
        "last_played", "is_favorite", "rating",
    ]

    /// Opens a database to read it.
    init(_ library: LibraryDatabase) throws(SQLiteError) {
        try self.init(library, over: try SQLiteConnection(library.path, .readOnly))
    }

    /// Reads the tables of a database over an open connection.
    init(_ library: LibraryDatabase, over connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        folders = library.folders
        for table in ["tracks", "playlists", "playlist_tracks", "sync_state"] {
            tables[table] = Set(try connection.all("PRAGMA main.table_info(\(table))") { $0.text(1) })
        }
        guard columns("tracks").isSuperset(of: ["id", "file_path"]) else {
            throw SQLiteError(path: library.path, code: 1, reason: "this is no library: it has no table 'tracks' with 'id' and 'file_path'")
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
            track
        ).first
    }

    // MARK: Rows

    /// The maximum length of a track in seconds: two days.
    private static let longestTrack = 172_800.0

    /// The date of a number of seconds, or of milliseconds if it is large; nil if it is out of range.
    private static func date(_ number: Double?) -> Date? {
        guard let number, number > 0 else { return nil }
        let seconds = number > 1e11 ? number / 1000 : number
        return seconds < 1e11 ? Date(timeIntervalSince1970: seconds.rounded(.down)) : nil
    }

    /// The track of a row with ``trackColumns(_:)``, with the absolute path of its file.
    func track(_ row: SQLiteRow) -> LibraryTrack? {
        guard let id = row.text(0), let written = row.text(1) else { return nil }
        let path = folders.path(ofTrack: written)
        // The app writes 0 for unknown values.
        func known(_ column: Int32) -> Int? { row.number(column).flatMap { $0 > 0 ? Int(saturating: $0) : nil } }
        func named(_ column: Int32) -> String? { row.text(column).flatMap { $0.isEmpty ? nil : $0 } }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return LibraryTrack(
            id: id, path: path, title: named(2) ?? name, artist: named(3), album: named(4), albumArtist: named(5), genre: named(6),
            year: known(7), trackNumber: known(8), duration: row.number(9).flatMap { $0 > 0 && $0 < Self.longestTrack ? $0 : nil },
            playCount: known(10) ?? 0,
            lastPlayed: Self.date(row.number(11)), isFavorite: (row.number(12) ?? 0) != 0,
            rating: min(known(13) ?? 0, 5))
    }
}

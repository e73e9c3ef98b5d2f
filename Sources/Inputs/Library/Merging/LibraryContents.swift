import SubdialBasics
import SubdialDocuments

/// The rows of a library that a merge compares.
struct LibraryContents {
    /// A track as it is in the database.
    struct Row {
        var track: LibraryTrack
        /// The path as it is written.
        var written: String
        /// nil if the library does not know it.
        var isFavorite: Bool?
        /// nil if the library does not know it.
        var rating: Int?
    }

    /// A playlist with its entries as they are written: ids of tracks, or stable ids.
    struct Playlist {
        var id: String
        var name: String
        var entries: [String] = []
    }

    let rows: [Row]
    let playlists: [Playlist]
    /// True if dates of the table `tracks` are milliseconds.
    let hasMilliseconds: Bool
    /// True if the paths of all tracks are absolute.
    let hasAbsolutePaths: Bool
    private let indices: [String: Int]
    private let stableIndices: [String: Int]

    init(_ schema: LibrarySchema) throws(SQLiteError) {
        let connection = schema.connection
        let last = LibrarySchema.names.count
        rows = try connection.all(
            "SELECT \(schema.trackColumns("")), is_favorite IS NULL, rating IS NULL FROM "
                + "(SELECT \(schema.trackColumns("")) FROM tracks) ORDER BY id"
        ) { row in
            schema.track(row).map { track in
                Row(
                    track: track, written: row.text(1) ?? "", isFavorite: row.number(Int32(last)) == 0 ? track.isFavorite : nil,
                    rating: row.number(Int32(last + 1)) == 0 ? track.rating : nil)
            }
        }
        let latest = schema.columns("tracks").contains("last_played") ? "max(last_played)" : "NULL"
        hasMilliseconds = try connection.all("SELECT \(latest) FROM tracks") { $0.number(0) }.contains { $0 > 1e11 }
        hasAbsolutePaths = !rows.isEmpty && rows.allSatisfy { $0.written.hasPrefix("/") }
        playlists = try Self.playlists(schema)
        indices = Dictionary(rows.enumerated().map { ($1.track.id, $0) }) { first, _ in first }
        stableIndices = Dictionary(rows.enumerated().map { ($1.track.stableID, $0) }) { first, _ in first }
    }

    private static func playlists(_ schema: LibrarySchema) throws(SQLiteError) -> [Playlist] {
        guard schema.columns("playlists").isSuperset(of: ["id", "name"]) else { return [] }
        let list = schema.column("track_ids", of: "playlists")
        var playlists = try schema.connection.all("SELECT id, name, \(list) FROM playlists ORDER BY name, id") { row in
            row.text(0).map { Playlist(id: $0, name: row.text(1) ?? $0, entries: LibraryDatabase.ids(row.text(2))) }
        }
        guard schema.has("playlist_tracks") else { return playlists }
        var entries: [String: [String]] = [:]
        try schema.connection.rows("SELECT playlist_id, track_id FROM playlist_tracks ORDER BY playlist_id, position") {
            (row) throws(SQLiteError) in
            if let list = row.text(0), let track = row.text(1) { entries[list, default: []].append(track) }
        }
        for index in playlists.indices { playlists[index].entries = entries[playlists[index].id] ?? [] }
        return playlists
    }

    /// The index of the track that an entry of a playlist names; nil if the library does not contain it.
    func index(ofEntry entry: String) -> Int? { indices[entry] ?? stableIndices[entry] }

    /// The index of the track with an id.
    func index(ofTrack id: String) -> Int? { indices[id] }

    /// True if playlists name tracks by their stable ids.
    var hasStableEntries: Bool { playlists.contains { $0.entries.contains { indices[$0] == nil && stableIndices[$0] != nil } } }
}

extension LibraryTrack {
    /// The id `title|artist|album|seconds`, by which playlists refer to rescanned tracks.
    var stableID: String { "\(title)|\(artist ?? "")|\(album ?? "")|\(duration.map { Int(saturating: $0) } ?? 0)" }
}

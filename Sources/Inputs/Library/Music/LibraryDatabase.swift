import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// RedShift's `library.db`, in either of its two forms, also while another program writes it.
///
/// Columns are found with `PRAGMA table_info`; a missing column is treated as null in every row. Nothing is written.
package struct LibraryDatabase: Sendable {
    /// The database's path.
    package let path: String

    /// Makes a reference to a database; each query opens it.
    package init(_ path: String) { self.path = path }

    /// Returns tracks whose title, artist or album contains all of the words, the most played first.
    ///
    /// The comparison ignores case.
    package func search(_ text: String, limit: Int) throws(SQLiteError) -> [LibraryTrack] {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(8).map(String.init)
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        for word in words {
            // SQLite ignores only the case of ASCII letters.
            let forms = Set([word, word.lowercased(), word.uppercased(), word.prefix(1).uppercased() + word.dropFirst().lowercased()])
            var alternatives: [String] = []
            for form in forms.sorted() {
                values.append(.text("%" + form.escapedForLike + "%"))
                alternatives += ["title", "artist", "album"].map { "\($0) LIKE ?\(values.count) ESCAPE '\\'" }
            }
            conditions.append("(" + alternatives.joined(separator: " OR ") + ")")
        }
        return try tracks(
            where: conditions.isEmpty ? "1" : conditions.joined(separator: " AND "), values, order: "play_count DESC, title", limit)
    }

    /// Returns the most recently played tracks.
    package func recentlyPlayed(limit: Int) throws(SQLiteError) -> [LibraryTrack] {
        try tracks(where: "last_played > 0", order: "last_played DESC", limit)
    }

    /// Returns the most played tracks.
    ///
    /// - Parameter since: Only tracks that were played since then; nil for all.
    package func mostPlayed(since: Date? = nil, limit: Int) throws(SQLiteError) -> [LibraryTrack] {
        try tracks(
            where: "play_count > 0 AND ifnull(last_played, 0) >= ?1", [.integer(Int64(saturating: since?.timeIntervalSince1970 ?? 0))],
            order: "play_count DESC, last_played DESC", limit)
    }

    /// Returns all tracks, ordered by id.
    package func allTracks() throws(SQLiteError) -> [LibraryTrack] { try tracks(where: "1", order: "id", .max) }

    /// Returns the playlists, ordered by name.
    package func playlists() throws(SQLiteError) -> [LibraryPlaylist] {
        let schema = try LibrarySchema(path)
        if schema.has("playlist_tracks") {
            return try schema.connection.all(
                "SELECT p.id, p.name, (SELECT count(*) FROM playlist_tracks i WHERE i.playlist_id = p.id) FROM playlists p ORDER BY p.name"
            ) { row in row.text(0).map { LibraryPlaylist(id: $0, name: row.text(1) ?? $0, count: Int(saturating: row.number(2) ?? 0)) } }
        }
        guard schema.has("playlists") else { return [] }
        return try schema.connection.all(
            "SELECT id, name, \(schema.column("track_ids", of: "playlists")) FROM playlists ORDER BY name"
        ) { row in row.text(0).map { LibraryPlaylist(id: $0, name: row.text(1) ?? $0, count: Self.ids(row.text(2)).count) } }
    }

    /// Returns the tracks of a playlist in order, without those that the library no longer contains.
    package func tracks(ofPlaylist id: String) throws(SQLiteError) -> [LibraryTrack] {
        let schema = try LibrarySchema(path)
        if schema.has("playlist_tracks") {
            return try schema.connection.all(
                "SELECT \(schema.trackColumns("t.")) FROM playlist_tracks i JOIN tracks t ON t.id = i.track_id WHERE i.playlist_id = ?1 ORDER BY i.position",
                [.text(id)], Self.track)
        }
        let lists = try schema.connection.all(
            "SELECT \(schema.column("track_ids", of: "playlists")) FROM playlists WHERE id = ?1", [.text(id)]
        ) { Self.ids($0.text(0)) }
        let ids = lists.first ?? []
        // One query for all, and one for each track whose id has changed.
        let list = JSONValue.array(ids.map(JSONValue.string)).text()
        var found: [Int: LibraryTrack] = [:]
        try schema.connection.rows(
            "SELECT \(schema.trackColumns("t.")), j.key FROM json_each(?1) j JOIN tracks t ON t.id = j.value", [.text(list)]
        ) { (row) throws(SQLiteError) in
            guard let place = row.number(Int32(LibrarySchema.names.count)) else { return }
            found[Int(saturating: place)] = Self.track(row)
        }
        var tracks: [LibraryTrack] = []
        var tries = 0
        for (place, id) in ids.enumerated() {
            if let track = found[place] {
                tracks.append(track)
                continue
            }
            // Each of these may scan the whole table.
            tries += 1
            if tries <= Self.longestSearch, let track = try schema.track(withStableID: id) {
                tracks.append(track)
            }
        }
        return tracks
    }

    // MARK: Rows

    /// The maximum number of a playlist's tracks that are searched by their stable ids.
    private static let longestSearch = 200
    /// The maximum length of a track in seconds: two days.
    private static let longestTrack = 172_800.0

    /// The date of a number of seconds, or of milliseconds if it is large; nil if it is out of range.
    private static func date(_ number: Double?) -> Date? {
        guard let number, number > 0 else { return nil }
        let seconds = number > 1e11 ? number / 1000 : number
        return seconds < 1e11 ? Date(timeIntervalSince1970: seconds.rounded(.down)) : nil
    }

    private func tracks(
        where condition: String, _ values: [SQLiteValue] = [], order: String, _ limit: Int
    ) throws(SQLiteError) -> [LibraryTrack] {
        let schema = try LibrarySchema(path)
        // Conditions name columns that one of the forms may lack. The other columns are read only for the matching rows.
        let names = ["title", "artist", "album", "play_count", "last_played"].map { schema.column($0, of: "tracks") }
        let chosen =
            "SELECT place FROM (SELECT rowid AS place, id, \(names.joined(separator: ", ")) FROM tracks) WHERE \(condition) "
            + "ORDER BY \(order) LIMIT \(max(0, limit))"
        return try schema.connection.all(
            "SELECT \(schema.trackColumns("")) FROM tracks WHERE rowid IN (\(chosen)) ORDER BY \(order)", values, Self.track)
    }

    static func track(_ row: SQLiteRow) -> LibraryTrack? {
        guard let id = row.text(0), let path = row.text(1) else { return nil }
        // The app writes 0 for unknown values.
        func known(_ column: Int32) -> Int? { row.number(column).flatMap { $0 > 0 ? Int(saturating: $0) : nil } }
        func named(_ column: Int32) -> String? { row.text(column).flatMap { $0.isEmpty ? nil : $0 } }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return LibraryTrack(
            id: id, path: path, title: named(2) ?? name, artist: named(3), album: named(4), albumArtist: named(5), genre: named(6),
            year: known(7), trackNumber: known(8), duration: row.number(9).flatMap { $0 > 0 && $0 < longestTrack ? $0 : nil },
            playCount: known(10) ?? 0,
            lastPlayed: date(row.number(11)), isFavorite: (row.number(12) ?? 0) != 0,
            rating: min(known(13) ?? 0, 5))
    }

    private static func ids(_ json: String?) -> [String] {
        guard let json, case .array(let elements)? = try? JSONValue(parsing: json) else { return [] }
        return elements.compactMap(\.string)
    }
}

extension String {
    /// The text with the wildcards of `LIKE` escaped.
    fileprivate var escapedForLike: String {
        reduce(into: "") { text, character in
            if "%_\\".contains(character) { text += "\\" }
            text.append(character)
        }
    }
}

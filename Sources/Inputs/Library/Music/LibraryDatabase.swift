import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialSystem

/// RedShift's `library.db`, in either of its two forms, also while another program writes it.
///
/// Columns are found with `PRAGMA table_info`; a missing column is treated as null in every row. The paths of tracks are absolute, whatever the
/// database has. Nothing is written.
package struct LibraryDatabase: Sendable {
    /// The database's path.
    package let path: String
    /// The folders to which the database's relative paths refer.
    package let folders: MusicFolders

    /// Makes a reference to a database; each query opens it.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the database, or of an application's folder with `Database/library.db` or `library.db`.
    ///   - music: The folder of the music files; nil for `Music` beside the database's folder, and then the database's folder.
    package init(_ path: String, music: String? = nil) {
        let names = MusicFolders.isFolder(path) ? ["Database/library.db", "library.db"].map { M3U.normal("\(path)/\($0)") } : []
        self.path = names.first { access($0, F_OK) == 0 } ?? names.first ?? path
        folders = MusicFolders(ofDatabase: self.path, music: music)
    }

    /// The app's file with the cover of a track, which need not exist; nil if no file can have the id in its name.
    func artwork(ofTrack id: String) -> String? {
        guard !id.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return nil }
        return "\(MusicFolders.folder(of: MusicFolders.folder(of: path)))/Cache/artwork_\(id).jpg"
    }

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

    /// Returns the favourites, the most played first.
    package func favorites(limit: Int) throws(SQLiteError) -> [LibraryTrack] {
        try tracks(where: "ifnull(is_favorite, 0) <> 0", order: "play_count DESC, title", limit)
    }

    /// Returns the rated tracks, those with most stars first, and of these the most played.
    ///
    /// - Parameter stars: The minimum rating, at least 1.
    package func topRated(stars: Int = 1, limit: Int) throws(SQLiteError) -> [LibraryTrack] {
        try tracks(where: "rating >= ?1", [.integer(Int64(max(1, stars)))], order: "rating DESC, play_count DESC, title", limit)
    }

    /// Returns all tracks, ordered by id.
    package func allTracks() throws(SQLiteError) -> [LibraryTrack] { try tracks(where: "1", order: "id", .max) }

    /// Returns the playlists, ordered by name.
    package func playlists() throws(SQLiteError) -> [LibraryPlaylist] {
        let schema = try LibrarySchema(self)
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
        let schema = try LibrarySchema(self)
        if schema.has("playlist_tracks") {
            return try schema.connection.all(
                "SELECT \(schema.trackColumns("t.")) FROM playlist_tracks i JOIN tracks t ON t.id = i.track_id WHERE i.playlist_id = ?1 ORDER BY i.position",
                [.text(id)], schema.track)
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
            found[Int(saturating: place)] = schema.track(row)
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

    private func tracks(
        where condition: String, _ values: [SQLiteValue] = [], order: String, _ limit: Int
    ) throws(SQLiteError) -> [LibraryTrack] {
        let schema = try LibrarySchema(self)
        // Conditions name columns that one of the forms may lack. The other columns are read only for the matching rows.
        let names = ["title", "artist", "album", "play_count", "last_played", "is_favorite", "rating"].map {
            schema.column($0, of: "tracks")
        }
        let chosen =
            "SELECT place FROM (SELECT rowid AS place, id, \(names.joined(separator: ", ")) FROM tracks) WHERE \(condition) "
            + "ORDER BY \(order) LIMIT \(max(0, limit))"
        return try schema.connection.all(
            "SELECT \(schema.trackColumns("")) FROM tracks WHERE rowid IN (\(chosen)) ORDER BY \(order)", values, schema.track)
    }

    static func ids(_ json: String?) -> [String] {
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

/// Queries of widgets, each of which takes a few milliseconds in a library of a hundred thousand tracks.
extension LibraryDatabase {
    /// The number of candidate albums for a day.
    private static let albumTries = 16
    /// The minimum number of tracks of an album of the day.
    private static let albumTracks = 3

    /// Returns the tracks of the pseudorandom album of each day, in order.
    ///
    /// Each album has a hash for each day, and the lowest hash wins. Adding or removing another album therefore does not change a day's
    /// album.
    ///
    /// - Parameter days: The names of the days, such as `2026-01-08`.
    /// - Returns: A list for each day; empty if no track has an album.
    package func albums(ofDays days: [String]) throws(SQLiteError) -> [[LibraryTrack]] {
        let schema = try LibrarySchema(self)
        guard schema.columns("tracks").contains("album") else { return days.map { _ in [] } }
        let seeds = days.map(\.stableHash)
        var lowest = days.map { _ in LowestAlbums(limit: Self.albumTries) }
        // The names are read from the app's index, once for all days.
        try schema.connection.rows("SELECT DISTINCT album FROM tracks WHERE album <> ''") { (row) throws(SQLiteError) in
            guard let album = row.text(0) else { return }
            let hash = album.stableHash
            for (day, seed) in seeds.enumerated() { lowest[day].add(album, number: (hash ^ seed).scattered) }
        }
        var found: [[LibraryTrack]] = []
        for list in lowest { found.append(try tracks(ofFirst: list.albums.map(\.name), schema)) }
        return found
    }

    /// The tracks of the first album with enough of them, or else of the largest.
    private func tracks(ofFirst albums: [String], _ schema: LibrarySchema) throws(SQLiteError) -> [LibraryTrack] {
        var best: [LibraryTrack] = []
        for album in albums {
            let tracks = try schema.connection.all(
                "SELECT \(schema.trackColumns("")) FROM tracks WHERE album = ?1 ORDER BY id LIMIT 400", [.text(album)], schema.track)
            // Albums of different artists may have the same name.
            let artists = Dictionary(grouping: tracks) { $0.albumArtist ?? "" }.sorted {
                ($1.value.count, $0.key) < ($0.value.count, $1.key)
            }
            if let first = artists.first?.value, first.count > best.count { best = first }
            if best.count >= Self.albumTracks { break }
        }
        return best.sorted { ($0.trackNumber ?? .max, $0.path) < ($1.trackNumber ?? .max, $1.path) }
    }

    /// Returns candidates for tracks that were heard: with equal artists, and with titles that are equal ignoring ASCII case.
    package func tracks(like heard: [Track]) throws(SQLiteError) -> [LibraryTrack] {
        let heard = heard.filter { !$0.artist.isEmpty }.prefix(100)
        guard !heard.isEmpty else { return [] }
        let schema = try LibrarySchema(self)
        guard schema.columns("tracks").isSuperset(of: ["artist", "title"]) else { return [] }
        let (artists, titles) = (Array(Set(heard.map(\.artist)).sorted()), Array(Set(heard.map(\.title)).sorted()))
        func places(_ names: [String], from first: Int) -> String {
            names.indices.map { "?\(first + $0)" }.joined(separator: ", ")
        }
        // The query uses the app's index of artists.
        return try schema.connection.all(
            "SELECT \(schema.trackColumns("")) FROM tracks WHERE artist IN (\(places(artists, from: 1))) "
                + "AND title COLLATE NOCASE IN (\(places(titles, from: artists.count + 1))) LIMIT 1000",
            (artists + titles).map(SQLiteValue.text), schema.track)
    }
}

/// The albums with the lowest hashes, in ascending order.
private struct LowestAlbums {
    let limit: Int
    private(set) var albums: [(number: UInt64, name: String)] = []

    init(limit: Int) { self.limit = limit }

    mutating func add(_ name: String, number: UInt64) {
        if albums.count == limit {
            guard number < albums[limit - 1].number else { return }
            albums.removeLast()
        }
        albums.insert((number, name), at: albums.firstIndex { $0.number > number } ?? albums.count)
    }
}

extension UInt64 {
    /// The number with its bits mixed (the finalizer of MurmurHash3).
    fileprivate var scattered: UInt64 {
        var value = self
        for factor in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] as [UInt64] { value = (value ^ value >> 33) &* factor }
        return value ^ value >> 33
    }
}

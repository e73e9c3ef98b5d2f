import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialSystem

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

/// The size of a library and the state of its app's synchronization.
package struct LibraryState: Hashable, Sendable {
    /// The number of tracks.
    package var tracks: Int
    /// The number of playlists.
    package var playlists: Int
    /// The app's data on its last synchronization by key, from the table `sync_state` or from a `sync_state.json`.
    package var synchronization: [String: String]
    /// When the data were last written; nil if unknown.
    package var synchronized: Date?
}

extension LibraryDatabase {
    /// The maximum size of a `sync_state.json` in bytes.
    private static let maximumState = 1 << 20

    /// Returns the state of the library.
    ///
    /// The file `sync_state.json` is in the database's folder or in its parent.
    package func state() throws(SQLiteError) -> LibraryState {
        let schema = try LibrarySchema(path)
        func count(_ table: String) throws(SQLiteError) -> Int {
            guard schema.has(table) else { return 0 }
            return try schema.connection.all("SELECT count(*) FROM \(table)") { $0.number(0).map { Int(saturating: $0) } }.first ?? 0
        }
        var state = LibraryState(tracks: try count("tracks"), playlists: try count("playlists"), synchronization: [:])
        let columns = Set(try schema.connection.all("PRAGMA table_info(sync_state)") { $0.text(1) })
        if columns.isSuperset(of: ["key", "value"]) {
            let date = columns.contains("updated_at") ? "updated_at" : "NULL"
            try schema.connection.rows("SELECT key, value, \(date) FROM sync_state") { (row) throws(SQLiteError) in
                guard let key = row.text(0) else { return }
                state.synchronization[key] = row.text(1) ?? ""
                if let seconds = row.number(2), seconds > 0 {
                    state.synchronized = max(state.synchronized ?? .distantPast, Date(timeIntervalSince1970: seconds))
                }
            }
        } else {
            readFile(into: &state)
        }
        return state
    }

    private func readFile(into state: inout LibraryState) {
        var folder = path
        for _ in 0..<2 {
            guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return }
            folder = String(folder[..<slash])
            let file = folder + "/sync_state.json"
            guard let version = FileVersion(path: file), version.size <= Self.maximumState,
                let data = FileManager.default.contents(atPath: file),
                case .object(let members)? = try? JSONValue(parsing: [UInt8](data))
            else { continue }
            state.synchronized = Date(timeIntervalSince1970: Double(version.modified) / 1e9)
            for member in members {
                state.synchronization[member.key] =
                    switch member.value {
                    case .string(let text): text
                    case .array(let elements): "\(elements.count)"
                    case .object(let members): "\(members.count)"
                    case let other: other.text()
                    }
            }
            return
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
        let schema = try LibrarySchema(path)
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
                "SELECT \(schema.trackColumns("")) FROM tracks WHERE album = ?1 ORDER BY id LIMIT 400", [.text(album)],
                LibraryDatabase.track)
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
        let schema = try LibrarySchema(path)
        guard schema.columns("tracks").isSuperset(of: ["artist", "title"]) else { return [] }
        let (artists, titles) = (Array(Set(heard.map(\.artist)).sorted()), Array(Set(heard.map(\.title)).sorted()))
        func places(_ names: [String], from first: Int) -> String {
            names.indices.map { "?\(first + $0)" }.joined(separator: ", ")
        }
        // The query uses the app's index of artists.
        return try schema.connection.all(
            "SELECT \(schema.trackColumns("")) FROM tracks WHERE artist IN (\(places(artists, from: 1))) "
                + "AND title COLLATE NOCASE IN (\(places(titles, from: artists.count + 1))) LIMIT 1000",
            (artists + titles).map(SQLiteValue.text), LibraryDatabase.track)
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

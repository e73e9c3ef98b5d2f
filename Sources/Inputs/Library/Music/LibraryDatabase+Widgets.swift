import FoundationEssentials
import SubdialBasics
import SubdialPlayback

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

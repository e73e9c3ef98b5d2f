import FoundationEssentials
import Listening
import Numbers
import Playback

/// Questions of widgets, each of which takes a few milliseconds in a library of a hundred thousand tracks.
extension LibraryDatabase {
    /// Albums among which one of some tracks is looked for.
    private static let albumTries = 16
    /// The fewest tracks that make an album worth a day.
    private static let albumTracks = 3

    /// The tracks of the album that each of some days has by chance, in their order.
    ///
    /// Each album has a number of its own for each day, and the lowest is the day's: another album that comes or goes changes nothing,
    /// unless it is that one.
    ///
    /// - Parameter days: The days' names, such as `2026-01-08`.
    /// - Returns: A list for each day; empty where no track has an album.
    public func albums(ofDays days: [String]) throws(SQLiteError) -> [[LibraryTrack]] {
        let schema = try LibrarySchema(path)
        guard schema.columns("tracks").contains("album") else { return days.map { _ in [] } }
        let seeds = days.map(\.stableHash)
        var lowest = days.map { _ in LowestAlbums(limit: Self.albumTries) }
        // The names alone are read off the index that the app makes of them, once for all days.
        try schema.connection.rows("SELECT DISTINCT album FROM tracks WHERE album <> ''") { (row) throws(SQLiteError) in
            guard let album = row.text(0) else { return }
            let hash = album.stableHash
            for (day, seed) in seeds.enumerated() { lowest[day].add(album, number: (hash ^ seed).scattered) }
        }
        var found: [[LibraryTrack]] = []
        for list in lowest { found.append(try tracks(ofFirst: list.albums.map(\.name), schema)) }
        return found
    }

    /// The tracks of the first of some albums that has enough of them, or else of the largest.
    private func tracks(ofFirst albums: [String], _ schema: LibrarySchema) throws(SQLiteError) -> [LibraryTrack] {
        var best: [LibraryTrack] = []
        for album in albums {
            let tracks = try schema.connection.all(
                "SELECT \(schema.trackColumns("")) FROM tracks WHERE album = ?1 ORDER BY id LIMIT 400", [.text(album)],
                LibraryDatabase.track)
            // Albums of several artists may have the same name.
            let artists = Dictionary(grouping: tracks) { $0.albumArtist ?? "" }.sorted {
                ($1.value.count, $0.key) < ($0.value.count, $1.key)
            }
            if let first = artists.first?.value, first.count > best.count { best = first }
            if best.count >= Self.albumTracks { break }
        }
        return best.sorted { ($0.trackNumber ?? .max, $0.path) < ($1.trackNumber ?? .max, $1.path) }
    }

    /// The library's tracks that may be those heard: of the same artists as they are written, and of the same titles in any ASCII case.
    public func tracks(like heard: [Track]) throws(SQLiteError) -> [LibraryTrack] {
        let heard = heard.filter { !$0.artist.isEmpty }.prefix(100)
        guard !heard.isEmpty else { return [] }
        let schema = try LibrarySchema(path)
        guard schema.columns("tracks").isSuperset(of: ["artist", "title"]) else { return [] }
        let (artists, titles) = (Array(Set(heard.map(\.artist)).sorted()), Array(Set(heard.map(\.title)).sorted()))
        func places(_ names: [String], from first: Int) -> String {
            names.indices.map { "?\(first + $0)" }.joined(separator: ", ")
        }
        // The artists are found by the index that the app makes of them.
        return try schema.connection.all(
            "SELECT \(schema.trackColumns("")) FROM tracks WHERE artist IN (\(places(artists, from: 1))) "
                + "AND title COLLATE NOCASE IN (\(places(titles, from: artists.count + 1))) LIMIT 1000",
            (artists + titles).map(SQLiteValue.text), LibraryDatabase.track)
    }
}

/// The albums with the lowest numbers, the lowest first.
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
    /// The number with each bit spread over all others (the last steps of MurmurHash3).
    fileprivate var scattered: UInt64 {
        var value = self
        for factor in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] as [UInt64] { value = (value ^ value >> 33) &* factor }
        return value ^ value >> 33
    }
}

import FoundationEssentials
import Listening
import Numbers
import Playback

/// Questions of widgets, each of which takes a few milliseconds in a library of a hundred thousand tracks.
extension LibraryDatabase {
    /// Tries to find an album of some tracks.
    private static let albumTries = 16
    /// The fewest tracks that make an album worth a day.
    private static let albumTracks = 3

    /// The tracks of an album that a day has by chance, in their order; the same for the same library and number.
    ///
    /// - Returns: None where no track has an album.
    public func album(ofDay day: Int) throws(SQLiteError) -> [LibraryTrack] {
        let schema = try LibrarySchema(path)
        let count = try schema.connection.all("SELECT count(*) FROM tracks") { $0.number(0) }.first ?? 0
        guard count >= 1 else { return [] }
        var best: [LibraryTrack] = []
        for attempt in 0..<Self.albumTries {
            // A place among the tracks is found by the index of their identities; grouping all by albums would read each of them.
            let place = "\(day) \(attempt)".stableHash % UInt64(saturating: count)
            let picked = try schema.connection.all(
                "SELECT \(schema.trackColumns("")) FROM tracks WHERE id = (SELECT id FROM tracks ORDER BY id LIMIT 1 OFFSET \(place))", [],
                LibraryDatabase.track)
            guard let track = picked.first, let album = track.album else { continue }
            let tracks = try schema.connection.all(
                "SELECT \(schema.trackColumns("")) FROM tracks WHERE album = ?1 LIMIT 400", [.text(album)], LibraryDatabase.track
            ).filter { ($0.albumArtist ?? $0.artist) == (track.albumArtist ?? track.artist) || track.albumArtist == nil }
            if tracks.count > best.count { best = tracks }
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

    /// The cover that the database itself has of a track; nil where it has none.
    public func cover(ofTrack id: String) throws(SQLiteError) -> [UInt8]? {
        let schema = try LibrarySchema(path)
        guard schema.columns("tracks").contains("album_art") else { return nil }
        return try schema.connection.all("SELECT album_art FROM tracks WHERE id = ?1", [.text(id)]) { $0.bytes(0) }.first
    }
}

/// Which track of a library is which of another one.
struct TrackMatch {
    private struct Name: Hashable {
        var title: String
        var artist: String

        init(_ track: LibraryTrack) { (title, artist) = (track.title.folded, (track.artist ?? "").folded) }
    }

    /// The seconds by which the lengths of the same recording may differ.
    private static let lengthTolerance = 3.0
    /// The seconds by which the lengths of the same file may differ.
    private static let fileTolerance = 0.5

    /// For each track of the one library the index of that of the other; nil for a track that the other does not contain.
    let indices: [Int?]

    /// Matches tracks, each with at most one: by the id, then by the path within the folder of music, then by title, artist, album and length.
    init(of rows: [LibraryContents.Row], in other: LibraryContents) {
        var indices = [Int?](repeating: nil, count: rows.count)
        var taken: Set<Int> = []
        func match(_ find: (LibraryContents.Row) -> Int?) {
            for (index, row) in rows.enumerated() where indices[index] == nil {
                guard let found = find(row), taken.insert(found).inserted else { continue }
                indices[index] = found
            }
        }
        match { row in
            other.index(ofTrack: row.track.id).flatMap { Self.mayShareID(row, other.rows[$0]) ? $0 : nil }
        }
        let paths = Dictionary(other.rows.indices.map { (other.rows[$0].written, $0) }) { first, _ in first }
        match { row in
            guard !row.written.hasPrefix("/"), let index = paths[row.written] else { return nil }
            return Self.distance(row.track, other.rows[index].track).map { $0 <= Self.fileTolerance } == true ? index : nil
        }
        let names = Dictionary(grouping: other.rows.indices) { Name(other.rows[$0].track) }
        match { row in
            let found = (names[Name(row.track)] ?? []).filter { !taken.contains($0) && Self.mayBeSame(row.track, other.rows[$0].track) }
            // The same album counts for more than the length.
            return found.min { Self.rank(row.track, other.rows[$0].track, $0) < Self.rank(row.track, other.rows[$1].track, $1) }
        }
        self.indices = indices
    }

    /// False if libraries that count their tracks gave the same id to different ones.
    private static func mayShareID(_ one: LibraryContents.Row, _ other: LibraryContents.Row) -> Bool {
        if one.track.title.folded == other.track.title.folded || one.written == other.written { return true }
        return distance(one.track, other.track).map { $0 <= lengthTolerance } ?? true
    }

    private static func mayBeSame(_ one: LibraryTrack, _ other: LibraryTrack) -> Bool {
        let albums = [one.album, other.album].compactMap { $0?.folded }
        return Set(albums).count < 2 && (distance(one, other) ?? 0) <= lengthTolerance
    }

    private static func rank(_ one: LibraryTrack, _ other: LibraryTrack, _ index: Int) -> (Int, Double, Int) {
        (one.album?.folded == other.album?.folded ? 0 : 1, distance(one, other) ?? lengthTolerance, index)
    }

    /// The difference of lengths in seconds; nil if one is unknown.
    private static func distance(_ one: LibraryTrack, _ other: LibraryTrack) -> Double? {
        guard let length = one.duration, let known = other.duration else { return nil }
        return abs(length - known)
    }
}

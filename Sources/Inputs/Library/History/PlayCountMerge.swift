import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialPlayback

/// Merges the play counts of a library and of the listening history: the higher count and the later date win.
package struct PlayCountMerge: Sendable {
    /// A library track with merged values.
    package struct Change: Hashable, Sendable {
        /// The library's track with the merged count and date.
        package var track: LibraryTrack
        /// True if the merged values differ from the library's.
        package var isNew: Bool
    }

    private struct Name: Hashable {
        var title: String
        var artist: String

        init(_ title: String, _ artist: String) {
            self.title = title.folded
            self.artist = artist.folded
        }
    }

    /// The seconds by which the lengths of the same recording may differ between sources.
    private static let lengthTolerance = 3.0

    private let counts: [Name: [HistoryDatabase.PlayCount]]

    /// Makes a merge with the history's counts.
    package init(_ counts: [HistoryDatabase.PlayCount]) {
        self.counts = Dictionary(grouping: counts) { Name($0.track.title, $0.track.artist) }
    }

    /// Returns all tracks in order, with merged counts and dates.
    ///
    /// A listen counts for the library's track with the same title and artist. If there are several, the one with the same album is used,
    /// or else the one with the same length; if that is ambiguous, none.
    package func merged(_ tracks: [LibraryTrack]) -> [Change] {
        let groups = Dictionary(grouping: tracks.indices) { Name(tracks[$0].title, tracks[$0].artist ?? "") }
        var heard: [Int: (count: Int, last: Date)] = [:]
        for (name, counts) in counts {
            guard let candidates = groups[name] else { continue }
            for count in counts {
                guard let index = Self.index(of: count.track, among: candidates, in: tracks) else { continue }
                let known = heard[index] ?? (0, .distantPast)
                heard[index] = (known.count + count.count, max(known.last, count.last))
            }
        }
        return tracks.enumerated().map { index, track in
            var merged = track
            if let heard = heard[index] {
                merged.playCount = max(track.playCount, heard.count)
                // The library stores whole seconds.
                let last = Date(timeIntervalSince1970: heard.last.timeIntervalSince1970.rounded(.down))
                merged.lastPlayed = max(track.lastPlayed ?? .distantPast, last)
            }
            return Change(track: merged, isNew: merged != track)
        }
    }

    private static func index(of track: Track, among candidates: [Int], in tracks: [LibraryTrack]) -> Int? {
        guard candidates.count > 1 else { return candidates.first }
        let ofAlbum = candidates.filter { (tracks[$0].album ?? "").folded == track.album.folded }
        if ofAlbum.count == 1 { return ofAlbum.first }
        guard let length = track.length else { return nil }
        let ofLength = (ofAlbum.isEmpty ? candidates : ofAlbum).filter { index in
            tracks[index].duration.map { abs($0 - length) <= lengthTolerance } ?? false
        }
        return ofLength.count == 1 ? ofLength.first : nil
    }

    /// Writes a copy of a library with the merged counts and dates; the library itself is not changed.
    ///
    /// - Returns: The number of tracks that differ from the library's.
    /// - Throws: `SQLiteError`, also if `path` is the library itself.
    package func write(_ library: LibraryDatabase, to path: String) throws(SQLiteError) -> Int {
        guard !Self.isSameFile(path, library.path) else {
            throw SQLiteError(path: path, code: 1, reason: "this is the library itself; name another file for the copy")
        }
        for ending in ["-wal", "-journal", "-shm"] {
            guard !Self.isSameFile(path, library.path + ending) else {
                throw SQLiteError(path: path, code: 1, reason: "this is a part of the library; name another file for the copy")
            }
        }
        let tracks = merged(try library.allTracks()).filter(\.isNew).map(\.track)
        let source = try SQLiteConnection(library.path, .readOnly)
        let columns = Set(try source.all("PRAGMA table_info(tracks)") { $0.text(1) })
        guard columns.isSuperset(of: ["id", "play_count", "last_played"]) else {
            throw SQLiteError(path: library.path, code: 1, reason: "its tracks have no 'play_count' and 'last_played'")
        }
        try DatabaseCopy.write(source, to: path, permissionsOf: library.path) { (copy) throws(SQLiteError) in
            try copy.transaction { () throws(SQLiteError) in
                for track in tracks {
                    try copy.run(
                        "UPDATE tracks SET play_count = max(ifnull(play_count, 0), ?2), last_played = max(ifnull(last_played, 0), ?3) WHERE id = ?1",
                        [
                            .text(track.id), .integer(Int64(track.playCount)),
                            .integer(Int64(saturating: track.lastPlayed?.timeIntervalSince1970 ?? 0)),
                        ])
                }
            }
        }
        return tracks.count
    }

    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}

import Foundation
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialLibrary

/// Tests of merging the counts of a history and a library.
@Suite struct PlayCountMergeTests {
    private static func track(
        _ id: String, _ title: String, _ artist: String?, _ album: String? = nil, duration: Double? = nil, count: Int = 0,
        last: Double? = nil
    ) -> LibraryTrack {
        LibraryTrack(
            id: id, path: "/\(id).flac", title: title, artist: artist, album: album, duration: duration, playCount: count,
            lastPlayed: last.map(Date.init(timeIntervalSince1970:)), isFavorite: false, rating: 0)
    }

    private static func heard(
        _ title: String, _ artist: String, _ album: String = "", length: Double? = nil, count: Int, last: Double
    ) -> HistoryDatabase.PlayCount {
        HistoryDatabase.PlayCount(
            track: Track(title: title, artist: artist, album: album, length: length), count: count, last: Date(timeIntervalSince1970: last))
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let tracks: [LibraryTrack]
        let heard: [HistoryDatabase.PlayCount]
        /// `id:count@last` of each track.
        let merged: [String]
    }

    static let cases = [
        Case(
            testDescription: "the higher count and the later time win, each by itself",
            tracks: [track("1", "A", "X", count: 9, last: 50), track("2", "B", "X", count: 1, last: 500), track("3", "C", "X")],
            heard: [heard("A", "X", count: 2, last: 80), heard("B", "X", count: 3, last: 70.9)],
            merged: ["1:9@80", "2:3@500", "3:0@-"]),
        Case(
            testDescription: "any case and spacing", tracks: [track("1", "So  What", "MILES DAVIS", count: 1, last: 1)],
            heard: [heard("so what", "Miles Davis", count: 4, last: 9.7)], merged: ["1:4@9"]),
        Case(
            testDescription: "what two sources tell differently is added up", tracks: [track("1", "A", "X", "One", count: 1)],
            heard: [heard("A", "X", "One", count: 2, last: 5), heard("A", "X", count: 3, last: 4)], merged: ["1:5@5"]),
        Case(
            testDescription: "of several that of the album", tracks: [track("1", "A", "X", "One"), track("2", "A", "X", "Two")],
            heard: [heard("A", "X", "two", count: 2, last: 5)], merged: ["1:0@-", "2:2@5"]),
        Case(
            testDescription: "else that of the length",
            tracks: [track("1", "A", "X", "One", duration: 100), track("2", "A", "X", "Live", duration: 300)],
            heard: [heard("A", "X", "Best of", length: 298, count: 2, last: 5)], merged: ["1:0@-", "2:2@5"]),
        Case(
            testDescription: "else none", tracks: [track("1", "A", "X", "One"), track("2", "A", "X", "Two")],
            heard: [heard("A", "X", count: 2, last: 5)], merged: ["1:0@-", "2:0@-"]),
        Case(
            testDescription: "another artist's is another", tracks: [track("1", "A", "X"), track("2", "A", nil)],
            heard: [heard("A", "Y", count: 2, last: 5)], merged: ["1:0@-", "2:0@-"]),
    ]

    @Test(arguments: cases) func merges(_ example: Case) {
        let changes = PlayCountMerge(example.heard).merged(example.tracks)
        let lines = changes.map { change in
            "\(change.track.id):\(change.track.playCount)@\(change.track.lastPlayed.map { "\(Int64(saturating: $0.timeIntervalSince1970))" } ?? "-")"
        }
        #expect(lines == example.merged)
        #expect(zip(changes, example.tracks).allSatisfy { $0.isNew == ($0.track != $1) })
    }
}

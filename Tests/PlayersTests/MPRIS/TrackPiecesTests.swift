import Testing

@testable import SubdialPlayers

@Suite struct TrackPiecesTests {
    private static let start = MonotonicTime(microseconds: 1_000_000)
    private static let patience = TrackPieces.Patience(usual: .milliseconds(20), learned: .milliseconds(250))

    private static func after(_ milliseconds: Int) -> MonotonicTime { start + .milliseconds(milliseconds) }

    private static func metadata(_ title: String, by artist: String? = nil) -> MPRISMetadata {
        var values: [String: DBusValue] = ["xesam:title": .string(title)]
        if let artist { values["xesam:artist"] = .array([.string(artist)]) }
        return MPRISMetadata(values)
    }

    /// Returns the state after metadata that a player sends, each after a number of milliseconds.
    private func pieces(_ sent: [(Int, MPRISMetadata)], isLearned: Bool = false) -> TrackPieces {
        var pieces = TrackPieces(Self.patience, isLearned: isLearned)
        var last = MPRISMetadata()
        for (milliseconds, metadata) in sent {
            pieces.apply(metadata, after: last, at: Self.after(milliseconds))
            last = metadata
        }
        return pieces
    }

    @Test func aWholeTrackIsNotHeldBack() {
        #expect(pieces([(0, Self.metadata("One", by: "A")), (100, Self.metadata("Two", by: "A"))]).deadline(at: Self.after(100)) == nil)
    }

    @Test func aTitleWithoutAnArtistIsHeldBackForAMoment() {
        let pieces = pieces([(0, Self.metadata("One", by: "A")), (100, Self.metadata("two.flac"))])
        #expect(pieces.deadline(at: Self.after(100)) == Self.after(120))
        #expect(pieces.deadline(at: Self.after(119)) == Self.after(120))
        #expect(pieces.deadline(at: Self.after(120)) == nil)
    }

    @Test func aTrackThatIsTakenAwayIsHeldBackToo() {
        let pieces = pieces([(0, Self.metadata("One", by: "A")), (100, MPRISMetadata())])
        #expect(pieces.deadline(at: Self.after(100)) == Self.after(120))
    }

    /// The behaviour of mpv.
    @Test func aPlayerThatSendsTheRestLateIsWaitedForFromThenOn() {
        let first = [(0, Self.metadata("one.flac")), (100, Self.metadata("One", by: "A"))]
        #expect(pieces(first).isLearned)
        #expect(pieces(first).deadline(at: Self.after(100)) == nil)
        let next = pieces(first + [(5000, Self.metadata("two.flac"))])
        #expect(next.deadline(at: Self.after(5000)) == Self.after(5250))
        #expect(
            pieces(first + [(5000, Self.metadata("two.flac")), (5100, Self.metadata("Two", by: "A"))]).deadline(at: Self.after(5100)) == nil
        )
    }

    @Test func aRestThatComesTooLateTeachesNothing() {
        #expect(!pieces([(0, Self.metadata("one.flac")), (400, Self.metadata("One", by: "A"))]).isLearned)
    }

    /// A radio station in a player that has sent pieces before.
    @Test func titlesThatNeverHaveAnArtistAreNotWaitedForAgain() {
        let pieces = pieces([(0, Self.metadata("News")), (60_000, Self.metadata("Weather"))], isLearned: true)
        #expect(!pieces.isLearned)
        #expect(pieces.deadline(at: Self.after(60_000)) == Self.after(60_020))
    }

    /// Skipping through a list faster than its tags arrive.
    @Test func manyPiecesWaitNoLongerThanOne() {
        let pieces = pieces((0..<10).map { ($0 * 20, Self.metadata("\($0).flac")) }, isLearned: true)
        #expect(pieces.deadline(at: Self.after(200)) == Self.after(250))
    }
}

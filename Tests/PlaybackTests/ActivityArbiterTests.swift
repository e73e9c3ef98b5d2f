import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityArbiterTests {
    private static func described(_ arbiter: ActivityArbiter) -> String {
        func zones(_ text: String) -> String { text.replacing(/@\S*/, with: "") }
        return zones(arbiter.island.description) + " | " + arbiter.lockScreen.map { zones($0.rawValue) }.joined(separator: " ")
    }

    @Test(
        arguments: [
            // (zone, requested after, score)
            ([], "none | "),
            ([("a", 0, 1)], "compact a | a"),
            ([("a", 0, 1), ("b", 1, 2)], "minimal b + a | b a"),
            ([("b", 0, 2), ("a", 1, 2)], "minimal b + a | b a"),
            ([("a", 1, 2), ("b", 0, 2)], "minimal b + a | b a"),
            ([("b", 0, 2), ("a", 0, 2)], "minimal a + b | a b"),
            ([("a", 0, -1), ("b", 1, 0), ("c", 2, 100)], "minimal c + b | c b a"),
            ([("a", 2, 5), ("b", 1, 5), ("c", 0, 5)], "minimal c + b | c b a"),
        ] as [([(String, Double, Double)], String)])
    func highestScoreThenFirstStarted(_ activities: [(String, Double, Double)], _ expected: String) throws {
        let all = try activities.map { try Activity.of($0.0, at: $0.1, score: $0.2) }
        #expect(Self.described(ActivityArbiter(all)) == expected)
        #expect(Self.described(ActivityArbiter(all.reversed())) == expected)
    }

    @Test func whatHasEndedLeavesTheIslandAndStandsLast() throws {
        var first = try Activity.of("a", score: 100)
        let second = try Activity.of("b", at: 1, score: 1)
        try first.end(at: at(2))
        #expect(Self.described(ActivityArbiter([first, second])) == "compact b | b a")
        first.advance(to: at(2 + 4 * hour))
        #expect(Self.described(ActivityArbiter([first, second])) == "compact b | b")
    }

    @Test func whatIsPendingIsNotShown() throws {
        #expect(Self.described(ActivityArbiter([try .livingRoom(start: 60)])) == "none | ")
    }

    @Test func whatIsStaleComesAfterWhatIsNot() throws {
        var stale = try Activity.of("a", score: ActivityRelevance.playing, staleDate: 60)
        let paused = try Activity.of("b", at: 1, score: ActivityRelevance.paused)
        #expect(Self.described(ActivityArbiter([stale, paused])) == "minimal a + b | a b")
        stale.advance(to: at(60))
        #expect(Self.described(ActivityArbiter([stale, paused])) == "minimal b + a | b a")
    }

    @Test func theLatestAlertHasTheIslandToItself() throws {
        var first = try Activity.of("a", score: 2)
        var second = try Activity.of("b", score: 1)
        let content = { ActivityContent.soWhat("All Blues", score: $0) }
        try second.update(content(1), timestamp: at(10), at: at(10), alertDuration: 5)
        #expect(Self.described(ActivityArbiter([first, second])) == "expanded b | a b")
        try first.update(content(2), timestamp: at(10), at: at(10), alertDuration: 5)
        #expect(Self.described(ActivityArbiter([first, second])) == "expanded a | a b")
        try second.update(content(1), timestamp: at(12), at: at(12), alertDuration: 5)
        #expect(Self.described(ActivityArbiter([first, second])) == "expanded b | a b")
        second.advance(to: at(17))
        first.advance(to: at(17))
        #expect(Self.described(ActivityArbiter([first, second])) == "minimal a + b | a b")
    }

    @Test(arguments: [
        (true, false, 100.0), (false, false, 50), (true, true, 25), (false, true, 25),
    ])
    func whatPlaysMattersMost(_ isPlaying: Bool, _ isStale: Bool, _ score: Double) {
        #expect(ActivityRelevance.score(of: ActivityContentState(line1: "T", isPlaying: isPlaying), isStale: isStale) == score)
    }
}

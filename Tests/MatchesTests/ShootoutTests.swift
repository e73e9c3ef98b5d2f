import SubdialMatches
import Testing

/// Tests of kicks from the penalty mark, according to law 10.
@Suite struct ShootoutTests {
    /// Kicks in their order, `x` scored and `o` missed; the result is the winner, or the next team and the round.
    @Test(
        arguments: [
            ("", "next home 1"), ("x", "next away 1"), ("xo", "next home 2"),
            // Three goals ahead with two kicks left.
            ("xoxoxo", "home wins"), ("xoxox", "next away 3"), ("oxoxox", "away wins"),
            // One ahead after four each; three ahead with two kicks left for the other team; two ahead with one left.
            ("xxxxxoxx", "next home 5"), ("xoxoxxx", "home wins"), ("xxxxxxxox", "home wins"), ("xxxxxxxxxx", "next home 6"),
            // The first team misses in the last round, and the other is already ahead.
            ("xxoxxxxxo", "away wins"),
            // Sudden death: a complete round decides.
            ("xxxxxxxxxxx", "next away 6"), ("xxxxxxxxxxxo", "home wins"), ("xxxxxxxxxxox", "away wins"),
            ("xxxxxxxxxxoo", "next home 7"), ("xxxxxxxxxxxxooxxxo", "home wins"),
        ])
    func isDecidedAsSoonAsItCanBe(_ kicks: String, _ expected: String) throws {
        var script = try MatchScript("0 start\n45 break\n60 start\n105 break\n106 start") { $0.hasPenalties = true }
        for kick in kicks { try script.play("107 \(kick == "x" ? "scored" : "missed")") }
        let shootout = try #require(script.match.state.shootout)
        // Sudden death begins only if the agreed kicks have not decided the match.
        #expect(shootout.isSuddenDeath == (kicks.count > 10 || kicks.count == 10 && shootout.winner == nil))
        let result = shootout.winner.map { "\($0.rawValue) wins" } ?? shootout.next.map { "next \($0.rawValue) \(shootout.round)" }
        #expect(result == expected)
        if shootout.winner != nil {
            #expect(throws: MatchError.self) { try script.play("108 scored") }
            try script.play("108 end")
            #expect(script.match.state.leader == shootout.winner)
        } else {
            #expect(throws: MatchError.self) { try script.play("108 end") }
        }
    }

    @Test func roundsAndTheFirstKickerAreAgreed() throws {
        var script = try MatchScript("0 start\n45 break\n60 start\n105 break\n106 start away") {
            $0.hasPenalties = true
            $0.penaltyRounds = 3
        }
        #expect(script.match.state.shootout?.next == .away)
        for line in ["107 scored", "107 missed", "107 scored", "107 missed"] { try script.play(line) }
        #expect(script.match.state.shootout?.winner == .away)
    }
}

import FoundationEssentials
import SubdialExpressions
import SubdialMatches
import SubdialTestSupport
import Testing

/// Tests that random commands never result in a state that cannot be displayed, undone or saved.
@Suite struct MatchRandomTests {
    private static let words = [
        "start", "start home", "start away", "pause", "resume", "break", "end", "abandon", "scored", "missed", "added 3",
    ]
    private static let events = ["goal", "own", "spot", "yellow", "red", "bench", "sub"]

    @Test func tenThousandSequences() throws {
        var random = SplitMix64(seed: 16)
        var reached: [MatchPhase: Int] = [:]
        for number in 0..<10_000 {
            var script = try MatchScript {
                $0.periods = Int.random(in: 1...4, using: &random)
                $0.hasExtraTime = Bool.random(using: &random)
                $0.hasPenalties = Bool.random(using: &random)
                $0.penaltyRounds = Int.random(in: 1...5, using: &random)
                $0.maximumSubstitutions = Bool.random(using: &random) ? 3 : nil
            }
            var seconds = 0.0
            var taken = 0
            for _ in 0..<Int.random(in: 1...24, using: &random) {
                seconds += Double.random(in: -100...1500, using: &random)
                let date = MatchScript.zero.addingTimeInterval(seconds)
                // Half of the commands advance the match.
                let word =
                    Bool.random(using: &random)
                    ? ["start", "break", "scored", "missed", "end"].randomElement(using: &random)
                    : Bool.random(using: &random)
                        ? Self.words.randomElement(using: &random)
                        : Self.events.randomElement(using: &random).map {
                            "\($0) \(Bool.random(using: &random) ? "home" : "away") \(Int.random(in: 1...4, using: &random)) \(Int.random(in: 1...4, using: &random))"
                        }
                let action = try #require(word.flatMap { MatchScript.action($0.split(separator: " ").map(String.init)) })
                let before = script.match
                do {
                    try script.match.apply(action, at: date, wallDate: date)
                    taken += 1
                } catch {
                    #expect(script.match == before, "a refused action has changed the match")
                }
            }
            let match = script.match
            let now = MatchScript.zero.addingTimeInterval(seconds + 60)
            reached[match.state.phase, default: 0] += 1
            check(match, at: now)
            #expect(match.records.count == taken)
            // The match is the same after saving and parsing.
            if number % 20 == 0 {
                let file = MatchFile(match, clock: MatchClock(ClockReading(wall: now, uptime: 5, boot: "a")))
                #expect(try MatchFile(bytes: try file.bytes()) == file)
                if match.state.phase == .ended {
                    let completed = try CompletedMatch(CompletedMatch.json(of: match))
                    #expect(completed.score.home == match.state.tallies.home.score)
                    #expect(
                        completed.kicks?.away
                            == match.state.shootout.flatMap { $0.kicks.home.isEmpty && $0.kicks.away.isEmpty ? nil : $0.score(.away) })
                }
            }
            // Undoing all commands results in the initial state.
            if number % 10 == 0 {
                var earlier = match
                while !earlier.records.isEmpty {
                    try earlier.undo()
                    check(earlier, at: now)
                }
                #expect(earlier.state.phase == .scheduled)
            }
            guard number % 1000 > 0 || !Task.isCancelled else { return }  // lint: skips
        }
        // The random commands have reached every phase.
        #expect(MatchPhase.allCases.allSatisfy { (reached[$0] ?? 0) > 50 }, "\(reached)")
    }

    /// Checks the rules that apply to every match.
    private func check(_ match: Match, at now: Date) {
        let state = match.state
        for side in TeamSide.allCases {
            let goals = state.events.count { event in
                if case .goal = event.kind { event.side == side } else { false }
            }
            #expect(state.tallies[side].score == goals)
        }
        #expect(!match.line(at: now).isEmpty && !match.text(at: now).isEmpty)
        guard case .map(let members) = match.document(shift: 0) else {
            Issue.record("no document")
            return
        }
        #expect(members["phase"] == .string(state.phase.rawValue))
        #expect((members["from"] != nil) == (state.phase == .playing || state.phase == .paused))
        if state.phase == .ended, !state.isAbandoned, match.settings.hasPenalties {
            #expect(state.leader != nil, "a match with kicks has a winner")
        }
    }
}

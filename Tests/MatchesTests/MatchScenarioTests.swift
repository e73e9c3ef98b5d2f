import FoundationEssentials
import SubdialExpressions
import SubdialMatches
import Testing

/// Tests of whole matches.
@Suite struct MatchScenarioTests {
    private static let final = """
        0 start
        12 goal home 9
        31 yellow away 4
        33 spot away 10
        45:30 added 2
        47:10 break
        62 start
        64 sub home 7 14
        70 pause
        73 resume
        80 yellow away 4
        84 own home 5
        107:30 added 4
        110:20 goal away 11
        112 break
        117 start away
        130 sub away 8 16
        132:30 break
        134 start
        149 break
        155 start away
        155:30 scored 10
        156 scored 9
        156:30 missed 11
        157 scored 14
        157:30 scored 6
        158 missed 3
        158:30 scored 2
        159 scored 1
        159:30 scored 12
        160 scored 10
        160:30 missed 13
        161 scored 8
        162 end
        """

    @Test func aCupFinalWithPenalties() throws {
        let match = try MatchScript(Self.final) {
            $0.hasExtraTime = true
            $0.hasPenalties = true
            $0.competition = "DFB-Pokal"
        }.match
        #expect(
            match.text(at: MatchScript.zero).joined(separator: "\n") == """
                Union 2–2 Hertha (5–4), After penalties
                DFB-Pokal
                    1'  Kick-off
                   13'  UNI  1–0  Goal, No. 9
                   32'  HER  Yellow card, No. 4
                   34'  HER  1–1  Goal by a penalty, No. 10
                 45+3'  Half-time
                   46'  2nd half begins
                   48'  UNI  No. 14 for No. 7
                   61'  HER  Yellow card, No. 4
                   61'  HER  Red card, No. 4 (Second caution)
                   65'  UNI  2–1  Own goal, No. 5
                 90+1'  HER  2–2  Goal, No. 11
                 90+3'  End of normal time
                   91'  Extra time, 1st half begins
                  104'  HER  No. 16 for No. 8
                105+1'  Half-time of extra time
                  106'  Extra time, 2nd half begins
                120+1'  End of extra time
                        Kicks from the penalty mark
                        HER  Kick 1: scored, No. 10
                        UNI  Kick 1: scored, No. 9
                        HER  Kick 2: missed, No. 11
                        UNI  Kick 2: scored, No. 14
                        HER  Kick 3: scored, No. 6
                        UNI  Kick 3: missed, No. 3
                        HER  Kick 4: scored, No. 2
                        UNI  Kick 4: scored, No. 1
                        HER  Kick 5: scored, No. 12
                        UNI  Kick 5: scored, No. 10
                        HER  Kick 6: missed, No. 13
                        UNI  Kick 6: scored, No. 8
                        End
                """)
        let tallies = match.state.tallies
        #expect([tallies.home.score, tallies.away.score, tallies.away.yellows, tallies.away.reds] == [2, 2, 2, 1])
        #expect(match.state.leader == .home)
    }

    /// Undoing the lines one by one passes through every earlier state.
    @Test func everyLineCanBeUndone() throws {
        var script = try MatchScript {
            $0.hasExtraTime = true
            $0.hasPenalties = true
        }
        var states = [script.match.state]
        for line in Self.final.split(separator: "\n") {
            try script.play(String(line))
            states.append(script.match.state)
        }
        for state in states.reversed() {
            #expect(script.match.state == state)
            if state != states.first { try script.match.undo() }
        }
        #expect(throws: MatchError.nothingToUndo) { try script.match.undo() }
    }

    private let start = ClockReading(wall: MatchScript.zero, uptime: 1000, boot: "a")

    private func later(_ seconds: Double, wall: Double? = nil, boot: String = "a", uptime: Double? = nil) -> ClockReading {
        ClockReading(
            wall: MatchScript.zero.addingTimeInterval(wall ?? seconds), uptime: uptime ?? 1000 + seconds, boot: boot)
    }

    private func minute(_ file: MatchFile, _ reading: ClockReading) -> String {
        let elapsed = file.match.state.elapsed(at: file.clock.now(reading))
        return MatchMinute(elapsed, in: file.match.state.period, of: file.match.settings).description
    }

    private func file(_ actions: [(MatchAction, ClockReading)]) throws -> MatchFile {
        var file = MatchFile(try MatchScript().match, clock: MatchClock(start))
        for (action, reading) in actions {
            try file.match.apply(action, at: file.clock.now(reading), wallDate: reading.wall)
            file.clock.renew(reading)
            // The file as stored on disk.
            file = try MatchFile(bytes: try file.bytes())
        }
        return file
    }

    /// The machine loses power in the 89th minute and restarts two minutes later: the match has continued.
    @Test func aPowerCutInThe89thMinute() throws {
        let file = try file([(.start(first: nil), start), (.periodEnd, later(2760)), (.start(first: nil), later(3600))])
        #expect(minute(file, later(3600 + 43 * 60 + 30)) == "89")
        let after = later(3600 + 45 * 60 + 30, boot: "b", uptime: 20)
        #expect(minute(file, after) == "90+1")
        var next = file
        try next.match.apply(.goal(.home, .goal, MatchPlayer(9)), at: next.clock.now(after), wallDate: after.wall)
        next.clock.renew(after)
        // From here on, the clock of the new boot is used, regardless of the wall clock.
        #expect(minute(next, later(3600 + 48 * 60, wall: 0, boot: "b", uptime: 20 + 150)) == "90+4")
    }

    /// A change of the wall clock does not change the match's minute.
    @Test(arguments: [-86_400.0, -3600, -1, 3600, 31_536_000])
    func aClockThatJumps(_ jump: Double) throws {
        let file = try file([(.start(first: nil), start), (.goal(.home, .goal, MatchPlayer()), later(600, wall: 600 + jump))])
        #expect(minute(file, later(1230, wall: 1230 + jump)) == "21")
        #expect(minute(file, later(1230)) == "21")
        // The dates for widgets are those of the current wall clock.
        guard case .map(let members) = file.match.document(shift: file.clock.shift(later(1230, wall: 1230 + jump))),
            case .date(let from)? = members["from"]
        else {
            Issue.record("the document has no start")
            return
        }
        #expect(abs(from.timeIntervalSince(MatchScript.zero) - jump) < 0.001)
        // After a restart with the changed clock, the stored difference still applies.
        #expect(minute(file, later(1230, wall: 1230 + jump, boot: "b", uptime: 5)) == "21")
    }

    /// A wall clock that is behind after a restart does not turn the match back.
    @Test func aRestartWithAClockThatIsBehind() throws {
        let file = try file([(.start(first: nil), start), (.goal(.home, .goal, MatchPlayer()), later(600))])
        #expect(minute(file, later(0, wall: -5000, boot: "b", uptime: 5)) == "11")
    }

    @Test(
        arguments: [
            "", "{", "[]", "{\"subdialMatch\":1}", "{\"subdialMatch\":2,\"x\":0}", "null",
        ])
    func brokenFilesAreErrors(_ text: String) {
        #expect(throws: MatchError.self) { _ = try MatchFile(bytes: Array(text.utf8)) }
    }

    /// A command that read the clock before another one wrote does not advance it.
    @Test func readingsOutOfOrder() throws {
        var file = try file([(.start(first: nil), start), (.goal(.home, .goal, MatchPlayer()), later(602))])
        file.clock.renew(later(600))
        #expect(minute(file, later(1199)) == "20" && minute(file, later(1201)) == "21")
    }

    /// A log that violates the rules is rejected.
    @Test func aForgedLogIsRefused() throws {
        let file = try file([(.start(first: nil), start), (.goal(.home, .goal, MatchPlayer(9)), later(600))])
        let text = String(decoding: try file.bytes(), as: UTF8.self)
        let forged = text.split(separator: "\"start\"", omittingEmptySubsequences: false).joined(separator: "\"pause\"")
        #expect(forged != text)
        let error = #expect(throws: MatchError.self) { _ = try MatchFile(bytes: Array(forged.utf8)) }
        #expect(error?.description.contains("records[0]: the match has not begun") == true, "\(String(describing: error))")
        // Impossible dates, and one before that of the previous line.
        let dates = text.split(separator: "\"date\" : ").dropFirst().map { $0.prefix { "-.0123456789".contains($0) } }
        let last = try #require(dates.last)
        for date in ["1e300", "-1e18", "0"] {
            let absurd = text.split(separator: "\"date\" : \(last)", omittingEmptySubsequences: false).joined(
                separator: "\"date\" : \(date)")
            #expect(absurd != text)
            #expect(throws: MatchError.self) { _ = try MatchFile(bytes: Array(absurd.utf8)) }
        }
    }
}

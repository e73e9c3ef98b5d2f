import FoundationEssentials
import SubdialMatches
import Testing

/// Tests of accepted and refused events, according to the Laws of the Game.
@Suite struct MatchRulesTests {
    @Test(
        arguments: [
            ("", "0 goal home", "has not begun"), ("", "0 pause", "has not begun"), ("", "0 break", "has not begun"),
            ("", "0 end", "has not begun"), ("", "0 scored", "no kicks"),
            ("0 start", "1 start", "1st half is under way"), ("0 start", "1 resume", "runs already"),
            ("0 start", "1 end", "2nd half is still"),
            ("0 start\n1 pause", "2 pause", "halted already"), ("0 start\n1 pause", "2 start", "'resume'"),
            ("0 start\n45 break", "46 break", "no period"), ("0 start\n45 break", "46 pause", "no period"),
            ("0 start\n45 break", "46 start home", "Hertha kicks off"),
            ("0 start\n45 break\n60 start", "105 break", "'end' ends"), ("0 start\n45 break\n60 start\n105 end", "106 goal home", "ended"),
            ("0 start\n45 break\n60 start\n105 end", "106 end", "ended"), ("0 start\n45 break\n60 start\n105 end", "106 start", "ended"),
            ("0 start\n1 red home 4", "2 goal home 4", "sent off"), ("0 start\n1 red home 4", "2 yellow home 4", "sent off"),
            ("0 start\n1 red home 4", "2 sub home 4 5", "sent off"), ("0 start\n1 red home 4", "2 sub home 5 4", "sent off"),
            ("0 start\n1 yellow home 4\n2 yellow home 4", "3 goal home 4", "sent off"),
            ("0 start\n1 sub home 7 14", "2 goal home 7", "substituted"),
            ("0 start\n1 sub home 7 14", "2 sub home 8 7", "may not come back"),
            ("0 start\n1 sub home 7 14", "2 sub home 8 14", "on the field"), ("0 start", "1 sub home 7 7", "for himself"),
            // Players without numbers are identified by their names, regardless of case.
            ("0 start\n1 yellow home Kane\n2 yellow home KANE", "3 goal home kane", "sent off"),
            ("0 start\n1 sub home Kane Meier", "2 goal home Kane", "substituted"),
            ("0 start\n1 sub home Kane Meier", "2 sub home Kane Gomez", "substituted"),
            ("0 start\n1 caution home\n2 caution home", "3 caution home", "sent off already"),
            ("", "0 sub home 7 8", "has not begun"), ("0 start", "1 added 31", "0 to 30"),
        ])
    func refuses(_ before: String, _ line: String, _ reason: String) throws {
        var script = try MatchScript(before)
        let earlier = script.match
        let error = #expect(throws: MatchError.self) { try script.play(line) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(script.match == earlier)
    }

    /// The phase after the last period, by the score and the agreed rules.
    @Test(
        arguments: [
            (false, false, "", "end"), (true, false, "", "Extra time, 1st half"), (true, false, "20 goal home", "end"),
            (false, true, "", "Penalties"), (false, true, "20 goal away", "end"), (true, true, "", "Extra time, 1st half"),
        ])
    func levelScoresLeadOn(_ extraTime: Bool, _ penalties: Bool, _ goals: String, _ expected: String) throws {
        var script = try MatchScript("0 start\n\(goals.isEmpty ? "" : goals + "\n")45 break\n60 start") {
            $0.hasExtraTime = extraTime
            $0.hasPenalties = penalties
        }
        guard expected != "end" else { return try script.play("106 end") }
        #expect(throws: MatchError.self) { try script.play("106 end") }
        try script.play("106 break")
        try script.play("107 start")
        #expect(script.match.state.label(script.match.settings) == expected)
    }

    /// Both halves of extra time are played, whatever the score after the first.
    @Test func extraTimeHasTwoHalves() throws {
        var script = try MatchScript("0 start\n45 break\n60 start\n105 break\n110 start\n111 goal away\n125 break") {
            $0.hasExtraTime = true
        }
        #expect(throws: MatchError.self) { try script.play("126 end") }
        try script.play("126 start")
        try script.play("141 end")
        #expect(script.match.state.leader == .away)
    }

    @Test func endsChangeAndTheConcedingTeamKicksOff() throws {
        var script = try MatchScript { $0.firstKickOff = .away }
        #expect(script.match.state.kickOff == .away)
        try script.play("0 start")
        try script.play("3 goal away")
        #expect(script.match.state.kickOff == .home)
        try script.play("45 break")
        #expect(script.match.state.kickOff == .home)
        // A goal that is entered during the break does not change the kick-off.
        try script.play("46 goal home")
        #expect(script.match.state.kickOff == .home)
        try script.play("60 start")
        #expect(script.match.state.kickOff == .home)
    }

    @Test func aSecondCautionSendsOff() throws {
        let script = try MatchScript("0 start\n10 yellow home 4\n20 yellow away 4\n30 yellow home\n40 yellow home\n41 yellow home 4")
        let tallies = script.match.state.tallies
        #expect([tallies.home.yellows, tallies.home.reds, tallies.away.yellows, tallies.away.reds] == [4, 1, 1, 0])
        #expect(script.match.text(at: MatchScript.zero).contains { $0.contains("42'") && $0.contains("Red card, No. 4 (Second caution)") })
    }

    /// The toss decides the kick-off, whatever was planned.
    @Test func aTossBeforeTheFirstPeriod() throws {
        var script = try MatchScript("0 start away\n45 break")
        #expect(script.match.state.kickOff == .home)
        #expect(throws: MatchError.self) { try script.play("60 start away") }
        try script.play("60 start home")
    }

    /// Cautions of the match do not count in kicks from the penalty mark (law 10), which have no minutes.
    @Test func cautionsInKicks() throws {
        var script = try MatchScript("0 start\n10 yellow home 4\n45 break\n60 start\n105 break\n106 start\n107 yellow home 4") {
            $0.hasPenalties = true
        }
        #expect(script.match.state.tallies.home.reds == 0)
        try script.play("108 yellow home 4")
        #expect(script.match.state.tallies.home.reds == 1)
        let events = try #require(script.match.document(shift: 0).members?["events"]?.elements)
        #expect(events.first == ["minute": "Pens", "side": "home", "type": "secondYellow", "text": "No. 4"])
        #expect(script.match.teamBelowSeven == nil)
    }

    /// A player who was substituted, or sent off before the kick-off, does not reduce the size of the team.
    @Test func sentOffFromTheBench() throws {
        var lines = ["0 red home 30", "1 start"]
        for number in 1...5 { lines += ["2 sub home \(number) \(number + 10)", "3 red home \(number)"] }
        var script = try MatchScript(lines.joined(separator: "\n"))
        #expect(script.match.teamBelowSeven == nil && script.match.state.tallies.home.reds == 6)
        for number in 11...15 { try script.play("4 red home \(number)") }
        #expect(script.match.teamBelowSeven == .home)
    }

    /// Texts are one line of visible characters, with a limited length.
    @Test func textsAreCleanAndBounded() throws {
        #expect(MatchTeam("A\nB\u{202E}C\u{0} ").name == "A BC")
        #expect(MatchTeam("ßßß").short == "SSS" && MatchTeam("!!!!!!").short == "!!!" && MatchTeam("Union").short == "UNI")
        #expect(MatchTeam("A" + String(repeating: "\u{301}", count: 60_000)).name.unicodeScalars.count == 16)
        var script = try MatchScript("0 start")
        let name = String(repeating: "x", count: 81)
        #expect(throws: MatchError.self) {
            try script.match.apply(.goal(.home, .goal, MatchPlayer(name: name)), at: MatchScript.zero, wallDate: MatchScript.zero)
        }
        #expect(throws: MatchError.self) { _ = try MatchScript { $0.competition = name + name } }
        #expect(throws: MatchError.self) { _ = try MatchScript { $0.teams.away.name = name } }
        #expect(throws: MatchError.self) {
            try script.match.apply(.goal(.home, .goal, MatchPlayer(-1)), at: MatchScript.zero, wallDate: MatchScript.zero)
        }
    }

    /// A match with a full log can be ended.
    @Test func aFullLog() throws {
        var script = try MatchScript("0 start\n0 break\n0 start")
        while script.match.records.count < 2000 { try script.play("\(script.match.records.count / 60) added 1") }
        #expect(throws: MatchError.self) { try script.play("60 goal home") }
        try script.play("60 end")
        #expect(script.match.state.phase == .ended)
    }

    @Test func sixPlayersAreTooFew() throws {
        var script = try MatchScript("0 start\n1 red home 1\n1 red home 2\n1 red home 3\n1 red home 4\n2 bench home")
        #expect(script.match.teamBelowSeven == nil)
        try script.play("3 red home 5")
        #expect(script.match.teamBelowSeven == .home)
    }

    @Test func substitutionsAreCountedAndExtraTimeAllowsOneMore() throws {
        var script = try MatchScript("0 start\n1 sub home 1 12\n1 sub home 2 13") {
            $0.maximumSubstitutions = 2
            $0.hasExtraTime = true
        }
        #expect(throws: MatchError.refused("Union has made all of its 2 substitutions")) { try script.play("2 sub home 3 14") }
        for line in ["45 break", "60 start", "105 break", "110 start", "111 sub home 3 14"] { try script.play(line) }
        #expect(throws: MatchError.refused("Union has made all of its 3 substitutions")) { try script.play("112 sub home 4 15") }
    }

    @Test func playersMayComeBackWhereThatIsAgreed() throws {
        var script = try MatchScript("0 start\n1 sub home 7 14\n2 sub home 14 7") { $0.allowsReturn = true }
        try script.play("3 goal home 7")
        #expect(throws: MatchError.self) { try script.play("4 goal home 14") }
    }

    @Test(
        arguments: [
            (0, 1, "1"), (59.9, 1, "1"), (60, 1, "2"), (2699, 1, "45"), (2700, 1, "45+1"), (2759, 1, "45+1"), (2820, 1, "45+3"),
            (0, 2, "46"), (2699, 2, "90"), (2700, 2, "90+1"), (2860, 2, "90+3"), (0, 3, "91"), (900, 3, "105+1"), (60, 4, "107"),
            (901, 4, "120+1"), (-5, 1, "1"), (1e300, 1, "45+143956"), (.infinity, 2, "90+143956"),
        ] as [(Double, Int, String)])
    func minutes(_ elapsed: Double, in period: Int, _ expected: String) {
        let settings = MatchSettings(home: MatchTeam("A"), away: MatchTeam("B"))
        #expect(MatchMinute(elapsed, in: period, of: settings).description == expected)
    }

    @Test(
        arguments: [
            { $0.periods = 0 }, { $0.periods = 5 }, { $0.periodLength = .nan }, { $0.periodLength = 1e300 }, { $0.extraPeriodLength = -1 },
            { $0.penaltyRounds = 0 }, { $0.intervalLength = .infinity }, { $0.maximumSubstitutions = -1 }, { $0.teams.home.name = " " },
            { $0.teams.away.short = "" },
        ] as [@Sendable (inout MatchSettings) -> Void])
    func settingsHaveRanges(_ change: @Sendable (inout MatchSettings) -> Void) {
        #expect(throws: MatchError.self) { _ = try MatchScript("", change) }
    }

    @Test(arguments: [
        (1, ["Under way"]), (3, ["1st period", "Break", "2nd period"]), (4, ["1st quarter", "Break", "2nd quarter", "Half-time"]),
    ])
    func periodsHaveNames(_ periods: Int, _ expected: [String]) throws {
        var script = try MatchScript { $0.periods = periods }
        var labels: [String] = []
        for (index, _) in expected.enumerated() {
            try script.play("\(index) \(index % 2 == 0 ? "start" : "break")")
            labels.append(script.match.state.label(script.match.settings))
        }
        #expect(labels == expected)
    }
}

import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial match` from a user's view: processes, files, lines and clicks.
@Suite struct MatchCommandTests {
    private func file(_ name: String, _ sandbox: Sandbox) -> String { sandbox.path("state/subdial/\(name)") }

    @discardableResult
    private func match(_ line: String, _ sandbox: Sandbox, status: Int32 = 0) async -> String {
        let outcome = await sandbox.perform(["match"] + line.split(separator: " ").map(String.init))
        #expect(outcome.status == status, "\(line): \(outcome.output)\(outcome.errors)")
        return outcome.output + outcome.errors
    }

    private func completed(_ sandbox: Sandbox) throws -> [JSONValue] {
        guard let data = FileManager.default.contents(atPath: file("completed_matches.json", sandbox)) else { return [] }
        return try #require(try JSONValue(parsing: [UInt8](data)).elements)
    }

    @Test func aMatchFromItsBeginningToItsEnd() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        #expect(await match("start", sandbox, status: 66).contains("'subdial match new HOME AWAY' makes one"))
        #expect(await match("new Union Hertha --periods 5", sandbox, status: 64).contains("periods takes"))
        #expect(await match("new Union Hertha --home-color nocolor", sandbox, status: 64).contains("--home-color takes"))
        #expect(await match("new Union Hertha --penalties", sandbox) == "Union – Hertha, not begun\n")
        #expect(await match("new A B", sandbox, status: 77).contains("a match is under way (Union – Hertha"))
        #expect(await match("start", sandbox) == "Union 0–0 Hertha 1'\n")
        #expect(await match("goal home 9 Haberer --own --penalty", sandbox, status: 64).contains("one of"))
        #expect(await match("goal home 9 Haberer", sandbox) == "Union 1–0 Hertha 1'\n")
        #expect(await match("card away yellow 4 --reason Foul", sandbox) == "Union 1–0 Hertha 1'\n")
        #expect(await match("card away yellow --official manager Dardai", sandbox) == "Union 1–0 Hertha 1'\n")
        #expect(await match("card away red --official cook", sandbox, status: 64).contains("--official takes"))
        #expect(await match("substitution home 7 14", sandbox) == "Union 1–0 Hertha 1'\n")
        #expect(await match("toggle", sandbox).contains(", halted"))
        #expect(await match("toggle", sandbox) == "Union 1–0 Hertha 1'\n")
        #expect(await match("added 3", sandbox).contains("+3 shown"))
        #expect(await match("half-time", sandbox) == "Union 1–0 Hertha, Half-time\n")
        await match("toggle", sandbox)
        #expect(await match("end", sandbox) == "Union 1–0 Hertha, Full time\n")
        #expect(try completed(sandbox).count == 1)
        // The end of the match is reverted in both files.
        #expect(await match("undo", sandbox) == "Union 1–0 Hertha 46'\n")
        #expect(try completed(sandbox).isEmpty)
        await match("goal away 10", sandbox)
        #expect(await match("end", sandbox, status: 77).contains("still to come, for the score is level"))
        await match("half-time", sandbox)
        await match("start --first away", sandbox)
        for kick in ["scored", "missed", "scored", "missed", "scored", "missed"] { await match("penalty \(kick)", sandbox) }
        #expect(await match("end", sandbox) == "Union 1–1 Hertha (0–3), After penalties\n")
        let listed = await match("list", sandbox)
        #expect(listed.hasSuffix("Union 1–1 Hertha (0–3), After penalties\n") && listed.split(separator: "\n").count == 1)
        let id = try #require(listed.split(separator: " ").first)
        #expect(await match("show \(id)", sandbox).contains("UNI") == false)
        #expect(try await match("show \(id) --format refwatch", sandbox) == completed(sandbox).first.map { $0.text(indented: true) + "\n" })
        #expect(await match("show zzz", sandbox, status: 66).contains("no match's id begins with 'zzz'"))
        // The next match replaces the completed one, which stays in the list.
        await match("new A B", sandbox)
        #expect(await match("list", sandbox).split(separator: "\n").count == 2)
        // After `undo`, the previous match is restored, and its end can be reverted too.
        #expect(await match("undo", sandbox) == "Union 1–1 Hertha (0–3), After penalties\n")
        await match("undo", sandbox)
        #expect(try completed(sandbox).isEmpty)
        #expect(await match("show --format refwatch", sandbox, status: 77).contains("only for completed matches"))
        await match("new A B --replace", sandbox)
        #expect(await match("undo", sandbox) == "Union 1–1 Hertha (0–3), Penalties\n")
    }

    /// The end of a match is written to the named file, and replaces the earlier end after `undo`.
    @Test func anotherFileOfEndedMatches() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        await match("new Union Hertha --periods 1", sandbox)
        #expect(await match("undo", sandbox) == "There is no match\n")
        await match("show", sandbox, status: 66)
        await match("new Union Hertha --periods 1", sandbox)
        await match("start", sandbox)
        await match("end --completed x.json", sandbox)
        await match("undo", sandbox)
        await match("goal home 7", sandbox)
        await match("end --completed x.json", sandbox)
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: sandbox.path("x.json"))))
        let elements = try #require(try JSONValue(parsing: bytes).elements)
        #expect(elements.count == 1 && elements.first?["match"]?["homeScore"] == 1)
        #expect(try completed(sandbox).isEmpty)
        #expect(await match("toggle --shown other.json", sandbox, status: 77).contains("another program manages this match"))
    }

    /// A match starts again with its teams and rules; `undo` restores it, and one that has ended stays in the list.
    @Test func aMatchStartsAgain() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        #expect(await match("reset", sandbox, status: 66).contains("there is no match"))
        await match("new Union Hertha --periods 1 --length 20", sandbox)
        #expect(await match("reset", sandbox) == "Union – Hertha, not begun\n")
        await match("start", sandbox)
        await match("goal home 9", sandbox)
        #expect(await match("reset", sandbox) == "Union – Hertha, not begun\n")
        #expect(await match("undo", sandbox) == "Union 1–0 Hertha 1'\n")
        await match("end", sandbox)
        #expect(await match("reset", sandbox) == "Union – Hertha, not begun\n")
        await match("start", sandbox)
        #expect(await match("end", sandbox) == "Union 0–0 Hertha, Full time\n")
        #expect(try completed(sandbox).compactMap { $0["match"]?["homeScore"] } == [1, 0])
        #expect(try completed(sandbox).allSatisfy { $0["match"]?["duration"]?.number == 1200 })
    }

    /// Matches are known by their ids: none is added twice, and no member is lost; a damaged file changes nothing.
    @Test func filesAreImported() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        func write(_ text: String) throws { try text.write(toFile: sandbox.path("x.json"), atomically: true, encoding: .utf8) }
        func ended(_ id: String, _ rest: String) -> String {
            #"{"id":"\#(id)","completedAt":"2026-06-01T15:00:00Z","match":{"homeTeam":"A","awayTeam":"B","homeScore":1,"awayScore":0},\#(rest)}"#
        }
        try write(
            "[\(ended("m1", #""ownerId":"me","future":{"deep":[1]}"#)),\(ended("M1", #""note":"late""#)),\(ended("m2", #""ownerId":"you""#))]"
        )
        #expect(
            await match("import x.json", sandbox)
                == "completed matches: 2 new, 0 updated, 0 as before\nscheduled matches: 0 new, 0 updated, 0 as before\n")
        let before = try completed(sandbox)
        #expect(before.count == 2 && before[0]["ownerId"] == "me" && before[0]["future"]?["deep"] == [1] && before[0]["note"] == "late")
        #expect(await match("list", sandbox).split(separator: "\n").count == 2)
        #expect(await match("import x.json", sandbox).hasPrefix("completed matches: 0 new, 0 updated, 2 as before\n"))
        #expect(try completed(sandbox) == before)
        try write("[\(ended("m2", #""note":"new""#))]")
        #expect(await match("import x.json", sandbox).hasPrefix("completed matches: 0 new, 1 updated, 0 as before\n"))
        #expect(try completed(sandbox).last?["ownerId"] == "you" && completed(sandbox).last?["note"] == "new")
        // The end of a match adds to the file, and keeps what the import has brought.
        for line in ["new Union Hertha --periods 1", "start", "end"] { await match(line, sandbox) }
        #expect(try completed(sandbox).count == 3 && completed(sandbox).first == before[0])
        let bytes = FileManager.default.contents(atPath: file("completed_matches.json", sandbox))
        for (text, message) in [
            ("[\(ended("m9", #""a":1"#)),", "nothing was changed"), ("[{\"id\":\"m9\"}]", "[0]: this is neither a completed match"),
            ("[\(ended("m9", #""a":1"#)),{\"id\":\"s\",\"kickoff\":\"soon\"}]", "[1].kickoff: an ISO 8601 date"),
            ("5", "neither a list of matches"),
        ] {
            try write(text)
            #expect(await match("import x.json", sandbox, status: 65).contains(message))
        }
        #expect(await match("import none.json", sandbox, status: 66).contains("there is no such file"))
        #expect(FileManager.default.contents(atPath: file("completed_matches.json", sandbox)) == bytes)
    }

    /// Several matches wait; one is chosen, and leaves the list with its end.
    @Test func matchesAreScheduled() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        func upcoming(_ options: String = "") async throws -> [JSONValue] {
            try #require(try JSONValue(parsing: await match("upcoming --json \(options)", sandbox)).elements)
        }
        func teams(_ options: String = "") async throws -> [String?] { try await upcoming(options).map { $0["home"]?.string } }
        let now = Date.now
        func date(_ days: Double) -> String { now.addingTimeInterval(days * 86_400).ISO8601Format() }
        #expect(try await upcoming().isEmpty)
        #expect(await match("choose next", sandbox, status: 66).contains("no match is scheduled"))
        await match("schedule Late B --at \(date(3))", sandbox)
        await match("schedule Soon B --at \(date(2)) --periods 1 --length 20 --competition Cup", sandbox)
        await match("schedule Old B --at \(date(-3))", sandbox)
        await match("schedule A B --at soon", sandbox, status: 64)
        #expect(await match("schedule Now B --at \(now.ISO8601Format())", sandbox).contains("  today       "))
        try
            #"[{"id":"5A1D3A7C-0000-4000-8000-000000000001","homeName":"Far","awayName":"C","kickoff":"\#(date(9))","statusRaw":"scheduled","ownerSupabaseId":"me","x":1}]"#
            .write(toFile: sandbox.path("s.json"), atomically: true, encoding: .utf8)
        for _ in 1...2 { #expect(await match("import s.json", sandbox).contains("scheduled matches: ")) }
        #expect(try await teams() == ["Now", "Soon", "Late", "Far"])
        #expect(try await teams("--today") == ["Now"])
        #expect(try await teams("--all") == ["Old", "Now", "Soon", "Late", "Far"])
        #expect(await match("choose next", sandbox) == "Now – B, not begun\n")
        #expect(await match("choose next", sandbox, status: 77).contains("a match is under way"))
        #expect(await match("choose next --replace", sandbox) == "Soon – B, not begun\n")
        #expect(try await upcoming().map { $0["chosen"]?.bool } == [false, true, false, false])
        await match("start", sandbox)
        await match("end", sandbox)
        #expect(try completed(sandbox).last?["match"]?["duration"]?.number == 1200)
        #expect(try await teams() == ["Now", "Late", "Far"])
        await match("choose 5a1d", sandbox)
        for line in ["start", "half-time", "start", "end"] { await match(line, sandbox) }
        let last = try completed(sandbox).last
        #expect(last?["ownerId"] == "me" && last?["scheduledMatchId"] == "5A1D3A7C-0000-4000-8000-000000000001")
        #expect(await match("cancel zz", sandbox, status: 66).contains("no scheduled match's id begins with 'zz'"))
        let id = try #require(try await upcoming().first?["id"]?.string)
        #expect(await match("cancel \(id)", sandbox) == "Now – B is no longer scheduled\n")
        #expect(try await teams() == ["Late"])
        let shown = try sandbox.run("kind", "show", "matches", "--json")
        #expect(shown.output.contains("\"Late\"") && !shown.output.contains("\"Far\""), "\(shown.output)\(shown.errors)")
    }

    /// Half-time counts up in the line, beside what is left.
    @Test func halfTimeCountsUp() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for line in ["new Union Hertha", "start", "half-time"] { await match(line, sandbox) }
        let line = try sandbox.run("feed", "--kind", "match", "--once").output
        #expect(line.contains("Half-time 0:") && line.contains(" −1"), "\(line)")
        let document = try JSONValue(parsing: await match("show --format document", sandbox))
        #expect(document["halfTime"]?["rate"]?.number == 1 && document["halfTimeLeft"]?["value"]?.number == 900)
    }

    /// A FIFO in the place of a file blocks no command.
    @Test func aFIFOIsNoMatch() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        await match("new A B", sandbox)
        try FileManager.default.removeItem(atPath: file("match.json", sandbox))
        #expect(mkfifo(file("match.json", sandbox), 0o600) == 0)
        #expect(await match("show", sandbox, status: 65).contains("it is no regular file"))
        await match("start", sandbox, status: 65)
    }

    /// Commands that are killed at any moment leave a valid match, which is in the file of completed matches once.
    @Test func killedAtAnyMoment() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        var random = SplitMix64(seed: 89)
        await match("new Union Hertha", sandbox)
        await match("start", sandbox)
        func kill(_ words: [String]) throws {
            let process = sandbox.process(["match"] + words)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.runUnblocked()
            usleep(UInt32.random(in: 0...80_000, using: &random))
            process.interrupt(with: SIGKILL)
            process.waitUntilExit()
        }
        var least = 0
        for _ in 0..<40 {
            try kill(["goal", "home"])
            let line = await match("show", sandbox).split(separator: "\n").first.map(String.init) ?? ""
            let score = try #require(
                line.split(separator: " ").dropFirst().first?.split(separator: "–").first.flatMap { Int($0) }, "\(line)")
            #expect((least...least + 1).contains(score), "\(line)")
            least = score
        }
        await match("half-time", sandbox)
        await match("start", sandbox)
        func hasEnded() async -> Bool { await match("show", sandbox).hasPrefix("Union \(least)–0 Hertha, Full time") }
        for _ in 0..<20 {
            try kill(["end"])
            // Only an end that has happened is reverted.
            if await hasEnded() { try kill(["undo"]) }
        }
        // The next command completes the interrupted change.
        await match(await hasEnded() ? "undo" : "added 1", sandbox)
        #expect(try completed(sandbox).isEmpty)
        await match("end", sandbox)
        let ended = try completed(sandbox)
        #expect(ended.count == 1)
        #expect(ended.first?["match"]?["homeScore"]?.number == Double(least))
    }

    /// An `undo` that was killed between its two files: the list is already correct, and the next command repairs the file.
    @Test func killedBetweenTheTwoFiles() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        await match("new Union Hertha", sandbox)
        for line in ["start", "half-time", "start", "end"] { await match(line, sandbox) }
        let ended = try String(contentsOfFile: file("completed_matches.json", sandbox), encoding: .utf8)
        await match("undo", sandbox)
        try ended.write(toFile: file("completed_matches.json", sandbox), atomically: true, encoding: .utf8)
        let running = try String(contentsOfFile: file("match.json", sandbox), encoding: .utf8)
        try running.replacing("\"subdialMatch\"", with: "\"pending\" : \"remove\",\n  \"subdialMatch\"", maxReplacements: 1)
            .write(toFile: file("match.json", sandbox), atomically: true, encoding: .utf8)
        #expect(try completed(sandbox).count == 1)
        let list = await match("list", sandbox).split(separator: "\n")
        #expect(list.count == 1 && list.allSatisfy { $0.contains("now") }, "\(list)")
        await match("added 1", sandbox)
        #expect(try completed(sandbox).isEmpty)
    }

    /// Twenty simultaneous commands add twenty goals.
    @Test func commandsAtTheSameTime() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        await match("new Union Hertha", sandbox)
        await match("start", sandbox)
        let processes = (0..<20).map { _ in sandbox.process(["match", "goal", "away"]) }
        for process in processes {
            process.standardOutput = FileHandle.nullDevice
            try process.runUnblocked()
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        #expect(await match("show", sandbox).hasPrefix("Union 0–20 Hertha"))
    }

    @Test func aBrokenFileLosesNothing() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        await match("new Union Hertha --periods 1", sandbox)
        await match("start", sandbox)
        let path = file("completed_matches.json", sandbox)
        try "[{\"id\": \"a\"},".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await match("end", sandbox, status: 65).contains("it is left as it is"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "[{\"id\": \"a\"},")
        #expect(await match("show", sandbox).hasPrefix("Union 0–0 Hertha, Full time"))
        #expect(await match("new A B", sandbox, status: 65).contains("it is left as it is"))
        #expect(await match("new A B --replace", sandbox, status: 65).contains("it is left as it is"))
        // After the repair, the pending match is added first.
        try "[{\"id\": \"a\"}]".write(toFile: path, atomically: true, encoding: .utf8)
        await match("new A B", sandbox)
        #expect(try completed(sandbox).count == 2)
        // An unreadable match is not discarded without `--replace`.
        try "{".write(toFile: file("match.json", sandbox), atomically: true, encoding: .utf8)
        #expect(await match("goal home", sandbox, status: 65).contains("'subdial match new --replace'"))
        await match("new A B", sandbox, status: 65)
        await match("new A B --replace", sandbox)
        // If nothing can be written, no success is reported.
        let outcome = await sandbox.perform(["match", "start"], environment: ["XDG_STATE_HOME": "/proc/nowhere"])
        #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome.errors)")
    }

    /// A bar's line follows the match, and a click stops the clock.
    @Test func aBarShowsAndHaltsTheMatch() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--kind", "match", "--format", "waybar"])
        defer { feed.stop() }
        try await eventually("an empty line before any match, not \(feed.lines) \(feed.errors)") { feed.last == "" }
        await match("new Union Hertha", sandbox)
        try await eventually("the match, not \(feed.lines) \(feed.errors)") { feed.last?.contains(#""text":"Union – Hertha""#) == true }
        await match("start", sandbox)
        try await eventually("its first minute, not \(feed.lines)") { feed.last?.contains(#""text":"Union 0–0 Hertha 1&apos;""#) == true }
        await match("goal home 9", sandbox)
        try await eventually("the goal, not \(feed.lines)") { feed.last?.contains(#""text":"Union 1–0 Hertha 1&apos;""#) == true }
        #expect(try sandbox.run("control", "--kind", "match", "toggle").status == 0)
        try await eventually("the halted clock, not \(feed.lines)") { feed.last?.contains(#""class":["match","paused"]"#) == true }
        #expect(await match("show", sandbox).contains("halted"))
        #expect(try sandbox.run("control", "--kind", "match", "toggle").status == 0)
        try await eventually("the clock that runs, not \(feed.lines)") { feed.last?.contains(#""class":["match","playing"]"#) == true }
        let refused = try sandbox.run("control", "--kind", "match", "start")
        #expect(refused.status == 65 && refused.errors.contains("1st half is under way"), "\(refused.errors)")
    }

    /// The life cycle of a kind's live activity is predicted as that of playback, and refused for a kind without one.
    @Test func theActivityIsForetold() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        func timeline(_ kind: String, _ file: String) async -> Sandbox.Outcome {
            await sandbox.perform("timeline", kind, "--activity", "--entry", Repository.fixtureURL("kinds/\(kind)/\(file).json").path)
        }
        let live = await timeline("match", "live")
        #expect(
            live.lines.first
                == "2026-06-01T12:24:20Z  island: compact match@2026-06-01T12:24:20Z; lock screen: match@2026-06-01T12:24:20Z active",
            "\(live.errors)")
        // The activity never becomes stale by itself; the system ends it after eight hours.
        #expect(live.lines.count == 3 && live.lines[1].hasPrefix("2026-06-01T20:24:20Z  island: none"))
        #expect(await timeline("match", "final").output == "2026-06-01T12:56:00Z  island: none; lock screen: nothing\n")
        let none = await timeline("weather", "live")
        #expect(none.status == 64 && none.errors.contains("'weather' has no live activity"))
        let watched = await sandbox.perform("activity", "countdown", "--watch", "--all", "-o", "out/")
        #expect(watched.status == 64 && watched.errors.contains("'countdown' has no live activity"))
    }

    /// RefWatch's files in place of the running match, and their changes.
    @Test func refWatchsFilesAreFollowed() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("state.json")
        let start = Date.now.timeIntervalSinceReferenceDate - 3 * 60
        func write(_ home: Int, paused: Bool) throws {
            try """
            {"version":1,"homeAbbr":"UNI","awayAbbr":"HER","homeScore":\(home),"awayScore":0,"periodLabel":"First Half","isPaused":\(paused),
            "isInStoppage":false,"periodStart":\(start),"stoppageAccumulated":0,"lastUpdated":\(start + 170)\(paused ? ",\"elapsedAtPause\":170" : "")}
            """.write(toFile: path, atomically: true, encoding: .utf8)
        }
        try write(0, paused: false)
        try "kinds: [{ kind: match, id: live, with: { file: \(path) } }]\n".write(
            toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
        let feed = try FeedFront(sandbox, ["feed", "--config", sandbox.path("config.yaml"), "--kind", "match:live"])
        defer { feed.stop() }
        try await eventually("the fourth minute, not \(feed.lines) \(feed.errors)") { feed.last == "UNI 0–0 HER 4'" }
        try write(1, paused: true)
        try await eventually("the goal and the halted clock, not \(feed.lines)") { feed.last == "UNI 1–0 HER 3'" }
    }
}

extension Process {
    fileprivate func interrupt(with signal: Int32) { kill(processIdentifier, signal) }
}

import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Lines of bars, and timelines, in suites.
@Suite(.serialized) struct SnapshotTextCommandTests {
    private func write(_ text: String, _ name: String, _ sandbox: Sandbox) throws {
        let path = sandbox.path(name)
        try FileManager.default.createDirectory(
            atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func text(_ name: String, _ sandbox: Sandbox) throws -> String {
        try String(contentsOfFile: sandbox.path(name), encoding: .utf8)
    }

    /// The line of each bar from the real front and its engine, and the line of a suite for the same entry.
    @Test func linesAreWhatTheFrontPrints() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { (address) async throws in
            // The command of a bar contains no bridge if the configuration does.
            try write("bridge: \(address)\nzone: Kitchen\n", "config/subdial/config.yaml", sandbox)
            let timeline = try JSONValue(parsing: try sandbox.run("timeline", "--json").output)
            guard case .array(let entries)? = timeline["entries"], case .object(let members)? = entries.first else {
                return #expect(Bool(false), "\(timeline.text())")
            }
            #expect(members.contains { $0.key == "track" }, "\(timeline.text())")
            // The seconds advance during playback.
            try write(JSONValue.object(members).text(), "entry.json", sandbox)
            let bars = [
                "waybar", "i3bar", "i3blocks", "polybar", "lemonbar", "xmobar", "tmux", "pango", "genmon", "yambar", "i3status-rust",
                "conky", "bash", "zsh", "plain",
            ]
            try write("cases: [{ id: bar, entries: [entry.json], bars: [\(bars.joined(separator: ", "))] }]\n", "snapshots.yaml", sandbox)
            let recorded = try sandbox.run("snapshot", "record")
            #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
            for bar in bars {
                let line = try sandbox.run("feed", "--once", "--format", bar)
                #expect(line.output.contains("Kettle"), "\(bar): \(line.output)\(line.errors)")
                #expect(try text("References/bar/entry.\(bar).line.txt", sandbox).lasting == line.output.lasting, "\(bar)")
            }
        }
    }

    /// A kind that reads a file: its lines from the engine, and from a suite with the same document.
    @Test func aKindsLinesAreWhatTheFrontPrints() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try steps(sandbox)
        try write(
            """
            cases:
              - id: bar
                kind: steps
                documents: [day.json]
                at: 2026-06-01T12:00:00Z
                bars: [waybar, polybar, xmobar, tmux]
                line: { width: 12 }

            """, "snapshots.yaml", sandbox)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let recorded = try sandbox.run(["snapshot", "record"], environment: environment)
        #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
        for bar in ["waybar", "polybar", "xmobar", "tmux"] {
            let line = try sandbox.run(["feed", "--once", "--kind", "steps", "--format", bar, "--width", "12"], environment: environment)
            #expect(line.output.contains("4200"), "\(bar): \(line.errors)")
            #expect(try text("References/bar/day.\(bar).line.txt", sandbox) == line.output, "\(bar)")
        }
    }

    /// A timeline is the text that the command prints, and the pictures show its entries.
    @Test func timelinesAreWhatTheCommandPrints() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (answer, playing) = (
            Repository.fixtureURL("kinds/weather/answer.json").path, Repository.fixtureURL("entries/playing.json").path
        )
        try write(
            """
            cases:
              - id: forecast
                kind: weather
                documents: [\(answer)]
                at: 2026-06-01T12:00:00Z
                set: { unit: fahrenheit }
                matrix: { families: [systemSmall], appearances: [dark], moments: [0, 3600] }
                levels: [timeline, tree]
              - id: sleeve
                entries: [\(playing)]
                levels: [timeline]

            """, "snapshots.yaml", sandbox)
        let recorded = try sandbox.run("snapshot", "record")
        #expect(recorded.status == 0 && recorded.output.hasSuffix("4 snapshots: 4 new\n"), "\(recorded.output)\(recorded.errors)")
        try write("kinds: [{ kind: weather, with: { unit: fahrenheit } }]\n", "config/subdial/config.yaml", sandbox)
        let told = try sandbox.run(
            "timeline", "weather", "--document", answer, "--at", "2026-06-01T12:00:00Z", "--values")
        #expect(told.status == 0 && told.lines.contains("  unit: \"fahrenheit\""), "\(told.errors)")
        #expect(try text("References/forecast/answer.timeline.txt", sandbox) == told.output)
        let sleeve = try sandbox.run("timeline", "--entry", playing, "--values")
        #expect(try text("References/sleeve/playing.timeline.txt", sandbox) == sleeve.output)
        // The entry of the next hour has its own tree.
        let trees = try ["", ".3600s"].map { try text("References/forecast/answer.systemSmall.iphone-15.dark\($0).tree.txt", sandbox) }
        #expect(trees[0] != trees[1])
        let next = try sandbox.run("timeline", "weather", "--document", answer, "--at", "2026-06-01T12:00:00Z", "--json")
        guard case .array(let entries)? = try JSONValue(parsing: next.output)["entries"] else { return #expect(Bool(false)) }
        try write(entries[1].text(), "next.json", sandbox)
        try write(
            "cases: [{ id: n, kind: weather, entries: [next.json], matrix: { families: [systemSmall], appearances: [dark] }, levels: [tree] }]\n",
            "next.yaml", sandbox)
        #expect(try sandbox.run("snapshot", "record", "next.yaml", "-o", "other").status == 0)
        #expect(try text("References/n/next.systemSmall.iphone-15.dark.tree.txt", sandbox) == trees[1])
    }

    /// A list of entries is a timeline too.
    @Test func aFileMayHoldSeveralEntries() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func entry(_ date: String, _ title: String) -> String {
            #"{"date":"\#(date)","status":"paused","track":{"title":"\#(title)","artist":"Miles Davis"}}"#
        }
        try write("[\(entry("2026-01-08T20:00:00Z", "So What")), \(entry("2026-01-08T20:00:30Z", "Blue in Green"))]", "two.json", sandbox)
        try write(
            "cases: [{ id: a, entries: [two.json], bars: [tmux], matrix: { moments: [0, 10, 30, 40] }, levels: [timeline, line] }]\n",
            "snapshots.yaml", sandbox)
        #expect(try sandbox.run("snapshot", "record").status == 0)
        // The bar receives a line only if it has changed.
        #expect(try text("References/a/two.tmux.line.txt", sandbox) == "0s\tMiles Davis – So What\n30s\tMiles Davis – Blue in Green\n")
        #expect(
            try text("References/a/two.timeline.txt", sandbox) == """
                begins: 2026-01-08T20:00:00Z
                +0s
                  next change: +30s
                  connection: "live"
                  status: "paused"
                  track: {"album":"","artist":"Miles Davis","title":"So What"}
                +30s
                  next change: never
                  track: {"album":"","artist":"Miles Davis","title":"Blue in Green"}
                reload: never

                """)
    }

    /// A suite's time zones replace the machine's.
    @Test func linesAreToldInZones() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(Repository.fixture("entries/no-artwork.json"), "a.json", sandbox)
        try write(
            """
            cases:
              - id: zones
                entries: [a.json]
                bars: [tmux]
                line: { text: "{{ date(now, 'HH:mm') }} {{ date(now, 'HH:mm', 'local') }}" }
                matrix: { timeZones: [UTC, Asia/Tokyo, "+01:00"] }

            """, "snapshots.yaml", sandbox)
        let recorded = try sandbox.run(["snapshot", "record"], environment: ["TZ": "America/New_York"])
        #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
        for (word, line) in [("", "20:15 20:15\n"), (".Asia-Tokyo", "05:15 05:15\n"), (".plus01-00", "21:15 21:15\n")] {
            #expect(try text("References/zones/a.tmux\(word).line.txt", sandbox) == line)
        }
    }

    /// The life of a changed text: difference, review, and removal of obsolete references.
    @Test func aChangedTextIsToldReviewedAndPruned() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try steps(sandbox)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        func run(_ arguments: String..., ci: Bool = false) throws -> Sandbox.Outcome {
            try sandbox.run(["snapshot"] + arguments, environment: environment.merging(ci ? ["GITHUB_ACTIONS": "true"] : [:]) { $1 })
        }
        func suite(_ levels: String, masks: String = "") throws {
            let bars = levels.contains("line,") ? "bars: [waybar], " : ""
            try write(
                "cases: [{ id: a, kind: steps, documents: [day.json], at: 2026-06-01T12:00:00Z, \(bars)levels: [\(levels)]\(masks) }]\n",
                "snapshots.yaml", sandbox)
        }
        try suite("line, timeline")
        let missing = try run("check")
        #expect(missing.status == 1 && missing.output.contains("? a/day.waybar: there is no reference"), "\(missing.output)")
        #expect(try run("record").output.hasSuffix("2 snapshots: 2 new\n"))
        #expect(try run("check").output == "2 snapshots: 2 passed\n")

        try write(#"{"steps":4300,"goal":8400}"#, "day.json", sandbox)
        let changed = try run("check", ci: true)
        #expect(changed.status == 1)
        let told = """
            ✗ a/day.waybar: the line differs
                `text` is "4300 steps" instead of "4200 steps"
                `percentage` is 51 instead of 50
            ✗ a/day: the timeline differs
                at +0s: `part` is 0.5119047619047619 instead of 0.5
                at +0s: `steps` is 4300 instead of 4200
            2 snapshots: 2 failed
            """
        #expect(changed.output.hasPrefix(told), "\(changed.output)")
        #expect(changed.lines.contains { $0.hasPrefix("::error file=") && $0.contains("the line differs%0A`text` is \"4300 steps\"") })
        let junit = try text("snapshot-report/junit.xml", sandbox)
        #expect(junit.contains("`text` is \"4300 steps\" instead of \"4200 steps\""), "\(junit)")
        #expect(try text("snapshot-report/index.html", sandbox).contains("actual/a/day.waybar.line.txt"))
        for folder in ["actual", "expected"] {
            #expect(FileManager.default.fileExists(atPath: sandbox.path("snapshot-report/\(folder)/a/day.timeline.txt")))
        }

        #expect(try run("pending").output == "a/day.waybar\na/day\n")
        #expect(try run("reject", "a/day").status == 0)
        #expect(try run("accept", "a/day.waybar").status == 0)
        #expect(try text("References/a/day.waybar.line.txt", sandbox).contains("4300 steps"))
        #expect(try run("check").output.contains("2 snapshots: 1 failed, 1 passed"))
        // A masked field may differ; a mask of an unknown field is an error.
        try suite("timeline", masks: ", masks: [{ node: steps }, { node: part }]")
        #expect(try run("check").status == 0)
        try suite("timeline", masks: ", masks: [{ node: stepz }]")
        #expect(try run("check").output.contains("there is no node 'stepz' to mask; did you mean 'steps'?"))
        try suite("line, timeline")
        #expect(try run("record").status == 0)
        try suite("timeline")
        let obsolete = try run("check")
        #expect(obsolete.output.contains("- a/day.waybar: its references belong to no snapshot"), "\(obsolete.output)")
        #expect(try run("check", "--prune").status == 0)
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("References/a/day.waybar.line.txt")))
        #expect(try run("check").output == "1 snapshot: 1 passed\n")
    }

    /// A case, and the reported error.
    @Test(arguments: [
        ("kind: steps, documents: [wrong.json], at: 2026-06-01T12:00:00Z, levels: [timeline]", "wrong.json: fields.steps"),
        ("kind: steps, documents: [nothing.json], at: 2026-06-01T12:00:00Z, levels: [timeline]", "nothing.json: there is no such document"),
        (
            "kind: stepz, documents: [day.json], at: 2026-06-01T12:00:00Z, levels: [timeline]",
            "'stepz' has no kind.yaml, which documents need"
        ),
        (
            "kind: steps, documents: [day.json], at: 2026-06-01T12:00:00Z, set: { goals: 3 }, levels: [timeline]",
            "the case 'a': parameters, goals: 'steps' has no parameter or field of this name; did you mean 'goal'?"
        ),
        (
            "kind: steps, documents: [day.json], at: 2026-06-01T12:00:00Z, bars: [tmux], line: { text: '{{ stepz }}' }",
            "the case 'a': there is no variable 'stepz'; did you mean 'steps'?"
        ),
    ])
    func whatCannotBeMadeIsTold(_ text: String, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try steps(sandbox)
        try write(#"{"steps":"many"}"#, "wrong.json", sandbox)
        try write("cases: [{ id: a, \(text) }]\n", "snapshots.yaml", sandbox)
        let outcome = try sandbox.run(["snapshot", "check"], environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        #expect(outcome.status == 1 && outcome.output.contains(message), "\(outcome.errors)\(outcome.output)")
    }

    /// A kind whose source is a file, and its document.
    private func steps(_ sandbox: Sandbox) throws {
        try write(#"{"steps":4200,"goal":8400}"#, "day.json", sandbox)
        try write(
            """
            parameters: { goal: { type: number, default: 8400 } }
            source: { file: "\(sandbox.path("day.json"))" }
            fields:
              steps: 42
              part: { type: ratio, from: "{{ data.steps / goal }}", sample: 0.5 }
            feed: { text: "{{ steps }} steps", percentage: "{{ part * 100 }}" }
            actions: { reset: { command: ["true"] } }

            """, "t/steps/kind.yaml", sandbox)
    }
}

extension String {
    /// The text without percentages, which advance during playback, and without the cover, which has no file in a suite.
    fileprivate var lasting: String { replacing(/"percentage":[0-9]+|<bar>[0-9]+|<img>[^<]*<\/img>/, with: "") }
}

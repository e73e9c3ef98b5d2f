import Foundation
import SubdialDocuments
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial snapshot` as a process, in every mode.
@Suite(.serialized) struct SnapshotCommandTests {
    @Test func recordsOnceAndTouchesNothingAgain() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        // A missing reference fails, and its picture is stored for review.
        let missing = try sandbox.run("snapshot", "check")
        #expect(missing.status == 1)
        #expect(try place.statuses() == ["missing": 8])
        #expect(
            FileManager.default.fileExists(atPath: sandbox.path("snapshot-report/actual/systemSmall/one.systemSmall.iphone-15.dark.png")))

        #expect(try sandbox.run("snapshot", "record").status == 0)
        #expect(try place.statuses() == ["new": 8])
        let before = try place.references()
        #expect(before.count == 8 * 3 + 1)
        for mode in ["changed", "all", "missing"] {
            #expect(try sandbox.run("snapshot", "record", "--mode", mode).status == 0)
            #expect(try place.statuses() == ["passed": 8])
            #expect(try place.references() == before)
        }
        #expect(try sandbox.run("snapshot", "check").status == 0)

        // Another recording of the same suite gives the same bytes.
        let first = try before.keys.map { try Data(contentsOf: URL(filePath: sandbox.path("References/\($0)"))) }
        try FileManager.default.removeItem(atPath: sandbox.path("References"))
        #expect(try sandbox.run("snapshot", "record", "--processes", "1").status == 0)
        #expect(try before.keys.map { try Data(contentsOf: URL(filePath: sandbox.path("References/\($0)"))) } == first)
    }

    @Test func whatDiffersIsToldAndRecordedByMode() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        let before = try place.references()
        try place.change()
        let failed = try sandbox.run("snapshot", "check")
        #expect(failed.status == 1)
        #expect(try place.statuses() == ["failed": 4, "passed": 4])
        #expect(failed.output.contains("pixels differ where none may; the tree and layout differ"))
        #expect(failed.output.contains("`title` has font title instead of headline"))
        #expect(failed.output.contains("`artist` moved"))
        for file in ["index.html", "junit.xml", "reg.json", "run.json", "difference/systemSmall/two.systemSmall.iphone-15.light.png"] {
            #expect(FileManager.default.fileExists(atPath: sandbox.path("snapshot-report/\(file)")), "\(file)")
        }
        #expect(try place.references() == before)
        // In CI, nothing is recorded.
        for arguments in [["record"], ["record", "--mode", "all"], ["check", "--record", "all"]] {
            #expect(try sandbox.run(["snapshot"] + arguments, environment: ["CI": "true"]).status == 1)
            #expect(try place.references() == before)
        }
        #expect(try sandbox.run("snapshot", "record", "--mode", "missing").status == 1)
        #expect(try place.references() == before)
        #expect(try sandbox.run("snapshot", "record").status == 0)
        #expect(try place.statuses() == ["updated": 4, "passed": 4])
        let after = try place.references()
        // Only changed pictures are written.
        #expect(after.filter { before[$0.key] != $0.value }.keys.allSatisfy { $0.hasPrefix("systemSmall/") || $0 == "fonts.json" })
        #expect(try sandbox.run("snapshot", "check").status == 0)
    }

    @Test func githubIsTold() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        let outcome = try sandbox.run("snapshot", "check", environment: ["CI": "true", "GITHUB_ACTIONS": "true"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.count { $0.hasPrefix("::error ") } == 8)
    }

    /// The summary of a job keeps its content; if it cannot be written, the check still reports its own result.
    @Test func theSummaryOfAJobIsWritten() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        let summary = sandbox.path("summary.md")
        try "before\n".write(toFile: summary, atomically: true, encoding: .utf8)
        let environment = ["CI": "true", "GITHUB_STEP_SUMMARY": summary]
        #expect(try sandbox.run("snapshot", "check", environment: environment).status == 1)
        var text = try String(contentsOfFile: summary, encoding: .utf8)
        #expect(text.hasPrefix("before\n❌ **"))
        #expect(text.contains("8 snapshots: 8 missing\n"))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("| <code>") } == 8)
        #expect(text.contains("is <code>snapshot-report/index.html</code>."))
        #expect(try sandbox.run("snapshot", "record").status == 0)
        #expect(try sandbox.run("snapshot", "check", environment: environment).status == 0)
        text = try String(contentsOfFile: summary, encoding: .utf8)
        #expect(text.hasSuffix("8 snapshots: 8 passed\n"))
        // A suite with an error is reported too.
        #expect(try sandbox.run("snapshot", "check", "absent.yaml", environment: environment).status == 66)
        text = try String(contentsOfFile: summary, encoding: .utf8)
        #expect(text.contains("| <code>absent.yaml</code> | error |"))

        let unwritable = ["CI": "true", "GITHUB_STEP_SUMMARY": sandbox.path("no/summary.md")]
        let outcome = try sandbox.run("snapshot", "check", environment: unwritable)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("the summary of the job cannot be written"))
    }

    @Test func reviewTakesAWordForEach() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "pending").status == 66)
        #expect(try sandbox.run("snapshot", "record").status == 0)
        try place.change()
        #expect(try sandbox.run("snapshot", "check").status == 1)
        let pending = try sandbox.run("snapshot", "pending").lines
        #expect(pending.count == 4)
        guard case .array(let list) = try JSONValue(parsing: try sandbox.run("snapshot", "pending", "--json").output) else {
            return #expect(Bool(false))
        }
        #expect(list.map { $0["id"]?.string } == pending)
        // A wrong name changes nothing.
        let wrong = try sandbox.run("snapshot", "accept", pending[0], "nothing")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("there is no snapshot 'nothing' that is pending"))
        #expect(try sandbox.run("snapshot", "accept").status == 64)
        #expect(try sandbox.run("snapshot", "accept", pending[0]).output == "accepted \(pending[0])\n")
        #expect(try sandbox.run("snapshot", "reject", pending[1]).output == "rejected \(pending[1])\n")
        #expect(try sandbox.run("snapshot", "pending").lines == Array(pending.dropFirst(2)))
        #expect(try sandbox.run("snapshot", "check", "--filter", pending[0]).status == 0)
        #expect(try sandbox.run("snapshot", "check", "--filter", pending[1]).status == 1)
        #expect(try sandbox.run("snapshot", "check").status == 1)
        #expect(try sandbox.run("snapshot", "accept", "--all").lines.count == 3)
        #expect(try sandbox.run("snapshot", "check").status == 0)
    }

    @Test func reviewAsksInTheTerminal() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        try place.change()
        #expect(try sandbox.run("snapshot", "check").status == 1)
        let outcome = try run(sandbox, ["snapshot", "review"], input: "x\no\na\nr\ns\nq\n", ["SUBDIAL_PICTURES": "kitty"])
        #expect(outcome.status == 1)
        // The changed font is one cause.
        #expect(outcome.output.contains("\n1/1 systemSmall/") && outcome.output.contains("and 3 more for the same cause: "))
        #expect(outcome.output.contains("all 4: [a]ccept, [r]eject, [s]kip, [o]ne by one, by [p]attern, [q]uit?"))
        #expect(outcome.output.contains("\n1/1, 1/4 systemSmall/"))
        #expect(outcome.output.contains("  [a]ccept, [r]eject, [s]kip, by [p]attern, [q]uit?"))
        #expect(outcome.output.contains("\u{1B}_Ga=T,f=100,m="))
        #expect(try sandbox.run("snapshot", "pending").lines.count == 2)
        let sixel = try run(sandbox, ["snapshot", "review"], input: "a\n", ["SUBDIAL_PICTURES": "sixel"])
        #expect(sixel.status == 0)
        #expect(sixel.output.contains("\u{1B}Pq\"1;1;"))
        #expect(try sandbox.run("snapshot", "review").output == "no snapshot is pending\n")
    }

    private func run(_ sandbox: Sandbox, _ arguments: [String], input: String, _ environment: [String: String]) throws -> (
        status: Int32, output: String
    ) {
        let process = sandbox.process(arguments, environment: environment)
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.runUnblocked()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test func shardsAreOneRunTogether() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        try place.change()
        var seen: [String] = []
        for shard in 1...3 {
            _ = try sandbox.run("snapshot", "check", "--shard", "\(shard)/3", "-o", "shard-\(shard)")
            let cases = try #require(try place.report("shard-\(shard)")["cases"]?.elements)
            seen += cases.compactMap { $0["id"]?.string }
        }
        #expect(seen.count == 8 && Set(seen).count == 8)
        let partial = try sandbox.run("snapshot", "merge", "shard-1", "shard-3", "-o", "merged")
        #expect(partial.status == 65)
        #expect(partial.errors.contains("of 3 shards there is no 2"))
        #expect(try sandbox.run("snapshot", "merge", "shard-1", "shard-1", "shard-3", "-o", "merged").status == 65)
        #expect(try sandbox.run("snapshot", "merge", "shard-1", "shard-2", "shard-3", "-o", "merged").status == 1)
        #expect(try place.statuses("merged") == ["failed": 4, "passed": 4])
        #expect(FileManager.default.fileExists(atPath: sandbox.path("merged/difference/systemSmall/one.systemSmall.iphone-15.dark.png")))
        // A merged report can be reviewed.
        #expect(try sandbox.run("snapshot", "accept", "--all", "-o", "merged").status == 0)
        #expect(try sandbox.run("snapshot", "check").status == 0)
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] { #expect(try sandbox.run("snapshot", "check", "--shard", wrong).status == 64) }
    }

    @Test func whatBelongsToNoSnapshotIsToldOfAndRemovedOnlyAfterACompleteRun() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        // A reference of another platform, which is not obsolete here.
        let foreign = "References/systemSmall/gone.systemSmall.iphone-15.dark@plan9.png"
        try Data("x".utf8).write(to: URL(filePath: sandbox.path(foreign)))
        let suite = try String(contentsOfFile: sandbox.path("snapshots.yaml"), encoding: .utf8)
        try suite.replacingOccurrences(of: "  - entries/two.json\n", with: "")
            .write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
        let gone = "References/systemSmall/two.systemSmall.iphone-15.dark.png"
        func isThere() -> Bool { FileManager.default.fileExists(atPath: sandbox.path(gone)) }

        let told = try sandbox.run("snapshot", "check")
        #expect(told.status == 0)
        #expect(told.output.contains("- systemSmall/two.systemSmall.iphone-15.dark: its references belong to no snapshot"))
        #expect(try place.statuses() == ["passed": 4, "obsolete": 4])
        #expect(try sandbox.run("snapshot", "check", "--fail-on-obsolete").status == 1)
        // Neither a partial nor a failed run removes references.
        #expect(try sandbox.run("snapshot", "check", "--prune", "--filter", "systemSmall").status == 0)
        #expect(try place.statuses() == ["passed": 2])
        _ = try sandbox.run("snapshot", "check", "--prune", "--shard", "1/2")
        #expect(isThere())
        try place.change()
        #expect(try sandbox.run("snapshot", "check", "--prune").status == 1)
        #expect(isThere())
        #expect(try sandbox.run("snapshot", "record", "--prune").status == 0)
        #expect(!isThere())
        #expect(FileManager.default.fileExists(atPath: sandbox.path(foreign)))
        #expect(try sandbox.run("snapshot", "check").output == "4 snapshots: 4 passed\n")
    }

    @Test func aPlatformsOwnReferencesComeFirst() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        try place.change()
        #expect(try sandbox.run("snapshot", "record", "--platform", "other", "--filter", "systemSmall").status == 0)
        #expect(try sandbox.run("snapshot", "check").status == 1)
        #expect(try sandbox.run("snapshot", "check", "--platform", "other").status == 0)
    }

    @Test func twoAtOnceDoNotDisturbEachOther() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        let processes = (0..<3).map { _ in sandbox.process(["snapshot", "record", "-o", "report"]) }
        for process in processes {
            process.standardOutput = FileHandle.nullDevice
            try process.runUnblocked()
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        #expect(try sandbox.run("snapshot", "check").output == "8 snapshots: 8 passed\n")
    }

    /// A suite, and the reported error.
    @Test(
        arguments: [
            ("name: x\n", 65, "there is no case; name templates, kinds or cases"),
            ("templates: [systemSmall.yaml]\n", 65, "the case 'systemSmall' has no entries"),
            ("templates: [systemSmall.yaml]\nentires: [a]\n", 65, "there is no key 'entires'; did you mean 'entries'?"),
            ("templates: [x.yaml]\nentries: [entries/one.json]\n", 65, "the case 'x' needs 'matrix: { families: … }'"),
            ("kinds: [nothing]\nentries: [entries/one.json]\n", 65, "has no snapshot: the kind 'nothing' has no templates"),
            ("templates: [systemSmall.yaml, systemSmall.yaml]\nentries: [entries/one.json]\n", 65, "two cases are called 'systemSmall'"),
            ("templates: [systemSmall.yaml]\nentries: [entries/one.json, one.json]\n", 65, "two snapshots would be called"),
            ("templates: [systemSmall.yaml]\nentries: [entries/one.json]\nmatrix: { devices: [iphone-99] }\n", 64, "iphone-99"),
            (
                "templates: [systemSmall.yaml]\nentries: [entries/one.json]\nmatrix: { appearances: [drak] }\n", 65,
                "there is no 'drak'; did you mean 'dark'?"
            ),
            (
                "templates: [systemSmall.yaml]\nentries: [entries/one.json]\nmatrix:\n  nights: [true]\n", 65,
                "snapshots.yaml:4:3: matrix: there is no key 'nights'; did you mean 'night'?"
            ),
            ("templates: [systemSmall.yaml]\nentries: [entries/none.json]\n", 1, "entries/none.json: there is no such entry file"),
            ("cases: [{ id: 'a b', template: systemSmall.yaml, entries: [entries/one.json] }]\n", 65, "an id has letters, digits"),
            ("cases: [{ entries: [entries/one.json] }]\n", 65, "cases[0]: a case needs either a template or a kind"),
            ("compare: { threshold: 2 }\ntemplates: [a.yaml]\n", 65, "compare.threshold: a number from 0 to 1"),
            ("levels: [pixels]\ntemplates: [a.yaml]\n", 65, "there is no level 'pixels'; there are tree, layout, picture, line, timeline"),
            (": [", 65, "YAML"),
        ] as [(String, Int32, String)])
    func whatIsWrongWithASuiteIsTold(_ suite: String, _ status: Int32, _ message: String) throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        try suite.write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
        let outcome = try sandbox.run("snapshot", "check")
        #expect(outcome.status == status)
        #expect((outcome.errors + outcome.output).contains(message), "\(outcome.errors)\(outcome.output)")
    }

    @Test func masksAndLimitsLetDifferencesPass() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        func check(_ more: String) throws -> Int32 {
            let suite = "levels: [picture]\ncases: [{ id: a, template: systemSmall.yaml, entries: [entries/one.json]\(more) }]\n"
            try suite.write(toFile: sandbox.path("snapshots.yaml"), atomically: true, encoding: .utf8)
            return try sandbox.run("snapshot", "check").status
        }
        _ = try check("")
        #expect(try sandbox.run("snapshot", "record").status == 0)
        let text = SnapshotWorkplace.template.replacingOccurrences(of: "FONT", with: "headline").replacingOccurrences(
            of: "{{ artist }}", with: "Nobody")
        try text.write(toFile: sandbox.path("systemSmall.yaml"), atomically: true, encoding: .utf8)
        #expect(try check("") == 1)
        #expect(try check(", masks: [{ x: 0, y: 0, width: 200, height: 200 }]") == 0)
        #expect(try check(", masks: [{ node: title }]") == 1)
        #expect(try check(", masks: [{ x: 0, y: 79, width: 200, height: 60 }]") == 0)
        #expect(try check(", compare: { maxDifferentPixels: 100000 }") == 0)
        #expect(try check(", compare: { maxDifferentRatio: 0.5, window: { size: 20, limit: 0 } }") == 1)
        #expect(try check(", compare: { threshold: 1 }") == 0)
        #expect(try check(", compare: { checkerboard: false }") == 1)
        #expect(try check(", compare: { checkerboard: 1 }") == 65)
    }

    @Test func comparesTwoPictures() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        let references = "References/systemSmall"
        let (one, two) = ("\(references)/one.systemSmall.iphone-15.dark.png", "\(references)/two.systemSmall.iphone-15.dark.png")
        let same = try sandbox.run("snapshot", "compare", one, one)
        #expect(same.status == 0 && same.output == "0\n")
        let different = try sandbox.run("snapshot", "compare", one, two, "--threshold", "0.1", "--diff", "d.png")
        #expect(different.status == 1)
        let count = try #require(Int(different.output.dropLast()))
        #expect(count > 0)
        #expect(FileManager.default.fileExists(atPath: sandbox.path("d.png")))
        #expect(try #require(Int(sandbox.run("snapshot", "compare", one, two, "--include-aa").output.dropLast())) > count)
        #expect(try sandbox.run("snapshot", "compare", one, two, "--threshold", "1").status == 0)
        let sizes = try sandbox.run("snapshot", "compare", one, "References/accessoryCircular/one.accessoryCircular.iphone-15.dark.png")
        #expect(sizes.status == 1)
        #expect(sizes.errors.contains("474×474"))
        #expect(try sandbox.run("snapshot", "compare", one, "none.png").status == 66)
        #expect(try sandbox.run("snapshot", "compare", one, "snapshots.yaml").status == 65)
        #expect(try sandbox.run("snapshot", "compare", one, two, "--threshold", "3").status == 64)
        #expect(try sandbox.run("snapshot", "compare", one, two, "--diff-mask").status == 64)
        #expect(try sandbox.run("snapshot", "compare", one, references).status == 64)
        // A mask has as many pixels as were counted.
        #expect(try sandbox.run("snapshot", "compare", one, two, "--threshold", "0.1", "--diff", "mask.png", "--diff-mask").status == 1)
        let mask = try PNG.decode([UInt8](Data(contentsOf: URL(filePath: sandbox.path("mask.png")))))
        #expect(stride(from: 3, to: mask.pixels.count, by: 4).count { mask.pixels[$0] == 255 } == count)
    }

    @Test func comparesTwoFolders() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        try FileManager.default.copyItem(atPath: sandbox.path("References"), toPath: sandbox.path("others"))
        let same = try sandbox.run("snapshot", "compare", "References", "others")
        #expect(same.status == 0 && same.output.isEmpty)
        let names = ["one", "two"].map { "systemSmall/\($0).systemSmall.iphone-15.dark.png" }
        try FileManager.default.removeItem(atPath: sandbox.path("others/\(names[1])"))
        try FileManager.default.removeItem(atPath: sandbox.path("others/\(names[0])"))
        try FileManager.default.copyItem(
            atPath: sandbox.path("References/\(names[1])"), toPath: sandbox.path("others/\(names[0])"))
        let different = try sandbox.run("snapshot", "compare", "References", "others", "--diff", "diffs")
        #expect(different.status == 1)
        #expect(different.lines.count == 2 && different.lines[0].hasPrefix("\(names[0]): "))
        #expect(different.lines[1] == "\(names[1]): only in References")
        #expect(FileManager.default.fileExists(atPath: sandbox.path("diffs/\(names[0])")))
        let json = try JSONValue(parsing: sandbox.run("snapshot", "compare", "References", "others", "--json").output)
        guard case .array(let entries) = json else { return #expect(Bool(false)) }
        #expect(entries.count == 8)
        #expect(try sandbox.run("snapshot", "compare", "entries", "entries").status == 66)
        // A damaged picture does not end the comparison.
        try Data("no picture".utf8).write(
            to: URL(filePath: sandbox.path("others/accessoryCircular/one.accessoryCircular.iphone-15.dark.png")))
        let damaged = try sandbox.run("snapshot", "compare", "References", "others")
        #expect(damaged.status == 65 && damaged.errors.isEmpty)
        let name = "accessoryCircular/one.accessoryCircular.iphone-15.dark.png"
        let problem = "not a picture that can be decoded; JPEG, PNG, WebP, GIF, BMP, AVIF and HEIC can"
        #expect(damaged.lines == ["\(name): others/\(name): \(problem)"] + different.lines)
    }

    @Test func otherFontsAreWarnedOf() throws {
        let place = try SnapshotWorkplace()
        let sandbox = place.sandbox
        defer { sandbox.clean() }
        #expect(try sandbox.run("snapshot", "record").status == 0)
        let path = sandbox.path("References/fonts.json")
        let fonts = try String(contentsOfFile: path, encoding: .utf8)
        #expect(fonts.contains("Inter"))
        let digest = try #require(fonts.firstMatch(of: /"sha256" : "([0-9a-f]{64})"/)?.output.1)
        try fonts.replacingOccurrences(of: digest, with: String(repeating: "0", count: 64)).write(
            toFile: path, atomically: true, encoding: .utf8)
        let outcome = try sandbox.run("snapshot", "check")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("warning: other fonts than the references were recorded with: Inter"))
    }
}

import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The reports of a run, for programs that read them and for merging shards.
@Suite(.serialized) struct SnapshotReportCommandTests {
    /// Reports of an earlier run must not be taken for those of a run that did not take place.
    @Test(
        arguments: [
            ("suite", "templates: [systemSmall.yaml\n", 65), ("suite", "kinds: 1\nentires: []\n", 65), ("devices", "", 65),
            ("missing", "", 66), ("filter", "", 64),
        ] as [(String, String, Int32)])
    func aRunThatDoesNotHappenLeavesNoOldReport(_ fault: String, _ suite: String, _ status: Int32) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        #expect(try place.text("snapshot-report/junit.xml").contains(#"failures="0" errors="0""#))
        var arguments = ["snapshot", "check"]
        switch fault {
        case "suite": try place.write(suite, to: "snapshots.yaml")
        case "missing": try FileManager.default.removeItem(atPath: place.sandbox.path("snapshots.yaml"))
        case "filter": arguments += ["--filter", "nothing"]
        default: arguments += ["--platform", "a/b"]
        }
        let outcome = try place.sandbox.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
        #expect(outcome.status == (fault == "devices" ? 64 : status))
        let reason = try #require(outcome.errors.split(separator: "\n").first?.split(separator: ":").last.map(String.init))
        let junit = try place.text("snapshot-report/junit.xml")
        #expect(junit.contains(#"tests="1" failures="0" errors="1""#) && junit.contains(reason.suffix(12)), "\(junit)")
        #expect(outcome.output.contains("::error file="))
        #expect(try place.statuses() == ["error": 1])
    }

    /// A read-only checkout without differences is no error.
    @Test func aFolderThatCannotBeWrittenIsNoFaultWhereAllPasses() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try FileManager.default.removeItem(atPath: place.sandbox.path("snapshot-report"))
        // Not even root can write into a file that replaces the folder.
        try place.write("", to: "snapshot-report")
        let passed = try place.run("check")
        #expect(passed.status == 0 && passed.output == "8 snapshots: 8 passed\n")
        #expect(passed.errors.contains("cannot write"))
        try place.change()
        let failed = try place.run("check")
        #expect(failed.status == 1)
        #expect(failed.output.contains("`title` has font title instead of headline"))
        #expect(failed.output.contains("its pictures are not kept: cannot write"))
        // A requested folder must be written.
        try place.write("", to: "taken")
        #expect(try place.run("check", "-o", "taken", "--filter", "accessoryCircular").status == 74)
    }

    /// Shards run on separate machines, in separate folders.
    @Test func shardsOfSeveralMachinesAreOneRun() throws {
        let machines = try (1...2).map { _ in try SnapshotWorkplace() }
        let here = try SnapshotWorkplace()
        defer { for place in machines + [here] { place.sandbox.clean() } }
        for (index, place) in (machines + [here]).enumerated() {
            #expect(try place.run("record").status == 0)
            try FileManager.default.removeItem(atPath: place.sandbox.path("snapshot-report"))
            try place.change()
            guard machines.indices.contains(index) else { continue }  // lint: skips
            #expect(try place.run("check", "--shard", "\(index + 1)/2").status == 1)
            try FileManager.default.copyItem(
                atPath: place.sandbox.path("snapshot-report"), toPath: here.sandbox.path("shard-\(index + 1)"))
            place.sandbox.clean()
        }
        let outcome = try here.run("merge", "shard-1", "shard-2", "-o", "merged")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(try here.statuses("merged") == ["failed": 4, "passed": 4])
        // The merged report refers to the local suite, so accepting changes the local references.
        #expect(try here.run("accept", "--all", "-o", "merged").lines.count == 4)
        #expect(try here.run("check").output == "8 snapshots: 8 passed\n")
        #expect(try here.run("merge", "shard-1", "shard-2", "-o", "merged", "--suite", "none.yaml").status == 66)
        // Another suite is another run.
        try here.write(here.text("snapshots.yaml") + "# changed\n", to: "snapshots.yaml")
        #expect(try here.run("check", "--shard", "2/2", "-o", "shard-2").status == 0)
        #expect(try here.run("merge", "shard-1", "shard-2", "-o", "merged").status == 65)
    }

    /// Any CI run can merge the shards of one run; of shards of several runs, only those of the merging run count.
    @Test(
        arguments: [
            (["1", "1"], "1", []), (["1", "1"], "2", []), (["1", "1"], "", []), (["1", ""], "2", []), (["1", "2"], "2", ["shard-1"]),
            (["1", "2"], "3", ["shard-1", "shard-2"]), (["1", "2"], "", ["shard-1", "shard-2"]),
        ] as [([String], String, [String])])
    func shardsOfOneCIRunAreMerged(_ runs: [String], _ merging: String, _ refused: [String]) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        for (index, run) in runs.enumerated() {
            let environment = ["GITHUB_RUN_ID": run, "CI_PIPELINE_ID": ""]
            let shard = try place.run("check", "--shard", "\(index + 1)/2", "-o", "shard-\(index + 1)", environment: environment)
            #expect(shard.status == 0)
        }
        let environment = ["GITHUB_RUN_ID": merging, "CI_PIPELINE_ID": ""]
        let outcome = try place.run("merge", "shard-1", "shard-2", "-o", "merged", environment: environment)
        #expect(outcome.status == (refused.isEmpty ? 0 : 65), "\(outcome.errors)")
        let warning = "the shards are of the CI run 1, and this is \(merging)"
        #expect(outcome.output.contains(warning) == (refused.isEmpty && !["", "1"].contains(merging)), "\(outcome.output)")
        for name in refused.prefix(1) {
            let message = "\(name): this report is of the CI run 1, and others are of 2; remove what an earlier run has left"
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(try place.text("merged/junit.xml").contains("this report is of the CI run 1"))
        }
        let passed = try place.statuses("merged")["passed"] ?? 0
        #expect((passed == 0) == (refused.count == 2))
    }

    /// No shard alone knows that a mask's name is wrong, because a snapshot of another shard may have the node.
    @Test(arguments: [("titel", ["error": 4], 1), ("title", ["passed": 4], 0)] as [(String, [String: Int], Int32)])
    func aMaskIsJudgedOverAllShards(_ node: String, _ statuses: [String: Int], _ status: Int32) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        try place.write(
            """
            cases:
              - { id: a, template: systemSmall.yaml, entries: [entries/one.json, entries/two.json], masks: [{ node: \(node) }] }
            """, to: "snapshots.yaml")
        try place.write(place.text("snapshots.yaml").replacing(node, with: "title"), to: "right.yaml")
        #expect(try place.run("record", "right.yaml").status == 0)
        for shard in 1...2 {
            let outcome = try place.run("check", "--shard", "\(shard)/2", "-o", "shard-\(shard)")
            // The case is in both shards.
            #expect(outcome.status == 0 && !outcome.output.contains("4 snapshots"), "\(outcome.output)")
        }
        let outcome = try place.run("merge", "shard-1", "shard-2", "-o", "merged")
        #expect(outcome.status == status)
        #expect(try place.statuses("merged") == statuses)
        let message = "there is no node 'titel' to mask; did you mean 'title'?"
        #expect(outcome.output.contains(message) == (status == 1), "\(outcome.output)")
        #expect(try place.text("merged/junit.xml").contains("did you mean") == (status == 1))
    }

    /// The merged report has the error of a shard that could not start, whatever the folder had before.
    @Test(arguments: ["fonts", "suite", "missing", "absent", "all"]) func aShardThatCouldNotStartIsInTheMergedReport(_ fault: String) throws
    {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let shards = ["shard-1", "shard-2"]
        for (index, shard) in shards.enumerated() {
            #expect(try place.run("check", "--shard", "\(index + 1)/2", "-o", shard).status == 0)
        }
        #expect(try place.run("merge", "shard-1", "shard-2", "-o", "merged").output == "8 snapshots: 8 passed\n")
        #expect(try place.text("merged/junit.xml").contains(#"failures="0" errors="0""#))

        let picture = place.sandbox.path("merged/difference/old.png")
        try FileManager.default.createDirectory(atPath: place.sandbox.path("merged/difference"), withIntermediateDirectories: true)
        try place.write("", to: "merged/difference/old.png")
        try place.write(place.text("merged/subdial-files.txt") + "difference/old.png\n", to: "merged/subdial-files.txt")
        var folders = shards
        let suite = try place.text("snapshots.yaml")
        switch fault {
        case "fonts":
            #expect(try place.run("fonts", "lock").status == 0)
            try place.write(place.text("snapshots.fonts.lock").replacing("Semi Bold", with: "Ultra"), to: "snapshots.fonts.lock")
            #expect(try place.run("check", "--shard", "2/2", "-o", "shard-2").status == 65)
        case "suite":
            try place.write("templates: [systemSmall.yaml\n", to: "snapshots.yaml")
            #expect(try place.run("check", "--shard", "2/2", "-o", "shard-2").status == 65)
            try place.write(suite, to: "snapshots.yaml")
        case "missing": try FileManager.default.removeItem(atPath: place.sandbox.path("shard-2"))
        case "absent": folders = ["shard-1"]
        default:
            for shard in shards { try FileManager.default.removeItem(atPath: place.sandbox.path(shard)) }
        }
        let (status, name, message): (Int32, String, String) =
            switch fault {
            case "fonts": (1, "snapshots.yaml (shard 2/2)", "Inter Ultra (")
            case "suite": (1, "snapshots.yaml (shard 2/2)", "snapshots.yaml:")
            case "missing": (66, "shard-2", "shard-2/report.json: there is no such report")
            case "absent": (65, "shard 2/2", "it has left no report; have each keep its report")
            default: (66, "merge", "shard-1/report.json: there is no such report")
            }
        let summary = place.sandbox.path("summary.md")
        let outcome = try place.sandbox.run(
            ["snapshot", "merge"] + folders + ["-o", "merged"], environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
        let junit = try place.text("merged/junit.xml")
        #expect(junit.contains("name=\"\(name)\"") && junit.contains(message) && !junit.contains(#"errors="0""#), "\(junit)")
        #expect(try place.statuses("merged")["error"] ?? 0 > 0)
        #expect(outcome.output.contains("::error ") && outcome.output.contains("\(name) could not be compared"), "\(outcome.output)")
        #expect(try place.text("summary.md").hasPrefix("❌"))
        // Pictures of an earlier run are not those of this one.
        #expect(!FileManager.default.fileExists(atPath: picture))
    }

    /// A CI may store only reports of failures.
    @Test func aShardThatLeftNothingMayCountAsPassed() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        #expect(try place.run("check", "--shard", "1/2", "-o", "shard-1").status == 0)
        let outcome = try place.run("merge", "shard-1", "-o", "merged")
        #expect(outcome.status == 65 && outcome.errors.contains("of 2 shards there is no 2; have each keep its report"))
        let count = try place.statuses("shard-1")["passed"] ?? 0
        #expect(
            outcome.output == """
                ! shard 2/2: it has left no report; have each keep its report, also where all has passed, or say --missing-passed
                \(count + 1) snapshots: 1 error, \(count) passed
                see \(place.sandbox.path("merged/index.html"))

                """)
        let passed = try place.run("merge", "shard-1", "-o", "merged", "--missing-passed", "--prune")
        #expect(passed.status == 0 && passed.output.contains("warning: of 2 shards there is no 2, which counts as passed"))
        // References of shards that did not run are not obsolete.
        #expect(try place.references().count == 8 * 3 + 1)
    }

    /// Only all shards together know which references belong to no snapshot.
    @Test func obsoleteReferencesFailTheMerge() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        for (arguments, message) in [
            (["--shard", "1/2"], "--fail-on-obsolete needs all shards: give it to 'subdial snapshot merge'"),
            (["--filter", "systemSmall"], "--fail-on-obsolete needs a run without --filter"),
        ] {
            let refused = try place.sandbox.run(["snapshot", "check", "--fail-on-obsolete"] + arguments)
            #expect(refused.status == 64 && refused.errors == "subdial: \(message)\n", "\(refused.errors)")
            #expect(try place.text("snapshot-report/junit.xml").contains("--fail-on-obsolete needs"))
        }
        for shard in 1...2 { #expect(try place.run("check", "--shard", "\(shard)/2", "-o", "shard-\(shard)").status == 0) }
        let merge = ["snapshot", "merge", "shard-1", "shard-2", "-o", "merged", "--fail-on-obsolete"]
        #expect(try place.sandbox.run(merge).status == 0)

        let old = place.sandbox.path("References/systemSmall/old.png")
        try FileManager.default.copyItem(
            atPath: place.sandbox.path("References/systemSmall/one.systemSmall.iphone-15.dark.png"), toPath: old)
        let failed = try place.sandbox.run(merge)
        #expect(failed.status == 1 && failed.output.contains("- systemSmall/old: its references belong to no snapshot"), "\(failed.output)")
        #expect(try place.sandbox.run(merge + ["--prune"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: old))

        let unknown = try place.run("merge", "shard-1", "-o", "merged", "--fail-on-obsolete", "--missing-passed")
        #expect(unknown.status == 1)
        #expect(
            unknown.output.contains("! obsolete references: which they are is not known: of 2 shards there is no 2\n"), "\(unknown.output)")
    }

    /// The page stays small, also on a machine with many failures.
    @Test func aPageHoldsNoPictures() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.change()
        #expect(try place.run("check").status == 1)
        let page = try place.text("snapshot-report/index.html")
        #expect(page.contains("difference/systemSmall/one.systemSmall.iphone-15.dark.png") && !page.contains("base64"))
        #expect(!FileManager.default.fileExists(atPath: place.sandbox.path("snapshot-report/side-by-side")))
    }

    @Test func aWindowWithoutAnExtentIsRefused() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        try place.write("compare: { window: { size: 0, limit: 1 } }\ntemplates: [a.yaml]\n", to: "snapshots.yaml")
        let outcome = try place.run("check")
        #expect(outcome.status == 65 && outcome.errors.contains("compare.window.size: a number from 1 to 1000000 should stand here"))
    }
}

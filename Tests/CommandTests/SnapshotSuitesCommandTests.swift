import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Several suites beside each other, with reports and references.
@Suite(.serialized) struct SnapshotSuitesCommandTests {
    private static let report = "snapshot-report-widgets"

    /// A workplace with a second suite of two snapshots, at a path and with a folder of references.
    private func workplace(_ path: String = "widgets.yaml", references: String = "References", id: String = "other") throws
        -> SnapshotWorkplace
    {
        let place = try SnapshotWorkplace()
        let up = path.contains("/") ? "../" : ""
        try FileManager.default.createDirectory(
            at: URL(filePath: place.sandbox.path(path)).deletingLastPathComponent(), withIntermediateDirectories: true)
        try place.write(
            """
            references: \(references)
            cases: [{ id: \(id), template: \(up)systemSmall.yaml, entries: [\(up)entries/one.json] }]

            """, to: path)
        return place
    }

    private func exists(_ place: SnapshotWorkplace, _ path: String) -> Bool {
        FileManager.default.fileExists(atPath: place.sandbox.path(path))
    }

    /// The report of a suite is not that of another one in the same folder.
    @Test func eachSuiteHasItsOwnReport() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        let first = try place.run("check")
        #expect(first.status == 1 && first.output.hasSuffix("see \(place.sandbox.path("snapshot-report/index.html"))\n"))
        let second = try place.run("check", "widgets.yaml")
        #expect(second.status == 1 && second.output.hasSuffix("see \(place.sandbox.path("\(Self.report)/index.html"))\n"))
        #expect(try place.statuses() == ["missing": 8] && place.statuses(Self.report) == ["missing": 2])

        let unclear = try place.run("accept", "--all")
        let message = "there are reports of several suites: name one of them by '--suite' or '--output': snapshot-report, \(Self.report)"
        #expect(unclear.status == 64 && unclear.errors == "subdial: \(message)\n", "\(unclear.errors)")
        #expect(try place.run("pending", "-o", Self.report).lines.count == 2)
        #expect(try place.run("accept", "--suite", "widgets.yaml", "--all").lines.count == 2)
        #expect(try place.run("check", "widgets.yaml").output == "2 snapshots: 2 passed\n")
        #expect(try place.statuses() == ["missing": 8])
    }

    /// Swift tests write their report into the build folder of their package, where no suite is.
    @Test func theReportOfSwiftTestsIsFoundInTheirPackage() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        let absent = try place.run("pending")
        #expect(absent.status == 66 && absent.errors.contains("run 'subdial snapshot check' or 'swift test' first"), "\(absent.errors)")
        #expect(try place.run("check", "widgets.yaml", "-o", ".build/snapshot-report").status == 1)
        #expect(try place.run("pending").lines.count == 2)
        // A report in the folder itself comes first.
        #expect(try place.run("check").status == 1)
        #expect(try place.run("pending").lines.count == 8)
    }

    /// With a suite, only its report is used, and not that of another one with snapshots of the same names.
    @Test func theReportOfAnotherSuiteIsNotUsed() throws {
        let place = try workplace(references: "Others")
        defer { place.sandbox.clean() }
        try place.write(try place.text("widgets.yaml").replacing("Others", with: "Mine"), to: "mine.yaml")
        #expect(try place.run("check", "mine.yaml").status == 1)
        for command in [["pending"], ["accept", "--all"], ["reject", "--all"], ["review"]] {
            let outcome = try place.sandbox.run(["snapshot"] + command + ["--suite", "widgets.yaml"])
            let message = "\(place.sandbox.path(Self.report)): there is no report of this suite; "
            #expect(outcome.status == 66 && outcome.errors.contains(message) && outcome.errors.contains("'--output'"), "\(outcome.errors)")
        }
        #expect(!exists(place, "Others"))
        #expect(try place.run("check", "widgets.yaml").status == 1)
        #expect(try place.run("reject", "--suite", "mine.yaml", "--all").lines.count == 2)
        #expect(try place.run("pending", "--suite", "mine.yaml").lines == [])
        #expect(try place.run("pending", "--suite", "widgets.yaml").lines.count == 2)
    }

    /// The report of a suite in another folder is found by the suite, and the message says so.
    @Test func aReportElsewhereIsNamed() throws {
        let place = try workplace("widgets/a.yaml")
        defer { place.sandbox.clean() }
        #expect(try place.run("check", "widgets/a.yaml").status == 1)
        let unclear = try place.run("pending")
        #expect(unclear.status == 66 && unclear.errors.contains("'--suite'") && unclear.errors.contains("'--output'"), "\(unclear.errors)")
        #expect(try place.run("pending", "--suite", "widgets/a.yaml").lines.count == 2)
    }

    /// With one report, no suite need be named.
    @Test func theOnlyReportIsFound() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("check", "widgets.yaml").status == 1)
        #expect(try place.run("pending").lines.count == 2)
        #expect(try place.run("accept", "--all").lines.count == 2)
    }

    /// Twenty runs at a time, of two suites, have twenty times the same result.
    @Test func manyRunsAtATimeHaveTheSameResult() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", "widgets.yaml"] { #expect(try place.run("record", suite).status == 0) }
        let references = try place.references()
        var runs: [(process: Process, output: Pipe, total: Int)] = []
        for index in 0..<20 {
            let (suite, total) = index.isMultiple(of: 2) ? ("snapshots.yaml", 8) : ("widgets.yaml", 2)
            let folder = index < 2 ? [] : ["-o", "report-\(index)"]
            let run = (process: place.sandbox.process(["snapshot", "check", suite] + folder), output: Pipe(), total: total)
            run.process.standardOutput = run.output
            try run.process.runUnblocked()
            runs.append(run)
        }
        for run in runs {
            let output = String(decoding: run.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            run.process.waitUntilExit()
            #expect(run.process.terminationStatus == 0 && output == "\(run.total) snapshots: \(run.total) passed\n", "\(output)")
        }
        #expect(try place.statuses() == ["passed": 8] && place.statuses(Self.report) == ["passed": 2])
        #expect(try place.references() == references)
    }

    /// A suite does not remove the references of another one, wherever that is, and whatever their common folder is.
    @Test(
        arguments: [
            ("widgets.yaml", "References"), ("widgets.yml", "./References"), ("other/widgets.yaml", "../References"),
            ("widgets.yaml", "References/more"), (".ci/widgets.yaml", "../References"),
        ], ["record", "merge"])
    func pruningKeepsTheReferencesOfOtherSuites(_ other: (path: String, references: String), _ command: String) throws {
        let place = try workplace(other.path, references: other.references)
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", other.path] { #expect(try place.run("record", suite).status == 0) }
        let both = Set(try place.references().keys)
        let old = place.sandbox.path("References/systemSmall/old.png")
        try FileManager.default.copyItem(
            atPath: place.sandbox.path("References/systemSmall/one.systemSmall.iphone-15.dark.png"), toPath: old)
        let check = try place.run("check", "--fail-on-obsolete")
        #expect(check.status == 1 && check.output.contains("- systemSmall/old: ") && !check.output.contains("- other/"), "\(check.output)")
        if command == "merge" {
            for shard in 1...2 { #expect(try place.run("check", "--shard", "\(shard)/2", "-o", "shard-\(shard)").status == 0) }
            #expect(try place.run("merge", "shard-1", "shard-2", "-o", "merged", "--prune").status == 0)
        } else {
            #expect(try place.run("record", "--prune").status == 0)
        }
        #expect(Set(try place.references().keys) == both)
        #expect(try place.run("record", other.path, "--prune").status == 0)
        #expect(Set(try place.references().keys) == both)
        for suite in ["snapshots.yaml", other.path] {
            #expect(try place.run("check", suite, "--fail-on-obsolete").status == 0)
        }
    }

    /// A suite with another name has the same references, and what no suite has any more is obsolete.
    @Test func aRenamedSuiteKeepsItsReferences() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", "widgets.yaml"] { #expect(try place.run("record", suite).status == 0) }
        try FileManager.default.moveItem(atPath: place.sandbox.path("widgets.yaml"), toPath: place.sandbox.path("renamed.yaml"))
        let both = Set(try place.references().keys)
        #expect(try place.run("record", "--prune").status == 0)
        #expect(try place.run("check", "renamed.yaml").output == "2 snapshots: 2 passed\n")
        #expect(Set(try place.references().keys) == both)
        try FileManager.default.removeItem(atPath: place.sandbox.path("renamed.yaml"))
        #expect(try place.run("record", "--prune").status == 0)
        #expect(try place.references().keys.filter { $0.hasPrefix("other/") } == [])
    }

    /// If another suite with the same references cannot be read, nothing is removed, and nothing is said to be obsolete.
    @Test func whatAnUnreadableSuiteHasIsKept() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", "widgets.yaml"] { #expect(try place.run("record", suite).status == 0) }
        let both = Set(try place.references().keys)
        try place.write(try place.text("widgets.yaml") + "levls: [tree]\n", to: "widgets.yaml")
        let pruned = try place.run("record", "--prune")
        let reason = "widgets.yaml: it may have references in the same folder, and its snapshots are not known: "
        #expect(pruned.status == 0 && pruned.output.contains(reason), "\(pruned.output)")
        #expect(Set(try place.references().keys) == both)
        let strict = try place.run("check", "--fail-on-obsolete")
        #expect(strict.status == 1 && strict.output.contains("! obsolete references: which they are is not known: "), "\(strict.output)")
        // Another suite that is broken, but has other references, is nobody's concern.
        try place.write(
            try place.text("widgets.yaml").replacing("references: References", with: "references: Elsewhere"), to: "widgets.yaml")
        #expect(try place.run("record", "--prune").status == 0)
        #expect(try place.references().keys.filter { $0.hasPrefix("other/") } == [])
    }

    /// However the text of another suite is damaged, nothing is removed that it may have.
    @Test(
        arguments: [
            "references: References\r\nlevls: [tree]\r\ncases: [a]\r\n", "name: a\r\nreferences: References\r\ncases: [\r\n",
            "<<<<<<< a\nreferences: Elsewhere\n=======\nreferences: References\n>>>>>>> b\ncases: []\n",
            "references: Elsewhere\nreferences: References\ncases: []\n", #"{ "references": "References", "cases": [] }"#,
            #"{ "cases": [, "references": "./References" }"#, "  'references': References # here\n  'cases': [\n",
            "references:\n  References\ncases: [\n", "references: Elsewhere\u{2028}references: References\rcases: [\n",
            "templates: [systemSmall.yaml]\nentires: []\n", "kinds: [clock\n", "cases: [a]\nreferences: [References]\n",
        ])
    func whatADamagedSuiteHasIsKept(_ text: String) throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", "widgets.yaml"] { #expect(try place.run("record", suite).status == 0) }
        let both = Set(try place.references().keys)
        try place.write(text, to: "widgets.yaml")
        let pruned = try place.run("record", "--prune")
        let reason = "widgets.yaml: it may have references in the same folder, and its snapshots are not known: "
        #expect(pruned.status == 0 && pruned.output.contains(reason), "\(pruned.output)")
        #expect(Set(try place.references().keys) == both)
    }

    /// A file of another kind, or with other references, has none of a suite's, also if it cannot be read.
    @Test(
        arguments: [
            "preferences: References\nlist: [\n", "references: [a, b]\nauthors: [c]\n", "references:\n  - a\nlist: [\n", "templates: own\n",
            "body: [\n", "- cases\n",
            "<<<<<<< a\nreferences: Elsewhere\n=======\nreferences: Nowhere\n>>>>>>> b\ncases: []\n",
        ])
    func aFileOfAnotherKindHasNoReferences(_ text: String) throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for suite in ["snapshots.yaml", "widgets.yaml"] { #expect(try place.run("record", suite).status == 0) }
        try place.write(text, to: "widgets.yaml")
        #expect(try place.run("record", "--prune").status == 0)
        #expect(try place.references().keys.filter { $0.hasPrefix("other/") } == [])
    }

    /// The references of Swift tests are theirs.
    @Test func theReferencesOfTestsAreKept() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        let suite = try place.text("snapshots.yaml")
        try place.write("references: __Snapshots__\n\(suite.replacing(/references: .*\n/, with: ""))", to: "snapshots.yaml")
        #expect(try place.run("record").status == 0)
        try place.write("", to: "CardTests.swift")
        for folder in ["CardTests", "Nobody"] {
            try FileManager.default.createDirectory(
                atPath: place.sandbox.path("__Snapshots__/\(folder)"), withIntermediateDirectories: true)
            try place.write("body:\n", to: "__Snapshots__/\(folder)/name.tree.txt")
        }
        #expect(try place.run("record", "--prune").status == 0)
        #expect(exists(place, "__Snapshots__/CardTests/name.tree.txt") && !exists(place, "__Snapshots__/Nobody/name.tree.txt"))
    }

    /// A folder that a run has made is used again, whatever was removed from it, and what others have put there stays.
    @Test(arguments: [
        "", "run.json", "subdial-files.txt", "report.json", "run.json report.json index.html junit.xml reg.json", "all but pictures",
    ])
    func aUsedFolderIsUsedAgain(_ removed: String) throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.change()
        #expect(try place.run("check").status == 1)
        for file in ["actual/mine.png", "expected/systemSmall/mine.txt", "mine.html"] {
            try place.write("mine", to: "snapshot-report/\(file)")
        }
        let all = "run.json report.json index.html junit.xml reg.json subdial-files.txt"
        for file in (removed == "all but pictures" ? all : removed).split(separator: " ") {
            try FileManager.default.removeItem(atPath: place.sandbox.path("snapshot-report/\(file)"))
        }
        #expect(try place.run("record").status == 0)
        let outcome = try place.run("check")
        #expect(outcome.status == 0 && outcome.output == "8 snapshots: 8 passed\n" && outcome.errors.isEmpty, "\(outcome.errors)")
        for file in ["actual/mine.png", "expected/systemSmall/mine.txt", "mine.html"] {
            #expect(try place.text("snapshot-report/\(file)") == "mine")
        }
        if !removed.contains("run.json"), removed != "all but pictures" {
            let pictures = "snapshot-report/difference/systemSmall/one.systemSmall.iphone-15.dark.png"
            #expect(!exists(place, pictures))
        }
    }

    /// A list in the folder of a report cannot have other files removed than those of a run, nor any behind a link.
    @Test func aListNamesOnlyFilesOfARun() throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try FileManager.default.createDirectory(atPath: place.sandbox.path("outside/actual"), withIntermediateDirectories: true)
        try place.write("mine", to: "outside/actual/mine.png")
        let report = place.sandbox.path("snapshot-report")
        try place.write("mine", to: "snapshot-report/mine.png")
        try FileManager.default.createSymbolicLink(atPath: "\(report)/link", withDestinationPath: place.sandbox.path("outside"))
        try place.write(
            "mine.png\n../snapshots.yaml\n/etc/hostname\nlink/actual/mine.png\nactual/../mine.png\n\nrun.json\n",
            to: "snapshot-report/subdial-files.txt")
        #expect(try place.run("check").status == 0)
        for file in ["snapshots.yaml", "snapshot-report/mine.png", "outside/actual/mine.png"] { #expect(exists(place, file), "\(file)") }
    }

    /// A file of others is not replaced by a report, in no folder, and with no other file of theirs that has the name of one of a run.
    @Test(arguments: ["site", "snapshot-report"], ["", "files.txt", "subdial-files.txt", "run.json"])
    func aPageOfOthersIsKept(_ folder: String, _ other: String) throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        for name in ["index.html", "junit.xml", "reg.json", "report.json"] {
            try? FileManager.default.removeItem(atPath: place.sandbox.path(folder))
            try FileManager.default.createDirectory(atPath: place.sandbox.path(folder), withIntermediateDirectories: true)
            if !other.isEmpty { try place.write("my list\n\(name)\n", to: "\(folder)/\(other)") }
            try place.write("mine", to: "\(folder)/\(name)")
            let outcome = try place.run("check", "-o", folder)
            #expect(
                outcome.status == 74 && outcome.errors.contains("\(folder)/\(name): there is such a file, which no run has made"),
                "\(outcome.errors)")
            #expect(try place.text("\(folder)/\(name)") == "mine")
            if !other.isEmpty { #expect(try place.text("\(folder)/\(other)") == "my list\n\(name)\n") }
        }
    }

    /// The mask of a node hides its whole text, of which a layout has one line; so had one of an earlier version, with raw line breaks.
    @Test(arguments: [false, true]) func aNodeWithSeveralLinesIsMasked(_ isFormer: Bool) throws {
        let place = try workplace()
        defer { place.sandbox.clean() }
        func write(_ title: String, masks: String) throws {
            let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"\#(title)","artist":"Miles Davis"}}"#
            try place.write(entry, to: "entries/one.json")
            try place.write(
                """
                body:
                  VStack:
                    - { Text: "{{ replace(title, ' / ', '\\\\n') }}", font: headline, frame: { width: 100, height: 80 }, id: title }
                    - { Text: "{{ artist }}", font: caption, id: artist }

                """, to: "systemSmall.yaml")
            try place.write(
                "cases: [{ id: a, template: systemSmall.yaml, entries: [entries/one.json], masks: [\(masks)] }]\n", to: "widgets.yaml")
        }
        try write(#"So \"What\" / Blue in Green"#, masks: "{ node: title }")
        #expect(try place.run("record", "widgets.yaml").status == 0)
        let layout = "References/a/one.systemSmall.iphone-15.dark.layout.txt"
        let recorded = try place.text(layout)
        #expect(recorded.contains(#""So \"What\"\nBlue in Green" lines="#), "\(recorded)")
        if isFormer { try place.write(recorded.replacing("\\n", with: "\n").replacing("\\\"", with: "\""), to: layout) }
        #expect(try place.run("check", "widgets.yaml").output == "2 snapshots: 2 passed\n")
        try write(#"All Blues / Flamenco / Sketches"#, masks: "{ node: title }")
        #expect(try place.run("check", "widgets.yaml").output == "2 snapshots: 2 passed\n")
        // Without the mask, the message names that node only.
        try write(#"All Blues / Flamenco"#, masks: "")
        let outcome = try place.run("check", "widgets.yaml", "--filter", "dark")
        #expect(outcome.status == 1)
        let changes = outcome.lines.filter { $0.hasPrefix("    ") && !$0.hasPrefix("    at ") }
        #expect(!changes.isEmpty && changes.allSatisfy { $0.hasPrefix("    `title` ") }, "\(outcome.output)")
        #expect(
            changes.contains { $0.contains(#"says "All Blues\nFlamenco" instead of "So \"What\"\nBlue in Green""#) }, "\(outcome.output)")
    }
}

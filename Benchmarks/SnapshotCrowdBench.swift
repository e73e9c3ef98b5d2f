import FoundationEssentials
import SubdialDrawing
import SubdialPlayback
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgets

/// Measures five thousand snapshots in one process: only drawn, checked when all pass, and checked when all with a title fail.
struct SnapshotCrowdBench {
    let suite: SnapshotSuite
    let specs: [SnapshotSpec]
    let references: ReferenceFolder
    let folder: String
    let root: String
    let resources: ResourceFolder

    private static let count = 5000

    func run() throws {
        let catalog = try WidgetRenderer.catalog(resources)
        let renderer = try WidgetRenderer(resources: resources)
        let drawing = try measure { index in try SnapshotBench.draw(specs[index % specs.count], root, renderer, catalog) }
        let name = "\(Self.count) snapshots"
        report("\(name), drawn alone", drawing.seconds, "s")
        report("\(name), drawn alone, peak memory", drawing.megabytes, "MB")

        let passing = try check(judge())
        report(
            "\(name), passing", passing.run.seconds, "s", beside: ("drawing alone", drawing.seconds),
            note: "\(passing.count(of: .passed)) passing")
        report("\(name), passing, peak memory", passing.run.megabytes, "MB")

        let failing = try check(changed(judge()))
        report(
            "\(name), failing", failing.run.seconds, "s", beside: ("passing", passing.run.seconds),
            note: "\(failing.count(of: .failed)) failing")
        report("\(name), failing, peak memory", failing.run.megabytes, "MB")
        let page = try HTMLReport.text(
            SnapshotReport(suite: "bench", platform: "", date: "", duration: 0, cases: failing.cases))
        report("\(name), failing, page", Double(page.utf8.count) / 1e6, "MB")
    }

    private func judge() throws -> SnapshotChecker {
        try SnapshotChecker(
            suite, references: references, mode: .never, output: RunFolder(path: "\(folder)/report"),
            renderer: WidgetRenderer(resources: resources),
            schemas: .builtIn)
    }

    /// Returns the same judge with a different title in every entry that has one.
    private func changed(_ judge: SnapshotChecker) throws -> SnapshotChecker {
        for path in Set(specs.map(\.entry)) {
            let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
            let other = text.replacing("\"title\": \"", with: "\"title\": \"Not ")
            judge.use([try Entry(parsing: other)], folder: "\(root)/Fixtures/entries", as: path)
        }
        return judge
    }

    private struct Run {
        var seconds = 0.0
        /// The peak of the process's memory.
        var megabytes = 0.0
    }

    private struct Checked {
        let run: Run
        let cases: [SnapshotCase]

        func count(of status: SnapshotStatus) -> Int { cases.count { $0.status == status } }
    }

    private func check(_ judge: SnapshotChecker) throws -> Checked {
        var cases: [SnapshotCase] = []
        let run = try measure { index in
            var result = judge.judge(specs[index % specs.count])
            result.id += " \(index / specs.count)"
            cases.append(result)
        }
        return Checked(run: run, cases: cases)
    }

    private func measure(_ work: (Int) throws -> Void) throws -> Run {
        Memory.resetPeak()
        let time = try ContinuousClock().measure { for index in 0..<Self.count { try work(index) } }
        return Run(seconds: time / .seconds(1), megabytes: Memory.peak() / 1000)
    }
}

import FoundationEssentials
import SubdialDrawing
import SubdialPlayback
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgets

/// Measures the overhead of checking compared with drawing, and the comparison alone.
enum SnapshotBench {
    /// Draws about five hundred passing snapshots with and without a check, alternately for each snapshot.
    static func run(root: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/subdial-bench-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let resources = ResourceFolder(path: "\(root)/Templates")
        let names = ["playing", "paused", "stopped", "cjk", "hostile"]
        var matrix = LookMatrix.ofSuites
        matrix.set(.theme, ["default", "pro", "studio", "live", "high-contrast", "light"]) { $0.theme = $1 }
        let suite = SnapshotSuite(
            name: "bench", path: "\(folder)/snapshots.yaml", references: "References",
            cases: [
                SnapshotSuite.Case(
                    id: "bench", kind: "now-playing", entries: names.map { "\(root)/Fixtures/entries/\($0).json" },
                    matrix: matrix)
            ])
        let catalog = try WidgetRenderer.catalog(resources)
        let specs = try suite.snapshots(catalog: catalog) { kind in
            // Not every kind has every family.
            WidgetFamily.allCases.filter { resources.text("\(kind)/\($0.rawValue).yaml") != nil }
        }
        let references = ReferenceFolder(path: "\(folder)/References", platforms: [])
        let recorder = try SnapshotChecker(
            suite, references: references, mode: .changed, output: RunFolder(path: folder), renderer: WidgetRenderer(resources: resources),
            schemas: .builtIn
        )
        for spec in specs { _ = recorder.judge(spec) }

        let judge = try SnapshotChecker(
            suite, references: references, mode: .never, output: RunFolder(path: folder), renderer: WidgetRenderer(resources: resources),
            schemas: .builtIn)
        let renderer = try WidgetRenderer(resources: resources)
        var (drawing, checking) = (Timing(), Timing())
        var passed = 0
        let clock = ContinuousClock()
        for round in 0..<2 {
            for spec in specs {
                let alone = try clock.measure { try draw(spec, root, renderer, catalog) }
                var result = SnapshotStatus.error
                let checked = clock.measure { result = judge.judge(spec).status }
                // The first round fills both caches.
                guard round == 1 else { continue }
                drawing.rounds.append(alone / .milliseconds(1))
                checking.rounds.append(checked / .milliseconds(1))
                if result == .passed { passed += 1 }
            }
        }
        report("a passing snapshot, checked", checking, beside: ("drawing alone", drawing), note: "\(passed) passing")
        try SnapshotCrowdBench(suite: suite, specs: specs, references: references, folder: folder, root: root, resources: resources).run()
        try ComparisonBench.run()
    }

    static func draw(_ spec: SnapshotSpec, _ root: String, _ renderer: WidgetRenderer, _ catalog: DeviceCatalog) throws {
        guard let data = FileManager.default.contents(atPath: spec.entry), let look = spec.look else { return }
        let entry = try Entry(parsing: String(decoding: data, as: UTF8.self))
        let environment = try WidgetEnvironment(look, on: look.device(in: catalog), at: entry.date)
        _ = try renderer.picture(of: entry, theme: look.themeName, in: environment, folder: "\(root)/Fixtures/entries")
    }
}

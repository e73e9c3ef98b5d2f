import Drawing
import FoundationEssentials
import NowPlaying
import Snapshots
import Timeline
import Widgets

/// What checking costs beside drawing, and the comparison alone.
enum SnapshotBench {
    /// About five hundred snapshots that pass, drawn with and without a check; each one both ways, one after the other.
    static func run(root: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/subdial-bench-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let resources = ResourceFolder(path: "\(root)/Templates")
        let names = ["playing", "paused", "stopped", "cjk", "hostile"]
        let suite = SnapshotSuite(
            name: "bench", path: "\(folder)/snapshots.yaml", references: "References",
            cases: [
                SnapshotSuite.Case(
                    id: "bench", kind: "now-playing", entries: names.map { "\(root)/Fixtures/entries/\($0).json" },
                    matrix: SnapshotMatrix(
                        appearances: ["dark", "light"], modes: ["fullColor"],
                        themes: ["default", "pro", "studio", "live", "high-contrast", "light"]))
            ])
        let catalog = try WidgetRenderer.catalog(resources)
        let specs = try suite.snapshots(catalog: catalog) { _ in WidgetFamily.allCases }
        let references = ReferenceFolder(path: "\(folder)/References", platforms: [])
        let recorder = try SnapshotJudge(
            suite, references: references, mode: .changed, output: folder, renderer: WidgetRenderer(resources: resources), schemas: .builtIn
        )
        for spec in specs { _ = recorder.judge(spec) }

        let judge = try SnapshotJudge(
            suite, references: references, mode: .never, output: folder, renderer: WidgetRenderer(resources: resources), schemas: .builtIn)
        let renderer = try WidgetRenderer(resources: resources)
        var (drawing, checking) = (Duration.zero, Duration.zero)
        var passed = 0
        let clock = ContinuousClock()
        for round in 0..<2 {
            for spec in specs {
                let alone = try clock.measure { try draw(spec, root, renderer, catalog) }
                var result = SnapshotStatus.error
                let checked = clock.measure { result = judge.judge(spec).status }
                // The first round warms both caches.
                guard round == 1 else { continue }
                (drawing, checking) = (drawing + alone, checking + checked)
                if result == .passed { passed += 1 }
            }
        }
        report(
            "a suite of \(passed) passing snapshots",
            "\((checking / drawing).short) of drawing alone (\((drawing / .milliseconds(1)).short) ms)")
        try comparison()
    }

    private static func draw(_ spec: SnapshotSpec, _ root: String, _ renderer: WidgetRenderer, _ catalog: DeviceCatalog) throws {
        guard let data = FileManager.default.contents(atPath: spec.entry), let family = WidgetFamily(rawValue: spec.family) else { return }
        let entry = try Entry(parsing: String(decoding: data, as: UTF8.self))
        let environment = WidgetEnvironment(
            family: family, device: try catalog.device(spec.device), appearance: spec.appearance == "light" ? .light : .dark,
            now: entry.date)
        _ = try renderer.picture(of: entry, theme: spec.theme, in: environment, folder: "\(root)/Fixtures/entries")
    }

    private static func comparison() throws {
        let (width, height) = (1920, 1080)
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        for index in stride(from: 0, to: pixels.count, by: 4) { pixels[index] = UInt8(truncatingIfNeeded: index / 4 % width) }
        guard let first = Bitmap(width: width, height: height, pixels: pixels) else { return }
        // Lines of text's weight, each a little to the right.
        for y in stride(from: 40, to: height, by: 24) {
            for x in 40..<width - 40 where x / 3 % 3 == 0 { pixels[(y * width + x) * 4 + 1] = 0 }
        }
        guard let second = Bitmap(width: width, height: height, pixels: pixels),
            // A copy of its own: the same bytes in the same place would be equal without a look.
            let again = Bitmap(width: width, height: height, pixels: first.pixels.map { $0 })
        else { return }
        let comparer = PictureComparer()
        let times = try medians(rounds: 31, [{ _ = comparer.compare(first, again) }, { _ = comparer.compare(first, second) }])
        report("comparing 1920×1080, equal and different", "\(times[0].short) ms and \(times[1].short) ms")
    }
}

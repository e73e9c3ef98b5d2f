import FoundationEssentials
import SubdialPlayback
import SubdialSnapshots
import SubdialWidgets

/// Measures pictures that are written, snapshots that pass, and templates that are checked.
enum PictureGrowth {
    static func pictures(_ count: Int, _ root: String, _ folder: String) throws -> Duration {
        let scene = try PlayingScene(root: root)
        return try ContinuousClock().measure {
            for number in 0..<count {
                try Data(scene.picture(after: Double(number)).png()).write(to: URL(filePath: "\(folder)/\(number).png"))
            }
        }
    }

    /// Measures one case for each look of one entry, with a reference that is recorded before.
    static func snapshots(_ count: Int, _ root: String, _ folder: String) throws -> Duration {
        let resources = ResourceFolder(path: "\(root)/Templates")
        var matrix = LookMatrix.ofSuites
        matrix.set(.family, [WidgetFamily.systemSmall]) { $0.family = $1 }
        let suite = SnapshotSuite(
            name: "growth", path: "\(folder)/snapshots.yaml", references: "References",
            cases: [
                SnapshotSuite.Case(
                    id: "growth", kind: "now-playing", entries: ["\(root)/Fixtures/entries/playing.json"],
                    matrix: matrix)
            ])
        let specs = try suite.snapshots(catalog: WidgetRenderer.catalog(resources)) { _ in [WidgetFamily.systemSmall] }
        let references = ReferenceFolder(path: "\(folder)/References", platforms: [])
        func judge(_ mode: RecordMode) throws -> SnapshotChecker {
            try SnapshotChecker(
                suite, references: references, mode: mode, output: RunFolder(path: folder), renderer: WidgetRenderer(resources: resources),
                schemas: .builtIn)
        }
        let recorder = try judge(.changed)
        for spec in specs { _ = recorder.judge(spec) }
        let judge = try judge(.never)
        var cases: [SnapshotCase] = []
        let time = try ContinuousClock().measure {
            for number in 0..<count {
                var result = judge.judge(specs[number % specs.count])
                result.id += " \(number)"
                cases.append(result)
            }
            _ = try JSONReport.text(SnapshotReport(suite: "growth", platform: "", date: "", duration: 0, cases: cases))
        }
        guard cases.allSatisfy({ $0.status == .passed }) else { throw Unexpected(description: "a snapshot does not pass") }
        return time
    }

    /// A result that makes the measurement worthless.
    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    static func templates(_ count: Int, _ root: String, _ folder: String) throws -> Duration {
        let resources = ResourceFolder(path: "\(root)/Templates")
        let original = "\(root)/Templates/now-playing"
        for name in try FileManager.default.contentsOfDirectory(atPath: original) {
            try FileManager.default.copyItem(atPath: "\(original)/\(name)", toPath: "\(folder)/\(name)")
        }
        let text = FileManager.default.contents(atPath: "\(original)/systemMedium.yaml") ?? Data()
        for number in 0..<count { try text.write(to: URL(filePath: "\(folder)/widget\(number).yaml")) }
        let store = TemplateStore(resources: resources)
        return try ContinuousClock().measure {
            for number in 0..<count {
                let file = "\(folder)/widget\(number).yaml"
                try store.check(file: file, as: file, .nowPlaying)
            }
        }
    }
}

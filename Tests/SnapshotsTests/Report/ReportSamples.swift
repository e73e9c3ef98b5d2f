import Foundation
import SubdialDrawing
import SubdialSnapshots

extension SnapshotReport {
    /// A report with a case of each status, and with text that is hostile to the output formats.
    static let sample = SnapshotReport(
        suite: "Widgets & <more>", platform: "linux-x86_64", date: "2026-05-04T10:20:30Z", duration: 3.7254,
        warnings: ["a font, not locked: 100%"],
        cases: [
            SnapshotCase(
                id: "small-dark", group: "playing", status: .passed, duration: 0.021,
                limits: PictureLimits(), counts: DifferenceCounts(compared: 64), source: "cases/playing.yaml",
                expected: "expected/small-dark.png", actual: "actual/small-dark.png"),
            SnapshotCase(
                id: "small-light", group: "playing", status: .failed, message: "12 pixels differ, 1 more than the 11 allowed",
                nodeChanges: ["~ title: x 4 → 7", "- badge"], fontWarnings: ["Inter is 4.0"],
                limits: PictureLimits(maxDifferentPixels: 11, maxDifferentRatio: 0.5, densestWindow: WindowLimit(size: 4, limit: 16)),
                counts: DifferenceCounts(
                    compared: 64, different: 12, smoothed: 3, masked: 4, maximumDelta: 0.75,
                    regions: [PixelRect(x: 1, y: 2, width: 3, height: 4)],
                    densestWindow: DenseWindow(place: PixelRect(x: 1, y: 2, width: 4, height: 4), count: 12)),
                source: "cases/playing.yaml", expected: "expected/small-light.png", actual: "actual/small-light.png",
                difference: "difference/small-light.png"),
            SnapshotCase(id: "first", status: .new, actual: "actual/first.png"),
            SnapshotCase(id: "absent", status: .missing, message: "there is no reference", actual: "actual/absent.png"),
            SnapshotCase(id: "old", status: .obsolete, message: "no case has this name", expected: "expected/old.png"),
            SnapshotCase(
                id: "again", status: .updated, message: "written anew", expected: "expected/again.png", actual: "actual/again.png"),
            SnapshotCase(
                id: "</script><img src=x onerror=\"document.title='tag'\">", group: "<b>hostile</b>, a:b", status: .error,
                message: "line one\r\nline \u{1B}[31mtwo\u{0} ]]> {{script}} <!-- <\u{338}script> \u{FFFE}100%"),
        ].withLine(3, of: "small-light"))

    /// Writes the pictures of ``sample`` to the paths that a page uses.
    func writePictures(to folder: URL) throws {
        for path in cases.flatMap({ [$0.expected, $0.actual, $0.difference] }).compactMap({ $0 }) {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Self.picture(path) ?? []).write(to: file)
        }
    }

    /// Returns the pictures of ``sample``: 8 × 8, except for a larger one.
    static func picture(_ path: String) -> [UInt8]? {
        let color: Color =
            switch path.split(separator: "/").first {
            case "expected": .white
            case "actual": .black
            default: Color(red: 1, green: 0, blue: 0)
            }
        return try? PNG.encode(Bitmap(width: path == "actual/small-light.png" ? 12 : 8, height: 8, color: color))
    }
}

extension [SnapshotCase] {
    /// Returns the cases, with the line in the suite file for one of them.
    fileprivate func withLine(_ line: Int, of id: String) -> [SnapshotCase] {
        map { item in
            var item = item
            if item.id == id { item.line = line }
            return item
        }
    }
}

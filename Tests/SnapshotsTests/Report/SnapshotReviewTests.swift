import Foundation
import SubdialDrawing
import Testing

@testable import SubdialSnapshots

/// The decisions about the snapshots of a run.
@Suite struct SnapshotReviewTests {
    private static func font(_ style: String, _ version: String) -> FontRecord {
        FontRecord(family: "Inter", style: style, file: "Inter.otf", version: version, sha256: version)
    }

    /// A failed snapshot of a Swift test, whose references are elsewhere: the fonts of others remain in the list there.
    @Test func acceptingRecordsTheFontsBesideTheReference() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "review-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let references = folder.appending(path: "__Snapshots__").path
        try FontManifest([Self.font("Regular", "1"), Self.font("Bold", "1")]).write(folder: references)

        var failed = SnapshotCase(id: "Module/File/name", status: .missing, actual: "Module/actual/File/name.png")
        failed.drawnLevels = [.picture]
        failed.reference = ReferencePlace(folder: references, id: "File/name")
        let report = SnapshotReport(suite: "Swift tests", platform: "linux", date: "", duration: 0, cases: [failed])
        let record = RunRecord(suite: "", references: "", platforms: ["linux"], isUnfiltered: false, fonts: [Self.font("Regular", "2")])
        try RunFolder(path: folder.path).write(report, record)
        let picture = folder.appending(path: "Module/actual/File/name.png")
        try FileManager.default.createDirectory(at: picture.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(PNG.encode(Bitmap(width: 2, height: 2, color: .black))).write(to: picture)

        var review = try SnapshotReview(RunFolder(path: folder.path))
        try review.accept("Module/File/name")
        #expect(FileManager.default.fileExists(atPath: "\(references)/File/name.png"))
        #expect(try FontManifest.recorded(folder: references)?.fonts == [Self.font("Bold", "1"), Self.font("Regular", "2")])
    }
}
